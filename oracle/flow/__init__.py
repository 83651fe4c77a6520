"""
The fast engine: a guess that every connected part shares evenly, proved by a flow with costs; else load levels first.
"""
