"""
Measure how many groups a second `assay check` judges, beside an older version in the same run.

    python -m studies search_speed --before 9a0dc62 --rounds 3 --seconds 40 --write

Both versions check each target in turn, with all laws that it promises and in the 15 input families that both know. The
older version is checked out from this repository into a temporary folder. Every second pair begins with the newer one.
Programs are built before the first check that counts. A check counts the groups up to its shrinking. Each check becomes
a line of `--out`, and an interrupted run continues there. `--write` puts the table into `docs/search-speed.md`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from statistics import median

from studies.output import ROOT, table_head, table_row, write_part
from studies.records import Line, append_line, header, read_record, resume_record
from studies.speed.checkout import HERE, Checkout, older_checkout
from studies.speed.search_rate import SearchRate, measure_check

FORMAT = "search-speed/1"
_KAFKA = "maven:org.apache.kafka:kafka-clients:4.4.0"
TARGETS = (
    "range",
    "sticky",
    f"{_KAFKA}:RangeAssignor",
    f"{_KAFKA}:StickyAssignor",
    f"{_KAFKA}:CooperativeStickyAssignor",
    "go:github.com/twmb/franz-go@v1.22.2:sticky",
    "kafka-python:sticky",
)
BEFORE, NOW = "before", "now"
WARM = 3.0
"""Seconds of a check that does not count: it builds what is missing."""
PAGE = ROOT / "docs" / "search-speed.md"
BEGIN, END = "<!-- what was measured -->", "<!-- end of what was measured -->"


def measure_missing(args: Namespace, known: Sequence[Line]) -> Iterator[Line]:
    """The checks that `known` does not contain, as they are done."""
    done = {(line["target"], line["round"], line["version"]) for line in known}
    turns = list(product(range(args.rounds), args.targets))
    missing = [turn for turn in turns if any((turn[1], turn[0], name) not in done for name in (BEFORE, NOW))]
    if not missing:
        return
    with older_checkout(args.before) as before:
        versions: dict[str, Checkout] = {BEFORE: before, NOW: HERE}
        for target, checkout in product(dict.fromkeys(target for _, target in missing), versions.values()):
            measure_check(checkout, target, WARM, args.seed)
        for number, target in missing:
            for name in (BEFORE, NOW) if number % 2 == 0 else (NOW, BEFORE):
                if (target, number, name) not in done:
                    found = measure_check(versions[name], target, args.seconds, args.seed + number)
                    yield {"target": target, "round": number, "version": name, **asdict(found)}


def table(lines: Sequence[Line]) -> list[str]:
    """A Markdown table: for each target the median rates, the median of the paired ratios, and the hosts' share."""
    titles = (">before, groups/s", ">now, groups/s", ">ratio", ">lowest", ">highest", ">hosts' share now", ">cores now")
    rows = [table_head("target", *titles)]
    for target in dict.fromkeys(line["target"] for line in lines):
        rates = {
            name: {line["round"]: _rate(line) for line in lines if (line["target"], line["version"]) == (target, name)}
            for name in (BEFORE, NOW)
        }
        pairs = [
            rates[NOW][number].rate / rates[BEFORE][number].rate for number in rates[BEFORE] if number in rates[NOW]
        ]
        if pairs:
            before, now = ([one.rate for one in rates[name].values()] for name in (BEFORE, NOW))
            cells = (f"{median(before):,.0f}", f"{median(now):,.0f}", f"**x{median(pairs):.1f}**")
            span = (f"x{min(pairs):.1f}", f"x{max(pairs):.1f}")
            share = f"{median(one.host_share for one in rates[NOW].values()):.0%}"
            busy = f"{median(one.busy for one in rates[NOW].values()):.2f}"
            rows.append(table_row(f"`{target}`", *cells, *span, share, busy))
    return rows


def part(first: Line, lines: Sequence[Line]) -> Iterator[str]:
    """The generated part of the page."""
    yield f"```\n{first['command']}\n```"
    yield ""
    about = first["machine"]
    rounds = len({line["round"] for line in lines})
    yield f"{about['processor']}, {about['cores']} cores, {about['python']}; {rounds} pairs of checks for each target."
    yield ""
    yield from table(lines)


def _rate(line: Line) -> SearchRate:
    return SearchRate(**{key: line[key] for key in ("groups", "seconds", "host_share", "busy")})


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--targets", nargs="+", metavar="TARGET", default=list(TARGETS), help="targets to measure")
    parser.add_argument(
        "--before", default="9a0dc62", metavar="COMMIT|FOLDER", help="the older version (default 9a0dc62)"
    )
    parser.add_argument("--rounds", type=int, default=3, help="pairs of checks for each target (default 3)")
    parser.add_argument("--seconds", type=float, default=40.0, help="seconds of each check (default 40)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first round; later ones count up (default 0)")
    parser.add_argument("--out", type=Path, default=Path("search-speed.jsonl"), help="the record")
    parser.add_argument("--write", action="store_true", help="write the table into docs/search-speed.md")


def run(args: Namespace) -> None:
    """Measure what is missing, and print the table."""
    first = {**header(FORMAT, args), "before": args.before, "budget": args.seconds}
    known = resume_record(args.out, first, ("before", "budget", "seed", "machine"))
    for line in measure_missing(args, known):
        append_line(args.out, line)
        shown = f"{line['target']}, {line['version']}: {line['groups'] / line['seconds']:,.0f} groups a second"
        print(shown, file=sys.stderr)
    first, lines = read_record(args.out, FORMAT)
    print("\n".join(table(lines)))
    if args.write:
        write_part(PAGE, BEGIN, END, part(first, lines))
