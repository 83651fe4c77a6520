"""Simpler forms of a group or of a life, one small step at a time."""
