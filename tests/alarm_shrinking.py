"""
The kept cases of a run over every alarm, asked again with patience and made smaller.

    python -m tests.alarm_shrinking every-alarm-cases --seconds 3

writes each smaller case beside its first, as `small--*.json`, and prints a line for each: the kind, the group, what is
wrong. A case that does not break its law when it is asked again is told as such. What is there already is left alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing, suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from assignors.hosted.opening import open_target
from properties.budget import Budget
from properties.case_format import Case, case_from_json, case_step, case_to_json
from properties.draws import Enough
from properties.rebalances import breaches
from properties.registry import LAW_BY_ID
from properties.simpler_courses import simplest_of
from properties.smallest import Breaking
from reports.check_document import explained

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assignors.interface import Target
    from properties.evidence import Evidence

PATIENT_SECONDS = 10.0
"""For a call: what only was slow in the run answers within it."""
TRIES = 3
SMALL = "small--"


def shrunk(target: Target, case: Case, seconds: float) -> Case | None:
    """
    A smaller case of the same kind, found within `seconds`; None where the law is kept when it is asked again.
    """
    law = LAW_BY_ID[case.law]
    first = next((found for _ in range(TRIES) for found in breaches(target, law, case.drawn)), None)
    if first is None:
        return None
    breaking = Breaking(target, law, case.inputs, first, Budget(seconds=seconds))
    with suppress(Enough):
        simplest_of(breaking.smallest.drawn, breaking)
    return explained(_case_of(case, breaking.smallest))


def _case_of(case: Case, evidence: Evidence) -> Case:
    return Case(
        law=case.law,
        inputs=case.inputs,
        target=case.target,
        seed=case.seed,
        versions=case.versions,
        steps=tuple(map(case_step, evidence.steps)),
        facts=evidence.facts,
    )


def told(name: str, case: Case) -> str:
    """
    A line about a case: where it is, its group, what is wrong.
    """
    group = case.group
    topics = " ".join(f"{topic.name}:{topic.partitions}" for topic in group.topics)
    members = "; ".join(f"{one.id}{list(one.subscription)}{dict(one.owned)}@{one.generation}" for one in group.members)
    return f"{name}\n    {topics} | {members}\n    {case.explanation}\n"


def _cases_in(folder: Path) -> Iterator[tuple[Path, Case]]:
    for path in sorted(folder.glob("*.json")):
        if not path.name.startswith(SMALL) and not (folder / (SMALL + path.name)).exists():
            yield path, case_from_json(json.loads(path.read_text(encoding="utf-8")))


def main(arguments: Sequence[str]) -> int:
    """
    Make smaller what is in the folder.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.alarm_shrinking", description=__doc__.partition("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each case")
    args = parser.parse_args(arguments)
    for name, several in groupby(_cases_in(args.folder), key=lambda one: one[1].target):
        with closing(open_target(name, call_timeout=PATIENT_SECONDS)) as target:
            for path, case in several:
                smaller = shrunk(target, case, args.seconds)
                if smaller is None:
                    sys.stdout.write(f"NOT AGAIN {path.name}\n")
                    continue
                text = json.dumps(case_to_json(smaller), ensure_ascii=False, indent=1)
                path.with_name(SMALL + path.name).write_text(text + "\n", encoding="utf-8")
                sys.stdout.write(told(path.name, smaller))
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
