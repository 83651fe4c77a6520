"""Tests of `assay releases --case`."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.reports.known_breaks import WHERE
from tests.assay.stand_in_releases import GROUP, TARGET, put_in_place, write_document
from tests.assay.users_module import printed_document
from tests.reports import known
from tests.reports.known import alarm_on, finding_of, row_of

pytestmark = pytest.mark.functional


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("shape", "code", "verdict", "change"),
    [
        ("...xx", 1, "came", ("3", "4", [])),
        ("xxx..", 1, "went", ("3", "4", [])),
        ("..!xx", 1, "came", ("2", "4", ["3"])),
        ("!.x!", 1, "came", ("2", "3", [])),
        ("h.x", 1, "came", ("2", "3", [])),
    ],
)
def test_release_of_the_change_is_found(
    shape: str,
    code: int,
    verdict: str,
    change: tuple[str, str, list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Undecided releases between the last before and the first after are named."""
    put_in_place(shape, monkeypatch)

    left = run(["releases", TARGET, "--case", write_document("c.json"), "--json"])

    found = printed_document(capsys)
    (told,) = found["changes"]
    assert (code, verdict, change) == (left, found["verdict"], (told["last"], told["first"], told["between"]))


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
    shape: str, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A release that could not be tested leaves the result undecided."""
    put_in_place(shape, monkeypatch)

    left = run(["releases", TARGET, "--case", write_document("c.json")])

    assert (code, f"{TARGET}: {said}") == (left, capsys.readouterr().out.splitlines()[0][2:])


def test_all_releases_option_finds_all_changes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place(".x.!x.", monkeypatch)

    left = run(["releases", TARGET, "--case", write_document("c.json"), "--all-releases", "--json"])

    found = printed_document(capsys)
    assert (1, "changed", True) == (left, found["verdict"], found["whole"])
    assert ["came", "went", "came", "went"] == [change["change"] for change in found["changes"]]


def test_output_has_a_replay_command_for_each_side_of_the_change(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place("!.x", monkeypatch)

    run(["releases", TARGET, "--case", write_document("c.json"), "--call-timeout", "7"])

    told = capsys.readouterr().out
    assert "GONE" not in told
    assert "BROKEN SINCE 3 (last kept in 2, first broken in 3)" in told
    assert "  Replay:  assay check npm:stand-in@2:x --call-timeout 7 --case c.json\n" in told
    assert "  Replay:  assay check npm:stand-in@3:x --call-timeout 7 --case c.json\n" in told
    assert "  1  –  gcc: error\n" in told


def test_plain_group_needs_a_law(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    put_in_place(".x", monkeypatch)
    group = write_document("g.json", GROUP)

    assert 2 == run(["releases", TARGET, "--case", group])
    assert "assay: g.json: not a case, so it names no law: add --law ID" in capsys.readouterr().err
    assert 1 == run(["releases", TARGET, "--case", group, "--law", "nothing-left-out"])


def test_life_is_replayed_at_every_release(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    put_in_place("..x", monkeypatch)
    life = {"format": "assay-life/1", "group": {**GROUP, "topics": {"t0": 1}}, "events": [{"topics": {"t0": 4}}]}

    run(["releases", TARGET, "--case", write_document("life.json", life), "--law", "nothing-left-out", "--json"])

    found = printed_document(capsys)
    assert ("came", "3") == (found["verdict"], found["changes"][0]["first"])


@pytest.mark.parametrize(
    ("target", "case", "said"),
    [
        ("sticky", "c.json", "sticky: has no releases"),
        ("npm:stand-in@1:x", "c.json", "expected a range of releases A..B instead of the release"),
        ("npm:stand-in@7..:x", "c.json", "no release in 7.."),
        (TARGET, "d.json", "d.json: no such file"),
    ],
)
def test_usage_error_is_one_line(
    target: str, case: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place(".x", monkeypatch)
    write_document("c.json")

    code = run(["releases", target, "--case", case])

    complaint = capsys.readouterr().err
    assert (2, 1) == (code, complaint.count("\n"))
    assert said in complaint


def test_reason_is_shown_where_no_release_is_available(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing tool is a usage error with exit code 2."""
    put_in_place("!!", monkeypatch)

    code = run(["releases", TARGET, "--case", write_document("c.json")])

    assert 2 == code
    assert (
        "assay: could not ask any of 2 releases; the newest: npm:stand-in@2:x: gcc: error\n" == capsys.readouterr().err
    )


def test_unavailable_release_is_opened_and_named_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = put_in_place(".!!!x", monkeypatch)

    run(["releases", TARGET, "--case", write_document("c.json"), "--json"])

    assert ["1", "5", "3", "2", "4"] == package.opened
    assert ["2", "3", "4"] == printed_document(capsys)["changes"][0]["between"]


def test_known_break_is_named_at_its_releases(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place(".xxx", monkeypatch)
    known.put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("nothing-left-out", "clean"))))
    case = write_document("c.json")

    code = run(["releases", TARGET, "--case", case, "--all-releases"])
    told = capsys.readouterr().out.splitlines()
    run(["releases", TARGET, "--case", case, "--all-releases", "--json"])

    assert 1 == code
    assert ["  1  ✓", "  2  ✗  known: stand-in-1", "  3  ✗  known: stand-in-1", "  4  ✗"] == [
        line for line in told if line.startswith(("  1", "  2", "  3", "  4"))
    ]
    assert ["Known: stand-in-1 (finding, 2 to 3): A partition is lost", "Not known in: 4"] == told[-4:-2]
    assert WHERE == " ".join(told[-2:])
    assert [None, ["stand-in-1"], ["stand-in-1"], None] == [
        one.get("known") for one in printed_document(capsys)["releases"]
    ]
