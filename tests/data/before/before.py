# ruff: noqa: T201
"""
Whether the code says what it said before: every verdict on 2,000 stored groups and lives.

    python tests/data/before/before.py compare [TARGET ...] [--hosts] [--sample N] [--processes N]

It judges `examples.jsonl.xz` with the present code, and prints what differs from the stored verdicts. Exit code 1:
something differs. README.txt describes the files. All that knows the product's functions is in `judge`; change it where
they change.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.formats.life_format import life_from_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import LifeRun
from kafka_assay.assignors.registry import reference_names
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.verdict import Broken, Kept, Undecided

Given: TypeAlias = "dict[str, Any]"
"""A line of the examples: `number`, `family`, `one_object` (of a life), and `group` or `life`, a document."""
Row: TypeAlias = "dict[str, Any]"
"""A rebalance: `asked`, a checksum of its group, and `verdicts`: law -> [word, facts]."""

HERE = Path(__file__).parent
HELD_TO_OTHERS = (
    "hashed-roundrobin as cooperative-sticky",
    "range as optimal",
    "roundrobin as lag",
    "roundrobin as lag-global",
    "shuffled-roundrobin as server-range",
    "shuffled-roundrobin as server-uniform",
    "shuffled-roundrobin as sticky",
    "shuffled-roundrobin as topicroundrobin",
    "sticky as sticky-yet-fair",
)
"""References that are held to the promises of others, so that they break many laws."""
_KAFKA = "maven:org.apache.kafka:kafka"
HOSTS = (
    f"{_KAFKA}-clients:4.4.0:RangeAssignor",
    f"{_KAFKA}-clients:4.4.0:RoundRobinAssignor",
    f"{_KAFKA}-clients:4.4.0:StickyAssignor",
    f"{_KAFKA}-clients:4.4.0:CooperativeStickyAssignor",
    f"{_KAFKA}-group-coordinator:4.4.0:UniformAssignor",
    "go:github.com/twmb/franz-go@v1.22.3:range",
    "kafka-python==3.0.12:sticky",
    "librdkafka==2.15.1:cooperative-sticky",
)
CALL_SECONDS = 20.0
SHOWN = 3
"""The most differences of one target and law that are printed."""


def judge(target: Target, given: Given) -> list[Row]:
    """The rebalances of an example, as JSON has them, with the verdicts of all laws that the target is held to."""
    example: Any = (
        LifeRun(life=life_from_json(given["life"]), one_object=given["one_object"])
        if "life" in given
        else group_from_json(given["group"])
    )
    laws, rows, last = promised_laws(target.promises), list[Row](), None
    for finding in judge_example(target, laws, example, family=given["family"]):
        if finding.rebalance is not last:
            last = finding.rebalance
            asked = crc32(json.dumps(group_to_json(last.trial.group), sort_keys=True).encode())
            rows.append({"asked": asked, "verdicts": {}})
        match finding.verdict:
            case Broken(facts):
                said: list[Any] = ["broken" if finding.expected is None else "declared", facts]
            case Undecided(reason, unanswered, unasked):
                said = ["undecided", [reason, unanswered, unasked]]
            case Kept():
                said = ["kept", None]
            case _:
                continue
        rows[-1]["verdicts"][finding.law.id] = said
    return list(json.loads(json.dumps(rows)))


def differences(text: str, sample: int | None) -> list[tuple[str, str, str]]:
    """What differs for one target, `NAME` or `NAME as LIKE`: law, example and rebalance, what was and is."""
    stored = {row["number"]: row["rebalances"] for row in read_lines(re.sub("[^-A-Za-z0-9@.=]+", "+", text))}
    given = [one for one in read_lines("examples") if one["number"] in stored]
    name, _, like = text.partition(" as ")
    found = []
    with closing(open_target(name, like=like or None, call_timeout=CALL_SECONDS)) as target:
        for one in given[:: max(1, len(given) // (sample or len(given)))]:
            try:
                rows = judge(target, one)
            except AssayError as wrong:
                rows = [{"asked": 0, "verdicts": {"raises": [type(wrong).__name__, str(wrong)]}}]
            where = f"example {one['number']} ({one['family']}{', a life' if 'life' in one else ''})"
            found += different_rows(where, stored[one["number"]], rows)
    return found


def different_rows(where: str, before: list[Row], rows: list[Row]) -> Iterator[tuple[str, str, str]]:
    """What differs in the rebalances of one example."""
    if len(before) != len(rows):
        yield "number of rebalances", where, f"was {len(before)}, is {len(rows)}"
    for number, (was, now) in enumerate(zip(before, rows, strict=False)):
        other = "" if was["asked"] == now["asked"] else ", asked about another group"
        if other and was["verdicts"] == now["verdicts"]:
            yield "group asked about", f"{where} rebalance {number}", "same verdicts"
        for law in sorted(was["verdicts"].keys() | now["verdicts"].keys()):
            old, new = (row["verdicts"].get(law, ["not applicable", None]) for row in (was, now))
            if old != new:
                yield law, f"{where} rebalance {number}{other}", change(old, new)


def change(old: Sequence[Any], new: Sequence[Any]) -> str:
    """What a verdict was and is: of facts only those that differ."""
    (was, facts_before), (now, facts) = old, new
    if was == now and isinstance(facts_before, dict) and isinstance(facts, dict):
        keys = [key for key in {**facts_before, **facts} if facts_before.get(key) != facts.get(key)]
        facts_before, facts = ({key: one.get(key) for key in keys} for one in (facts_before, facts))
    return f"was {was} {json.dumps(facts_before)[:400]}, is {now} {json.dumps(facts)[:400]}"


def compare(args: Namespace) -> int:
    """Print what differs from the stored verdicts. 1: something does."""
    texts = args.targets or (HOSTS if args.hosts else (*reference_names(), *HELD_TO_OTHERS))
    total = 0
    with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
        for text, found in zip(texts, pool.map(partial(differences, sample=args.sample), texts), strict=True):
            seen: Counter[str] = Counter()
            for law, where, what in found:
                seen[law] += 1
                if seen[law] <= SHOWN:
                    print(f"{text}: {law}: {where}: {what}")
            print(f"{text}: {len(found)} differences {dict(seen) if seen else ''}", flush=True)
            total += len(found)
    print(f"{total} differences")
    return 1 if total else 0


def read_lines(name: str) -> list[dict[str, Any]]:
    """The lines of a file in this folder."""
    with lzma.open(HERE / f"{name}.jsonl.xz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def main() -> int:
    """Run the command line."""
    parser = ArgumentParser(description=__doc__.partition("\n\n")[0] if __doc__ else None)
    parser.add_argument("verb", choices=("compare",))
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="the default: all references")
    parser.add_argument("--hosts", action="store_true", help="compare the hosts instead of the references")
    parser.add_argument("--sample", type=int, metavar="N", help="compare only N examples, evenly spread")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="targets compared at the same time")
    return compare(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
