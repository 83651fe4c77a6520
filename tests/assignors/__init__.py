"""Tests of `assignors`."""
