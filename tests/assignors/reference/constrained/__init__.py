"""Tests of `assignors.reference.constrained`."""
