"""Tests of `assay releases --case`."""

from __future__ import annotations

import pytest

from kafka_assay.reports.known_breaks import WHERE
from tests.assay.groups import LIFE, ONE_MEMBER
from tests.assay.shell import Shell
from tests.assay.stand_in_releases import LOST, TARGET, Releases
from tests.reports import known
from tests.reports.known import alarm_on, finding_of, row_of

COMMAND = f"releases {TARGET} --case c.json"


@pytest.fixture
def case(shell: Shell) -> Shell:
    """The shell, with a case of the fault that the releases have."""
    shell.write("c.json", LOST)
    return shell


@pytest.mark.parametrize(
    ("shape", "options", "verdict", "changes"),
    [
        ("xxx..", "", "went", [["3", "4", []]]),
        ("..!xx", "", "came", [["2", "4", ["3"]]]),
        ("h.x", "", "came", [["2", "3", []]]),
        (".x.!x", "--all-releases", "changed", [["1", "2", []], ["2", "3", []], ["3", "5", ["4"]]]),
    ],
)
def test_releases_of_the_changes_are_found(
    shape: str, options: str, verdict: str, changes: list[object], case: Shell, releases_of: Releases
) -> None:
    """Undecided releases between the last before and the first after are named."""
    releases_of(shape)

    ended = case(f"{COMMAND} {options} --json")

    told = [[one[key] for key in ("last", "first", "between")] for one in ended.document["changes"]]
    assert (1, verdict, changes) == (ended.code, ended.document["verdict"], told)
    assert ended.document["whole"] or not options


@pytest.mark.parametrize(
    ("shape", "code", "said"),
    [
        ("...", 0, "KEPT at both ends, from 1 to 3"),
        ("x.x", 1, "BROKEN at both ends, from 1 to 3"),
        (".", 0, "KEPT in 1, the only decided release"),
        ("xx", 1, "BROKEN in all releases, from 1 to 2"),
        ("!x!", 1, "BROKEN in 2, the only decided release"),
        ("hh", 3, "UNDECIDED in all releases that were asked"),
        (".!.!.", 0, "KEPT at both ends, from 1 to 5"),
        ("..!", 3, "KEPT in all decided releases, from 1 to 2"),
    ],
)
def test_without_a_change_only_the_ends_are_reported(
    shape: str, code: int, said: str, case: Shell, releases_of: Releases
) -> None:
    """A release that could not be tested leaves the result undecided."""
    releases_of(shape)

    ended = case(COMMAND)

    assert (code, f"{TARGET}: {said}") == (ended.code, ended.lines[0][2:])


def test_output_has_a_replay_command_for_each_side_of_the_change(case: Shell, releases_of: Releases) -> None:
    releases_of("!.x")

    told = case(COMMAND, "--call-timeout", "7").out

    assert "GONE" not in told
    assert "BROKEN SINCE 3 (last kept in 2, first broken in 3)" in told
    for release in ("2", "3"):
        assert f"  Replay:  assay check npm:stand-in@{release}:x --call-timeout 7 --case c.json\n" in told
    assert "  1  –  gcc: error\n" in told


@pytest.mark.parametrize(
    "content", [ONE_MEMBER, LIFE | {"group": {**ONE_MEMBER, "topics": {"t0": 1}}, "events": [{"topics": {"t0": 4}}]}]
)
def test_group_or_life_is_asked_of_every_release(content: object, case: Shell, releases_of: Releases) -> None:
    """They name no law, so the command does."""
    releases_of("..x")
    case.write("c.json", content)

    ended = case(COMMAND, "--law", "nothing-left-out", "--json")

    assert (1, "came", "3") == (ended.code, ended.document["verdict"], ended.document["changes"][0]["first"])


def test_known_break_is_named_at_its_releases(
    case: Shell, releases_of: Releases, monkeypatch: pytest.MonkeyPatch
) -> None:
    releases_of(".xxx")
    known.put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("nothing-left-out", "clean"))))

    ended = case(COMMAND, "--all-releases")
    releases = case(COMMAND, "--all-releases", "--json").document["releases"]

    assert 1 == ended.code
    assert ["  1  ✓", "  2  ✗  known: stand-in-1", "  3  ✗  known: stand-in-1", "  4  ✗"] == [
        line for line in ended.lines if line.startswith(("  1", "  2", "  3", "  4"))
    ]
    assert ["Known: stand-in-1 (finding, 2 to 3): A partition is lost", "Not known in: 4"] == ended.lines[-4:-2]
    assert WHERE == " ".join(ended.lines[-2:])
    assert [None, ["stand-in-1"], ["stand-in-1"], None] == [one.get("known") for one in releases]
