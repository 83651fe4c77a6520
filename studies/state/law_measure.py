"""The measure `laws`: every law that a target promises, on groups of every family, and the smallest counterexamples."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from kafka_assay.assignors.hosted.cache import cache_folder
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.targets import TargetText
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

GROUPS = 5_000
"""The number of drawn groups."""
SECONDS = 180.0
CALL_SECONDS = 15.0
"""Some answers take seconds on a busy machine."""
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
    limits = f"--groups {GROUPS} --seconds {SECONDS:g} --call-timeout {CALL_SECONDS:g}"
    return f"assay check {target} {limits} --seed 0 --path-seconds 0 --no-corpus"


def measure_laws(text: str, cases: Path) -> dict[str, Any]:
    """Check the target, write a line with a case for each broken law into the file `cases`, and return the result."""
    target_text = TargetText(text=text, limits=Limits(call_seconds=CALL_SECONDS), checks_hangs=True)
    with closing(target_text.open()) as target:
        workers = Workers(jobs=os.cpu_count() or 1, reopen=target_text.open)
        record = check(target, examples=share_groups(GROUPS, tuple(FAMILIES)), seconds=SECONDS, workers=workers)
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
    text = json.dumps(case_to_json(explain_case(case)), ensure_ascii=False, separators=(",", ":"))
    cases.append(without_local_folders(text))
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
