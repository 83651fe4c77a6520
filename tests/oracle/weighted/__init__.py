"""
Tests of `oracle.weighted`.
"""
