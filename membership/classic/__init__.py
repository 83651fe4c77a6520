"""The classic group protocol: the coordinator as pure functions from a group and a request to a group and answers."""
