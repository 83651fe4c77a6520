"""Tests of `reports.wording`."""
