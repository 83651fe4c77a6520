"""Tests of `studies.engines`."""
