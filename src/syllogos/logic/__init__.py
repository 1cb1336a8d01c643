"""Pure values of logic and game theory; nothing here reads, writes or calls out."""
