"""Sentences made from facts, one file for each kind of law, and shared phrases."""
