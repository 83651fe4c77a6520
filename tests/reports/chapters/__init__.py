"""
Tests of `reports.chapters`.
"""
