"""
Tests.
"""
