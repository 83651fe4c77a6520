"""Tests of `reports.history`."""
