"""The solver half of each system, run again on recorded output."""
