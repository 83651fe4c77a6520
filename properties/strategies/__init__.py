"""Hypothesis strategies for clean and dirty groups."""
