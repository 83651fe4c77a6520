"""
Logs of clients and brokers: the rebalances that they recorded.

`log_lines.py` finds the messages in any layout, `line_patterns.py` the facts in a message (one table for all clients),
`plan_notations.py` the plan as each client prints it, `speakers.py` a plan that takes several lines. `log_reader.py`
gives each fact (`log_facts.py`) its group and generation, and `recording.py` makes rebalances of them.
"""
