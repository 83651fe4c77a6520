"""A host that misbehaves at random, and calls of it."""
