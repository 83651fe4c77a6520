"""Tests of `properties.shrink`."""
