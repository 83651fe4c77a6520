"""Tests of the summary of an audit."""
