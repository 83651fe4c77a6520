"""
Measure how many groups a second `assay check` judges, beside an older version in the same run.

    python -m studies search_speed --before ../older/.tox/assay/bin/python --rounds 3 --seconds 40 --write

Both versions check each target in turn, with all laws that it promises. `--before` is the Python in whose environment
the older version is installed. Every second pair begins with the newer one. Programs are built before the first check
that counts. A check counts the groups up to its shrinking.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from statistics import median

from studies.evidence.evidence_record import EvidenceTable, add_evidence_options, assay_json, publish
from tests.support.newest_releases import IMPLEMENTATIONS

TARGETS = ("range", "sticky", *(IMPLEMENTATIONS["kafka-clients"][place] for place in (0, 2, 3)),
           IMPLEMENTATIONS["franz-go"][2], "kafka-python:sticky")  # fmt: skip
BEFORE, NOW = "before", "now"
WARM = 3.0
"""Seconds of a check that does not count: it builds what is missing."""


def search_rate(python: str, target: str, seconds: float, seed: int) -> float:
    """Groups a second of one check. Raises `AssayError` if it gives no record."""
    words = ("--no-corpus", "--seconds", f"{seconds:g}", "--seed", str(seed))
    found = assay_json("check", target, *words, python=python)
    if "groups_per_second" in found:
        return float(found["groups_per_second"])
    broken = [one["expected"] is None for one in found["cells"] if one["verdict"] == "broken"]
    # Version 0.1.0 does not record the time of searching apart: it searched for this share of all.
    share = 0.6 if any(broken) else 0.9 if broken else 1.0
    return float(found["groups"] / (found["seconds"] * share))


def rates_table(rates: Mapping[tuple[str, str], Sequence[float]]) -> EvidenceTable:
    """A row for each target: the median rates, and the median, least and largest of the paired ratios."""
    rows = []
    for target in dict.fromkeys(target for target, _ in rates):
        before, now = rates.get((target, BEFORE), ()), rates[target, NOW]
        ratios = [mine / theirs for mine, theirs in zip(now, before, strict=False)]
        spread = [f"x{pick(ratios):.1f}" if ratios else "–" for pick in (median, min, max)]
        rows.append((f"`{target}`", f"{median(before):,.0f}" if before else "–", f"{median(now):,.0f}", *spread))
    columns = ("target", ">before, groups/s", ">now, groups/s", ">ratio", ">lowest", ">highest")
    return EvidenceTable(table="Speed of the search", columns=columns, rows=tuple(rows), shown=True)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--targets", nargs="+", metavar="TARGET", default=list(TARGETS), help="targets to measure")
    parser.add_argument("--before", metavar="PYTHON", help="the Python with an older version (default: none)")
    parser.add_argument("--rounds", type=int, default=3, help="checks of each version and target (default 3)")
    parser.add_argument("--seconds", type=float, default=40.0, help="seconds of each check (default 40)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first round; later ones count up (default 0)")
    add_evidence_options(parser)


def run(args: Namespace) -> None:
    """Check the targets in turns."""
    versions = {NOW: sys.executable} | ({BEFORE: args.before} if args.before else {})
    rates: dict[tuple[str, str], list[float]] = {}
    for target in args.targets:
        for python in versions.values():
            search_rate(python, target, WARM, args.seed)
        for number in range(args.rounds):
            for name in list(versions) if number % 2 == 0 else reversed(versions):
                rate = search_rate(versions[name], target, args.seconds, args.seed + number)
                rates.setdefault((target, name), []).append(rate)
                print(f"{target}, {name}: {rate:,.0f} groups a second", file=sys.stderr)
    now = [median(found) for (_, name), found in rates.items() if name == NOW]
    result = f"{min(now):,.0f} to {max(now):,.0f} groups a second"
    if args.before:
        ratios = [median(rates[one, NOW]) / median(rates[one, BEFORE]) for one in args.targets]
        result += f"; {min(ratios):.1f} to {max(ratios):.1f} times as many as before"
    publish("search-speed", args, result, [rates_table(rates)])
