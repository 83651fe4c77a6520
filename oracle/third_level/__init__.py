"""Third levels by name: of all optimal plans (best balance, then fewest moves) one that is best in a further way."""
