"""Tests of `studies.mutation`."""
