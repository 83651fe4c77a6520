"""Planted faults: assignors that are wrong on one group in hundreds, and how often a check finds them."""
