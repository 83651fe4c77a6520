"""The optimum of a group and its proof: the best balance first, then the fewest moves."""
