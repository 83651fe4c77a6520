from __future__ import annotations

from typing import Any

from studies.state.since_measure import read_since


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


def test_law_that_is_kept_this_time_has_no_answer() -> None:
    assert read_since(document("kept", "kept"))["unknown"]


def test_interrupted_bisection_has_no_answer() -> None:
    assert read_since(document("kept", "broken", interrupted=True, changes=(CAME,)))["unknown"]
