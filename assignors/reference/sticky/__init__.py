"""Kafka's sticky assignors: the plan, its two paths, and the assignors that use it."""
