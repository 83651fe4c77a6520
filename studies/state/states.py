"""The state of each implementation: what its laws' measurements and the published findings say together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_family import ReleasedName
from kafka_assay.assignors.hosted.release_order import Key, ReleaseOrder
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.benchmarks.intervals import Estimate
from kafka_assay.benchmarks.quality_record import KINDS
from kafka_assay.benchmarks.quality_tally import QualityTally
from kafka_assay.benchmarks.workload import parse_workload
from kafka_assay.properties.known.known_findings import ANSWERS, KnownFinding, failure_kind
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.properties.severity import SEVERITIES, severity_of
from kafka_assay.reports.bench.quality_rows import quality_figures
from kafka_assay.reports.known_breaks import known_breaks
from studies.findings.finding_pages import FindingRow, finding_rows
from studies.newest_releases import IMPLEMENTATIONS
from studies.newest_releases import REFERENCES as KAFKAS_RULES
from studies.output import ROOT
from studies.state.implementations import REFERENCES, assignor_name, implementations, release_of
from studies.state.law_measure import CALL_SECONDS, LawResult
from studies.state.measuring import cases_folder
from studies.state.state_record import StateLine

FORMAT = "assay-state/1"
Record: TypeAlias = "Mapping[tuple[str, str], StateLine]"

MOST_GRAVE = 4
"""Needless moves, imbalance and curiosities follow on this many graver severities."""
_KAFKAS = (*IMPLEMENTATIONS["kafka-clients"], *IMPLEMENTATIONS["kafka-group-coordinator"])
ORIGINALS = dict(zip(KAFKAS_RULES, _KAFKAS, strict=True))
"""Reference -> the class of Kafka whose rule it follows. Its declared breaks are filed where those of Kafka are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LawState:
    """
    The verdict on one law of one assignor, filed.

    `severity` is the gravest one of the faults that describe the break; of a law that is not broken, that of a break
    in this client. `findings` describe the break; `is_fault` is false if none of them is a fault. `since` is the result
    of a bisection with its command. `replay` repeats the counterexample, or the search where nothing broke.
    """

    result: LawResult
    severity: str
    is_fault: bool
    findings: tuple[str, ...]
    since: Mapping[str, Any] | None
    replay: str

    @property
    def case(self) -> str | None:
        """The file of the smallest counterexample."""
        return self.result.case


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignorState:
    """
    One assignor. `groups` is the number of groups that its laws were checked on. It was timed on this `machine`, while
    `load` processes wanted a core. `replays` has a command by measure, and `findings` the faults that it has.
    """

    name: str
    target: str
    version: str
    like: str | None
    measured: str
    groups: int
    findings: tuple[str, ...]
    laws: tuple[LawState, ...]
    quality: tuple[Mapping[str, Any], ...]
    times: tuple[Mapping[str, Any], ...]
    machine: str | None
    load: float | None
    replays: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """The words and the colour of a badge."""

    label: str
    message: str
    color: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityState:
    """The faults of one severity, and the laws of this severity that are undecided."""

    severity: str
    verdict: str
    findings: tuple[str, ...]
    undecided: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImplementationState:
    """The state of one implementation at one release. `rows` are all findings and policies of that release."""

    implementation: str
    release: str
    assignors: tuple[AssignorState, ...]
    rows: tuple[FindingRow, ...]

    @property
    def faults(self) -> list[FindingRow]:
        """The faults, the gravest first."""
        faults = [row for row in self.rows if row.finding.is_fault]
        return sorted(faults, key=lambda row: SEVERITIES.index(row.client.severity))

    @property
    def severities(self) -> tuple[SeverityState, ...]:
        """The faults and undecided laws by severity, the gravest first."""
        return tuple(map(self._at, SEVERITIES))

    def _at(self, severity: str) -> SeverityState:
        faults = tuple(row.client.id for row in self.faults if row.client.severity == severity)
        laws = (one for assignor in self.assignors for one in assignor.laws if one.result.verdict == "undecided")
        undecided = tuple(dict.fromkeys(one.result.law for one in laws if one.severity == severity))
        verdict = "broken" if faults else "undecided" if undecided else "kept" if self.assignors else "not measured"
        return SeverityState(severity=severity, verdict=verdict, findings=faults, undecided=undecided)

    @property
    def badge(self) -> Badge:
        """The badge: how many faults are known, and the gravest severity."""
        faults = self.faults
        if faults:
            gravest = faults[0].client.severity
            number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
            message, colour = f"{number}: {gravest}", "red" if gravest in SEVERITIES[:MOST_GRAVE] else "orange"
        elif any(one.undecided for one in self.severities):
            message, colour = "no fault known, some laws undecided", "lightgrey"
        else:
            message, colour = "no fault known", "brightgreen"
        return Badge(label=f"{self.implementation} {self.release}", message=message, color=colour)

    def to_json(self) -> dict[str, Any]:
        """Its document, `assay-state/1`."""
        return {
            "format": FORMAT,
            "implementation": self.implementation,
            "release": self.release,
            "badge": asdict(self.badge),
            "severities": [asdict(one) for one in self.severities],
            "policies": [row.client.id for row in self.rows if not row.finding.is_fault],
            "assignors": [_assignor_to_json(one) for one in self.assignors],
        }


