"""Checking what somebody wrote: claims and verdicts put together, and shown in place."""
