"""Tests of `properties.records`."""
