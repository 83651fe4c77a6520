"""Tests of `properties.judging`."""
