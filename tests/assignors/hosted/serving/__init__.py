"""Tests of `assignors.hosted.serving`."""
