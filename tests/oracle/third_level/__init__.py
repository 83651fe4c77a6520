"""
Tests of `oracle.third_level`.
"""
