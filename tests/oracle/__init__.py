"""Tests of `oracle`."""
