"""Tests of `reports.answer`."""
