"""Measures over records.  Pure."""
