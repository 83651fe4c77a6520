"""The changes of a verdict, from kept to broken or back, in a row of releases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from kafka_assay.properties.releases.release_verdict import ReleaseWord


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictChange:
    """
    A law broke (`came`) or was fixed (`went`): `last` is the last release before, `first` the first after.

    The releases `between` could not be decided; the change may be at any of them.
    """

    kind: Literal["came", "went"]
    last: str
    first: str
    between: tuple[str, ...] = ()


def verdict_changes(row: Iterable[tuple[str, ReleaseWord]]) -> tuple[VerdictChange, ...]:
    """
    Every change of the verdict in a `row` of releases, oldest first.

    >>> [(one.kind, one.last, one.first) for one in verdict_changes([("1", "kept"), ("2", "broken"), ("3", "kept")])]
    [('came', '1', '2'), ('went', '2', '3')]
    """
    found: list[VerdictChange] = []
    before: tuple[str, ReleaseWord] | None = None
    between: list[str] = []
    for release, word in row:
        if word not in ("kept", "broken"):
            between.append(release)
            continue
        if before is not None and before[1] != word:
            kind: Literal["came", "went"] = "came" if word == "broken" else "went"
            found.append(VerdictChange(kind=kind, last=before[0], first=release, between=tuple(between)))
        before, between = (release, word), []
    return tuple(found)
