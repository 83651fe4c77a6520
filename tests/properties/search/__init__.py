"""Tests of `properties.search`."""
