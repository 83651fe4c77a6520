"""The reference assignors, readable as specifications."""
