"""
The references agree with Kafka's own classes on very many groups of the input families.

    python -m studies kafka_agreement --groups 34000 --seed 0 --write

Finished stretches are written to `--out` line by line; the same command skips them. They keep the smallest groups of
each kind of difference. The exit code is 1 if answers differ for an unknown cause
(`tests.support.kafka.likeness`), and 2 if Kafka's classes are not available.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.shrink.sizes import size_of
from studies.evidence.evidence_record import EvidenceTable, add_evidence_options, publish
from studies.output import show_progress
from studies.records import append_line, resume_lines
from tests.support.kafka.likeness import ANSWERED, LIKE, MAPS, UNKNOWN, ask_kafka, cause_of, likeness
from tests.support.newest_releases import ORIGINALS
from tests.support.sampling import sample

KEPT = 20
"""
The number of groups that a stretch keeps of each kind of difference, the smallest first.

If the difference speaks against the reference, all are kept.
"""


@dataclass(slots=True, kw_only=True)
class KafkaOutcome:
    """
    The counts of a stretch, draws of one family from one seed, by reference.

    `found` counts the groups by `likeness`. The groups with differences are kept by kind.
    """

    family: str
    seed: int
    found: dict[str, dict[str, int]] = field(default_factory=dict)
    cases: dict[str, dict[str, list[dict[str, Any]]]] = field(default_factory=dict)


def run_stretch(
    names: Sequence[str], family: str, seed: int, draws: int, kafka: Callable[[str], Target]
) -> KafkaOutcome:
    """
    Put every draw of a stretch to the references `names`. `kafka` opens Kafka's class for a reference.

    One reference after the other: for Kafka's order a part of the reference is replaced, in the whole process.
    """
    drawn = sample(family, draws, seed)
    differing: dict[str, dict[str, list[Group]]] = {name: {} for name in names}
    return KafkaOutcome(
        family=family,
        seed=seed,
        found={name: dict(compare_answers(name, kafka(name), drawn, differing[name])) for name in names},
        cases={
            name: {kind: _keep_smallest(kind, groups) for kind, groups in kinds.items()}
            for name, kinds in differing.items()
        },
    )


def compare_answers(name: str, kafka: Target, groups: list[Group], differing: dict[str, list[Group]]) -> Counter[str]:
    """
    How often, and in which way, the reference `name` and `kafka` agree on `groups`.

    Groups on which they differ go into `differing`, by kind. Groups that cannot be put to Kafka's class are skipped.
    """
    counted: Counter[str] = Counter()
    for group in groups:
        try:
            kind = likeness(name, group, ask_kafka(kafka, group))
        except CannotBeAsked:
            continue
        counted[kind] += 1
        if kind not in LIKE:
            differing.setdefault(kind, []).append(group)
    return counted


def _keep_smallest(kind: str, groups: list[Group]) -> list[dict[str, Any]]:
    ordered = sorted(groups, key=size_of)
    return [group_to_json(group) for group in (ordered if kind == ANSWERED else ordered[:KEPT])]


def planned_stretches(families: Sequence[str], groups: int, draws: int, seed: int) -> list[tuple[str, int]]:
    """Each family with the seeds of its stretches: the same number of draws in each family, `groups` in all."""
    seeds = range(seed, seed + -(-groups // (draws * len(families))))
    return [(family, one) for family in families for one in seeds]


def finished_stretches(path: Path, names: Sequence[str]) -> dict[tuple[str, int], KafkaOutcome]:
    """The outcomes of earlier runs that have all these references, by family and seed."""
    found = [KafkaOutcome(**line) for line in resume_lines(path)]
    return {(one.family, one.seed): one for one in found if one.found.keys() >= set(names)}


def compared_answers(outcomes: Iterable[KafkaOutcome], name: str, family: str) -> Counter[str]:
    """How the answers of the reference `name` compare in `family`."""
    counted: Counter[str] = Counter()
    for outcome in outcomes:
        if outcome.family == family:
            counted.update(outcome.found[name])
    return counted


def answers_table(compared: Mapping[tuple[str, str], Counter[str]]) -> EvidenceTable:
    """
    A row for each reference and family: the groups, how the answers agreed (`LIKE`), and how they differed.

    Families in which all answers are equal as maps share a row.
    """
    rows, counted = [], dict[tuple[str, str], tuple[list[str], Counter[str]]]()
    for (name, family), found in compared.items():
        row = counted.setdefault((name, "" if found[MAPS] == found.total() else family), ([], Counter()))
        row[0].append(family)
        row[1].update(found)
    for (name, _), (families, found) in counted.items():
        counts = (f"{count:,}" for count in (found.total(), *(found[way] for way in LIKE)))
        kinds = [f"{kind}: {count:,}" for kind, count in sorted(found.items()) if kind not in LIKE]
        rows.append((f"`{name}`", ", ".join(families), *counts, "; ".join(kinds) or "0"))
    ways = (">as maps", ">in Kafka's order", ">which changes loads")
    columns = ("reference", "family", ">groups", *ways, "different")
    return EvidenceTable(table="What was run", columns=columns, rows=tuple(rows))


def causes(
    outcomes: Sequence[KafkaOutcome], names: Iterable[str], kafka: Callable[[str], Target]
) -> Counter[tuple[str, str]]:
    """(Reference, cause) -> the number of kept groups that differ for this cause."""
    return Counter(
        (name, cause_of(name, kafka(name), group_from_json(case), kind))
        for name in names
        for outcome in outcomes
        for kind, cases in outcome.cases.get(name, {}).items()
        for case in cases
    )


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--groups", type=int, default=34_000, help="drawn groups for each reference, over the families")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first stretch; later ones count up")
    parser.add_argument("--draws", type=int, default=500, help="draws in a stretch")
    parser.add_argument("--reference", action="append", choices=ORIGINALS, help="only this reference (repeatable)")
    parser.add_argument(
        "--inputs", action="append", choices=FAMILIES, help="only this family (repeatable; default: all but large)"
    )
    parser.add_argument("--call-timeout", type=float, default=2.0, help="seconds for a call of Kafka's class")
    parser.add_argument("--out", type=Path, default=Path("kafka-agreement.jsonl"), help="file of finished stretches")
    add_evidence_options(parser)


def run(args: Namespace) -> int:
    """Run the missing stretches, and count the causes of the differences."""
    families = args.inputs or [family for family in FAMILIES if family != "large"]
    names = args.reference or list(ORIGINALS)
    done = finished_stretches(args.out, names)
    planned = planned_stretches(families, args.groups, args.draws, args.seed)
    with ExitStack() as stack:

        @cache
        def kafka(name: str) -> Target:
            return stack.enter_context(closing(open_target(ORIGINALS[name], call_timeout=args.call_timeout)))

        for family, seed in planned:
            if (family, seed) not in done:
                done[family, seed] = run_stretch(names, family, seed, args.draws, kafka)
                append_line(args.out, asdict(done[family, seed]))
                show_progress(f"{family}, seed {seed}")
        outcomes = [done[one] for one in planned]
        why = causes(outcomes, names, kafka)
    rows = tuple((f"`{name}`", cause, f"{count:,}") for (name, cause), count in why.items())
    found = EvidenceTable(table="Stored groups that differ", columns=("reference", "cause", ">groups"), rows=rows)
    compared = {(name, family): compared_answers(outcomes, name, family) for name in names for family in families}
    groups = sum(one.total() for one in compared.values())
    different = groups - sum(one[way] for one in compared.values() for way in LIKE)
    unknown = sum(count for (_, cause), count in why.items() if cause == UNKNOWN)
    stored = f"{unknown:,} of the {why.total():,} stored ones without a known cause"
    result = f"{groups:,} groups of {len(families)} families: {different:,} differ, {stored}"
    publish("kafka-agreement", args, result, [answers_table(compared), found])
    return 1 if unknown else 0
