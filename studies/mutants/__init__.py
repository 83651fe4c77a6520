"""Assignors made wrong on purpose, one file for each kind of law that they break."""
