"""
Bisection: put one case to releases, and find the release that broke its law or fixed it.

The two ends are asked first. If the oldest releases do not have the assignor, halving finds the first that has it. If
the verdicts of the ends differ, a change lies between them, and halving finds one. Bisection assumes that it is the
only change; asking every release tests that. If a release cannot be decided, its neighbours are asked instead, the
nearest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kafka_assay.properties.releases.release_findings import (
    ReleaseVerdict,
    ReleaseWord,
    VerdictChange,
    first_with_assignor,
    verdict_changes,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bisection:
    """
    The verdicts of the releases that were asked (`said`), out of all `releases`.

    `whole` says that every release was asked, so that there are no other changes.
    """

    releases: tuple[str, ...]
    verdicts: Mapping[str, ReleaseVerdict] = field(hash=False)
    whole: bool = False
    interrupted: bool = False

    @property
    def row(self) -> list[tuple[str, ReleaseWord]]:
        """The releases that were asked, oldest first, with their verdicts."""
        return [(release, self.verdicts[release].word) for release in self.releases if release in self.verdicts]

    @property
    def changes(self) -> tuple[VerdictChange, ...]:
        """Every change between releases that were asked."""
        return verdict_changes(self.row)

    @property
    def decided(self) -> list[str]:
        """The releases with a decided verdict, oldest first."""
        return [release for release, word in self.row if word in ("kept", "broken")]

    @property
    def ends(self) -> tuple[str, ...]:
        """The first and the last release with a decided verdict: one if there is only one, none if there is none."""
        return tuple(dict.fromkeys([*self.decided[:1], *self.decided[-1:]]))


def bisect(releases: Sequence[str], ask: Callable[[str], ReleaseVerdict], *, every: bool = False) -> Bisection:
    """Ask `releases` (oldest first) by halving, or `every` one of them. An interrupt returns the verdicts so far."""
    verdicts: dict[str, ReleaseVerdict] = {}

    def word(place: int) -> ReleaseWord:
        release = releases[place]
        if release not in verdicts:
            verdicts[release] = ask(release)
        return verdicts[release].word

    def reason(place: int) -> str | None:
        return verdicts[releases[place]].reason if word(place) == "unavailable" else None

    interrupted = False
    try:
        if every:
            for place in range(len(releases)):
                word(place)
        else:
            _bisect_between(range(first_with_assignor(len(releases), reason), len(releases)), word)
    except KeyboardInterrupt:
        interrupted = True
    whole = len(verdicts) == len(releases)
    return Bisection(releases=tuple(releases), verdicts=verdicts, whole=whole, interrupted=interrupted)


def _bisect_between(places: Sequence[int], word: Callable[[int], ReleaseWord]) -> None:
    first = _first_decided(places, word)
    last = None if first is None else _first_decided(reversed(places), word)
    if first is None or last is None or word(first) == word(last):
        return
    while (middle := _first_decided(_from_the_middle(first, last), word)) is not None:
        if word(middle) == word(first):
            first = middle
        else:
            last = middle


def _first_decided(places: Iterable[int], word: Callable[[int], ReleaseWord]) -> int | None:
    return next((place for place in places if word(place) in ("kept", "broken")), None)


def _from_the_middle(first: int, last: int) -> list[int]:
    """
    The places between two others, the middle one first.

    >>> _from_the_middle(0, 5)
    [2, 3, 1, 4]
    """
    middle = (first + last) / 2
    return sorted(range(first + 1, last), key=lambda place: (abs(place - middle), place))
