"""From the lines of the record to the state of each implementation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, TypeAlias

from kafka_assay.benchmarks.environment import Machine
from kafka_assay.benchmarks.intervals import Estimate
from kafka_assay.benchmarks.quality_record import KINDS
from kafka_assay.benchmarks.quality_tally import QualityTally
from kafka_assay.benchmarks.workload import parse_workload
from kafka_assay.reports.bench.quality_rows import quality_figures
from studies.alarms.alarm_page import DocumentedAlarm
from studies.findings.finding_pages import findings
from studies.output import ROOT
from studies.state.implementation_state import (
    AssignorState,
    ImplementationState,
    LawState,
    QualityState,
    Share,
    Since,
    TimeState,
)
from studies.state.implementations import assignor_name, implementations, release_of
from studies.state.law_measure import CALL_SECONDS
from studies.state.measuring import cases_folder
from studies.state.older_breaks import older_break, published_breaks
from studies.state.severity import CURIOSITY, severity_of
from studies.state.state_record import StateLine

Lines: TypeAlias = "Mapping[tuple[str, str], StateLine]"
Known: TypeAlias = "Sequence[DocumentedAlarm]"


NO_FAULT = ""


def read_states(lines: Lines, known: Known) -> list[ImplementationState]:
    """The states of the implementations of which the laws of some target are in the record."""
    found = []
    for name, targets in implementations().items():
        assignors = tuple(_assignor(name, target, lines, known) for target in targets if ("laws", target) in lines)
        if assignors:
            found.append(ImplementationState(implementation=name, release=release_of(targets[0]), assignors=assignors))
    return _with_only_here(found)


def _assignor(implementation: str, target: str, lines: Lines, known: Known) -> AssignorState:
    mine = {measure: line for (measure, one), line in lines.items() if one == target}
    laws, quality, times = mine["laws"], mine.get("quality"), mine.get("time")
    return AssignorState(
        name=assignor_name(target),
        target=target,
        version=laws.result["version"],
        like=laws.result["like"],
        measured=laws.day,
        groups=laws.result["groups"],
        laws=tuple(_law(implementation, target, one, mine, known) for one in laws.result["laws"]),
        quality=() if quality is None else tuple(_qualities(quality.result)),
        times=() if times is None else tuple(map(_time, times.result["points"])),
        machine=None if times is None else str(Machine(**times.result["machine"])),
        load=None if times is None else times.result["load"],
        replays={name: mine[name].key.command for name in ("laws", "quality", "time") if name in mine},
    )


def _law(
    implementation: str, target: str, result: Mapping[str, Any], mine: Mapping[str, StateLine], known: Known
) -> LawState:
    law, file = result["law"], result["case"]
    case = None if file is None else str((cases_folder(implementation, target) / file).relative_to(ROOT))
    line = mine.get(f"since {law}")
    since = None if line is None or case is None else Since(replay=line.key.command, **line.result)
    places = _places(target, result, known)
    graded = {_severity_by_place().get(place, NO_FAULT) for place in places}
    shared = ("verdict", "groups", "kept", "undecided", "reason", "declared", "size")
    return LawState(
        law=law,
        severity=CURIOSITY if graded == {CURIOSITY} else severity_of(law),
        is_fault=graded != {NO_FAULT},
        **{name: result[name] for name in shared},
        broken_in=tuple(result["broken_in"]),
        undecided_in=tuple(result["undecided_in"]),
        case=case,
        since=since,
        older=None
        if case is None
        else older_break(target, law, None if since is None else since.first, published_breaks()),
        findings=places,
        replay=_replay(target, result, case, mine["laws"].key.command),
    )


def _replay(target: str, result: Mapping[str, Any], case: str | None, search: str) -> str:
    if case is None:
        return f"{search} --law {result['law']}"
    patience = f" --call-timeout {CALL_SECONDS:g}" if result["failure"] == "hang" else ""
    return f"assay check {target} --case {case}{patience}"


@cache
def _severity_by_place() -> dict[str, str]:
    """Finding or policy -> its severity. A policy has none, like a reason why a break is no finding."""
    return {one.id: one.severity for one in findings()}


def _places(target: str, result: Mapping[str, Any], known: Known) -> tuple[str, ...]:
    """The findings that describe this break, and reasons why it is none."""
    law = f"{result['law']} ({result['failure']})" if result["law"] == "returns-an-answer" else result["law"]
    return tuple(
        dict.fromkeys(
            one.where
            for one in known
            if fnmatchcase(target, one.target)
            and one.is_like(law)
            and any(fnmatchcase(family, one.family) for family in result["broken_in"])
        )
    )


def _qualities(result: Mapping[str, Any]) -> Iterator[QualityState]:
    for kind in KINDS:
        tally = QualityTally(**result[kind])
        figures = quality_figures(tally)
        yield QualityState(
            subscriptions=kind,
            groups=tally.asked,
            without_plan=_share(figures.no_plan),
            less_balanced=_share(figures.less_balanced),
            wasted=_share(figures.wasted),
        )


def _share(found: Estimate | None) -> Share | None:
    return None if found is None else Share(**{name: round(part, 6) for name, part in found._asdict().items()})


def _time(point: Mapping[str, Any]) -> TimeState:
    return TimeState(partitions=parse_workload(point["workload"]).partitions, **point)


def _with_only_here(states: Sequence[ImplementationState]) -> list[ImplementationState]:
    """The states, with the laws marked that one implementation breaks and no other, and that some other keeps."""
    verdicts: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for state in states:
        for assignor in state.assignors:
            for one in assignor.laws:
                verdicts[one.law][one.verdict].add(state.implementation)

    def marked(law: LawState, implementation: str) -> LawState:
        broken, kept = verdicts[law.law]["broken"], verdicts[law.law]["kept"]
        return replace(law, is_only_here=law.is_alarm and broken == {implementation} and bool(kept - broken))

    return [
        replace(
            state,
            assignors=tuple(
                replace(one, laws=tuple(marked(law, state.implementation) for law in one.laws))
                for one in state.assignors
            ),
        )
        for state in states
    ]
