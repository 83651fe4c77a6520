"""
Read the groups of a live cluster: only lists and descriptions, never a join.

`cluster` speaks to the brokers, `group_reader` and `topic_reader` ask what is needed, `capture` builds the groups and
states what could not be read. `kio` has the messages of the Kafka protocol.
"""
