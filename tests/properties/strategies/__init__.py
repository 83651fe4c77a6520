"""Tests of `properties.strategies`."""
