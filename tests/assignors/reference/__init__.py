"""The reference assignors, held against their sources."""
