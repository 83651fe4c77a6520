"""
The page of evidence, `docs/results/evidence.md`: how we know that the judge is right and fast.

It is made from the records in `docs/results/evidence/`. Each study in `studies/evidence` writes one with `--write`.
The records in `MEASURED_ONCE` were made by scripts that are no longer here.
"""

from __future__ import annotations

from collections.abc import Iterator

from studies.evidence.evidence_record import FOLDER, Evidence, read_evidence
from studies.output import GeneratedFiles, table_head, table_row

PAGE = FOLDER.with_suffix(".md")
REPEATABLE = (
    "mutation-score",
    "planted-faults",
    "no-false-alarm",
    "engine-agreement",
    "kafka-agreement",
    "search-speed",
    "oracle-rivals",
)
"""The records that a study makes, in the order of the page."""
MEASURED_ONCE = (
    "wire-agreement",
    "compare-proof",
    "reference-times",
    "host-rate",
    "oracle-growth",
    "from-names",
    "audit-speed",
)

INTRODUCTION = """\
# Evidence

How we know that the judge is right and fast. Each number stands beside the command that measured it, with the date \
and the commit; some commands have other options today. All contestants of a measurement take turns in one run; on a \
shared machine only ratios are reliable. \
The [records](evidence/) have every table as JSON, one table a line.
"""
ONCE = """\
## Measured once

These commands ran at the commit beside them. Their scripts are no longer part of the project.
"""


def evidence_files() -> GeneratedFiles:
    """The page, from the records."""
    repeatable = [read_evidence(FOLDER / f"{name}.jsonl") for name in REPEATABLE]
    once = [read_evidence(FOLDER / f"{name}.jsonl") for name in MEASURED_ONCE]
    lines = [INTRODUCTION, *_result_lines(repeatable), ""]
    for evidence in repeatable:
        lines += _section(evidence)
    return GeneratedFiles({PAGE: "\n".join([*lines, ONCE, *_result_lines(once, with_command=True), ""])})


def _result_lines(found: list[Evidence], *, with_command: bool = False) -> Iterator[str]:
    yield table_head("question", "result", "measured", *(["command"] if with_command else []))
    for evidence in found:
        header = evidence.header
        place = f"evidence/{evidence.name}.jsonl" if with_command else f"#{anchor(header['question'])}"
        command = [f"`{header['command']}`"] if with_command else []
        yield table_row(f"[{header['question']}]({place})", header["result"], evidence.measured, *command)


def anchor(heading: str) -> str:
    """The anchor of a heading, as code hosts name it."""
    return "".join(sign for sign in heading.lower().replace(" ", "-") if sign.isalnum() or sign in "-_")


def _section(evidence: Evidence) -> Iterator[str]:
    header = evidence.header
    yield f"## {header['question']}\n\n{header['how']}\n\n```\n{header['command']}\n```\n"
    yield f"{header['result'][0].upper()}{header['result'][1:]}.\n"
    for table in evidence.tables:
        if table.shown:
            yield from (*table.lines(), "")
    yield f"{header['machine']}. {evidence.measured}. [Record](evidence/{evidence.name}.jsonl).\n"
