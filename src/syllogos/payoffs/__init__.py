"""Payoffs."""
