from __future__ import annotations

import json
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from assay.cli import run
from assay.options import CALL_OF_DRAWN
from assay.verbs.releases_ import open_release
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_kinds import ReleaseRange
from kafka_assay.assignors.settings import NO_SETTINGS
from kafka_assay.properties.records.case_format import CASES
from tests.assay.stand_in_releases import CASE, GROUP, TARGET, put_in_place, write_document
from tests.assay.users_module import printed_document
from tests.assignors.hosted.late import ENDLESS
from tests.properties.releases.stand_ins import Package
from tests.properties.stand_ins import StandIn, right

pytestmark = pytest.mark.functional

ONE_LAW = ("--law", "nothing-left-out", "--inputs", "clean")
"""The stand-in's faults are of this law."""


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("shape", "code", "said"),
    [
        ("..", 0, "KEPT: 1 law in 2 releases"),
        (".", 0, "KEPT: 1 law in 1 release"),
        (".x", 1, "BROKEN: 1 law, still broken in the newest release (2)"),
        ("x.", 1, "BROKEN: 1 law, fixed in the newest release (2)"),
        (".x.", 1, "BROKEN: 1 law, fixed in the newest release (3)"),
        ("x.x", 1, "BROKEN: 1 law, still broken in the newest release (3)"),
        (".!", 3, "UNDECIDED: nothing broken, but 1 release could not be asked"),
        ("h.", 3, "UNDECIDED: nothing broken, but 1 law undecided in some release"),
    ],
)
def test_first_line_gives_the_verdict(
    shape: str, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place(shape, monkeypatch)

    left = run(["releases", TARGET, *ONE_LAW])

    assert (code, f"{TARGET}: {said}") == (left, capsys.readouterr().out.splitlines()[0][2:])


def test_law_that_no_release_promises_is_undecided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place("..", monkeypatch)

    code = run(["releases", TARGET, "--law", "even-when-equal"])

    assert 3 == code
    assert "UNDECIDED: no release promises such a law" in capsys.readouterr().out


def test_releases_with_the_same_result_share_a_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place("!!..xxx.", monkeypatch)

    run(["releases", TARGET, *ONE_LAW])

    told = capsys.readouterr().out.splitlines()
    first = told.index("release    1")
    assert ["1 … 2 (2)  –", "3 … 4 (2)  ✓", "5 … 7 (3)  ✗", "8          ✓"] == told[first + 1 : first + 5]
    assert "columns: 1=nothing-left-out" in told
    assert "  * – 1 … 2 (2): gcc: error" in told
    assert "✗ BROKEN  nothing-left-out: broken since 5, fixed in 8" in told


def test_group_that_shows_the_change_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place(".xx.", monkeypatch)

    run(["releases", TARGET, *ONE_LAW])

    told = capsys.readouterr().out
    (file,) = CASES.iterdir()
    assert "✗ BROKEN  nothing-left-out: broken since 2, fixed in 4\n" in told
    assert "  1 member, 3 partitions (clean), found in 2\n" in told
    assert "What happened: t-2 has no owner" in told
    assert f"  Replay:  assay check npm:stand-in@3:x --case {file}\n" in told


def test_case_of_an_earlier_run_is_checked_on_all_releases(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cases of the same assignor at any release; not with `--no-corpus`."""
    put_in_place(".x", monkeypatch)
    CASES.mkdir(parents=True)
    large = {**GROUP, "topics": {"t0": 9}}
    write_document(str(CASES / "a.json"), {**CASE, "target": "npm:stand-in@0.1:x", "steps": [{"group": large}]})
    write_document(str(CASES / "b.json"), {**CASE, "target": "npm:another@1:x", "steps": [{"group": GROUP}]})

    run(["releases", TARGET, *ONE_LAW, "--json"])
    with_corpus = printed_document(capsys)["cases"]
    run(["releases", TARGET, *ONE_LAW, "--no-corpus", "--json"])

    assert [["2"], []] == [case["found_at"] for case in with_corpus]
    assert 1 == len(printed_document(capsys)["cases"])


def test_finished_releases_are_not_searched_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = put_in_place(".!x", monkeypatch)
    words = ["releases", TARGET, *ONE_LAW, "--out", "out", "--json"]
    run(words)
    first = printed_document(capsys)
    package.opened.clear()

    code = run(words)

    assert (1, ["2"]) == (code, package.opened)
    assert first == printed_document(capsys)
    assert first == json.loads(Path("out/history-npm-stand-in@..-x.json").read_text(encoding="utf-8"))


def test_other_options_start_a_new_search(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged page is written again as well."""
    package = put_in_place(".x", monkeypatch)
    words = ["releases", TARGET, *ONE_LAW, "--out", "out"]
    run(words)
    Path("out/history-npm-stand-in@..-x/1.json").write_text("{", encoding="utf-8")
    package.opened.clear()

    run([*words, "--seed", "1"])

    assert {"1", "2"} == set(package.opened)
    complaints = capsys.readouterr().err
    assert "1.json cannot be read, so it will be replaced" in complaints
    assert "2 was checked with other options before" in complaints


def test_only_the_newest_patch_release_of_each_minor_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place("...", monkeypatch)
    monkeypatch.setattr(Package, "releases", ("1.0.1", "1.0.2", "1.1.0"))
    monkeypatch.setattr(Package, "open_at", lambda *_: StandIn(right))

    run(["releases", TARGET, *ONE_LAW, "--only-minor"])

    told = capsys.readouterr().out.splitlines()
    assert "  1.0.2 to 1.1.0 · 2 of 2 releases asked · seed 0 · 10 s each · the newest of each minor version" == told[1]


def test_picture_is_drawn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    put_in_place(".x!", monkeypatch)

    run(["releases", TARGET, *ONE_LAW, "--picture", "h.svg"])

    assert "nothing-left-out" in Path("h.svg").read_text(encoding="utf-8")
    assert "picture: h.svg" in capsys.readouterr().err


def test_reason_is_shown_where_no_release_is_available(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The reason is printed, and the exit code is 2."""
    put_in_place("!!", monkeypatch)

    code = run(["releases", TARGET, *ONE_LAW])

    told = capsys.readouterr()
    assert 2 == code
    assert "– 1 … 2 (2): gcc: error\n" in told.out
    assert "assay: could not ask any of 2 releases; the newest: npm:stand-in@2:x: gcc: error\n" == told.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["releases", "sticky"], "sticky: has no releases"),
        (["releases", TARGET, "--law", "one-owner"], "unknown law 'one-owner'"),
        (["releases", TARGET, "--inputs", "stale"], "unknown input family 'stale'"),
        (["releases", TARGET, "--groups", "0"], "argument --groups: '0': expected a whole number, 1 or more"),
        (["releases", TARGET, "--picture", "h.gif"], "--picture h.gif: expected a file that ends in .png or .svg"),
        (["releases", TARGET, "--all-releases"], "--all-releases: needs --case"),
        (["releases", TARGET, "--case", "c.json", "--groups", "5"], "--groups: cannot be used with --case"),
        (["releases", "npm:stand-in@9..:x"], "no release in 9.."),
    ],
)
def test_usage_error_is_one_line_before_any_release_is_opened(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = put_in_place(".", monkeypatch)

    code = run(words)

    assert (2, []) == (code, package.opened)
    assert said in capsys.readouterr().err


class Range:
    """Each release is the same assignor."""

    def target_at(self, _: str) -> str:
        """The text of the target."""
        return ENDLESS


@pytest.mark.parametrize(("limit", "is_asked_again"), [(CALL_OF_DRAWN, True), (0.5, False)])
def test_hang_is_asked_again_with_the_default_limit(limit: float, is_asked_again: bool) -> None:
    args = Namespace(like=None, call_timeout=limit)

    with closing(open_release(args, cast("ReleaseRange", Range()), "1", seed=0, settings=NO_SETTINGS)) as target:
        assert isinstance(target, HostTarget)
        assert is_asked_again is target.checks_hangs
