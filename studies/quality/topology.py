"""
Where assignors place topics on hosts that restart repeatedly, and what stays in place.

    python -m studies topology --out out

Without a group it uses an example: 8 hosts of 4 threads, 80 topics, 417 partitions, all made from the seed.
"""

from __future__ import annotations

import json
import random
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from itertools import combinations
from math import ceil
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.formats.documents import group_from_line
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.benchmarks.environment import versions
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.measures.places import Placement, placement
from kafka_assay.properties.measures.topology import topology
from kafka_assay.reports.report import write_pages
from studies.quality.topology_chapter import FORMAT, RECORD, topology_sentences

TARGETS = (
    "range", "lag", "roundrobin", "sticky", "server-uniform", "optimal", "hashed-roundrobin", "shuffled-roundrobin",
)  # fmt: skip

HOSTS, THREADS, TOPICS, PARTITIONS = 8, 4, 80, 417
COUNTS = (1, 2, 3, 4, 6, 8, 12)
RESTARTS = 10
MOST_LEAVING = 32
"""The most members that leave, one at a time, each from the whole group."""

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")


def example_group(seed: int = 0) -> Group:
    """
    8 hosts with 4 threads each, which all read 80 topics of 1 to 12 partitions, 417 in all. Rates are bytes a second.

    >>> group = example_group()
    >>> len(group.members), len(group.topics), sum(topic.partitions for topic in group.topics)
    (32, 80, 417)
    """
    draw = random.Random(f"topology {seed}")
    counts: list[int] = []
    while sum(counts) != PARTITIONS:
        counts = [COUNTS[int(draw.random() * len(COUNTS))] for _ in range(TOPICS)]
    topics = tuple(_topic(f"topic-{place:02}", count, draw) for place, count in enumerate(counts))
    subscription = tuple(topic.name for topic in topics)
    hosts = [f"application{host:02}" for host in range(1, HOSTS + 1) for _ in range(THREADS)]
    members = (Member(id=f"{host}-{_uuid(draw)}", subscription=subscription, host=host) for host in hosts)
    return Group(name=f"{HOSTS} hosts of {THREADS} threads", topics=topics, members=tuple(members))


def _topic(name: str, partitions: int, draw: random.Random) -> Topic:
    rate = 10 ** (3 * draw.random())
    weights = tuple(round(rate * (0.5 + draw.random()), 1) for _ in range(partitions))
    return Topic(name=name, partitions=partitions, weights=weights)


def _uuid(draw: random.Random) -> str:
    # Of Python's generators only `random()` guarantees the same values in every release.
    digits = "".join(f"{int(draw.random() * 16):x}" for _ in range(32))
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def restart_members(group: Group, number: int, seed: int = 0) -> Group:
    """
    `group` after the `number`th restart of all members: no claims, and new member ids.

    The UUID at the end of an id is replaced; an id without one gets one. Instance ids, hosts and the rest stay.
    """
    draw = random.Random(f"restart {seed} {number}")
    members = tuple(
        replace(member, id=f"{UUID.sub('', member.id).rstrip('-')}-{_uuid(draw)}", owned=(), generation=None)
        for member in group.members
    )
    return replace(group, members=members)


def measure_target(target: Target, group: Group, *, restarts: int = RESTARTS, seed: int = 0) -> dict[str, Any]:
    """One row: the answers of `target` to `group` at a first start, after restarts, and after one member has left."""
    try:
        return {"target": target.name, "version": target.version, "error": None} | _row(target, group, restarts, seed)
    except AssignorFailed as failure:
        return {"target": target.name, "version": target.version, "error": str(failure)}


def _row(target: Target, group: Group, restarts: int, seed: int) -> dict[str, Any]:
    answer = target.assign(group)
    settled = feed_back(group, answer)
    again = target.assign(settled)
    fewer = [(one, target.assign(one)) for one in _without_one_member(settled)]
    starts = [restart_members(group, number, seed) for number in range(restarts)]
    placements = [placement(one, target.assign(one)) for one in starts]
    return {
        "assignment": assignment_to_json(answer),
        "jaccard": persistence([one for one in placements if one is not None]),
        **{
            name: _figures(group, answer, weighted=weighted)
            | {
                "kept_unchanged": retention(settled, again, weighted=weighted),
                "kept_one_gone": _mean(retention(one, given, weighted=weighted) for one, given in fewer),
            }
            for name, weighted in (("counts", False), ("weights", True))
        },
    }


