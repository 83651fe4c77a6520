"""The lives that can be replayed: the bundled ones, and what changes in a life before: an event more, or no clients."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

from kafka_assay.assignors.life import Event, Life, group_after
from kafka_assay.assignors.life_members import Restart
from kafka_assay.pipeline.whatif.change import Change, plan_change

BUNDLED = {
    "kip-54-cost": "3 members read 4 topics; one leaves and comes back (the cost argument of KIP-54)",
    "slow-host": "12 members on 4 hosts; those on one host miss a rebalance, twice",
    "rolling-deploy": "50 members restart one by one",
    "rolling-deploy-static": "the same with static members",
    "scale-out": "10 members become 30, five at a time",
    "rack-outage": "all members on one of three racks crash, and return after half an hour",
    "broker-bounce": "a broker restarts: its rack vanishes from the metadata, and comes back (KAFKA-20778)",
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


def append_change(life: Life, change: Change) -> Life:
    """
    `life` with `change` as its last event. Raises `AssayError` if it names a member or topic that is not there.

    >>> from kafka_assay.assignors.model import group_of
    >>> life = Life(group=group_of({"t": 4}, {"a": ["t"], "b": ["t"]}), events=(Event(leave=("a",)),))
    >>> append_change(life, Change(restart=100)).events[-1].restart
    Restart(members=('b',), parallel=1)
    """
    group = life.group
    for event in life.events:
        group = group_after(group, event)
    planned = plan_change(group, change)
    restarted = planned.restarting
    last = Event(
        leave=planned.leaving,
        join=planned.joining,
        topics=tuple((topic, count) for topic, _, count in planned.grown),
        restart=Restart(members=restarted, parallel=change.rolling or len(restarted)) if restarted else None,
    )
    return replace(life, events=(*life.events, last), recorded=())


def without_clients(life: Life) -> Life:
    """`life` whose members name no client, for a target that belongs to none: the optimum. Upgrades are restarts."""
    return replace(
        life,
        runs=tuple(replace(run, client=None) for run in life.runs),
        events=tuple(_without_clients(event) for event in life.events),
    )


def _without_clients(event: Event) -> Event:
    listed = event.restart.members if event.restart else ()
    upgraded = tuple(name for name, _ in event.upgrade if name not in listed)
    restart = event.restart
    if upgraded:
        restart = Restart(members=(*listed, *upgraded), parallel=restart.parallel if restart else 1)
    runs = tuple(replace(run, client=None) for run in event.runs)
    return replace(event, upgrade=(), restart=restart, runs=runs)
