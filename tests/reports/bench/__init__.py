"""Tests of `reports.bench`."""
