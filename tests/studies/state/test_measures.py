"""The measures of balance and time, on few and small groups, and what a bisection says."""

from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.benchmarks.workload import Workload
from studies.state import measures
from studies.state.measures import (
    measure_quality,
    measure_times,
    read_since,
    solve_everyday,
)

SMALL = Workload(member_count=2, partitions_to_member_ratio=2, topic_count=1)


def test_time_has_a_point_for_each_size() -> None:
    found = measure_times(["range", "sticky"], [SMALL])

    assert 2 == len(found)
    (point,) = found[0]["points"]
    assert (str(SMALL), True) == (point["workload"], point["least"] <= point["seconds"] <= point["most"])


def test_quality_counts_equal_and_unequal_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "solve_everyday", lambda: solve_everyday(6))

    found = measure_quality("optimal")

    assert 6 == found["groups"] == found["equal"]["asked"] + found["unequal"]["asked"]
    assert found["equal"]["moves"] == found["equal"]["needed"]


def document(*verdicts: str | None, changes: Any = (), interrupted: bool = False) -> dict[str, Any]:
    releases = [{"release": f"{place}.0", "verdict": word} for place, word in enumerate(verdicts, 1)]
    return {"releases": releases, "changes": list(changes), "interrupted": interrupted}


CAME = {"change": "came", "last": "1.0", "first": "3.0"}


def test_first_bad_release_is_that_of_the_latest_change() -> None:
    went = {"change": "went", "last": "3.0", "first": "4.0"}
    again = {"change": "came", "last": "4.0", "first": "5.0"}

    since = read_since(document("kept", None, "broken", "kept", "broken", changes=(CAME, went, again)))

    assert {"asked": 4, "releases": 5, "first": "5.0", "last": "4.0"} == since


def test_law_that_no_older_release_keeps_has_no_last_good_release() -> None:
    assert {"asked": 2, "releases": 4, "first": "2.0", "last": None} == read_since(
        document(None, "broken", None, "broken")
    )


def test_unavailable_releases_are_asked_and_say_nothing() -> None:
    since = read_since(document("unavailable", "kept", "broken", changes=(CAME,)))

    assert ("3.0", "1.0") == (since["first"], since["last"])


def test_interrupted_bisection_and_a_law_that_is_kept_this_time_have_no_answer() -> None:
    assert read_since(document("kept", "kept"))["unknown"]
    assert read_since(document("kept", "broken", interrupted=True, changes=(CAME,)))["unknown"]
