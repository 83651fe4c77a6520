"""Assignors with one rare fault each, in Python, Java and Go."""
