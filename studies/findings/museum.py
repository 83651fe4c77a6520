"""
The regression museum, replayed: each fault is in the old release, and gone in the fixed one.

    python -m studies museum
    python -m studies museum --search --entry 3

Each case is put to both releases as `assay check TARGET --case FILE` puts it, five times where it is kept. `--search`
leaves the cases alone and searches both releases anew, as `assay check TARGET --seconds 60` does in an empty folder.
Where the mended one does not simply keep the law, it is put what was found at the old one: if it keeps the law there,
what breaks it elsewhere is another fault, and the entry stands. Exit code 1 where an old release no longer breaks the
law, or is not found to, or where the mended one breaks it; 3 where one could not be asked or decided.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from typing import NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.releases.release_findings import ReleaseLaw, SearchedRelease, searched_release
from kafka_assay.properties.releases.release_verdict import judge_release
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.hunt import Progress
from kafka_assay.properties.shrink.groups import size_of
from studies.findings.museum_page import PAGE, MuseumEntry, read_entries

SECONDS = 60.0
"""For each release, fetching and building excluded."""
MEMBERS, PARTITIONS = 4, 8
"""What a counterexample may have at most, where one that small exists."""


class ReleaseOutcome(NamedTuple):
    """One release on one entry: a `word` (kept, broken or why not), and how that was learned."""

    word: str
    how: str = ""

    def __str__(self) -> str:
        """Both, in words."""
        return f"{self.word} {self.how}".strip()


class MuseumRow(NamedTuple):
    """What became of an entry: the release that had the fault, and the release that mended it."""

    entry: MuseumEntry
    has: ReleaseOutcome
    mended: ReleaseOutcome

    @property
    def is_still_true(self) -> bool | None:
        """Whether the page still tells the truth; None where that could not be learned."""
        if {self.has.word, self.mended.word} <= {"kept", "broken"}:
            return (self.has.word, self.mended.word) == ("broken", "kept")
        return None if self.has.word != "kept" and self.mended.word != "broken" else False

    def __str__(self) -> str:
        """One line for each release."""
        mark = {True: "✓", False: "✗", None: "?"}[self.is_still_true]
        law = self.entry.read_case().law
        return (
            f"{mark} {self.entry.number}. {law}\n  {self.entry.has}: {self.has}\n  {self.entry.mended}: {self.mended}\n"
        )


def replay_case(entry: MuseumEntry) -> MuseumRow:
    """The entry's case, put to both releases."""
    case = entry.read_case()
    return MuseumRow(entry, _judge_case(entry.has, case), _judge_case(entry.mended, case))


def _judge_case(text: str, case: Case) -> ReleaseOutcome:
    try:
        with closing(open_target(text, seed=case.seed)) as target:
            said = judge_release(target, case)
    except AssayError as wrong:
        return ReleaseOutcome("unavailable", str(wrong))
    return ReleaseOutcome(said.word, said.reason or "")


def search_law(entry: MuseumEntry, seconds: float) -> MuseumRow:
    """The entry's law, looked for at both releases with default settings."""
    law = entry.read_case().law
    has, shown = _search_outcome(entry.has, law, seconds)
    mended, _ = _search_outcome(entry.mended, law, seconds)
    if mended.word in {"broken", "undecided"} and shown is not None and _judge_case(entry.mended, shown).word == "kept":
        mended = ReleaseOutcome("kept", f"there; elsewhere {mended}")
    return MuseumRow(entry, has, mended)


def _search_outcome(text: str, law: str, seconds: float) -> tuple[ReleaseOutcome, Case | None]:
    """What a search says of the law, and where it is broken the smallest case."""
    try:
        release = search_release(text, seconds)
    except AssayError as wrong:
        return ReleaseOutcome("unavailable", str(wrong)), None
    others = [one.law for one in release.laws if one.word == "broken" and one.law != law]
    asked = f"{release.groups:,} groups in {release.seconds:.1f} s"
    asked += f"; also broken: {', '.join(others)}" if others else ""
    here = next((one for one in release.laws if one.law == law), None)
    if here is None:
        return ReleaseOutcome("undefined", f"({asked})"), None
    if here.word != "broken":
        # A family that there was no time for, or that cannot be put to it, says nothing against the law.
        why = "" if here.word == "kept" or here.reason is None else f"; {here.reason}"
        return ReleaseOutcome(here.word, f"({asked}{why})"), None
    return ReleaseOutcome("broken", f"({_proof(here)}; {asked})"), here.case


def _proof(here: ReleaseLaw) -> str:
    if here.case is None or here.seconds is None:
        return "in the search"
    members, partitions, *_ = size_of(here.case.group)
    large = "" if members <= MEMBERS and partitions <= PARTITIONS else ", large"
    return f"after {here.seconds:.1f} s, {members} x {partitions}{large}, {here.case.inputs}"


@cache
def search_release(text: str, seconds: float) -> SearchedRelease:
    """
    What `assay check` finds at one release in so many seconds, and when it met each law broken. Raises `AssayError`.
    """
    first_seen: dict[tuple[str, str], float] = {}

    def watch(now: Progress) -> None:
        for cell in now.broken:
            first_seen.setdefault(cell, now.spent)

    with closing(open_target(text)) as target:
        return searched_release(text, check(target, seconds=seconds, watch=watch), first_seen)


def exit_code(rows: Sequence[MuseumRow]) -> int:
    """The exit code of a run."""
    verdicts = {row.is_still_true for row in rows}
    return 1 if False in verdicts else 3 if None in verdicts else 0


def options(parser: ArgumentParser) -> None:
    """See `studies.__main__`."""
    parser.add_argument("--entry", type=int, action="append", metavar="N", help="only this one (may be repeated)")
    parser.add_argument("--search", action="store_true", help="search both releases instead of replaying the cases")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of a search (default {SECONDS:g})")


def run(args: Namespace) -> int:
    """Replay, or search, the entries that the command line names, or all, and say what came out."""
    rows = []
    for entry in read_entries(PAGE.read_text(encoding="utf-8")):
        if args.entry is None or entry.number in args.entry:
            rows.append(search_law(entry, args.seconds) if args.search else replay_case(entry))
            print(rows[-1], end="", flush=True)
    print(f"{sum(row.is_still_true is True for row in rows)} of {len(rows)} entries stand")
    return exit_code(rows)
