"""Mutants: assignors with a deliberate fault, one file for each kind of law that they break."""
