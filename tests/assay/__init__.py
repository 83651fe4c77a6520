"""Tests of `assay`."""
