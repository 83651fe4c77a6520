"""The oracle's engines against each other, and its certificates against corrupted ones."""
