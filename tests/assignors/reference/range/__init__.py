"""Tests of `assignors.reference.range`."""
