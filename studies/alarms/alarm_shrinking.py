"""
Ask the kept cases of `every_alarm` again with a longer limit, and shrink them.

    python -m studies alarm_shrinking every-alarm-cases --seconds 3

writes each smaller case beside the original, as `small--*.json`, and prints a line for each: the kind, the group and
the fault. It says so if a case does not break its law again. Existing files stay unchanged.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.interface import Target
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.rebalances import find_breaches
from kafka_assay.properties.records.case_format import Case, case_from_json, case_to_json, keep_step
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.minimize import BreakTest
from kafka_assay.properties.shrink.life_runs import simplify_example
from kafka_assay.properties.strategies.draws import StopBatch
from kafka_assay.reports.check.document import explain_case

PATIENT_SECONDS = 10.0
"""The limit of a call, long enough for answers that were only slow in the run."""
TRIES = 3
SMALL = "small--"


def shrink_case(target: Target, case: Case, seconds: float) -> Case | None:
    """A smaller case of the same kind, found within `seconds`; None if the law is kept when asked again."""
    law = LAW_BY_ID[case.law]
    first = next((found for _ in range(TRIES) for found in find_breaches(target, law, case.example)), None)
    if first is None:
        return None
    breaking = BreakTest(target, law, case.inputs, first, Budget(seconds=seconds))
    with suppress(StopBatch):
        simplify_example(breaking.smallest.example, breaking)
    evidence = breaking.smallest
    return explain_case(replace(case, steps=tuple(map(keep_step, evidence.steps)), facts=evidence.facts))


def describe_case(name: str, case: Case) -> str:
    """A line about a case: its file, its group, and its fault."""
    group = case.group
    topics = " ".join(f"{topic.name}:{topic.partitions}" for topic in group.topics)
    members = "; ".join(f"{one.id}{list(one.subscription)}{dict(one.owned)}@{one.generation}" for one in group.members)
    return f"{name}\n    {topics} | {members}\n    {case.explanation}\n"


def _cases_in(folder: Path) -> Iterator[tuple[Path, Case]]:
    for path in sorted(folder.glob("*.json")):
        if not path.name.startswith(SMALL) and not (folder / (SMALL + path.name)).exists():
            yield path, case_from_json(json.loads(path.read_text(encoding="utf-8")))


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("folder", type=Path, help="folder with the cases of every_alarm")
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds for each case")


def run(args: Namespace) -> None:
    """Shrink the cases in the folder."""
    for name, several in groupby(_cases_in(args.folder), key=lambda one: one[1].target):
        with closing(open_target(name, call_timeout=PATIENT_SECONDS)) as target:
            for path, case in several:
                smaller = shrink_case(target, case, args.seconds)
                if smaller is None:
                    print(f"NOT AGAIN {path.name}")
                    continue
                text = json.dumps(case_to_json(smaller), ensure_ascii=False, indent=1)
                path.with_name(SMALL + path.name).write_text(text + "\n", encoding="utf-8")
                print(describe_case(path.name, smaller), end="", flush=True)