def _assignor_to_json(assignor: AssignorState) -> dict[str, Any]:
    laws = [{**asdict(one.result), **asdict(one)} for one in assignor.laws]
    return {**asdict(assignor), "laws": [{key: law[key] for key in law if key != "result"} for law in laws]}


def read_states(record: Record, findings: Sequence[KnownFinding]) -> list[ImplementationState]:
    """
    The states of all implementations with measured laws or with findings.

    Raises `AssayError` if no file names a measured break.
    """
    states = []
    published = finding_rows(one for one in findings if one.kind != "withdrawn")
    every = [row for row in published.values() if row.client.fixed is None]
    for name in dict.fromkeys((*implementations(), *(row.client.implementation for row in every))):
        mine = [row for row in every if row.client.implementation == name]
        targets = [measured_target(one, record) for one in implementations().get(name, ())]
        measured = [one for one in targets if one is not None]
        release = release_of(measured[0]) if measured else max((row.client.last for row in mine), default="")
        rows = [row for row in mine if covers(row, release)]
        assignors = tuple(_assignor(name, one, record, findings, rows) for one in measured)
        if name == REFERENCES:
            filed = {one for assignor in assignors for one in assignor.findings}
            rows = [row for row in every if row.client.id in filed]
        if rows or assignors:
            states.append(
                ImplementationState(implementation=name, release=release, assignors=assignors, rows=tuple(rows))
            )
    return states


def measured_target(target: str, record: Record) -> str | None:
    """`target`, or the same assignor at the newest release of which the laws are in the record."""
    name = parse_target(target)
    if ("laws", target) in record or not isinstance(name, ReleasedName):
        return target if ("laws", target) in record else None
    others = [parse_target(other) for measure, other in record if measure == "laws"]
    same = [one for one in others if isinstance(one, ReleasedName) and replace(one, release=name.release) == name]
    return max(same, key=lambda one: name.order.sort_key(one.release or "")).text if same else None


def covers(row: FindingRow, release: str) -> bool:
    """Whether the client's finding is known of this release. A consumer program has the order of its package."""
    name = parse_target(row.client.target)
    order = name.order if isinstance(name, ReleasedName) else ReleaseOrder.SEMANTIC
    first, last = row.client.first, row.client.last
    keys: list[Key] = [order.sort_key(one) for one in (first, release, last)]
    return keys == sorted(keys)


def _assignor(
    implementation: str, target: str, record: Record, findings: Sequence[KnownFinding], rows: Iterable[FindingRow]
) -> AssignorState:
    lines = {measure: line for (measure, one), line in record.items() if one == target}
    laws, quality, times = lines["laws"], lines.get("quality"), lines.get("time")
    name = assignor_name(target)
    states = tuple(_law(implementation, target, one, lines, findings) for one in laws.result["laws"])
    filed = {one for law in states if law.is_fault and law.result.verdict == "broken" for one in law.findings}
    faults = [row for row in finding_rows(findings).values() if row.finding.is_fault and row.client.id in filed]
    faults += [row for row in rows if row.finding.is_fault and name in _assignors_of(row)]
    return AssignorState(
        name=name,
        target=target,
        version=laws.result["version"],
        like=laws.result["like"],
        measured=laws.day,
        groups=laws.result["groups"],
        findings=tuple(dict.fromkeys(row.client.id for row in faults)),
        laws=states,
        quality=() if quality is None else tuple(_qualities(quality.result)),
        times=() if times is None else tuple(map(_time, times.result["points"])),
        machine=None if times is None else str(Machine(**times.result["machine"])),
        load=None if times is None else times.result["load"],
        replays={name: lines[name].key.command for name in ("laws", "quality", "time") if name in lines},
    )


