"""
Tests of `assay`.
"""
