"""Tests of `pipeline.spark`."""
