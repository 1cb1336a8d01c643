"""Solvers of no subject; those of a wing are in its folder of this name."""
