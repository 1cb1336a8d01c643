"""Prompt templates, one file each."""
