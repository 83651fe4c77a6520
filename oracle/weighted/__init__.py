"""The weighted optimum: least maximum weight of a member, then least sum of squares, then least weight moved."""
