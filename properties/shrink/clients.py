"""What a history says about its clients, while the history becomes simpler."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember
from kafka_assay.assignors.model import Group, Member


def with_clients(life: Life, group: Group, events: tuple[Event, ...]) -> Life:
    """The life with this start and these events, in which every member runs the client that it runs in `life`."""
    known = {run.member: run for run in (*(run for event in life.events for run in event.runs), *life.runs)}

    def runs_of(members: tuple[Member, ...]) -> tuple[LifeMember, ...]:
        return tuple(known[member.id] for member in members if member.id in known)

    if not known:
        return Life(group=group, events=events, protocol=life.protocol)
    return Life(
        group=group,
        events=tuple(replace(event, runs=runs_of(event.join)) for event in events),
        protocol=life.protocol,
        runs=runs_of(group.members),
    )


def count_old_clients(life: Life) -> int:
    """The number of members that run an old release at their start."""
    return sum(" " in (run.client or "") for run in _all_runs(life))


def keeps_host(before: Life, after: Life) -> bool:
    """
    Whether somebody in `after` runs the client family of the first member of `before`.

    That member is no guest (`properties/strategies/lives.py`): its assignor is the one that is checked.
    """
    return not before.runs or _family(before.runs[0]) in {_family(run) for run in _all_runs(after)}


def newer_clients(life: Life) -> Iterator[Life]:
    """
    The lives in which all members, or one member of the start, run the newest release.

    Then the lives in which members of other families run that of the first member.
    """
    if count_old_clients(life):
        newest = tuple(replace(event, runs=tuple(map(_newest, event.runs))) for event in life.events)
        yield replace(life, runs=tuple(map(_newest, life.runs)), events=newest)
    for place, run in enumerate(life.runs):
        if _newest(run) != run:
            yield replace(life, runs=(*life.runs[:place], _newest(run), *life.runs[place + 1 :]))
    for place, run in enumerate(life.runs):
        if _family(run) != _family(life.runs[0]):
            hosted = replace(run, client=_family(life.runs[0]))
            yield replace(life, runs=(*life.runs[:place], hosted, *life.runs[place + 1 :]))


def _newest(run: LifeMember) -> LifeMember:
    return run if run.client is None else replace(run, client=_family(run))


def _family(run: LifeMember) -> str | None:
    return None if run.client is None else run.client.partition(" ")[0]


def _all_runs(life: Life) -> tuple[LifeMember, ...]:
    return (*life.runs, *(run for event in life.events for run in event.runs))


def rename_runs(runs: tuple[LifeMember, ...], members: Mapping[str, str]) -> tuple[LifeMember, ...]:
    """The same clients of members with new names."""
    return tuple(replace(run, member=members.get(run.member, run.member)) for run in runs)


def rename_client_keys(event: Event, members: Mapping[str, str], topics: Mapping[str, str]) -> dict[str, Any]:
    """The fields of an event that only the model of coordinator and members reads, with new names."""
    restart = event.restart
    return {
        "crash": tuple(members[one] for one in event.crash),
        "restart": restart and replace(restart, members=tuple(members[one] for one in restart.members)),
        "upgrade": tuple((members[one], client) for one, client in event.upgrade),
        "lag_rates": tuple((topics.get(name, name), rates) for name, rates in event.lag_rates),
        "miss_sync": tuple(members[one] for one in event.miss_sync),
        "errors": tuple((members[one], code) for one, code in event.errors),
        "leader": None if event.leader is None else members[event.leader],
        "runs": rename_runs(event.runs, members),
    }
