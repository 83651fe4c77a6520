"""The pages of all references, input families and kinds of target."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from itertools import groupby

from kafka_assay.assignors.hosted.target_kinds import KINDS
from kafka_assay.assignors.interface import Assignor
from kafka_assay.assignors.registry import is_exhibit, reference_assignor, reference_names
from kafka_assay.properties.input_families import FAMILIES
from studies.output import as_sentence, prose, table_head, table_row

_ASSIGNORS = """\
# Reference assignors

These are `assay`'s own assignors. Each is written as a readable specification of its rule, and is checked against \
every law of the promises that it makes. `assay list assignors` prints them. `--like NAME` checks your own assignor \
against the promises of one of them. Names with `@` are [exhibits](../results/exhibits.md): old rules with their \
faults. Where a rule sorts ids or topics, it compares them as Java does, by UTF-16 code units \
(`assignors/order.py`).
"""
_FAMILIES = """\
# Input families

A check draws its groups from these families. A family says what is unusual about its groups. `--inputs FAMILY` \
limits a check to one of them. [Which groups](../understand/verdicts.md#which-groups) says how large they are.
"""
_TARGETS = """\
# Targets

A *target* is the assignor under test. A name without `:` is a [reference](assignors.md). All other targets are \
written in one of these forms:
"""
_RELEASES = """\
`assay releases` takes a range in the place of the release: \
`kafka-python==2.0.2..3.0.12:sticky`, or `kafka-python==2.0.2..:sticky` up to the newest.

Released assignors are fetched and built at their first use, into [a cache](../hosts/cache.md). \
[What each host can express](../hosts/expressed.md) says which details of a group a client gets to see. \
[Hosts](../hosts/README.md) says how to write a program for `exec:`, and [any client](../wire/README.md) how to run a \
consumer under `wire:`.
"""


def assignors_page() -> str:
    """The page of the references."""
    return "\n".join([_ASSIGNORS, *(line for name in sorted(reference_names(), key=_order) for line in _rule(name))])


def _order(name: str) -> tuple[bool, str]:
    return is_exhibit(name), name


def _rule(name: str) -> Iterator[str]:
    assignor = reference_assignor(name)
    yield f"## {name}\n"
    yield from (f"{paragraph}\n" for paragraph in prose(inspect.getdoc(type(assignor)) or ""))
    yield f"Promises: {', '.join(f'*{promise}*' for promise in sorted(map(str, assignor.promises)))}.\n"
    yield from _known_failures(assignor)


def _known_failures(assignor: Assignor) -> Iterator[str]:
    """Laws that the rule is known to break, by reason, each with the families in which it does."""
    known = {(failure.reason, failure.law): None for failure in getattr(assignor, "expected_failures", ())}
    if known:
        yield "Known failures of this rule:\n"
        for reason, pairs in groupby(sorted(known), key=lambda one: one[0]):
            laws = ", ".join(f"[`{law}`](laws.md#{law})" for _, law in pairs)
            yield f"* {laws}: {reason}"
        yield ""


def families_page() -> str:
    """The page of the input families."""
    rows = [table_row(f"`{one.name}`", as_sentence(one.says), one.source) for one in FAMILIES.values()]
    return "\n".join([_FAMILIES, table_head("family", "its groups", "source"), *rows, ""])


def targets_page() -> str:
    """The page of the kinds of target."""
    rows = [table_row(f"`{kind.form}`", kind.says, f"`{kind.example}`") for kind in KINDS]
    return "\n".join([_TARGETS, table_head("form", "what it is", "example"), *rows, "", _RELEASES])
