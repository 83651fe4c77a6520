"""
Replay the regression museum: each old release breaks its law, the release with the fix keeps it.

    python -m studies museum

A replay checks each case at both releases, as `assay check TARGET --case FILE` does; five times if the law is kept.

The exit code is 1 if an entry does not stand, and 3 if a release was unavailable or undecided.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.properties.effect import client_of
from kafka_assay.properties.known.known_findings import AffectedClient
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.releases.release_findings import judge_release
from studies.findings.finding_pages import MUSEUM, FindingRow, finding_rows, release_text
from studies.output import table_head, table_row


class Outcome(NamedTuple):
    """The outcome of one release on one entry: a `word` (kept, broken, ...), and how it was found."""

    word: str
    how: str = ""


def entry_targets(client: AffectedClient) -> tuple[str, str]:
    """The assignor at the release with the fault, and at the first one without it; a reference has no releases."""
    name, fixed = parse_target(client.target), client.fixed or ""
    return client.target, name.at_release(fixed).text if name.is_released else fixed


def museum_table(rows: Mapping[str, FindingRow]) -> Iterator[str]:
    """A row for each entry."""
    yield table_head("", "implementation", "assignor", "law", "severity", "releases")
    for one, row in rows.items():
        if one.startswith(MUSEUM):
            client, has = row.client, parse_target(row.client.target)
            assignor = f"`{has.assignor}`" if has.is_released else ""
            cells = (assignor, f"`{row.finding.laws[0]}`", client.severity, release_text(client))
            yield table_row(f"[{one.removeprefix(MUSEUM)}](museum.md#{one})", client_of(client.target), *cells)


def replay_entry(row: FindingRow) -> tuple[Outcome, Outcome]:
    """The outcomes of the entry's case at both releases."""
    has, fixed = (judge_case(target, row.read_case()) for target in entry_targets(row.client))
    return has, fixed


def judge_case(text: str, case: Case) -> Outcome:
    """The outcome of a case at a release."""
    try:
        with closing(open_target(text, seed=case.seed)) as target:
            verdict = judge_release(target, case)
    except AssayError as wrong:
        return Outcome("unavailable", str(wrong))
    return Outcome(verdict.word, verdict.reason or "")


def stands(has: Outcome, fixed: Outcome) -> bool | None:
    """Whether an entry stands; None if a release was unavailable or undecided."""
    if {has.word, fixed.word} <= {"kept", "broken"}:
        return (has.word, fixed.word) == ("broken", "kept")
    return None if has.word != "kept" and fixed.word != "broken" else False


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--entry", action="append", metavar="N", help="only this entry (repeatable)")


def run(args: Namespace) -> int:
    """Replay the entries that the command line names, or all, and print the outcomes."""
    verdicts = []
    for one, row in finding_rows().items():
        if not one.startswith(MUSEUM) or (args.entry and one.removeprefix(MUSEUM) not in args.entry):
            continue
        outcomes = replay_entry(row)
        verdicts.append(stands(*outcomes))
        mark = {True: "✓", False: "✗", None: "?"}[verdicts[-1]]
        print(f"{mark} {one.removeprefix(MUSEUM)}. {row.finding.laws[0]}")
        for target, outcome in zip(entry_targets(row.client), outcomes, strict=True):
            print(f"  {target}: {' '.join(outcome).strip()}", flush=True)
    print(f"{sum(one is True for one in verdicts)} of {len(verdicts)} entries stand")
    return 1 if False in verdicts else 3 if None in verdicts else 0
