"""Tests of the Java assignors' host."""
