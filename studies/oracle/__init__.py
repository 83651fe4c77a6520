"""The time and the memory of the oracle, beside those of its rivals."""
