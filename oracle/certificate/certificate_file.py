"""
`assay-certificate/1`: a plan, its figures and the proof that it is optimal, in one file, and what it proves.

The fingerprint identifies the group. It covers everything that the optimum depends on, and nothing else. Groups that
differ only in offsets, racks or order have the same fingerprint.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at, assignment_to_json
from kafka_assay.assignors.formats.json_values import NOTHING, object_at, path_to, text_at
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners, valid_owners_by_topic
from kafka_assay.oracle.certificate.certificate import INVALID, verify
from kafka_assay.oracle.optimum import Optimum

FORMAT = "assay-certificate/1"
FORMATS_WITH_A_CERTIFICATE = (FORMAT, "assay-optimum/1")
PARTS = ("members", "topics", "levels")


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """The content of a certificate file: the potentials, and optionally their plan and the group's fingerprint."""

    potentials: dict[str, Any] = field(hash=False)
    assignment: Assignment | None = field(hash=False, default=None)
    fingerprint: str | None = None


def certificate_to_json(group: Group, optimum: Optimum, versions: Mapping[str, str]) -> dict[str, Any]:
    """An `assay-certificate/1` document for an optimum of `group`."""
    return {
        "format": FORMAT,
        "name": group.name,
        "fingerprint": fingerprint(group),
        "engine": optimum.engine,
        "versions": dict(versions),
        "sum_of_squares": optimum.sum_of_squares,
        "moves": optimum.moves,
        "kept": optimum.kept,
        "assignment": assignment_to_json(optimum.assignment),
        "certificate": optimum.certificate,
    }


def certificate_from_json(document: object) -> Certificate:
    """
    The certificate in a parsed document. Raises `InvalidGroup` where it has none.

    The document may be an `assay-certificate/1`, the output of `assay optimum --json`, or the potentials alone. This
    function checks only the shape. `kafka_assay.oracle.certificate.certificate` checks whether the numbers prove
    anything.
    """
    whole = object_at(document, "", f"an object with the keys 'format': {FORMAT!r} and 'certificate'")
    if "format" not in whole and "kind" in whole:
        return Certificate(potentials=_potentials(whole, ""))
    if whole.get("format", NOTHING) not in FORMATS_WITH_A_CERTIFICATE:
        raise InvalidGroup("format", whole.get("format", NOTHING), repr(FORMAT))
    mark = whole.get("fingerprint")
    return Certificate(
        potentials=_potentials(whole.get("certificate", NOTHING), "certificate"),
        assignment=assignment_at(whole["assignment"]) if "assignment" in whole else None,
        fingerprint=None if mark is None else text_at(mark, "fingerprint"),
    )


def _potentials(value: object, path: str) -> dict[str, Any]:
    found = object_at(value, path, "a certificate with 'kind', 'members', 'topics' and 'levels'")
    if found.get("kind", NOTHING) != "potentials":
        raise InvalidGroup(path_to(path, "kind"), found.get("kind", NOTHING), "'potentials'")
    for part in PARTS:
        where = path_to(path, part)
        numbers = object_at(found.get(part, NOTHING), where, "an object: name -> whole number")
        for name, number in numbers.items():
            if type(number) is not int:
                raise InvalidGroup(path_to(where, name), number, "a whole number")
    return found


def fingerprint(group: Group) -> str:
    """
    The SHA-256 of everything that the optimum of `group` depends on: partition counts, subscriptions and valid owners.

    >>> from kafka_assay.assignors.model import group_of
    >>> one = group_of({"t": 1, "u": 0}, {"a": ["t", "gone"], "b": []}, {"a": {"t": [0]}}, name="one")
    >>> fingerprint(one) == fingerprint(group_of({"t": 1}, {"b": [], "a": ["t", "t"]}, {"a": {"t": [0]}}, generation=7))
    True
    """
    sizes = {topic.name: topic.partitions for topic in group.topics if topic.partitions}
    subscriptions = {
        member.id: sorted(topic for topic in set(member.subscription) if topic in sizes) for member in group.members
    }
    subscribed = {topic for mine in subscriptions.values() for topic in mine}
    owners = {topic: sorted(owners.items()) for topic, owners in valid_owners_by_topic(group).items() if owners}
    content = {"topics": {topic: sizes[topic] for topic in subscribed}, "members": subscriptions, "owners": owners}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return f"sha256:{sha256(text.encode()).hexdigest()}"


class OptimumFigures(NamedTuple):
    """The figures that an optimum minimises: the sum of squared loads, then the moves."""

    sum_of_squares: int
    moves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CertifiedAnswer:
    """
    Whether an answer is proved optimal, and the best figures.

    `refused` is None where the answer is proved optimal; otherwise it is the reason. `optimum` has the figures that are
    proved best: those of the answer, or those of the plan in the certificate. It is None where nothing is proved.
    """

    refused: str | None
    optimum: OptimumFigures | None


def certify_answer(group: Group, answer: Assignment, certificate: Certificate) -> CertifiedAnswer:
    """
    What `certificate` proves about `answer` and `group`.

    There are many optima. A valid answer that is as good as the proved plan is therefore also proved.
    """
    refused = verify(group, answer, certificate.potentials)
    if refused is None:
        return CertifiedAnswer(refused=None, optimum=figures_of(group, answer))
    plan = certificate.assignment
    if plan is not None and verify(group, plan, certificate.potentials) is None:
        best = figures_of(group, plan)
        if figures_of(group, answer) == best and not refused.startswith(INVALID):
            return CertifiedAnswer(refused=None, optimum=best)
        return CertifiedAnswer(refused=refused, optimum=best)
    if certificate.fingerprint not in {None, fingerprint(group)}:
        refused = f"it belongs to another group, with the fingerprint {certificate.fingerprint}"
    return CertifiedAnswer(refused=refused, optimum=None)


def figures_of(group: Group, answer: Assignment) -> OptimumFigures:
    """The figures of an answer."""
    squares = sum(load * load for load in loads(group, answer).values())
    return OptimumFigures(squares, stickiness(valid_owners(group), answer).moved)
