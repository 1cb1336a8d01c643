"""Games, one file each."""
