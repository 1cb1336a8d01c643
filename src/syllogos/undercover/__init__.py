"""Undercover."""
