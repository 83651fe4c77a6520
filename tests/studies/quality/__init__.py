"""Tests of `studies.quality`."""
