"""Tests of `studies.hosts`."""
