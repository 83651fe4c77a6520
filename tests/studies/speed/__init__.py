"""Tests of `studies.speed`."""
