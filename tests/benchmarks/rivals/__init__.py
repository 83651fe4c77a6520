"""
Tests of `benchmarks.rivals`.
"""
