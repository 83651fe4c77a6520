"""Tests of `assignors.reference.server`."""
