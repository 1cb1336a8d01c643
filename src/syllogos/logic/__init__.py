"""Formulas, theories and what is said of them: values and pure functions, no engine."""
