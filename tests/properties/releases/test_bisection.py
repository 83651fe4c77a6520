from __future__ import annotations

import pytest

from kafka_assay.properties.releases.bisection import Bisection, bisect
from kafka_assay.properties.releases.release_findings import ReleaseVerdict, ReleaseWord

WORDS: dict[str, ReleaseWord] = {".": "kept", "x": "broken", "?": "undecided", "!": "unavailable", "-": "undefined"}


def bisect_shape(shape: str, *, every: bool = False) -> Bisection:
    """The bisection of the releases 0, 1, ..., one for each sign of `shape`."""
    releases = [str(place) for place in range(len(shape))]
    return bisect(releases, lambda release: ReleaseVerdict(word=WORDS[shape[int(release)]]), every=every)


@pytest.mark.parametrize(
    ("shape", "change"),
    [
        ("....xxxx", ("came", "3", "4", ())),
        ("xxxxx.", ("went", "4", "5", ())),
        (".x", ("came", "0", "1", ())),
        ("...!xxx", ("came", "2", "4", ("3",))),
        ("!?..xx!", ("came", "3", "4", ())),
        (".!!!!x", ("came", "0", "5", ("1", "2", "3", "4"))),
        ("." * 40 + "x" * 25, ("came", "39", "40", ())),
    ],
)
def test_change_is_found(shape: str, change: tuple[str, str, str, tuple[str, ...]]) -> None:
    """Undecided releases between the last before and the first after are named."""
    (found,) = bisect_shape(shape).changes

    assert change == (found.kind, found.last, found.first, found.between)


@pytest.mark.parametrize(
    ("shape", "ends", "asked"),
    [
        ("", "", ""),
        (".", "0", "0"),
        ("!!!", "", "0 1 2"),
        ("....", "0 3", "0 3"),
        ("x..x", "0 3", "0 3"),
        ("!.!", "1", "0 1 2"),
    ],
)
def test_no_bisection_where_the_ends_agree(shape: str, ends: str, asked: str) -> None:
    found = bisect_shape(shape)

    assert () == found.changes
    assert (tuple(ends.split()), asked.split()) == (found.ends, [release for release, _ in found.row])


def test_number_of_checked_releases_is_logarithmic() -> None:
    found = bisect_shape("." * 500 + "x" * 500)

    assert len(found.verdicts) <= 12
    assert not found.whole


def test_every_release_is_checked_without_the_assumption_of_one_change() -> None:
    found = bisect_shape(".x.!x.", every=True)

    assert ["came", "went", "came", "went"] == [change.kind for change in found.changes]
    assert found.whole


def test_interrupted_bisection_keeps_its_verdicts() -> None:
    def ask(release: str) -> ReleaseVerdict:
        if release == "1":
            raise KeyboardInterrupt
        return ReleaseVerdict(word="kept")

    found = bisect(["0", "1", "2"], ask, every=True)

    assert (True, [("0", "kept")]) == (found.interrupted, found.row)
