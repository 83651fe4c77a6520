"""The bundled lives: typical events of real groups, found by name."""

from __future__ import annotations

from importlib.resources import files

BUNDLED = {
    "kip-54-cost": "3 members read 4 topics; one leaves and comes back (the cost argument of KIP-54)",
    "slow-host": "12 members on 4 hosts; those on one host miss a rebalance, twice",
    "rolling-deploy": "50 members restart one by one",
    "rolling-deploy-static": "the same with static members",
    "scale-out": "10 members become 30, five at a time",
    "rack-outage": "all members on one of three racks crash, and return after half an hour",
    "growing-topic": "a topic grows from 12 to 24 and 48 partitions, then two members join",
    "crash-loop": "one of 5 members crashes and starts again, five times",
    "recorded-cooperative-sticky": "what four to five Java members did on a real cluster: joins, restarts, a crash",
    "recorded-range": "the same with range",
    "recorded-sticky": "the same with sticky",
}
"""Name -> what happens."""


def bundled_life(name: str) -> bytes:
    """The file of a bundled life."""
    return files("kafka_assay.pipeline.replay").joinpath("lives", f"{name}.json").read_bytes()
