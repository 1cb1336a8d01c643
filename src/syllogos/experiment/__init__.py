"""Experiment."""
