"""Gametheory."""
