"""Tests of `reports.audit`."""
