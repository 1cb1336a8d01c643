"""Solvers, one file per engine."""
