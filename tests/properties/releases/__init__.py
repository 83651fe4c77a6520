"""
Tests of `properties.releases`.
"""
