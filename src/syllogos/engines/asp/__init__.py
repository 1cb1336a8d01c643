"""Answer set programs in clingo."""
