"""How often things happen in a drawn month, and its sizes; `docs/understand/lives.md` says why each default."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from kafka_assay.assignors.errors import AssayError, spelling_tip

MOST_EVENTS = 1_000.0
MOST_SIZE = 1_000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """
    How often things happen in a month, and how large groups are.

    The first four are mean numbers of events in a month, the next three are shares of the groups.
    """

    deploys: float = 8.0
    """All members restart."""
    scale_outs: float = 4.0
    """The group grows by half, for a working day."""
    crashes: float = 2.0
    """A member crashes, and is back after a restart."""
    growths: float = 0.25
    """A topic gets twice its partitions."""
    static: float = 0.2
    """Groups with static members."""
    quarter: float = 0.5
    """Groups that restart a quarter of their members at once, not one after another."""
    unequal: float = 0.2
    """Groups whose older members do not read the newest topic."""
    least_members: float = 3.0
    """The least number of members at the start."""
    most_members: float = 30.0
    """The largest."""
    least_partitions: float = 1.0
    """The least number of partitions for each member, over all topics."""
    most_partitions: float = 8.0
    """The largest."""
    most_topics: float = 4.0
    """The largest number of topics."""

    def __post_init__(self) -> None:
        """Raise `AssayError` for a value that cannot be."""
        for name in ("deploys", "scale_outs", "crashes", "growths"):
            self._require(name, 0.0, MOST_EVENTS)
        for name in ("static", "quarter", "unequal"):
            self._require(name, 0.0, 1.0)
        self._require("least_members", 2.0, MOST_SIZE)
        self._require("most_members", self.least_members, MOST_SIZE)
        self._require("least_partitions", 0.01, MOST_SIZE)
        self._require("most_partitions", self.least_partitions, MOST_SIZE)
        self._require("most_topics", 1.0, MOST_SIZE)

    def _require(self, name: str, least: float, most: float) -> None:
        value: float = getattr(self, name)
        if not least <= value <= most:
            raise AssayError(f"--rate {key_of(name)}={value:g}: expected a number from {least:g} to {most:g}")


def key_of(name: str) -> str:
    """The key of a field on the command line."""
    return name.replace("_", "-")


KEYS = tuple(key_of(one.name) for one in fields(Rates))
"""The keys of `--rate`."""


def parse_rates(words: Iterable[str]) -> Rates:
    """
    The rates with the changes in `words`, such as `deploys=20`. Raises `AssayError`.

    >>> parse_rates(["deploys=20", "static=0"]).deploys
    20.0
    """
    changes: dict[str, float] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if key not in KEYS or not equals:
            tip = spelling_tip(key, KEYS)
            raise AssayError(f"--rate {word}{tip}: expected KEY=NUMBER with one of the keys {', '.join(KEYS)}")
        try:
            changes[key.replace("-", "_")] = float(text)
        except ValueError:
            raise AssayError(f"--rate {word}: expected a number") from None
    return replace(Rates(), **changes)
