"""
Tests of `benchmarks`.
"""
