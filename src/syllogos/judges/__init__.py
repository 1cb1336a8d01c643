"""Referees: they review decisions, and block or annotate them."""
