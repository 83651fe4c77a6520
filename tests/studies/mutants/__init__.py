"""Tests of `studies.mutants`."""
