"""
Tests of `reports`.
"""
