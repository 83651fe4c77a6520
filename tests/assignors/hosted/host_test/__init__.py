"""Tests of the test of hosts."""
