"""Real implementations behind the same interface."""
