"""
Replay the regression museum: each old release breaks its law, the release with the fix keeps it.

    python -m studies museum
    python -m studies museum --search --entry 3

A replay checks each case at both releases, as `assay check TARGET --case FILE` does; five times if the law is kept.
`--search` instead searches both releases again, as `assay check TARGET --seconds 60` does in an empty folder. The
release with the fix may break the law there. Then the old release's counterexample is checked at it. If it keeps the
law on that one, the break is another fault, and the entry stands.

The exit code is 1 if an entry does not stand, and 3 if a release was unavailable or undecided.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_family import ReleasedName
from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from kafka_assay.properties.effect import client_of
from kafka_assay.properties.known.known_findings import AffectedClient
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.releases.release_findings import ReleaseLaw, SearchedRelease, searched_release
from kafka_assay.properties.releases.release_verdict import judge_release
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.news import Progress
from kafka_assay.properties.shrink.groups import size_of
from studies.findings.finding_pages import MUSEUM, FindingRow, finding_rows
from studies.output import ROOT, table_head, table_row

PAGE = ROOT / "docs" / "results" / "museum.md"
SECONDS = 60.0
"""The time of a search of one release, without fetching and building."""
MEMBERS, PARTITIONS = 4, 8
"""The largest counterexample that is not marked as large."""


class ReleaseOutcome(NamedTuple):
    """The outcome of one release on one entry: a `word` (kept, broken, ...), and how it was found."""

    word: str
    how: str = ""

    def __str__(self) -> str:
        """Both as text."""
        return f"{self.word} {self.how}".strip()


class MuseumOutcome(NamedTuple):
    """The outcomes of an entry: at the release with the fault, and at the release with the fix."""

    row: FindingRow
    has: ReleaseOutcome
    fixed: ReleaseOutcome

    @property
    def is_still_true(self) -> bool | None:
        """Whether the entry stands; None if a release was unavailable or undecided."""
        if {self.has.word, self.fixed.word} <= {"kept", "broken"}:
            return (self.has.word, self.fixed.word) == ("broken", "kept")
        return None if self.has.word != "kept" and self.fixed.word != "broken" else False

    def __str__(self) -> str:
        """One line for each release."""
        mark = {True: "✓", False: "✗", None: "?"}[self.is_still_true]
        client = self.row.client
        has, fixed = entry_targets(client)
        law = self.row.finding.laws[0]
        return f"{mark} {number_of(client.id)}. {law}\n  {has}: {self.has}\n  {fixed}: {self.fixed}\n"


def entry_targets(client: AffectedClient) -> tuple[str, str]:
    """The assignor at the release with the fault, and at the first one without it; a reference has no releases."""
    name = parse_target(client.target)
    fixed = client.fixed or ""
    return client.target, name.at_release(fixed).text if isinstance(name, ReleasedName) else fixed


def number_of(finding: str) -> int:
    """The number of an entry."""
    return int(finding.removeprefix(MUSEUM))


def entry_section(finding: str, text: str) -> str | None:
    """The section of an entry in the text of the museum's page."""
    found = re.search(rf"^### {number_of(finding)}\. .*?(?=^##|\Z)", text, flags=re.MULTILINE | re.DOTALL)
    return None if found is None else found[0]


def museum_rows(rows: Mapping[str, FindingRow]) -> dict[str, FindingRow]:
    """The entries by id, in the order of their numbers."""
    return dict(
        sorted(((one, row) for one, row in rows.items() if one.startswith(MUSEUM)), key=lambda pair: number_of(pair[0]))
    )


def museum_table(rows: Mapping[str, FindingRow]) -> Iterator[str]:
    """A row for each entry."""
    yield table_head("", "implementation", "assignor", "law", "severity", "has the fault", "fixed in")
    for one, row in museum_rows(rows).items():
        client, has = row.client, parse_target(row.client.target)
        releases = client.first if client.first == client.last else f"{client.first} to {client.last}"
        assignor = f"`{has.assignor}`" if isinstance(has, ReleasedName) else ""
        yield table_row(
            f"[{number_of(one)}](#{one})", client_of(client.target), assignor, f"`{row.finding.laws[0]}`",
            client.severity, releases, client.fixed,
        )  # fmt: skip


