"""Tests of `assignors.formats`."""
