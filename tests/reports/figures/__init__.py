"""
Tests of `reports.figures`.
"""
