"""The solver half of each system, run again on recorded output; one file and one ``replay`` each."""
