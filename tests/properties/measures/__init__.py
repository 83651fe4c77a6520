"""Tests of `properties.measures`."""
