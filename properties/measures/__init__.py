"""What laws measure: terms, traits, flaws, facts, places and lag."""
