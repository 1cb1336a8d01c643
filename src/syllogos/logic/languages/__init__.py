"""Languages of logic: one file each, which reads and prints."""
