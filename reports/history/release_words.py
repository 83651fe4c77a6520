"""
Rows of releases in words: since when a law is broken, in which release it was mended, what cannot be said.

From the JSON form, so that stored records read as the terminal showed them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from kafka_assay.reports.render.verdict_signs import sign_of
from kafka_assay.reports.wording.words import series

LEGEND = "✓ kept   ✗ broken   (✗) declared beforehand   ? undecided   · not asked of it   – not to be had"


def decided_releases(row: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The releases of a row that kept or broke it, oldest first."""
    return [release for release, said in row.items() if said["verdict"] in ("kept", "broken")]


def row_in_words(row: Mapping[str, Mapping[str, Any]], changes: Sequence[Mapping[str, Any]]) -> str:
    """
    A row of releases as a clause: what it began with, each change, and whether it lasts.

    >>> row = {"1": {"verdict": "broken"}, "2": {"verdict": "unavailable"}, "3": {"verdict": "kept"}}
    >>> row_in_words(row, [{"change": "went", "last": "1", "first": "3", "between": ["2"]}])
    'there in 1, gone in 3 (or in 2)'
    """
    known = decided_releases(row)
    if not known:
        return "could not be decided anywhere"
    first, last = row[known[0]]["verdict"], row[known[-1]]["verdict"]
    if not changes:
        return f"{first} in {known[0]}" if len(known) == 1 else f"{first} {_throughout(row, known)}"
    told = [f"there in {known[0]}"] if first == "broken" else []
    told += [change_in_words(change) for change in changes]
    return ", ".join([*told, f"still in {known[-1]}"] if last == "broken" else told)


def _throughout(row: Mapping[str, Mapping[str, Any]], known: Sequence[str]) -> str:
    releases = list(row)
    between = releases[releases.index(known[0]) : releases.index(known[-1]) + 1]
    if len(between) == len(known):
        return f"in all releases from {known[0]} to {known[-1]}"
    return f"from {known[0]} to {known[-1]}, wherever it could be decided"


def change_in_words(change: Mapping[str, Any]) -> str:
    """One change: where it shows first, and what may be its release as well."""
    word = "came" if change["change"] == "came" else "gone"
    maybe = f" (or in {series(change['between'], link='or')})" if change["between"] else ""
    return f"{word} in {change['first']}{maybe}"


class ReleaseStretch(NamedTuple):
    """
    Releases in a row that say the same: the `signs` of the laws, and why they could not be asked, where they could not.
    """

    releases: tuple[str, ...]
    signs: tuple[str, ...]
    reason: str

    @property
    def name(self) -> str:
        """The first and the last of them, and how many they are."""
        if len(self.releases) == 1:
            return self.releases[0]
        return f"{self.releases[0]} … {self.releases[-1]} ({len(self.releases)})"


def find_stretches(document: Mapping[str, Any]) -> list[ReleaseStretch]:
    """All releases of a history, those that say the same side by side."""

    def said(here: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
        signs = tuple(sign_of(law["releases"][here["release"]]) for law in document["laws"])
        return signs, why_not_asked(here["reason"], here["target"])

    return [
        ReleaseStretch(tuple(here["release"] for here in alike), signs, reason)
        for (signs, reason), alike in groupby(document["releases"], key=said)
    ]


def why_not_asked(reason: str | None, target: str) -> str:
    """Why a release could not be asked, without the target's name in front; nothing where it was."""
    return (reason or "").removeprefix(f"{target}: ")
