"""The key `path` of a case: how a live group gets to the break."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.json_values import array_at, check_keys, integer_at, object_at, text_at
from kafka_assay.assignors.formats.life_format import life_from_json, life_to_json
from kafka_assay.assignors.life import Life
from kafka_assay.membership.rebalance_record import HistoryRebalance

PathStatus: TypeAlias = Literal["shown", "constructed", "faulty-client"]
PathSource: TypeAlias = Literal["model", "wire", "broker"]

STATUSES: tuple[PathStatus, ...] = get_args(PathStatus)
SOURCES: tuple[PathSource, ...] = get_args(PathSource)
PATH_KEYS = ("status", "life", "histories", "source", "story")
_MOST = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePath:
    """
    How a live group gets to a break of the same law with the same cause.

    `shown`: `life` leads there, and `source` says who ran it. `faulty-client`: only a client that breaks its own rules
    gets there. `constructed`: neither is known. `histories` counts the histories that were searched; a life that is
    known without a search needs none. `story` tells the life in sentences. A report writes it from `rebalances`, which
    are not saved.
    """

    status: PathStatus
    life: Life | None = None
    histories: int = 0
    source: PathSource | None = None
    story: tuple[str, ...] = ()
    rebalances: tuple[HistoryRebalance, ...] = field(default=(), repr=False, compare=False)


def path_to_json(path: CasePath) -> dict[str, Any]:
    """`path` as JSON."""
    return {
        "status": path.status,
        "life": None if path.life is None else life_to_json(path.life),
        "histories": path.histories,
        "source": path.source,
        **({"story": list(path.story)} if path.story else {}),
    }


def path_from_json(document: object, path: str) -> CasePath:
    """The path that a parsed document describes. Raises `InvalidGroup`."""
    found = object_at(document, path)
    check_keys(found, path, PATH_KEYS, required=("status",))
    status, source, life = found["status"], found.get("source"), found.get("life")
    if status not in STATUSES:
        raise InvalidGroup(f"{path}.status", status, f"one of {', '.join(STATUSES)}")
    if source is not None and source not in SOURCES:
        raise InvalidGroup(f"{path}.source", source, f"one of {', '.join(SOURCES)}, or null")
    story = array_at(found.get("story", []), f"{path}.story")
    return CasePath(
        status=status,
        life=None if life is None else model_life_at(life, f"{path}.life"),
        histories=integer_at(found.get("histories", 0), f"{path}.histories", least=0, most=_MOST),
        source=source,
        story=tuple(text_at(sentence, f"{path}.story[{place}]") for place, sentence in enumerate(story)),
    )


def model_life_at(document: object, path: str) -> Life:
    """A life that says how coordinator and clients behave. Raises `InvalidGroup`."""
    try:
        life = life_from_json(document)
    except InvalidGroup as wrong:
        raise InvalidGroup(f"{path}.{wrong.path}".rstrip("."), wrong.value, wrong.expected) from None
    if life.of_claims:
        raise InvalidGroup(path, life.name, "a life with a protocol; the events of others stand in the steps")
    return life
