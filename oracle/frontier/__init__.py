"""Balance against moves: the least sum of squared loads for each number of moves, exactly."""
