"""Tests of `studies.oracle.rivals`."""