def replay_entry(row: FindingRow) -> MuseumOutcome:
    """Check the entry's case at both releases."""
    case = row.read_case()
    has, fixed = (_judge_case(target, case) for target in entry_targets(row.client))
    return MuseumOutcome(row, has, fixed)


def _judge_case(text: str, case: Case) -> ReleaseOutcome:
    try:
        with closing(open_target(text, seed=case.seed)) as target:
            verdict = judge_release(target, case)
    except AssayError as wrong:
        return ReleaseOutcome("unavailable", str(wrong))
    return ReleaseOutcome(verdict.word, verdict.reason or "")


def search_entry(row: FindingRow, seconds: float) -> MuseumOutcome:
    """Search both releases for the entry's law, with default settings."""
    law, (old, new) = row.finding.laws[0], entry_targets(row.client)
    has, shown = _search_outcome(old, law, seconds)
    fixed, _ = _search_outcome(new, law, seconds)
    if fixed.word in {"broken", "undecided"} and shown is not None and _judge_case(new, shown).word == "kept":
        fixed = ReleaseOutcome("kept", f"there; elsewhere {fixed}")
    return MuseumOutcome(row, has, fixed)


def _search_outcome(text: str, law: str, seconds: float) -> tuple[ReleaseOutcome, Case | None]:
    """The outcome of a search for the law, and the smallest case if it is broken."""
    try:
        release = search_release(text, seconds)
    except AssayError as wrong:
        return ReleaseOutcome("unavailable", str(wrong)), None
    others = [one.law for one in release.laws if one.word == "broken" and one.law != law]
    searched = f"{release.groups:,} groups in {release.seconds:.1f} s"
    searched += f"; also broken: {', '.join(others)}" if others else ""
    here = next((one for one in release.laws if one.law == law), None)
    if here is None:
        return ReleaseOutcome("undefined", f"({searched})"), None
    if here.word != "broken":
        # A family that was skipped, or got no time, is no evidence against the law.
        why = "" if here.word == "kept" or here.reason is None else f"; {here.reason}"
        return ReleaseOutcome(here.word, f"({searched}{why})"), None
    return ReleaseOutcome("broken", f"({_proof(here)}; {searched})"), here.case


def _proof(here: ReleaseLaw) -> str:
    if here.case is None or here.seconds is None:
        return "in the search"
    members, partitions, *_ = size_of(here.case.group)
    large = "" if members <= MEMBERS and partitions <= PARTITIONS else ", large"
    return f"after {here.seconds:.1f} s, {members} x {partitions}{large}, {here.case.inputs}"


@cache
def search_release(text: str, seconds: float) -> SearchedRelease:
    """Search one release as `assay check` does, and note when each law first broke. Raises `AssayError`."""
    first_seen: dict[tuple[str, str], float] = {}

    def watch(now: Progress) -> None:
        for cell in now.broken:
            first_seen.setdefault(cell, now.spent)

    with closing(open_target(text)) as target:
        return searched_release(text, check(target, seconds=seconds, watch=watch), first_seen)


def exit_code(outcomes: Sequence[MuseumOutcome]) -> int:
    """The exit code of a run."""
    verdicts = {one.is_still_true for one in outcomes}
    return 1 if False in verdicts else 3 if None in verdicts else 0


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--entry", type=int, action="append", metavar="N", help="only this entry (repeatable)")
    parser.add_argument("--search", action="store_true", help="search both releases instead of replaying the cases")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"seconds of a search (default {SECONDS:g})")


def run(args: Namespace) -> int:
    """Replay or search the entries that the command line names, or all, and print the outcomes."""
    outcomes = []
    for one, row in museum_rows(finding_rows()).items():
        if args.entry is None or number_of(one) in args.entry:
            outcomes.append(search_entry(row, args.seconds) if args.search else replay_entry(row))
            print(outcomes[-1], end="", flush=True)
    print(f"{sum(one.is_still_true is True for one in outcomes)} of {len(outcomes)} entries stand")
    return exit_code(outcomes)
