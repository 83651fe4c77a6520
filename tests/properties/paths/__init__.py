"""Tests of properties/paths."""
