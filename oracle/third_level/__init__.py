"""Third levels by name: among all optimal plans, one that is also best in a further way."""
