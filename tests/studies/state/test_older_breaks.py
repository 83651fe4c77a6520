from __future__ import annotations

import pytest

from studies.state.older_breaks import (
    OlderBreak,
    PublishedBreak,
    bisected_breaks,
    history_breaks,
    older_break,
    published_breaks,
)
from tests.studies.state.written_state import ROUNDROBIN

RANGE = "kafka-python==2.0.2..3.0.12:roundrobin"
CASE = "docs/results/findings/cases/kafka-python-1.json"
LAW = "returns-an-answer"
"""The law of the case."""


def published(first: str, target: str = RANGE, law: str = LAW) -> PublishedBreak:
    """Return a break since `first`."""
    return PublishedBreak(
        target=target, law=law, found=OlderBreak(first=first, last=None, source="results/findings/a.md", replay="assay bisect")
    )


def test_oldest_break_of_the_same_assignor_and_law_counts() -> None:
    """Releases are ordered as releases: 2.9 is older than 2.10."""
    others = [published("1.0.2", law="settles"), published("1.0.2", target="kafka-python==..:range")]

    found = older_break(ROUNDROBIN, LAW, "3.0.0", [published("2.10"), published("2.9"), *others])

    assert "2.9" == getattr(found, "first", None)


@pytest.mark.parametrize("first", ["2.2.0", "2.3.0"])
def test_break_that_is_not_older_says_nothing(first: str) -> None:
    assert older_break(ROUNDROBIN, LAW, first, [published("2.3.0")]) is None


def test_break_counts_up_to_the_release_itself_if_the_first_one_is_unknown() -> None:
    assert older_break(ROUNDROBIN, LAW, None, [published("3.0.12")])
    assert older_break(ROUNDROBIN, LAW, None, [published("3.0.13")]) is None


def test_reference_has_no_older_break() -> None:
    assert older_break("roundrobin", LAW, None, [published("2.3.0")]) is None


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("last kept in 2.2.21, first broken in 2.3.0; 7 of 50 releases asked", [("2.3.0", "2.2.21")]),
        ("broken at both ends, from 2.0.2 to 3.0.12; 2 of 50 releases asked", [("2.0.2", None)]),
        ("broken in all releases, from 2.0.2 to 2.0.3; 2 of 2 releases asked", [("2.0.2", None)]),
        ("last broken in 3.0.11, first kept in 3.0.12; 8 of 50 releases asked", []),
    ],
)
def test_bisection_in_a_page_says_what_broke_and_what_kept(said: str, expected: list[tuple[str, str | None]]) -> None:
    for text in (f"* Since: 2.3.0. `assay bisect {RANGE} {CASE}`: {said}.", f"assay bisect {RANGE} {CASE}  # {said}"):
        found = list(bisected_breaks("kafka-python.md", text))

        assert expected == [(one.found.first, one.found.last) for one in found]
        assert {(RANGE, LAW)} >= {(one.target, one.law) for one in found}


def test_history_never_says_that_a_release_kept_a_law() -> None:
    laws = [{"law": LAW, "verdict": word, "expected": None} for word in ("kept", "broken")]
    releases = [
        {"release": "1.0", "status": "unavailable"},
        {"release": "2.0", "laws": laws[:1]},
        {"release": "3.0", "laws": laws[1:]},
        {"release": "4.0", "laws": [{**laws[1], "expected": "declared"}]},
    ]

    (one,) = history_breaks("history-a", {"command": "assay history", "target": "a", "releases": releases})

    assert ("3.0", None) == (one.found.first, one.found.last)
    assert "releases/a.md" == one.found.source


def test_published_pages_have_both_kinds_and_no_policies() -> None:
    sources = {one.found.source.partition("#")[0] for one in published_breaks()}

    assert {"results/findings/kafka-python.md", "results/findings/repeated-topics.md", "releases/sarama.md"} <= sources
    assert "results/findings/previous-owner.md" not in sources
