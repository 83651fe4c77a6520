"""The measures `laws`, `quality`, `time` and `since` of one target."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.assignors.hosted.cache import cache_folder
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.targets import TargetText, open_target
from kafka_assay.benchmarks.bench.bench_record import TimedPoint
from kafka_assay.benchmarks.bench.bench_run import BenchPlan, run_bench
from kafka_assay.benchmarks.workload import Workload, parse_workload
from kafka_assay.benchmarks.workload_group import everyday_group
from kafka_assay.properties.input_families import FAMILIES, share_groups
from kafka_assay.properties.known.known_findings import failure_of
from kafka_assay.properties.records.case_format import case_to_json
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.check_workers import Workers
from kafka_assay.reports.check.document import explain_case
from kafka_assay.reports.check.lines import case_of, smallest_cell
from kafka_assay.reports.wording.group_text import size_in_words
from studies.output import ROOT
from studies.quality.quality import CALL_SECONDS, SolvedGroup, solve_group, stretch_of
from studies.quality.quality_record import KINDS

LAW_GROUPS, QUALITY_GROUPS = 5_000, 2_000
"""The numbers of drawn groups."""
LAW_SECONDS = 180.0
LAW_CALL_SECONDS = 15.0
"""Some answers take seconds on a busy machine."""
TIMED_SECONDS, BISECTION_SECONDS = 30.0, 1800
"""The limit of a timed call, and of a bisection, which may have to build releases."""
WORKLOADS = tuple(
    parse_workload(f"{partitions}x{partitions // 10}x{partitions // 100}-HOMOGENEOUS-LEAVE_ONE")
    for partitions in (1_000, 10_000, 100_000)
)
"""1,000, 10,000 and 100,000 partitions. All members subscribe to all topics, and one has just left."""
NEVER_APPLICABLE = "no group had what the law is about"


@dataclass(frozen=True, slots=True, kw_only=True)
class LawResult:
    """The result of one law over all families."""

    law: str
    """The law's id."""
    verdict: str
    """The gravest verdict over all families."""
    groups: int = 0
    """The groups that the law was judged on."""
    kept: int = 0
    """Those that kept it."""
    undecided: int = 0
    """Those on which it could not be decided."""
    reason: str | None = None
    """Why it could not be decided on some groups; null if it always was."""
    broken_in: tuple[str, ...] = ()
    """The input families with a break."""
    undecided_in: tuple[str, ...] = ()
    """The input families in which it is undecided."""
    declared: str | None = None
    """Why the assignor declares this break; null if it does not."""
    case: int | None = None
    """The line of the smallest counterexample (`assay-case/1`) in the file of the target's cases, from 1 on."""
    size: str | None = None
    """Its group: members and partitions."""
    failure: str | None = None
    """The type of an error in it; null if there is none."""
    failures: Mapping[str, str] | None = None
    """Family → the kind of the missing answer, for `returns-an-answer`; null if it was not recorded."""


def laws_command(target: str) -> str:
    """The command that repeats the measurement. It prints more than the record keeps."""
    limits = f"--groups {LAW_GROUPS} --seconds {LAW_SECONDS:g} --call-timeout {LAW_CALL_SECONDS:g}"
    return f"assay check {target} {limits} --seed 0 --path-seconds 0 --no-corpus"


def measure_laws(text: str, cases: Path) -> dict[str, Any]:
    """Check the target, write a line with a case for each broken law into the file `cases`, and return the result."""
    target_text = TargetText(text=text, call_timeout=LAW_CALL_SECONDS, checks_hangs=True)
    with closing(target_text.open()) as target:
        workers = Workers(jobs=os.cpu_count() or 1, reopen=target_text.open)
        record = check(target, examples=share_groups(LAW_GROUPS, tuple(FAMILIES)), seconds=LAW_SECONDS, workers=workers)
        laws = [law.id for law in promised_laws(target.promises)]
    if record.interrupted:
        raise KeyboardInterrupt
    found = {"version": record.version, "like": record.like, "groups": record.groups}
    return {**found, "laws": [asdict(one) for one in law_results(record, laws, cases)]}


def law_results(record: CheckRecord, laws: Sequence[str], file: Path) -> list[LawResult]:
    """
    The result of each of the `laws`. The cases in `file` are replaced by those of the broken ones.

    A law without any cell is not applicable, and left out, unless its questions cannot be expressed to the target.
    """
    cases: list[str] = []
    refused = {one.law: one.reason for one in record.unasked}
    found = []
    for law in laws:
        cells = [cell for cell in record.cells if cell.law == law]
        if cells:
            found.append(_law_result(law, cells, cases))
        elif law in refused:
            found.append(LawResult(law=law, verdict="undecided", reason=refused[law]))
    file.parent.mkdir(parents=True, exist_ok=True)
    if cases:
        file.write_text("".join(f"{case}\n" for case in cases), encoding="utf-8")
    else:
        file.unlink(missing_ok=True)
    return found


