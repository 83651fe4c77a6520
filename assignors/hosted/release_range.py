"""
A target over a range of releases: `kafka-python==2.0.2..3.0.12:sticky`. Its registry lists the releases.

An end may be open. Pre-releases are left out unless an end names one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.release_order import RANGE, ReleaseOrder, parse_range
from kafka_assay.assignors.hosted.target_kinds import KINDS, parse_target
from kafka_assay.assignors.hosted.target_name import TargetName


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseRange:
    """The target `name` at every release from `first` to `last`, both included; an empty end is open."""

    text: str
    name: TargetName
    first: str
    last: str

    @property
    def order(self) -> ReleaseOrder:
        """The order of its releases."""
        return self.name.order

    def target_at(self, release: str) -> str:
        """The text of the target at one `release`."""
        return self.name.at_release(release).text

    def is_same_assignor(self, target: str) -> bool:
        """Whether the text `target` names the same assignor, at any release."""
        try:
            name = parse_target(target)
        except AssayError:
            return False
        return name.release is not None and name == self.name.at_release(name.release)

    def select(self, released: Iterable[str]) -> tuple[str, ...]:
        """The `released` releases in the range, oldest first. Raises `AssayError` where there is none."""
        known = self.order.sort(released)
        found = tuple(release for release in known if self._contains(release))
        if not found:
            whole = [release for release in known if not self.order.is_pre_release(release)] or known
            ends = f"; the oldest release is {whole[0]}, the newest {whole[-1]}" if known else "; it has no releases"
            raise AssayError(f"{self.text}: no release in {self.first}{RANGE}{self.last}{ends}")
        return found

    def _contains(self, release: str) -> bool:
        key = self.order.sort_key
        ends = [end for end in (self.first, self.last) if end]
        if self.order.is_pre_release(release) and not any(key(end) == key(release) for end in ends):
            return False
        return (not self.first or key(self.first) <= key(release)) and (not self.last or key(release) <= key(self.last))


def parse_release_range(text: str) -> ReleaseRange:
    """
    Parse the range in `text`. Raises `AssayError` where a target has no releases, or names a single one.

    >>> parse_release_range("go:github.com/twmb/franz-go@v1.20.0..:sticky").target_at("v1.21.4")
    'go:github.com/twmb/franz-go@v1.21.4:sticky'
    """
    name = parse_target(text)
    if not name.is_released:
        *words, last = [kind.word for kind in KINDS if kind.order is not None]
        raise AssayError(f"{text}: has no releases: expected a {', '.join(words)} or {last} target")
    ends = parse_range(name.release or "")
    if ends is None:
        tip = name.at_release(f"{name.release or ''}{RANGE}").text
        raise AssayError(f"{text}: expected a range of releases A{RANGE}B instead of the release, such as {tip}")
    found = ReleaseRange(text=text, name=name, first=ends[0], last=ends[1])
    for end in ends:
        if end and not found.order.is_release(end):
            raise AssayError(f"{text}: {end!r} is not a release: expected one like 1.2.3")
    if all(ends) and found.order.sort_key(ends[0]) > found.order.sort_key(ends[1]):
        raise AssayError(f"{text}: {ends[0]} is newer than {ends[1]}: expected the older one first")
    return found


def newest_per_series(releases: Sequence[str], order: ReleaseOrder) -> tuple[str, ...]:
    """
    The newest release of every minor version: 2.1.6 for all of 2.1.

    >>> from kafka_assay.assignors.hosted.release_order import ReleaseOrder
    >>> newest_per_series(["2.0.1", "2.0.2", "2.1.0"], ReleaseOrder.PYTHON)
    ('2.0.2', '2.1.0')
    """
    return tuple({order.series(release): release for release in releases}.values())
