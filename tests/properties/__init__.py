"""
Tests of `properties`.
"""
