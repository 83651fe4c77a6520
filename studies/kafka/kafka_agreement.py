"""
The references agree with Kafka's own classes on very many groups of the input families.

    python -m studies kafka_agreement --groups 20000 --seed 0

Finished stretches (`studies.kafka.kafka_stretch`) are written to `--out` line by line; the same command skips them. The
smallest group of every kind of difference goes into a folder beside it. The exit code is 1 if answers differ for an
unknown cause (`studies.kafka.difference_causes`), and 2 if Kafka's classes are not available.
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
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.shrink.sizes import size_of
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
"""The families in which the references promise to agree. In the others differences are only listed."""


class KafkaRun(FamilyRun[KafkaOutcome]):
    """A run that counts how the answers compare."""

    def groups_in(self, outcome: KafkaOutcome) -> Mapping[str, int]:
        """Name -> the number of groups that were asked about."""
        return outcome.asked

    def compared_answers(self, name: str, family: str) -> Counter[str]:
        """How the answers of the reference `name` compare in `family`."""
        counted: Counter[str] = Counter()
        for outcome in self.done[family]:
            counted.update(outcome.found.get(name, {}))
        return counted

    def differences(self) -> Iterator[tuple[str, str, str]]:
        """Every (reference, family, kind of difference) that occurred."""
        for name in self.names:
            for family in self.families:
                for kind in sorted(self.compared_answers(name, family).keys() - set(LIKE)):
                    yield name, family, kind

    def cases(self, name: str, family: str, kind: str) -> list[Group]:
        """The kept groups of a kind of difference, the smallest first."""
        kept = [case for outcome in self.done[family] for case in outcome.cases.get(name, {}).get(kind, ())]
        return sorted(map(group_from_json, kept), key=size_of)


def table(run_: KafkaRun) -> list[str]:
    """
    The run as a table.

    It shows for each reference and family the groups, how the answers agreed (`LIKE`), and how they differed.
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
    Shrink the smallest group of every kind of difference, for `seconds` each, and write it to a file.

    Yields the commands that ask about them again. Existing files are not shrunk again.
    """
    for name, family, kind in run_.differences():
        path = folder / f"{name}-{family}-{re.sub('[^a-z]+', '-', kind.lower())}.json"
        if not path.exists():
            first = run_.cases(name, family, kind)[0]
            found = find_smallest_difference(name, kafka(name), kind, first, family=family, seconds=seconds)
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(group_to_json(found), indent=1) + "\n", encoding="utf-8")
        yield f"{name}, {family}, {kind}: assay check {name} --same-as {KAFKA[name]} --maps --case {path}"


def causes(run_: KafkaRun, kafka: Callable[[str], Target]) -> Counter[tuple[str, str]]:
    """(Reference, cause) -> the number of kept groups that differ for this cause."""
    return Counter(
        (name, cause_of(name, kafka(name), group, kind))
        for name, family, kind in run_.differences()
        for group in run_.cases(name, family, kind)
    )


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--groups", type=int, default=20_000, help="groups for each reference, over the families")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first stretch; later ones count up")
    parser.add_argument("--draws", type=int, default=500, help="draws in a stretch")
    parser.add_argument("--reference", action="append", choices=KAFKA, help="only this reference (repeatable)")
    parser.add_argument(
        "--inputs", action="append", choices=FAMILIES, help="this family instead of the seven (repeatable)"
    )
    parser.add_argument("--others", action="store_true", help="use the families in which differences are only listed")
    parser.add_argument("--call-timeout", type=float, default=2.0, help="seconds for a call of Kafka's class")
    parser.add_argument("--shrink", type=float, default=60.0, help="seconds of shrinking for each kind of difference")
    parser.add_argument("--out", type=Path, default=Path("kafka-agreement.jsonl"), help="file of finished stretches")


def run(args: Namespace) -> int:
    """Run the missing stretches, and print the table, the causes, and the smallest group of each kind of difference."""
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
