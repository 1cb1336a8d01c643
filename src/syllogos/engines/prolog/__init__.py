"""Prolog."""
