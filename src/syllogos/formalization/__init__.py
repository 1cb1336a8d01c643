"""Formalization."""
