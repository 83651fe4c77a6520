"""
Tests of released Python clients.
"""
