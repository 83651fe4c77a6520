"""
One verb, one file.
"""
