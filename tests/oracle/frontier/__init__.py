"""
Tests of `oracle.frontier`.
"""
