"""Z3: a sealed worker, what goes to it and what its replies mean."""
