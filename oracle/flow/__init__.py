"""
The fast engine: a minimum-cost flow, which proves the guess that every connected component shares evenly, or splits it.
"""
