"""
The fast engine: closed forms where there are any, else maximum flows, else a minimum-cost flow.
"""
