"""The time and the memory of the oracle, compared with its rivals."""
