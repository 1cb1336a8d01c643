"""Deduction."""
