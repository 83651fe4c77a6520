"""The assignor that a captured group runs today, as a reference."""

from __future__ import annotations

import re

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group

_BY_NAME = {
    "range": "range",
    "roundrobin": "roundrobin",
    "sticky": "sticky",
    "cooperativesticky": "cooperative-sticky",
    "uniform": "server-uniform",
}
"""The clients' and brokers' names, without case, hyphens, package and the ending of a class -> reference."""

_ENDING = re.compile(r"(assignor|assigner)$")
_KIP_848_ID = re.compile(r"[A-Za-z0-9+/_-]{22}")


def present_assignor(group: Group) -> str | None:
    """
    The reference with the rule that the group runs, by its `strategy`; None if that is absent or unknown.

    `range` is the broker's if the member ids are those of KIP-848: a random id of 22 characters, without a client id.

    >>> present_assignor(Group(topics=(), members=(), strategy="uniform"))
    'server-uniform'
    """
    if group.strategy is None:
        return None
    word = group.strategy.rpartition(".")[2].lower().replace("-", "").replace("_", "")
    name = _BY_NAME.get(_ENDING.sub("", word))
    return "server-range" if name == "range" and _has_kip_848_ids(group) else name


def is_present(target: Target, group: Group) -> bool:
    """Whether `target` follows the rule that the group runs today."""
    return present_assignor(group) == (target.like or target.name).partition(",")[0]


def _has_kip_848_ids(group: Group) -> bool:
    return bool(group.members) and all(
        _KIP_848_ID.fullmatch(member.id) and not (member.client_id and member.id.startswith(f"{member.client_id}-"))
        for member in group.members
    )
