"""Tests of hosted targets."""
