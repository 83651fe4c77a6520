"""Tests of `assay history`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.properties.records.corpus import CASES
from tests.assay.stand_in_releases import CASE, GROUP, TARGET, put_in_place, written
from tests.assay.users_module import printed
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
        (".x", 1, "BROKEN: 1 law, and still in 2"),
        ("x.", 1, "BROKEN: 1 law, and no more in 2"),
        (".x.", 1, "BROKEN: 1 law, and no more in 3"),
        ("x.x", 1, "BROKEN: 1 law, and still in 3"),
        (".!", 3, "UNDECIDED: nothing broken, but 1 release could not be asked"),
        ("h.", 3, "UNDECIDED: nothing broken, but 1 law stayed open somewhere"),
    ],
)
def test_the_first_line_answers(
    shape: str, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the shape of the history."""
    put_in_place(shape, monkeypatch)

    left = run(["history", TARGET, *ONE_LAW])

    assert (code, f"{TARGET}: {said}") == (left, capsys.readouterr().out.splitlines()[0][2:])


def test_a_law_that_no_release_promises_is_asked_of_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing was asked, and that is no pass."""
    put_in_place("..", monkeypatch)

    code = run(["history", TARGET, "--law", "even-when-equal"])

    assert 3 == code
    assert "UNDECIDED: no release is held to such a law" in capsys.readouterr().out


def test_releases_that_say_the_same_are_one_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """None is left out: the row says how many they are, and why they could not be asked."""
    put_in_place("!!..xxx.", monkeypatch)

    run(["history", TARGET, *ONE_LAW])

    told = capsys.readouterr().out.splitlines()
    assert [
        "release    1",
        "1 … 2 (2)  –  gcc: error",
        "3 … 4 (2)  ✓",
        "5 … 7 (3)  ✗",
        "8          ✓",
    ] == told[3:8]
    assert "  1  nothing-left-out: came in 5, gone in 8" in told


def test_the_group_that_shows_it_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With what happened, why it matters, the source, and the command that repeats it at the newest broken one."""
    put_in_place(".xx.", monkeypatch)

    run(["history", TARGET, *ONE_LAW])

    told = capsys.readouterr().out
    (file,) = CASES.iterdir()
    assert "✗ BROKEN  nothing-left-out: came in 2, gone in 4\n" in told
    assert "  1 member, 3 partitions (clean), found in 2\n" in told
    assert "What happened: t-2 has no owner" in told
    assert f"  Replay:  assay check npm:stand-in@3:x --case {file}\n" in told


def test_a_case_of_another_run_is_put_to_all_releases(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of the same assignor, at whatever release they were found; not with `--no-corpus`."""
    put_in_place(".x", monkeypatch)
    CASES.mkdir(parents=True)
    large = {**GROUP, "topics": {"t0": 9}}
    written(str(CASES / "a.json"), {**CASE, "target": "npm:stand-in@0.1:x", "steps": [{"group": large}]})
    written(str(CASES / "b.json"), {**CASE, "target": "npm:another@1:x", "steps": [{"group": GROUP}]})

    run(["history", TARGET, *ONE_LAW, "--json"])
    with_corpus = printed(capsys)["cases"]
    run(["history", TARGET, *ONE_LAW, "--no-corpus", "--json"])

    assert [["2"], []] == [case["found_at"] for case in with_corpus]
    assert 1 == len(printed(capsys)["cases"])


def test_what_is_finished_in_the_folder_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same command says the same, and opens only what it could not have before."""
    package = put_in_place(".!x", monkeypatch)
    words = ["history", TARGET, *ONE_LAW, "--out", "out", "--json"]
    run(words)
    first = printed(capsys)
    package.opened.clear()

    code = run(words)

    assert (1, ["2"]) == (code, package.opened)
    assert first == printed(capsys)
    assert first == json.loads(Path("out/history-npm-stand-in@..-x.json").read_text(encoding="utf-8"))


def test_asked_otherwise_it_is_asked_anew(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Another seed is another question; a damaged page is written anew."""
    package = put_in_place(".x", monkeypatch)
    words = ["history", TARGET, *ONE_LAW, "--out", "out"]
    run(words)
    Path("out/history-npm-stand-in@..-x/1.json").write_text("{", encoding="utf-8")
    package.opened.clear()

    run([*words, "--seed", "1"])

    assert {"1", "2"} == set(package.opened)
    complaints = capsys.readouterr().err
    assert "1.json cannot be read, so it will be replaced" in complaints
    assert "2 was checked with other options before" in complaints


def test_only_the_newest_of_each_minor_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a package has very many releases; what was left out is told."""
    put_in_place("...", monkeypatch)
    monkeypatch.setattr(Package, "releases", ("1.0.1", "1.0.2", "1.1.0"))
    monkeypatch.setattr(Package, "open_at", lambda *_: StandIn(right))

    run(["history", TARGET, *ONE_LAW, "--only-minor"])

    told = capsys.readouterr().out.splitlines()
    assert "  1.0.2 to 1.1.0 · 2 of 2 releases asked · seed 0 · 10 s each · the newest of each minor version" == told[1]


def test_the_picture_is_drawn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Laws by releases."""
    put_in_place(".x!", monkeypatch)

    run(["history", TARGET, *ONE_LAW, "--picture", "h.svg"])

    assert "nothing-left-out" in Path("h.svg").read_text(encoding="utf-8")
    assert "picture: h.svg" in capsys.readouterr().err


def test_where_no_release_can_be_had_the_reason_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table stands all the same; the exit code is 2."""
    put_in_place("!!", monkeypatch)

    code = run(["history", TARGET, *ONE_LAW])

    told = capsys.readouterr()
    assert 2 == code
    assert "1 … 2 (2)  gcc: error\n" in told.out
    assert "assay: could not ask any of 2 releases; the newest: npm:stand-in@2:x: gcc: error\n" == told.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["history", "sticky"], "sticky: has no releases"),
        (["history", TARGET, "--law", "one-owner"], "no law is called 'one-owner'"),
        (["history", TARGET, "--inputs", "stale"], "no input family is called 'stale'"),
        (["history", TARGET, "--examples", "0"], "--examples 0: expected at least 1"),
        (["history", TARGET, "--picture", "h.gif"], "--picture h.gif: expected a file that ends in .png or .svg"),
        (["history", "npm:stand-in@9..:x"], "no release lies in 9.."),
    ],
)
def test_a_wrong_question_is_one_line(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before any release is opened."""
    package = put_in_place(".", monkeypatch)

    code = run(words)

    assert (2, []) == (code, package.opened)
    assert said in capsys.readouterr().err
