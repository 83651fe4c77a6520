"""How we know that the judge is right and fast."""
