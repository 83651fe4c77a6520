"""Tests of `oracle.certificate`."""
