"""Tests of `properties`."""
