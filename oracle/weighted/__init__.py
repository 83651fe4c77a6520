"""
The weighted optimum: least maximum of the members' weights, then least sum of their squares, then least weight moved.
"""
