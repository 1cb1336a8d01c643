"""Question sets, one file each."""
