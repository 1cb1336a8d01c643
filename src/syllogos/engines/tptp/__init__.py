"""Theories for provers that read TPTP, and what such a prover says."""
