"""Tests of `pipeline.audit`."""