def _law_result(law: str, cells: Sequence[CheckCell], cases: list[str]) -> LawResult:
    broken = [cell for cell in cells if cell.verdict == "broken"]
    undecided = [cell for cell in cells if cell.verdict == "undecided"]
    counted = LawResult(
        law=law,
        verdict="kept",
        groups=sum(cell.examples for cell in cells),
        kept=sum(cell.kept for cell in cells),
        undecided=sum(cell.undecided for cell in cells),
        undecided_in=tuple(cell.inputs for cell in undecided),
        reason=next((cell.reason for cell in undecided), None),
    )
    if not broken:
        is_open = undecided or not counted.kept
        return replace(counted, verdict="undecided", reason=counted.reason or NEVER_APPLICABLE) if is_open else counted
    alarms = [cell for cell in broken if cell.expected is None] or broken
    shown = smallest_cell(alarms)
    case = case_of(shown)
    cases.append(without_local_folders(compact_json(case_to_json(explain_case(case)))))
    return replace(
        counted,
        verdict="broken",
        broken_in=tuple(cell.inputs for cell in alarms),
        declared=shown.expected,
        case=len(cases),
        size=size_in_words(case.steps[0].group),
        failure=next((step.error["type"] for step in reversed(case.steps) if step.error is not None), None),
        failures={cell.inputs: kind for cell in alarms if (kind := failure_of(case_of(cell)))},
    )


def without_local_folders(text: str) -> str:
    """The `text` of a case without the folders of this machine, which a trace names."""
    text = text.replace(str(cache_folder()), "/.../kafka-assay")
    return text.replace(sys.prefix, "/...").replace(str(ROOT), "/...")


def quality_command(target: str) -> str:
    """The command that makes the same record."""
    return f"python -m studies quality {target} --groups {QUALITY_GROUPS} --seed 0 --out out/quality"


@cache
def solve_everyday(groups: int = QUALITY_GROUPS) -> tuple[SolvedGroup, ...]:
    """The first everyday groups of seed 0, with their optima."""
    return tuple(solve_group(number, everyday_group(number)) for number in range(groups))


def measure_quality(target: str) -> dict[str, Any]:
    """The tallies of `target` on the everyday groups: those with equal subscriptions, and the others."""
    with closing(open_target(target, call_timeout=CALL_SECONDS)) as opened:
        line = stretch_of(opened, solve_everyday())
    return {"groups": line["groups"], **{kind: line[kind] for kind in KINDS}}


def time_command(target: str) -> str:
    """The command that times the same groups."""
    sizes = " ".join(f"--workload {workload}" for workload in WORKLOADS)
    return f"assay bench {target} {sizes} --call-timeout {TIMED_SECONDS:g}"


def measure_times(targets: Sequence[str], workloads: Sequence[Workload] = WORKLOADS) -> list[dict[str, Any]]:
    """The times of each target, in turns. `load`: how many other processes wanted a core before the start."""
    load = round(os.getloadavg()[0], 1)
    plan = BenchPlan(targets=tuple(targets), workloads=tuple(workloads), call_timeout=TIMED_SECONDS)
    record = run_bench(plan)
    if record.interrupted:
        raise KeyboardInterrupt
    timed = {name: [_point(point) for point in record.points if point.target == name] for name in targets}
    return [{"machine": asdict(record.machine), "load": load, "points": timed[name]} for name in targets]


def _point(point: TimedPoint) -> dict[str, Any]:
    if point.error is not None:
        return {"workload": point.workload, "error": point.error}
    times = {"seconds": point.seconds, "calls": point.rounds, "least": point.least, "most": point.most}
    return {"workload": point.workload, **times}


def since_command(target: str, case: str) -> str | None:
    """The command of the bisection over the releases up to that of `target`; None for a reference, which has one."""
    name = parse_target(target)
    if not name.is_released:
        return None
    return f"assay releases {name.at_release(f'..{name.release}').text} --case {case}"


def measure_since(command: str) -> dict[str, Any]:
    """The answer of the bisection: the last release that kept the law, the first that broke it, and what was asked."""
    words = [sys.executable, "-m", *command.split(), "--json"]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=BISECTION_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return {"unknown": f"no end within {BISECTION_SECONDS} s"}
    try:
        return read_since(json.loads(done.stdout))
    except ValueError:
        said = done.stderr.strip().splitlines() or ["no output"]
        return {"unknown": without_local_folders(said[-1].removeprefix("assay: "))}


def read_since(document: dict[str, Any]) -> dict[str, Any]:
    """The first release that is known to break the law, and the last one known to keep it: None if none did."""
    asked = [one for one in document["releases"] if one["verdict"] is not None]
    counts = {"asked": len(asked), "releases": len(document["releases"])}
    broken = [one["release"] for one in asked if one["verdict"] == "broken"]
    if not broken or document["interrupted"]:
        return {**counts, "unknown": "the newest release kept the law this time"}
    came = [change for change in document["changes"] if change["change"] == "came"]
    if not came:
        return {**counts, "first": broken[0], "last": None}
    return {**counts, "first": came[-1]["first"], "last": came[-1]["last"]}
