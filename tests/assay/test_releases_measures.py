from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from assay.cli import run
from tests.assay.stand_in_releases import SMALL, TARGET, measure_little, put_in_place
from tests.assay.users_module import printed_document

pytestmark = pytest.mark.functional

WORDS = ["releases", TARGET, "--law", "nothing-left-out", "--inputs", "clean", "--measure"]


@pytest.fixture(autouse=True)
def small_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty working directory, and few small groups."""
    monkeypatch.chdir(tmp_path)
    measure_little(monkeypatch)


def test_measures_of_each_release_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place(".!.", monkeypatch)

    code = run(WORDS)

    told = capsys.readouterr().out
    assert 3 == code
    (header,) = (line for line in told.splitlines() if re.match(r" release +answered", line))
    assert ["release", "answered", "balance gap", "ms, equal subscriptions"] == re.split(r" {2,}", header.strip())
    rows = told[told.index(header) :].splitlines()[2:4]
    assert [["1", "30"], ["3", "30"]] == [row.split()[:2] for row in rows]
    assert "Quality: means over the 30 of 30 everyday groups that all compared releases answered." in told


def test_record_has_the_measures_and_is_read_by_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place("..", monkeypatch)

    run([*WORDS, "--json", "--out", "out"])
    found = printed_document(capsys)["measurement"]
    run(["report", "out"])

    assert (30, 30, 2) == (found["groups"], found["compared"], found["passes"])
    assert [2, 2] == [len(one["seconds"][str(SMALL)]) for one in found["releases"].values()]
    page = next(Path("out").rglob("*.html"))
    assert "Quality, time and memory by release" in page.read_text(encoding="utf-8")


def test_measured_releases_are_not_measured_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = put_in_place("..", monkeypatch)
    run([*WORDS, "--json", "--out", "out"])
    first = printed_document(capsys)
    package.opened.clear()

    run([*WORDS, "--json", "--out", "out"])

    assert ([], first) == (package.opened, printed_document(capsys))


def test_search_without_measures_keeps_the_measures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They stay in the folder, and a later run with `--measure` finds them."""
    package = put_in_place("..", monkeypatch)
    run([*WORDS, "--out", "out"])
    run([word for word in WORDS if word != "--measure"] + ["--json", "--out", "out"])
    capsys.readouterr()
    package.opened.clear()

    run([*WORDS, "--json", "--out", "out"])

    assert [] == package.opened
    assert ["1", "2"] == list(printed_document(capsys)["measurement"]["releases"])


def test_measures_of_another_machine_are_not_reused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = put_in_place("..", monkeypatch)
    run([*WORDS, "--out", "out"])
    for page in Path("out/history-npm-stand-in@..-x").glob("*.json"):
        document = json.loads(page.read_text(encoding="utf-8"))
        document["measures"]["plan"]["machine"] = "another machine"
        page.write_text(json.dumps(document), encoding="utf-8")
    package.opened.clear()

    run([*WORDS, "--out", "out"])

    assert list("1212") == package.opened


def test_picture_has_a_panel_for_each_measure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place(".x!", monkeypatch)

    run([*WORDS, "--picture", "h.svg"])

    drawn = Path("h.svg").read_text(encoding="utf-8")
    for name in ("balance gap", "equal subscriptions", "nothing-left-out"):
        assert name in drawn


def test_without_measure_nothing_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place("..", monkeypatch)

    run([*WORDS[:-1], "--json"])

    assert printed_document(capsys)["measurement"] is None
