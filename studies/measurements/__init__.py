"""The records of measurements in docs/benchmarks, and the tables that its pages make from them."""
