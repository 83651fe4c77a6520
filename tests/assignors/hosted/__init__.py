"""
Tests of hosted targets.
"""
