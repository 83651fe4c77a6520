"""Months of a group's life, drawn at random, and what they cost with each target."""
