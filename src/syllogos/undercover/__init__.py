"""Undercover-V: a game of hidden words, and attribution by itself."""
