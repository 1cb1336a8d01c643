"""Text to formal: by rules, by a model, by both; one file per target."""
