"""Evidence in plain English, short enough for a prompt."""
