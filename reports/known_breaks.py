"""
The known findings and policies behind a broken law of a released assignor.

A break is filed by law, family of inputs and, where there is no answer, the kind of failure; never by its cause. So an
unknown fault that breaks the same law on the same inputs is filed under the same id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.release_order import parse_range
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.properties.known.known_findings import AffectedClient, KnownFinding, failure_of, known_findings
from kafka_assay.properties.records.case_format import Case
from kafka_assay.reports.wording.words import series

KnownBreak: TypeAlias = tuple[KnownFinding, AffectedClient]
"""A finding, and its row for the client that breaks the law."""

WHERE = "Known ids: see docs/results/findings/README.md and docs/results/museum.md in the project's repository."


def known_breaks(
    target: str, law: str, inputs: str, failure: str | None, findings: Sequence[KnownFinding] | None = None
) -> tuple[KnownBreak, ...]:
    """
    The findings, each with its row, that describe a break of `law` by `target` on groups of the family `inputs`.

    `failure` is the kind of the missing answer, as `failure_kind` names it; None for every law but `returns-an-answer`.
    `findings` are those of `properties/known/` if None. A target without a release (a reference, a program, a local
    build, an object of a test) has none, nor has a release outside of the row's range.

    >>> found = known_breaks("kafka-python==2.3.0:roundrobin", "returns-an-answer", "clean", "exception:KeyError")
    >>> [client.id for _, client in found]
    ['kafka-python-1']
    """
    try:
        name = parse_target(target)
    except AssayError:
        return ()
    if name.release is None or parse_range(name.release):
        return ()
    return tuple(
        (finding, client)
        for finding in (known_findings() if findings is None else findings)
        for client in finding.clients
        if _describes(client, name.assignor, law, inputs, failure)
        if _parse_row(client.target).is_same_package(name) and client.is_affected(name.release, name.order.sort_key)
    )


def _describes(client: AffectedClient, assignor: str, law: str, inputs: str, failure: str | None) -> bool:
    # Java classes may be written with their package; the alarms name them without.
    plain = assignor.rpartition(".")[2]
    return any(
        (alarm.law, alarm.failure) == (law, failure) and plain in alarm.assignors and inputs in alarm.inputs
        for alarm in client.alarms
    )


_parse_row = cache(parse_target)


def known_of_case(target: str, case: Case) -> tuple[KnownBreak, ...]:
    """What describes the break of `target` that `case` shows."""
    return known_breaks(target, case.law, case.inputs, failure_of(case))


def known_ids(found: Iterable[Sequence[KnownBreak]]) -> tuple[str, ...]:
    """The ids of several breaks, each once."""
    return tuple(dict.fromkeys(client.id for known in found for _, client in known))


def known_key(found: Sequence[KnownBreak]) -> dict[str, list[str]]:
    """The optional key `known` of a record, with the ids."""
    return {"known": list(known_ids([found]))} if found else {}


def known_notes(found: Iterable[Sequence[KnownBreak]]) -> tuple[tuple[str, str], ...]:
    """The property `known` of a test in JUnit XML, with the ids; none without an id."""
    ids = known_ids(found)
    return (("known", ", ".join(ids)),) if ids else ()


def known_lines(found: Mapping[str, Sequence[KnownBreak]], where: str) -> Iterator[str]:
    """
    A line for each finding or policy behind breaks at several places, and one for the places that none describes.

    `where` names the places: `on inputs`, `in`. Nothing is said if no place has one.
    """
    rows = {client.id: (finding, client) for known in found.values() for finding, client in known}
    for finding, client in rows.values():
        releases, text = (f", {client.releases}", finding.title) if finding.is_fault else ("", finding.why)
        yield f"Known: {client.id} ({finding.kind}{releases}): {text}"
    new = [place for place, known in found.items() if not known]
    if rows and new:
        yield f"Not known {where}: {series(new, most=len(new))}"
