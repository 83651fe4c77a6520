"""Compare the oracle's engines with each other, and its certificates with corrupted ones."""
