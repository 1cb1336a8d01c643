"""One file per language: parse and print.  Pure."""
