"""Tests of `properties.trials`."""
