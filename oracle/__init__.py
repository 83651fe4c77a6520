"""The optimum and its proof: best possible balance first, then fewest moves."""
