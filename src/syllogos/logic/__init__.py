"""Logic as values: formulas, rules, constraints, their languages, and evidence in plain English."""
