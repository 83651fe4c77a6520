"""
Tests of `campaign`.
"""
