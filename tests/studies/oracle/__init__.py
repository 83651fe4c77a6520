"""Tests of `studies.oracle`."""
