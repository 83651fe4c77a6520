"""Tests of what is fetched and built."""
