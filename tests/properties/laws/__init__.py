"""Tests of `properties.laws`."""
