"""Tests of `assignors.hosted.process`."""