def persistence(restarts: Sequence[Placement]) -> float | None:
    """
    How similar the hosts of a topic are between restarts: the mean Jaccard index over topics and pairs of restarts.

    1 means that a topic returns to the same hosts after every restart under new member ids.
    """
    hosts = [{topic.topic: {host for host, _ in topic.by_host} for topic in one.topics} for one in restarts]
    found = [
        len(one[topic] & other[topic]) / len(one[topic] | other[topic])
        for one, other in combinations(hosts, 2)
        for topic in one.keys() & other.keys()
        if one[topic] | other[topic]
    ]
    return sum(found) / len(found) if found else None


def retention(group: Group, answer: Assignment, *, weighted: bool = False) -> float | None:
    """
    The share of undisputedly owned partitions that `answer` leaves with their owner; None if none was owned.

    Read it with every other measure: otherwise moving every partition would look free.
    """
    weights = {topic.name: topic.weights for topic in group.topics} if weighted else {}
    mine = {(member, topic): set(ids) for member, topics in answer.items() for topic, ids in topics.items()}
    kept = total = 0.0
    for (topic, partition), owner in valid_owners(group).items():
        known = weights.get(topic)
        weight = 1.0 if known is None else known[partition]
        total += weight
        if partition in mine.get((owner, topic), ()):
            kept += weight
    return kept / total if total else None


def _without_one_member(group: Group) -> list[Group]:
    """`group` without one member, each in turn. If there are many members, an evenly spread selection."""
    members = group.members
    places = range(0, len(members), ceil(len(members) / MOST_LEAVING))
    return [replace(group, members=members[:gone] + members[gone + 1 :]) for gone in places if len(members) > 1]


def _mean(shares: Iterable[float | None]) -> float | None:
    known = [share for share in shares if share is not None]
    return sum(known) / len(known) if known else None


def _figures(group: Group, answer: Assignment, *, weighted: bool) -> dict[str, Any]:
    placed = placement(group, answer, weighted=weighted)
    return {} if placed is None else asdict(topology(placed))


def build_record(
    group: Group,
    targets: Sequence[str],
    *,
    restarts: int = RESTARTS,
    seed: int = 0,
    command: str = "python -m studies topology",
) -> dict[str, Any]:
    """The document: every row, the group of the first start, and the command to repeat it. Raises `AssayError`."""
    if restarts < 2:
        raise AssayError(f"restarts: {restarts}: expected at least 2, so that there is something to compare")
    if placement(group, {}) is None:
        without = next((member.id for member in group.members if member.host is None), None)
        reason = "the group has no members" if without is None else f"member {without!r} has no host"
        raise AssayError(f"{group.name or 'the group'}: {reason}: expected a host for each member")
    rows = []
    for name in targets:
        with closing(open_target(name, seed=seed)) as target:
            rows.append(measure_target(target, group, restarts=restarts, seed=seed))
    return {
        "format": FORMAT,
        "command": command,
        "seed": seed,
        "restarts": restarts,
        "versions": versions(),
        "group": group_to_json(group),
        "rows": rows,
    }


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("targets", metavar="TARGET", nargs="*", help=f"targets (default {' '.join(TARGETS)})")
    parser.add_argument("--group", type=Path, metavar="GROUP.json", help="a group whose members have hosts")
    parser.add_argument("--out", type=Path, metavar="DIR", required=True, help=f"folder for {RECORD}")
    parser.add_argument(
        "--restarts", type=int, metavar="N", default=RESTARTS, help=f"number of starts (default {RESTARTS})"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the example and the restarts (default 0)")


def run(args: Namespace) -> None:
    """Write the record and a report on it into the folder, and print the path of the record."""
    group = example_group(args.seed) if args.group is None else group_from_line(args.group.read_bytes())
    targets = args.targets or TARGETS
    document = build_record(group, targets, restarts=args.restarts, seed=args.seed, command=args.command)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / RECORD).write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    write_pages(args.out, [topology_sentences(document)])
    print(args.out / RECORD)
