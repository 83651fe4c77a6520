"""Give the sides of a comparison the names that a reader knows, in place of those of temporary checkouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kafka_assay.benchmarks.comparison.comparison_record import ComparedTarget, Comparison, ComparisonLine
from kafka_assay.benchmarks.comparison.side_record import SideRecord
from kafka_assay.properties.records.case_format import Case


def rename_sides(
    record: Comparison, sides: Sequence[SideRecord], target: str, versions: tuple[str, str]
) -> tuple[Comparison, tuple[SideRecord, ...]]:
    """`record` and `sides`, both sides named `target`, with these `versions` of base and candidate."""
    old = record.base.target, record.candidate.target
    new = _renamed(record.base, target, versions[0]), _renamed(record.candidate, target, versions[1])
    versions_of = dict(zip(old, versions, strict=True))
    lines = tuple(_rename_line(line, target, versions_of) for line in record.lines)
    refused = tuple(replace(one, reason=_rename_text(one.reason, old, target)) for one in record.cannot_be_asked)
    renamed = replace(record, base=new[0], candidate=new[1], lines=lines, cannot_be_asked=refused)
    return renamed, tuple(
        replace(side, target=name, cases=tuple(_rename_case(case, target, versions_of) for case in side.cases))
        for side, name in zip(sides, new, strict=True)
    )


def _renamed(side: ComparedTarget, target: str, version: str) -> ComparedTarget:
    return replace(side, target=target, version=version)


def _rename_line(line: ComparisonLine, target: str, versions: dict[str, str]) -> ComparisonLine:
    case = None if line.case is None else _rename_case(line.case, target, versions)
    other = None if line.counterpart is None else _rename_case(line.counterpart, target, versions)
    reason = None if line.reason is None else _rename_text(line.reason, tuple(versions), target)
    return replace(line, case=case, counterpart=other, reason=reason)


def _rename_case(case: Case, target: str, versions: dict[str, str]) -> Case:
    known = {name: version for name, version in case.versions.items() if name != case.target}
    return replace(case, target=target, versions=known | {target: versions.get(case.target, "")})


def _rename_text(text: str, names: Sequence[str], target: str) -> str:
    for name in names:
        text = text.replace(name, target)
    return text
