"""The path to a counterexample: whether a live group gets there, and how."""
