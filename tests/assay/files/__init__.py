"""Tests of `assay.files`."""
