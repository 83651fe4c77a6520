"""Tests of the host for JavaScript clients."""
