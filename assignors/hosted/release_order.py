"""
How a release or a range of releases is written, and the order of releases in the ecosystem that published them.

Every text has a place, even if its ecosystem would reject it. Such a text comes before all others and counts as a
pre-release, so that only users who name it get it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError, spelling_tip

Key: TypeAlias = tuple[Any, ...]

_SEMANTIC = re.compile(r"v?(?P<numbers>\d+(?:\.\d+)*)(?:-(?P<stage>[0-9A-Za-z.-]+))?(?:\+.*)?")
_MAVEN = re.compile(r"(?P<numbers>\d+(?:\.\d+)*)(?P<rest>.*)")
_MAVEN_STAGES = {"alpha": 0, "a": 0, "beta": 1, "b": 1, "milestone": 2, "m": 2, "rc": 3, "cr": 3, "snapshot": 4}
_MAVEN_RELEASES = {"": 5, "ga": 5, "final": 5, "release": 5, "sp": 6}
_RELEASED = 5


class ReleaseOrder(Enum):
    """The rules of comparison: PEP 440, semantic versioning (Go, npm, crates), or Maven's rules."""

    PYTHON = "python"
    SEMANTIC = "semantic"
    MAVEN = "maven"

    def sort_key(self, release: str) -> Key:
        """
        The key that sorts releases from the oldest to the newest.

        >>> sorted(["1.10.0", "1.9.0", "1.10.0rc1", "1.10"], key=ReleaseOrder.PYTHON.sort_key)
        ['1.9.0', '1.10.0rc1', '1.10.0', '1.10']
        >>> sorted(["v1.10.0", "v1.9.0", "v1.10.0-rc.10", "v1.10.0-rc.9"], key=ReleaseOrder.SEMANTIC.sort_key)
        ['v1.9.0', 'v1.10.0-rc.9', 'v1.10.0-rc.10', 'v1.10.0']
        >>> sorted(["7.5.0-ccs", "7.5.0", "7.5.0-rc1"], key=ReleaseOrder.MAVEN.sort_key)
        ['7.5.0-rc1', '7.5.0', '7.5.0-ccs']
        """
        found = _READERS[self](release)
        return (0,) if found is None else (1, found[0])

    def sort(self, releases: Iterable[str]) -> tuple[str, ...]:
        """The `releases`, each once, from the oldest to the newest."""
        return tuple(sorted(set(releases), key=lambda release: (self.sort_key(release), release)))

    def tip(self, wanted: str, known: Sequence[str]) -> str:
        """A tip for a missing release: the nearest of the `known` ones, and the newest."""
        whole = [release for release in known if not self.is_pre_release(release)]
        return f"{spelling_tip(wanted, known)}; the newest is {(whole or known)[-1]}"

    def is_release(self, release: str) -> bool:
        """Whether `release` is a release by the ecosystem's rules."""
        return _READERS[self](release) is not None

    def is_pre_release(self, release: str) -> bool:
        """
        Whether `release` is a pre-release, such as a beta or a candidate.

        >>> [ReleaseOrder.SEMANTIC.is_pre_release(text) for text in ("2.0.0-beta.1", "2.0.0", "2.0.0+incompatible")]
        [True, False, False]
        """
        found = _READERS[self](release)
        return found is None or found[1]

    def series(self, release: str) -> tuple[int, ...]:
        """
        The major and the minor number, which releases of one series share.

        >>> ReleaseOrder.SEMANTIC.series("v1.20.3"), ReleaseOrder.PYTHON.series("3")
        ((1, 20), (3, 0))
        """
        numbers = [int(number) for number in re.findall(r"\d+", release.rpartition("!")[2])[:2]]
        return tuple([*numbers, 0, 0][:2])


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers without trailing zeros: 1.0 and 1.0.0 are one release."""
    numbers = [int(number) for number in text.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _read_python(release: str) -> tuple[Any, bool] | None:
    """The key among releases, and whether it is a pre-release; None where it is no release. So do the others."""
    from packaging.version import InvalidVersion, Version

    try:
        version = Version(release.partition("+")[0])
    except InvalidVersion:
        return None
    return version, version.is_prerelease


def _read_semantic(release: str) -> tuple[Any, bool] | None:
    found = _SEMANTIC.fullmatch(release.strip())
    if found is None:
        return None
    words = found["stage"].split(".") if found["stage"] else []
    stage = tuple((0, int(word), "") if word.isdecimal() else (1, 0, word) for word in words)
    return (_numbers(found["numbers"]), not stage, stage), bool(stage)


def _read_maven(release: str) -> tuple[Any, bool] | None:
    found = _MAVEN.fullmatch(release.strip())
    if found is None:
        return None
    words = [_maven_word(word) for word in re.findall(r"[a-z]+|\d+", found["rest"].lower()) or [""]]
    return (_numbers(found["numbers"]), words), words[0][0] < _RELEASED


def _maven_word(word: str) -> tuple[int, int, str]:
    """Stages come before the release itself, then service packs, then unknown words (`ccs`), then numbers."""
    if word.isdecimal():
        return 8, int(word), ""
    rank = _MAVEN_STAGES.get(word, _MAVEN_RELEASES.get(word))
    return (7, 0, word) if rank is None else (rank, 0, "")


_READERS = {
    ReleaseOrder.PYTHON: _read_python,
    ReleaseOrder.SEMANTIC: _read_semantic,
    ReleaseOrder.MAVEN: _read_maven,
}

RANGE = ".."
_RELEASE = re.compile(r"[0-9A-Za-z](?:[\w+-]|\.(?!\.))*(?<!\.)", re.ASCII)
"""The form of a release in all supported registries. It contains no path separator, because releases become folders."""


def check_release(text: str, release: str) -> None:
    """
    Raise `AssayError`, with `text` first, where `release` is neither a release nor a range `A..B`. Ends may be open.

    >>> check_release("x", "../y")
    Traceback (most recent call last):
    kafka_assay.assignors.errors.AssayError: x: '../y' is not a release: expected 1.2.3, or a range, 1.2.3..4.5.6
    """
    ends = release.split(RANGE)
    named = [end for end in ends if end] if len(ends) == 2 else ends
    if len(ends) > 2 or not all(_RELEASE.fullmatch(end) for end in named):
        raise AssayError(f"{text}: {release!r} is not a release: expected 1.2.3, or a range, 1.2.3..4.5.6")


def parse_range(release: str) -> tuple[str, str] | None:
    """
    The first and the last release of a range, empty where it is open; None for a single release.

    >>> parse_range("v1.20.0..v1.22.2"), parse_range("v1.22.2")
    (('v1.20.0', 'v1.22.2'), None)
    """
    first, dots, last = release.partition(RANGE)
    return (first, last) if dots else None
