"""Tests of `reports.tables`."""
