"""Tests of the Go clients' hosts."""
