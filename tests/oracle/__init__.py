"""
Tests of `oracle`.
"""
