"""Tests of `assay.testing`."""