def _assignors_of(row: FindingRow) -> set[str]:
    return {assignor_name(row.client.target), *(name for alarm in row.client.alarms for name in alarm.assignors)}


def _law(
    implementation: str,
    target: str,
    result: Mapping[str, Any],
    lines: Mapping[str, StateLine],
    findings: Sequence[KnownFinding],
) -> LawState:
    one = read_record(LawResult, result)
    if one.case is not None:
        one = replace(one, case=str((cases_folder(implementation, target) / one.case).relative_to(ROOT)))
    filed = filed_under(target, one, findings) if one.verdict == "broken" else ()
    faults = [row.client.severity for row in filed if row.finding.is_fault]
    since = lines.get(f"since {one.law}") if one.case is not None else None
    patience = f" --call-timeout {CALL_SECONDS:g}" if one.failure == "hang" else ""
    search = f"{lines['laws'].key.command} --law {one.law}"
    return LawState(
        result=one,
        severity=min(faults, key=SEVERITIES.index, default=severity_of(one.law, implementation)),
        is_fault=not filed or bool(faults),
        findings=tuple(row.client.id for row in filed),
        since=None if since is None else {**since.result, "replay": since.key.command},
        replay=search if one.case is None else f"assay check {target} --case {one.case}{patience}",
    )


def filed_under(target: str, law: LawResult, findings: Sequence[KnownFinding]) -> tuple[FindingRow, ...]:
    """
    The findings that describe a measured break. Raises `AssayError` if no file names it.

    A break that a reference declares is filed where that of Kafka's class is. Where the kind of a missing answer was
    not recorded for a family, every kind counts.
    """
    named = ORIGINALS.get(target) if law.declared is not None else target
    if named is None:
        return ()
    rows: dict[str, FindingRow] = {}
    failures = law.failures or {}
    for family in law.broken_in:
        kinds = [failures.get(family)] if law.law != ANSWERS or family in failures else _failures(findings)
        found = [FindingRow(*pair) for kind in kinds for pair in known_breaks(named, law.law, family, kind, findings)]
        if not found and law.declared is None:
            raise AssayError(unfiled(target, law.law, family, failures.get(family, law.failure)))
        rows |= {row.client.id: row for row in found}
    return tuple(rows.values())


def unfiled(target: str, law: str, family: str, failure: str | None) -> str:
    """The sentence about a measured break that no file names."""
    kind = f" ({failure_kind(failure)})" if law == ANSWERS and failure is not None else ""
    return f"{target}: {law}{kind} on {family}: no file of properties/known names this alarm"


def _failures(findings: Iterable[KnownFinding]) -> list[str | None]:
    clients = [client for one in findings for client in one.clients]
    return list(dict.fromkeys(alarm.failure for client in clients for alarm in client.alarms if alarm.failure))


def _qualities(result: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for kind in KINDS:
        tally = QualityTally(**result[kind])
        figures = quality_figures(tally)
        yield {
            "subscriptions": kind,
            "groups": tally.asked,
            "without_plan": _share(figures.no_plan),
            "less_balanced": _share(figures.less_balanced),
            "wasted": _share(figures.wasted),
        }


def _share(found: Estimate | None) -> dict[str, float] | None:
    return None if found is None else {name: round(part, 6) for name, part in found._asdict().items()}


def _time(point: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "workload": point["workload"],
        "partitions": parse_workload(point["workload"]).partitions,
        **{name: point.get(name) for name in ("seconds", "least", "most")},
        "calls": point.get("calls", 0),
        "error": point.get("error"),
    }
