"""Running what nobody trusts: checks of texts, worker processes, isolation."""
