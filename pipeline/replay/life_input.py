"""The lives that can be replayed: the bundled ones, and what changes in a life before: an event more, or no clients."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files

from kafka_assay.assignors.life import Event, Life, group_after
from kafka_assay.assignors.life_members import Restart
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.new_ids import id_placements

MOST_ORDERS = 12
"""The most orders of new ids that are replayed."""

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


def append_change(life: Life, change: Change, ids: Mapping[str, str] | None = None) -> Life:
    """
    `life` with `change` as its last event, and these `ids` of its joiners instead of their own.

    Raises `AssayError` if it names a member or topic that is not there.

    >>> from kafka_assay.assignors.model import group_of
    >>> life = Life(group=group_of({"t": 4}, {"a": ["t"], "b": ["t"]}), events=(Event(leave=("a",)),))
    >>> append_change(life, Change(restart=100)).events[-1].restart
    Restart(members=('b',), parallel=1)
    """
    planned = plan_change(_last_group(life), change).with_ids(ids or {})
    restarted = planned.restarting
    last = Event(
        leave=planned.leaving,
        join=planned.joining,
        topics=tuple((topic, count) for topic, _, count in planned.grown),
        restart=Restart(members=restarted, parallel=change.rolling or len(restarted)) if restarted else None,
    )
    return replace(life, events=(*life.events, last), recorded=())


def lives_by_order(life: Life, change: Change) -> tuple[list[Life], bool]:
    """
    `life` with `change`, for up to `MOST_ORDERS` places where joiners can sort; and whether these are all.

    Empty where the ids of all joiners are known: they are numbered.

    >>> from kafka_assay.assignors.model import group_of
    >>> lives, are_all = lives_by_order(Life(group=group_of({"t": 4}, {"x7": ["t"], "kq": ["t"]})), Change(join=1))
    >>> [life.events[-1].join[0].id for life in lives], are_all
    (['!1', 'kq!1', 'x7!1'], True)
    """
    group = _last_group(life)
    unplaced = dict(plan_change(group, change).unplaced)
    orders, are_all = id_placements(unplaced, group.member_ids(), MOST_ORDERS)
    return [append_change(life, change, ids) for ids in orders if unplaced], are_all


def _last_group(life: Life) -> Group:
    group = life.group
    for event in life.events:
        group = group_after(group, event)
    return group


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
