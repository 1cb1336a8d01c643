"""Repeated."""
