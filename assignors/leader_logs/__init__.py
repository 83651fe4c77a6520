"""
Logs of clients and brokers: the rebalances that they recorded.

`log_lines.py` finds the messages in any layout, `line_patterns.py` the facts in a message (one table for all clients),
`plan_notations.py` the plan as each client prints it. `log_facts.py` gives each fact its group and generation,
`recording.py` makes rebalances of them, and `recorded_life.py` a life.
"""
