"""Tests of `assignors.hosted.python`."""
