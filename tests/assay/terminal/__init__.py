"""Tests of `assay.terminal`."""
