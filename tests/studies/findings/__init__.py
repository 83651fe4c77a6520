"""Tests of `studies.findings`."""
