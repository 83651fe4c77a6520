"""Tests of `assignors.hosted.targets`."""
