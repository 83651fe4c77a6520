"""
The page with the results of `every_alarm`: each kind, and where it is documented.

    python -m studies alarm_page every-alarm.jsonl [MORE.jsonl ...] --write

`docs/results/findings/listed.txt` assigns kinds to findings; a person writes it after examining a kind. The exit code is 1 if
some kind is not listed.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from studies.alarms.alarm_kinds import KindOutcome, plain_reason
from studies.findings.finding_pages import FINDINGS
from studies.findings.findings_index import place_of_ids
from studies.newest_releases import IMPLEMENTATIONS
from studies.output import table_head, table_row, write_part
from studies.records import read_lines

PAGE = FINDINGS / "alarms.md"
LISTED = FINDINGS / "listed.txt"
BEGIN, END = "<!-- what came out -->", "<!-- end of what came out -->"
NOWHERE = "**not listed**"


class DocumentedAlarm(NamedTuple):
    """One line of the list: kinds whose target, law and family match these patterns are documented at `where`."""

    target: str
    law: str
    family: str
    where: str

    def is_like(self, law: str) -> bool:
        """Whether this line is about `law`, which may have the kind of failure in brackets."""
        return any(fnmatchcase(name, self.law) for name in (law.partition(" (")[0], law.replace(" ", "")))


class AlarmKind(NamedTuple):
    """A kind of break: a target, a law (with the kind of failure if there was no answer), and a family."""

    target: str
    law: str
    family: str


@dataclass(slots=True)
class AlarmTotals:
    """The counts of a whole run, by target and by kind."""

    groups: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[AlarmKind] = field(default_factory=Counter)
    undecided: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, outcome: KindOutcome) -> None:
        """Add the counts of a finished stretch."""
        self.groups.update(outcome.groups)
        self.verdicts.update(outcome.verdicts)
        for target, kinds in outcome.kinds.items():
            for law, count in kinds.items():
                self.kinds[AlarmKind(target, law, outcome.family)] += count
        for target, reasons in outcome.undecided.items():
            for reason, count in reasons.items():
                self.undecided[target][plain_reason(reason)] += count


def read_documented_alarms(text: str) -> list[DocumentedAlarm]:
    r"""
    The lines of the list: three patterns and a place. `#` starts a comment.

    >>> read_documented_alarms("franz-go*:sticky newest-claim-wins * franz-go-1\n# a remark\n")
    [DocumentedAlarm(target='franz-go*:sticky', law='newest-claim-wins', family='*', where='franz-go-1')]
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [DocumentedAlarm(*line.split(maxsplit=3)) for line in lines]


def documented_places(kind: AlarmKind, known: Iterable[DocumentedAlarm]) -> str:
    """The places that document a kind. There may be several, because a kind may have two causes."""
    places = [
        one.where
        for one in known
        if fnmatchcase(kind.target, one.target) and one.is_like(kind.law) and fnmatchcase(kind.family, one.family)
    ]
    return "; ".join(dict.fromkeys(places)) or NOWHERE


def page_lines(sums: AlarmTotals, known: Sequence[DocumentedAlarm]) -> Iterator[str]:
    """The tables: all implementations, then the kinds and undecided verdicts of each."""
    yield table_head("implementation", ">assignors", ">groups", ">verdicts", ">broken", ">kinds", ">left open")
    for name, targets in IMPLEMENTATIONS.items():
        mine = {kind: count for kind, count in sums.kinds.items() if kind.target in targets}
        left = sum(sum(sums.undecided[target].values()) for target in targets)
        groups, verdicts = (sum(counted[target] for target in targets) for counted in (sums.groups, sums.verdicts))
        figures = (groups, verdicts, sum(mine.values()), len(mine), left)
        yield table_row(name, len(targets), *(f"{figure:,}" for figure in figures))
    for name, targets in IMPLEMENTATIONS.items():
        yield from ("", f"## {name}", "")
        yield from _kinds_of(targets, sums, known)
        yield from _left_open(targets, sums)


def _kinds_of(targets: Sequence[str], sums: AlarmTotals, known: Sequence[DocumentedAlarm]) -> Iterator[str]:
    rows: dict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
    for kind in sorted(kind for kind in sums.kinds if kind.target in targets):
        rows[kind.target, kind.law, documented_places(kind, known)][kind.family] = sums.kinds[kind]
    if not rows:
        yield "Nothing broken."
        return
    yield table_head("assignor", "law", "families, and how often", "listed")
    for (target, law, where), families in rows.items():
        counts = ", ".join(f"{family} {count:,}" for family, count in families.items())
        yield table_row(f"`{target.rpartition(':')[2]}`", law, counts, _link_places(where))


def _link_places(where: str) -> str:
    places = place_of_ids()
    return "; ".join(f"[{place}]({places[place]})" if place in places else place for place in where.split("; "))


def _left_open(targets: Sequence[str], sums: AlarmTotals) -> Iterator[str]:
    reasons: Counter[str] = Counter()
    for target in targets:
        reasons.update(sums.undecided[target])
    if reasons:
        yield from ("", "Left open:", "")
        yield from (f"* {count:,} × {reason}" for reason, count in reasons.most_common())


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("runs", type=Path, nargs="+", help="files that every_alarm wrote")
    parser.add_argument("--write", action="store_true", help="write into docs/results/findings/alarms.md")


def run(args: Namespace) -> int:
    """Print the tables, or write them into the page."""
    sums = AlarmTotals()
    for line in (line for path in args.runs for line in read_lines(path)):
        sums.add(KindOutcome(**line))
    known = read_documented_alarms(LISTED.read_text(encoding="utf-8")) if LISTED.exists() else []
    lines = list(page_lines(sums, known))
    if args.write:
        write_part(PAGE, BEGIN, END, lines)
    else:
        print("\n".join(lines))
    unlisted = [kind for kind in sums.kinds if documented_places(kind, known) == NOWHERE]
    for kind in sorted(unlisted):
        print(f"not listed: {' '.join(kind)}", file=sys.stderr)
    return 1 if unlisted else 0
