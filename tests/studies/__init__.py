"""Tests of the studies, on few groups each."""
