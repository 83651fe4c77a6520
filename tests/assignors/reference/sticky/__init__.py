"""Tests of `assignors.reference.sticky`."""
