"""
What published findings and histories say about older releases: they broke the law, on other groups.

A bisection in a finding says which release kept its law last. A history does not: groups drawn at random that keep a
law do not prove that all groups do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kafka_assay.assignors.hosted.host_family import ReleasedName
from kafka_assay.assignors.hosted.targets.release_range import parse_release_range
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from studies.findings.finding_pages import FINDINGS, shared_pages
from studies.output import ROOT
from studies.state.implementations import release_age, release_of

HISTORIES = ROOT / "docs" / "releases"

_BISECTED = re.compile(
    r"(?P<command>assay bisect (?P<target>\S+) (?P<case>docs/results/findings/cases/(?P<id>[\w-]+)\.json))(?:`: |  # )"
    r"(?:last kept in (?P<last>[^\s,;]+), first broken in |broken (?:at both ends|in all releases), from )"
    r"(?P<first>[^\s,;]+)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OlderBreak:
    """
    A break of a law before the releases that break it on the smallest counterexample.

    `first` is the oldest release that breaks it on another group. `last` is the last one that is known to keep it on
    that group; null if none is. `source` is the page that says so, from docs/.
    """

    first: str
    last: str | None
    source: str
    replay: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedBreak:
    """A law that a release of the `target`, a range, breaks according to a page."""

    target: str
    law: str
    found: OlderBreak


def older_break(target: str, law: str, first: str | None, published: Iterable[PublishedBreak]) -> OlderBreak | None:
    """
    The oldest `published` break of the law by the same assignor before its release `first`.

    Where `first` is unknown: up to the release of `target`.
    """
    if not isinstance(parse_target(target), ReleasedName):
        return None
    known = [one.found for one in published if one.law == law and is_same_assignor(one.target, target)]
    by_age = {release_age(target, one.first): one for one in reversed(known)}
    oldest = min(by_age, default=None)
    if oldest is None or oldest > release_age(target, release_of(target)):
        return None
    return by_age[oldest] if first is None or oldest < release_age(target, first) else None


@cache
def is_same_assignor(releases: str, target: str) -> bool:
    """
    Whether the `target` is the assignor that `releases` names.

    >>> is_same_assignor("kafka-python==2.0.2..:sticky", "kafka-python==3.0.12:sticky")
    True
    """
    return parse_release_range(releases).is_same_assignor(target)


@cache
def published_breaks() -> tuple[PublishedBreak, ...]:
    """The breaks in the findings and in the histories. Policies are left out: they are no faults."""
    policies = {page.page for page in shared_pages() if page.is_policy}
    pages = [page for page in sorted(FINDINGS.glob("*.md")) if page.stem not in policies]
    histories = sorted(HISTORIES.glob("history-*.json"))
    return (
        *(one for page in pages for one in bisected_breaks(page.name, page.read_text(encoding="utf-8"))),
        *(one for path in histories for one in history_breaks(path.stem, json.loads(path.read_bytes()))),
    )


def bisected_breaks(page: str, text: str) -> Iterator[PublishedBreak]:
    """The results of the bisections in the `text` of a page of findings."""
    for said in _BISECTED.finditer(text):
        found = OlderBreak(
            first=said["first"].rstrip("."),
            last=said["last"],
            source=f"results/findings/{page}#{said['id']}" if f'<a id="{said["id"]}"></a>' in text else f"results/findings/{page}",
            replay=said["command"],
        )
        yield PublishedBreak(target=said["target"], law=_law_of(ROOT / said["case"]), found=found)


def _law_of(case: Path) -> str:
    return str(json.loads(case.read_bytes())["law"])


def history_breaks(stem: str, history: Mapping[str, Any]) -> Iterator[PublishedBreak]:
    """The releases in an `assay-history/1` that break a law that they do not declare to break."""
    source = f"releases/{stem.removeprefix('history-')}.md"
    for release in history["releases"]:
        for one in release.get("laws", ()):
            if one["verdict"] == "broken" and one["expected"] is None:
                found = OlderBreak(first=release["release"], last=None, source=source, replay=history["command"])
                yield PublishedBreak(target=history["target"], law=one["law"], found=found)
