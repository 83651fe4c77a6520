# ruff: noqa: T201
"""
Whether the code says what it said before: every verdict on 2,000 stored groups and lives.

    python tests/data/before/before.py compare [TARGET ...] [--hosts] [--sample N] [--processes N]
    python tests/data/before/before.py write [TARGET ...]

`compare` judges `examples.jsonl.xz` with the present code, and prints what differs from the stored verdicts. Exit code
1: something differs. `write` stores the verdicts of the present code. It judges twice, in two processes and in opposite
orders, and leaves out the examples where the target hangs or is not repeatable. README.txt describes the files. All
that knows the product's functions is in `Judge`; change it where they change.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.formats.life_format import life_from_json
from kafka_assay.assignors.hosted.targets import open_target
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


class Judge:
    """An opened target. `NAME as LIKE` is held to the promises of LIKE."""

    def __init__(self, text: str) -> None:
        name, _, like = text.partition(" as ")
        self.target = open_target(name, like=like or None, call_timeout=CALL_SECONDS)

    def judge(self, given: Given) -> list[Row]:
        """The rebalances of an example with the verdicts of all laws that the target is held to."""
        example: Any = (
            LifeRun(life=life_from_json(given["life"]), one_object=given["one_object"])
            if "life" in given
            else group_from_json(given["group"])
        )
        laws, rows, last = promised_laws(self.target.promises), list[Row](), None
        for finding in judge_example(self.target, laws, example, family=given["family"]):
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
        return rows


def judge_all(text: str, given: Sequence[Given]) -> Iterator[tuple[Given, list[Row], float]]:
    """Each example with its rebalances, as JSON has them, and the seconds that they took."""
    judge = Judge(text)
    try:
        for one in given:
            start = time.monotonic()
            try:
                rows = judge.judge(one)
            except AssayError as wrong:
                rows = [{"asked": 0, "verdicts": {"raises": [type(wrong).__name__, str(wrong)]}}]
            yield one, json.loads(json.dumps(rows)), time.monotonic() - start
    finally:
        judge.target.close()


def differences(text: str, sample: int | None) -> list[tuple[str, str, str]]:
    """What differs for one target: law, example and rebalance, what was and is."""
    stored = {row["number"]: row["rebalances"] for row in read_lines(verdict_file(text))}
    given = stored_examples(text)
    found = []
    for one, rows, _ in judge_all(text, given[:: max(1, len(given) // (sample or len(given)))]):
        before = stored[one["number"]]
        where = f"example {one['number']} ({one['family']}{', a life' if 'life' in one else ''})"
        if len(before) != len(rows):
            found.append(("number of rebalances", where, f"was {len(before)}, is {len(rows)}"))
        for number, (was, now) in enumerate(zip(before, rows, strict=False)):
            other = "" if was["asked"] == now["asked"] else ", asked about another group"
            if other and was["verdicts"] == now["verdicts"]:
                found.append(("group asked about", f"{where} rebalance {number}", "same verdicts"))
            for law in sorted(was["verdicts"].keys() | now["verdicts"].keys()):
                old, new = (row["verdicts"].get(law, ["not applicable", None]) for row in (was, now))
                if old != new:
                    found.append((law, f"{where} rebalance {number}{other}", change(old, new)))
    return found


def change(old: Sequence[Any], new: Sequence[Any]) -> str:
    """What a verdict was and is: of facts only those that differ."""
    (was, facts_before), (now, facts) = old, new
    if was == now and isinstance(facts_before, dict) and isinstance(facts, dict):
        keys = [key for key in {**facts_before, **facts} if facts_before.get(key) != facts.get(key)]
        facts_before, facts = ({key: one.get(key) for key in keys} for one in (facts_before, facts))
    return f"was {was} {json.dumps(facts_before)[:400]}, is {now} {json.dumps(facts)[:400]}"


def run_compare(args: Namespace) -> int:
    """Print what differs from the stored verdicts. 1: something does."""
    texts = args.targets or (HOSTS if args.hosts else (*reference_names(), *HELD_TO_OTHERS))
    total = 0
    with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
        for text, found in zip(texts, pool.map(partial(differences, sample=args.sample), texts), strict=True):
            seen: Counter[str] = Counter()
            for law, where, what in found:
                seen[law] += 1
                if seen[law] <= args.shown:
                    print(f"{text}: {law}: {where}: {what}")
            print(f"{text}: {len(found)} differences {dict(seen) if seen else ''}", flush=True)
            total += len(found)
    print(f"{total} differences")
    return 1 if total else 0


def judge_in_order(text: str, step: int) -> tuple[dict[int, list[Row]], list[int], float]:
    """The rebalances of each example, the examples that hung, and the seconds of all."""
    start, hung, found = time.process_time(), [], {}
    for one, rows, seconds in judge_all(text, stored_examples(text)[::step]):
        found[one["number"]] = rows
        if seconds >= CALL_SECONDS:
            hung.append(one["number"])
    return found, hung, time.process_time() - start


def run_write(args: Namespace) -> int:
    """Store the verdicts of the present code."""
    for text in args.targets or (*reference_names(), *HELD_TO_OTHERS, *HOSTS):
        with ProcessPoolExecutor(2, get_context("spawn")) as pool:
            (first, hung, seconds), (second, again, _) = pool.map(partial(judge_in_order, text), (1, -1))
        hangs = {*hung, *again}
        other = [number for number in first if number not in hangs and first[number] != second[number]]
        rows = [
            {"number": number, "rebalances": rebalances}
            for number, rebalances in first.items()
            if number not in hangs and number not in other
        ]
        with lzma.open(verdict_file(text), "wt", encoding="utf-8", preset=9 | lzma.PRESET_EXTREME) as file:
            file.writelines(json.dumps(row, sort_keys=True, separators=(",", ":")) + "\n" for row in rows)
        size = verdict_file(text).stat().st_size
        print(
            f"{text}: {len(rows)} examples, {size} bytes, {seconds:.0f} s; hung {sorted(hangs)}; other {other}",
            flush=True,
        )
    return 0


def stored_examples(text: str) -> list[Given]:
    """The examples that have verdicts of the target; all of them for a new target."""
    file = verdict_file(text)
    stored = {row["number"] for row in read_lines(file)} if file.exists() else None
    return [one for one in read_lines(HERE / "examples.jsonl.xz") if stored is None or one["number"] in stored]


def verdict_file(text: str) -> Path:
    return HERE / f"{re.sub('[^-A-Za-z0-9@.=]+', '+', text)}.jsonl.xz"


def read_lines(path: Path) -> Iterable[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def main() -> int:
    """Run the command line."""
    parser = ArgumentParser(description=__doc__.partition("\n\n")[0] if __doc__ else None)
    parser.add_argument("verb", choices=("compare", "write"))
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="the default: all references")
    parser.add_argument("--hosts", action="store_true", help="compare the hosts instead of the references")
    parser.add_argument("--sample", type=int, metavar="N", help="compare only N examples, evenly spread")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="targets compared at the same time")
    parser.add_argument("--shown", type=int, default=SHOWN, metavar="N", help="differences printed for each law")
    args = parser.parse_args()
    return run_compare(args) if args.verb == "compare" else run_write(args)


if __name__ == "__main__":
    sys.exit(main())
