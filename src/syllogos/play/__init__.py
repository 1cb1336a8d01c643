"""Running games: matches, the journal, the store, experiments."""
