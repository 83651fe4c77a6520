"""
Read the groups of a live cluster: only lists and descriptions, never a join.

`cluster` speaks to the brokers, `cluster_reader` asks what is needed, `group_from_cluster` builds the group and states
what could not be read. `kio` has the messages of the Kafka protocol.
"""
