"""Benchmarks, quality and comparisons as rows and text."""
