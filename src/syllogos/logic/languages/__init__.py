"""One file a language: its text read into values, and printed back."""
