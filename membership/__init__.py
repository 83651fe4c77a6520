"""
The group coordinator and its members, as a model (ADR 0036).

It answers one question: after this history, which group is the leader's assignor asked about? It asks no assignor by
name: the caller passes a function.
"""
