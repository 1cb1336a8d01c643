"""One file a paper: its tables and figures, filled from the games of a run."""
