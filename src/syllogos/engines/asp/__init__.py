"""Answer-set programs that nobody trusts: looked at before any engine reads them, run in a sealed process."""
