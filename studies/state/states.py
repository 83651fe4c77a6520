"""
The state of each implementation, `assay-state/1`: what its measured laws and the published findings say together.

Pages, badges and the figure are made from these documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.benchmarks.workload import parse_workload
from kafka_assay.properties.effect import SEVERITIES, client_of
from kafka_assay.properties.known.known_findings import ANSWERS, AffectedClient, KnownFinding, failure_kind
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.reports.known_breaks import known_breaks
from kafka_assay.reports.wording.words import quantity
from studies.findings.finding_pages import MUSEUM, FindingRow, finding_rows
from studies.quality.quality_record import KINDS, QualityTally, quality_figures
from studies.state.measures import LAW_CALL_SECONDS, LawResult
from studies.state.measuring import Record, StateLine, case_place
from tests.support.newest_releases import ON_WIRE, ORIGINALS, OWN, assignor_name, implementations, release_of

FORMAT = "assay-state/1"
SHOWN = ("without_plan", "less_balanced", "wasted")
"""The figures of quality in a state."""
MOST_GRAVE = 4
"""Needless moves, imbalance and curiosities follow on this many graver severities."""

State: TypeAlias = dict[str, Any]
"""A document `assay-state/1`, or a part of it."""


def read_states(record: Record, findings: Sequence[KnownFinding]) -> list[State]:
    """The states of all implementations. Raises `AssayError` if no file names a measured break."""
    states = []
    published = finding_rows(one for one in findings if one.kind != "withdrawn")
    every = [row for one, row in published.items() if not one.startswith(MUSEUM)]
    for name in dict.fromkeys((*implementations(), *(row.client.implementation for row in every))):
        mine = [row for row in every if row.client.implementation == name]
        targets = [measured_target(one, record) for one in implementations().get(name, ())]
        measured = [one for one in targets if one is not None]
        release = release_of(measured[0]) if measured else ON_WIRE.get(name, "")
        rows = [row for row in mine if _is_affected(row.client, release)]
        assignors = [_assignor(one, record, findings, rows) for one in measured]
        if name == OWN:
            filed = {one for assignor in assignors for one in assignor["findings"]}
            rows = [row for row in every if row.client.id in filed]
        cells = [_cell(severity, rows, assignors) for severity in SEVERITIES]
        if rows or assignors:
            state = {"format": FORMAT, "implementation": name, "release": release, "severities": cells}
            badge = {"label": f"{name} {release}", **badge_words(cells)}
            policies = [row.client.id for row in rows if not row.finding.is_fault]
            states.append({**state, "badge": badge, "policies": policies, "assignors": assignors})
    return states


def _cell(severity: str, rows: Iterable[FindingRow], assignors: Sequence[State]) -> State:
    """The faults of one severity, and the undecided laws that a fault of this severity would break."""
    faults = [row.client.id for row in rows if row.finding.is_fault and row.client.severity == severity]
    laws = (law for assignor in assignors for law in assignor["laws"] if law["verdict"] == "undecided")
    undecided = list(dict.fromkeys(law["law"] for law in laws if law["severity"] == severity))
    verdict = "broken" if faults else "undecided" if undecided else "kept" if assignors else "not measured"
    return {"severity": severity, "verdict": verdict, "findings": faults, "undecided": undecided}


def badge_words(cells: Sequence[State]) -> dict[str, str]:
    """The message and the colour of a badge: how many faults are known, and the gravest severity."""
    faults = sum(len(cell["findings"]) for cell in cells)
    if faults:
        gravest = next(cell["severity"] for cell in cells if cell["findings"])
        colour = "red" if gravest in SEVERITIES[:MOST_GRAVE] else "orange"
        return {"message": f"{quantity(faults, 'fault')}: {gravest}", "color": colour}
    is_open = any(cell["undecided"] for cell in cells)
    said, colour = (", some laws undecided", "lightgrey") if is_open else ("", "brightgreen")
    return {"message": f"no fault known{said}", "color": colour}


def measured_target(target: str, record: Record) -> str | None:
    """`target`, or the same assignor at the newest release of which the laws are in the record."""
    name = parse_target(target)
    if ("laws", target) in record or name.release is None:
        return target if ("laws", target) in record else None
    others = [parse_target(other) for measure, other in record if measure == "laws"]
    same = [one for one in others if one.is_released and one.at_release(name.release) == name]
    return max(same, key=lambda one: name.order.sort_key(one.release or "")).text if same else None


def _is_affected(client: AffectedClient, release: str) -> bool:
    name = parse_target(client.target)
    # A consumer program is of no package. The releases of both clients that have one are semantic.
    order = name.order if name.is_released else ReleaseOrder.SEMANTIC
    return client.is_affected(release, order.sort_key)


def _assignor(target: str, record: Record, findings: Sequence[KnownFinding], rows: Iterable[FindingRow]) -> State:
    """Its faults are those that are filed for a broken law, and those whose rows name the assignor."""
    lines = {measure: line for (measure, one), line in record.items() if one == target}
    laws, quality, times = lines["laws"], lines.get("quality"), lines.get("time")
    states = [_law(target, one, lines, findings) for one in laws.result["laws"]]
    filed = {one for law in states if law["verdict"] == "broken" for one in law["findings"]}
    name = assignor_name(target)
    named = {
        row.client.id
        for row in rows
        if name == assignor_name(row.client.target) or any(name in alarm.assignors for alarm in row.client.alarms)
    }
    faults = [one for one, row in finding_rows(findings).items() if row.finding.is_fault]
    return {
        "name": name,
        "target": target,
        **{key: laws.result[key] for key in ("version", "like", "groups")},
        "measured": laws.day,
        "findings": [one for one in faults if one in filed | named],
        "laws": states,
        "quality": [] if quality is None else list(_qualities(quality.result)),
        "times": [] if times is None else [_time(point) for point in times.result["points"]],
        "machine": None if times is None else str(Machine(**times.result["machine"])),
        "load": None if times is None else times.result["load"],
        "replays": {name: lines[name].key.command for name in ("laws", "quality", "time") if name in lines},
    }


def _law(
    target: str, result: Mapping[str, Any], lines: Mapping[str, StateLine], findings: Sequence[KnownFinding]
) -> State:
    one = read_record(LawResult, result)
    replay, since, case = f"{lines['laws'].key.command} --law {one.law}", None, None
    if one.case is not None:
        case = case_place(target, one.case)
        patience = f" --call-timeout {LAW_CALL_SECONDS:g}" if one.failure == "hang" else ""
        replay, since = f"assay check {target} --case {case}{patience}", lines.get(f"since {one.law}")
    filed = findings_behind(target, one, findings) if one.verdict == "broken" else ()
    faults = [row.client.severity for row in filed if row.finding.is_fault]
    usual = LAW_BY_ID[one.law].effect_on(client_of(target)).severity
    return {
        **asdict(one),
        "case": case,
        "severity": min(faults, key=SEVERITIES.index, default=usual),
        "is_fault": not filed or bool(faults),
        "findings": [row.client.id for row in filed],
        "since": None if since is None else {**since.result, "replay": since.key.command},
        "replay": replay,
    }


def findings_behind(target: str, law: LawResult, findings: Sequence[KnownFinding]) -> tuple[FindingRow, ...]:
    """
    The findings that describe a measured break. Raises `AssayError` if no file names it.

    A break that a reference declares is filed where that of Kafka's class is. Where the kind of a missing answer was
    not recorded for a family, every kind counts.
    """
    named = target if law.declared is None else ORIGINALS.get(target, target)
    rows: dict[str, FindingRow] = {}
    for family in law.broken_in:
        kinds: Iterable[str | None] = [(law.failures or {}).get(family)]
        if law.law == ANSWERS and kinds == [None]:
            clients = [client for one in findings for client in one.clients]
            kinds = {alarm.failure for client in clients for alarm in client.alarms} - {None}
        found = [FindingRow(*pair) for kind in kinds for pair in known_breaks(named, law.law, family, kind, findings)]
        if not found and law.declared is None:
            failure = f" ({failure_kind(law.failure)})" if law.law == ANSWERS and law.failure else ""
            raise AssayError(f"{target}: {law.law}{failure} on {family}: no file of properties/known names this alarm")
        rows |= {row.client.id: row for row in found}
    return tuple(rows[one] for one in finding_rows(findings) if one in rows)


def _qualities(result: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for kind in KINDS:
        tally = QualityTally(**result[kind])
        figures = quality_figures(tally)
        rounded = {
            name: one and {end: round(part, 6) for end, part in one._asdict().items()}
            for name, one in figures.items()
            if name in SHOWN
        }
        yield {"subscriptions": kind, "groups": tally.asked, **rounded}


def _time(point: Mapping[str, Any]) -> dict[str, Any]:
    empty = {"seconds": None, "least": None, "most": None, "calls": 0, "error": None}
    return {"partitions": parse_workload(point["workload"]).partitions, **empty, **point}
