"""Simplify a group or a life, one small step at a time."""
