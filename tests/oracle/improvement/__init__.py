"""Tests of `oracle.improvement`."""
