"""An Isabelle server: its protocol, the theories that it is given, and what its results are taken for."""
