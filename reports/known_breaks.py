"""
The known findings and policies behind a broken law of a released assignor.

A break is filed by law, family of inputs and, where there is no answer, the kind of failure; never by its cause. So an
unknown fault that breaks the same law on the same inputs is filed under the same id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from kafka_assay.assignors.hosted.host_family import ReleasedName
from kafka_assay.assignors.hosted.release import parse_range
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from kafka_assay.properties.known.known_findings import AffectedClient, KnownFinding, known_findings


def known_breaks(
    target: str, law: str, inputs: str, failure: str | None, findings: Sequence[KnownFinding] | None = None
) -> tuple[tuple[KnownFinding, AffectedClient], ...]:
    """
    The findings, each with its row, that describe a break of `law` by `target` on groups of the family `inputs`.

    `failure` is the kind of the missing answer, as `failure_kind` names it; None for every law but `returns-an-answer`.
    `findings` are those of `properties/known/` if None. A target without a release (a reference, a program, a local
    build) has none, nor has a release outside of the row's range.

    >>> found = known_breaks("kafka-python==2.3.0:roundrobin", "returns-an-answer", "clean", "exception:KeyError")
    >>> [client.id for _, client in found]
    ['kafka-python-1']
    """
    name = parse_target(target)
    if not isinstance(name, ReleasedName) or name.release is None or parse_range(name.release):
        return ()
    return tuple(
        (finding, client)
        for finding in (known_findings() if findings is None else findings)
        for client in finding.clients
        if _describes(client, name.assignor, law, inputs, failure) and _covers(client, name)
    )


def _describes(client: AffectedClient, assignor: str, law: str, inputs: str, failure: str | None) -> bool:
    # Java classes may be written with their package; the alarms name them without.
    plain = assignor.rpartition(".")[2]
    return any(
        (alarm.law, alarm.failure) == (law, failure) and plain in alarm.assignors and inputs in alarm.inputs
        for alarm in client.alarms
    )


def _covers(client: AffectedClient, name: ReleasedName) -> bool:
    """Whether `name` is of the client's package, and of a release from the first to the last affected one."""
    row = _parse_row(client.target)
    assert name.release is not None
    if not isinstance(row, ReleasedName) or replace(row, release=name.release, assignor=name.assignor) != name:
        return False
    first, release, last = map(name.order.sort_key, (client.first, name.release, client.last))
    return first <= release <= last


_parse_row = cache(parse_target)
