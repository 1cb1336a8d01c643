"""Agents, one file per kind."""
