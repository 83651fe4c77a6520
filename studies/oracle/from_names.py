"""
Measure the way from names to the answer, beside an older version in the same run.

    python -m studies from_names --before 089a54c0 --rounds 5
    python -m studies from_names --before 089a54c0 --only process --rounds 11

*conversion*: a `Group` of 500,000 partitions in memory is turned into arrays. Nothing is owned, or everything by a
random subscriber. *process*: `assay optimum FILE.json` as a whole, on 100,000 partitions; the seconds and the processor
seconds of the process. *stages*: the processor time of the parts of such a process.

Each measurement is a new process. The versions take turns, and the medians count. Without `--before` only this version
is measured.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from studies.output import table_head, table_row
from studies.speed.checkout import HERE, Checkout, older_checkout
from studies.workers import call_in_new_process

PROGRAM = Path(__file__).with_name("names_program.py")
LARGE = Workload(member_count=10_000, partitions_to_member_ratio=50, topic_count=1_000)
KINDS = (
    SubscriptionType.HOMOGENEOUS,
    SubscriptionType.HETEROGENEOUS,
    SubscriptionType.RANDOM_5PCT,
    SubscriptionType.RANDOM_HALF,
)
OWNED = {"nothing": WorkloadEvent.FULL, "everything": WorkloadEvent.SCRAMBLED}
CALLS = 3
"""The conversions of one process. Their median counts."""
BUCKETS = 5
FILES = ("RANDOM_HALF", "HETEROGENEOUS")
OUTPUTS = {"text": [], "JSON": ["--json"]}


class ProcessCost(NamedTuple):
    """The cost of one process: seconds from start to end, processor seconds, and peak memory in MiB."""

    seconds: float
    processor: float
    mebibytes: float


def group_document(
    kind: str, *, member_count: int = 1_000, topic_count: int = 100, each: int = 1_000
) -> dict[str, Any]:
    """
    100,000 partitions in 100 topics, 1,000 members, each partition owned by a random subscriber.

    `RANDOM_HALF`: each member subscribes to each topic with probability one half. `HETEROGENEOUS`: five disjoint
    buckets.
    """
    draw = random.Random(f"0 {kind}")
    topics = [f"topic-{place}" for place in range(topic_count)]
    members: list[dict[str, Any]] = []
    for place in range(member_count):
        chance = [topic for topic in topics if draw.random() < 0.5]
        subscription = chance if kind == "RANDOM_HALF" else topics[place % BUCKETS :: BUCKETS]
        members.append({"id": f"member-{place}", "subscription": subscription, "owned": {}, "generation": 1})
    for topic in topics:
        subscribers = [member for member in members if topic in member["subscription"]]
        for partition in range(each):
            draw.choice(subscribers)["owned"].setdefault(topic, []).append(partition)
    return {"format": "assay-group/1", "name": kind, "topics": dict.fromkeys(topics, each), "members": members}


def measure_conversion(checkout: Checkout, workload: Workload) -> float:
    """The processor milliseconds of a conversion: the median of several in one process."""
    size = (workload.member_count, workload.partitions_to_member_ratio, workload.topic_count)
    times: list[float] = _run_program(
        checkout, "conversion", *size, workload.subscription_type.value, workload.event.value, CALLS
    )
    return median(times)


def measure_stages(checkout: Checkout, path: Path) -> dict[str, float]:
    """The processor milliseconds of each stage of `assay optimum` on the group at `path`."""
    stages: dict[str, float] = _run_program(checkout, "stages", path)
    return stages


def _run_program(checkout: Checkout, *words: object) -> Any:
    command = [str(checkout.python), "-P", str(PROGRAM), *map(str, words)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=checkout.variables())
    return json.loads(done.stdout)


def measure_process(checkout: Checkout, path: Path, options: Sequence[str]) -> ProcessCost:
    """The cost of one `assay optimum` on the group at `path`. Raises if it fails or proves nothing."""
    # This process is large by now, and Linux reports at least the parent's peak for a child.
    return call_in_new_process(_measure_child, checkout, path, options)


def _measure_child(checkout: Checkout, path: Path, options: Sequence[str]) -> ProcessCost:
    command = [str(checkout.python), "-m", "assay", "optimum", str(path), *options]
    started = perf_counter()
    # In this folder `-m` would find this version in the place of the older one.
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env=checkout.variables(), cwd=path.parent
    )
    seconds = perf_counter() - started
    if "proved" not in done.stdout[:200]:
        raise ValueError(f"{path}: not proved")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ProcessCost(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def take_turns(checkouts: Sequence[Checkout], rounds: int, measure: Callable[[Checkout], Any]) -> list[list[Any]]:
    """The results of each checkout. Every second round begins with the last one, and one round does not count."""
    found: dict[str, list[Any]] = {checkout.name: [] for checkout in checkouts}
    for number in range(-1, rounds):
        for checkout in checkouts[:: 1 if number % 2 else -1]:
            result = measure(checkout)
            if number >= 0:
                found[checkout.name].append(result)
    return list(found.values())


def conversion_rows(checkouts: Sequence[Checkout], rounds: int, large: Workload = LARGE) -> Iterator[str]:
    """A table: the processor milliseconds of the conversion."""
    yield table_head("subscriptions", "owned", *(f">{checkout.name}, ms" for checkout in checkouts))
    for kind in KINDS:
        for owned, event in OWNED.items():
            workload = Workload(
                member_count=large.member_count,
                partitions_to_member_ratio=large.partitions_to_member_ratio,
                topic_count=large.topic_count,
                subscription_type=kind,
                event=event,
            )
            times = take_turns(checkouts, rounds, partial(measure_conversion, workload=workload))
            yield table_row(kind.value, owned, *(f"{median(mine):,.0f}" for mine in times))


def process_rows(checkouts: Sequence[Checkout], rounds: int, files: Sequence[Path]) -> Iterator[str]:
    """A table: the seconds of whole processes, with their processor seconds and peak memory."""
    titles = [f">{checkout.name}, {what}" for checkout in checkouts for what in ("s", "processor s", "MiB")]
    yield table_head("subscriptions", "output", *titles)
    for path in files:
        for output, options in OUTPUTS.items():
            costs = take_turns(checkouts, rounds, partial(measure_process, path=path, options=options))
            cells = [
                f"{median(values):{form}}"
                for mine in costs
                for values, form in zip(zip(*mine, strict=True), (".2f", ".2f", ".0f"), strict=True)
            ]
            yield table_row(path.stem, output, *cells)


def stage_rows(checkouts: Sequence[Checkout], rounds: int, files: Sequence[Path]) -> Iterator[str]:
    """A table: the processor milliseconds of each stage."""
    titles = [f">{path.stem}, {checkout.name}" for path in files for checkout in checkouts]
    yield table_head("stage", *titles)
    columns = [times for path in files for times in take_turns(checkouts, rounds, partial(measure_stages, path=path))]
    for stage in columns[0][0]:
        yield table_row(stage, *(f"{median(times[stage] for times in column):.0f}" for column in columns))


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--before", metavar="COMMIT", help="a commit or a folder to measure in turns with this version")
    parser.add_argument("--rounds", type=int, default=5, help="processes of each kind (default 5)")
    parser.add_argument("--only", choices=("conversion", "process", "stages"), help="measure only this")


def run(args: Namespace) -> None:
    """Measure and print a Markdown table for each part."""
    with ExitStack() as stack:
        before = [stack.enter_context(older_checkout(args.before))] if args.before else []
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="assay-names-")))
        checkouts = [*before, HERE]
        files = [folder / f"{kind}.json" for kind in FILES]
        for path in files:
            path.write_text(json.dumps(group_document(path.stem)), encoding="utf-8")
        parts = {
            "conversion": lambda: conversion_rows(checkouts, args.rounds),
            "process": lambda: process_rows(checkouts, args.rounds, files),
            "stages": lambda: stage_rows(checkouts, args.rounds, files),
        }
        for part in [args.only] if args.only else parts:
            for row in parts[part]():
                print(row, flush=True)
            print()
