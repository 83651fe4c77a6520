"""Balance against moves: the best sum of squared loads for each number of moves, exactly."""
