"""Tests of `assignors.reference.known_failures`."""
