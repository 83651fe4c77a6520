"""The fast engine: a minimum-cost flow that proves or refutes that each connected component can share evenly."""
