"""
Tests of `assignors`.
"""
