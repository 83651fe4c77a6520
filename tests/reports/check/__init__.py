"""Tests of `reports.check`."""
