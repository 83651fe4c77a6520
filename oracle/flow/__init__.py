"""
Minimum-cost flows: a `ClassGraph` in, a `ClassPlan` out, with two engines.

`engine.optimal_plan` runs our own loops, for the optimum of a group of any size. `priced_flow.cheapest_plan` calls
OR-Tools, for any prices: the frontier and the third levels.
"""
