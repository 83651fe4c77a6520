"""Tests of `assignors.reference.historic`."""
