"""The verbs, one in each file."""
