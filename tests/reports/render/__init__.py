"""Tests of `reports.render`."""
