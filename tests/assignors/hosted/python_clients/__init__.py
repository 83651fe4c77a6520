"""Tests of `assignors.hosted.python_clients`."""
