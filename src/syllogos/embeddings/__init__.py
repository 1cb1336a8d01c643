"""Sentence embeddings, one file each."""
