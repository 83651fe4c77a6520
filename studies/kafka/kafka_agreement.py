"""
The references agree with Kafka's own classes on very many groups of the input families.

    python -m studies kafka_agreement --groups 20000 --seed 0

Finished stretches (`studies.kafka.kafka_stretch`) are written to `--out` line by line, and are not run again when the
same command is given once more. The smallest group of every kind of difference goes into a folder beside it. Exit code
1 where answers differ for a cause that is not known (`studies.kafka.difference_causes`); 2 where Kafka's classes cannot
be had here.
"""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from functools import cache, partial
from pathlib import Path

from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.shrink.groups import size_of
from kafka_assay.properties.strategies.families import FAMILIES
from studies.family_run import FamilyRun
from studies.kafka.difference_causes import UNKNOWN, cause_of
from studies.kafka.kafka_stretch import KafkaOutcome, run_stretch
from studies.kafka.likeness import KAFKA, LIKE
from studies.kafka.smallest_difference import find_smallest_difference
from studies.output import table_head, table_row
from studies.workers import InThisProcess

ASKED_FOR = (
    "clean",
    "overlapping-claims",
    "stale-claims",
    "three-claimants",
    "static-members",
    "racks",
    "many-small-topics",
)
"""The families in which the references promise to agree; in the others the differences are only listed."""


class KafkaRun(FamilyRun[KafkaOutcome]):
    """A run that counts how the answers compared."""

    def groups_in(self, outcome: KafkaOutcome) -> Mapping[str, int]:
        """How many groups both answered, or were at least asked about."""
        return outcome.asked

    def compared_answers(self, name: str, family: str) -> Counter[str]:
        """How the answers compared there."""
        counted: Counter[str] = Counter()
        for outcome in self.done[family]:
            counted.update(outcome.found.get(name, {}))
        return counted

    def differences(self) -> Iterator[tuple[str, str, str]]:
        """Every reference, family and kind of difference that was met."""
        for name in self.names:
            for family in self.families:
                for kind in sorted(self.compared_answers(name, family).keys() - set(LIKE)):
                    yield name, family, kind

    def cases(self, name: str, family: str, kind: str) -> list[Group]:
        """The groups that were kept of a kind of difference, the smallest first."""
        kept = [case for outcome in self.done[family] for case in outcome.cases.get(name, {}).get(kind, ())]
        return sorted(map(group_from_json, kept), key=size_of)


def table(run_: KafkaRun) -> list[str]:
    """
    The run as a table: for each reference and family the groups, in which way the answers were equal (as in `LIKE`),
    and how they differed.
    """
    ways = (">as maps", ">in Kafka's order", ">which changes loads")
    lines = [table_head("reference", "family", ">groups", *ways, "different")]
    for name in run_.names:
        for family in run_.families:
            found = run_.compared_answers(name, family)
            counts = (f"{count:,}" for count in (found.total(), *(found[way] for way in LIKE)))
            kinds = [f"{kind}: {count:,}" for kind, count in sorted(found.items()) if kind not in LIKE]
            lines.append(table_row(f"`{name}`", family, *counts, "; ".join(kinds) or "0"))
    return lines


def write_smallest(run_: KafkaRun, folder: Path, kafka: Callable[[str], Target], seconds: float) -> Iterator[str]:
    """
    Shrink the smallest group of every kind of difference, in so many `seconds` each, keep it as a file, and say how to
    ask about it again. What is already there is not shrunk again.
    """
    for name, family, kind in run_.differences():
        path = folder / f"{name}-{family}-{re.sub('[^a-z]+', '-', kind.lower())}.json"
        if not path.exists():
            first = run_.cases(name, family, kind)[0]
            found = find_smallest_difference(name, kafka(name), kind, first, family=family, seconds=seconds)
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(group_to_json(found), indent=1) + "\n", encoding="utf-8")
        yield f"{name}, {family}, {kind}: assay differ {name} {KAFKA[name]} --case {path} --maps"


def causes(run_: KafkaRun, kafka: Callable[[str], Target]) -> Counter[tuple[str, str]]:
    """(Reference, cause) -> how many of the groups that were kept differ for it."""
    return Counter(
        (name, cause_of(name, kafka(name), group, kind))
        for name, family, kind in run_.differences()
        for group in run_.cases(name, family, kind)
    )


def options(parser: ArgumentParser) -> None:
    """See `studies.__main__`."""
    parser.add_argument("--groups", type=int, default=20_000, help="for each reference, over the families")
    parser.add_argument("--seed", type=int, default=0, help="of the first stretch; the others count on from it")
    parser.add_argument("--draws", type=int, default=500, help="in a stretch")
    parser.add_argument("--reference", action="append", choices=KAFKA, help="only this one (may be repeated)")
    parser.add_argument("--inputs", action="append", choices=FAMILIES, help="instead of the seven (may be repeated)")
    parser.add_argument("--others", action="store_true", help="the families in which differences are only listed")
    parser.add_argument("--call-timeout", type=float, default=2.0, help="seconds that Kafka's class may take")
    parser.add_argument("--shrink", type=float, default=60.0, help="seconds for the smallest group of each kind")
    parser.add_argument("--out", type=Path, default=Path("kafka-agreement.jsonl"), help="finished stretches")


def run(args: Namespace) -> int:
    """Run what is missing, and print the table, the causes, and the smallest group of each kind of difference."""
    rest = [name for name in FAMILIES if name not in ASKED_FOR]
    families = args.inputs or (rest if args.others else ASKED_FOR)
    run_ = KafkaRun(args.reference or list(KAFKA), families, groups=args.groups, seed=args.seed, draws=args.draws)
    run_.resume(args.out, KafkaOutcome)
    with ExitStack() as stack:

        @cache
        def kafka(name: str) -> Target:
            return stack.enter_context(closing(open_target(KAFKA[name], call_timeout=args.call_timeout)))

        for _ in run_.finish(args.out, partial(run_stretch, kafka=kafka), InThisProcess()):
            pass
        print("\n".join(table(run_)))
        why = causes(run_, kafka)
        for (name, cause), count in why.items():
            print(f"{name}: {cause}: {count:,} groups")
        for line in write_smallest(run_, Path(f"{args.out.with_suffix('')}-cases"), kafka, args.shrink):
            print(line, flush=True)
    return 1 if any(cause == UNKNOWN for _, cause in why) else 0
