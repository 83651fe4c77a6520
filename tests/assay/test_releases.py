"""Tests of `assay releases`: the search at each release, and what `--measure` measures."""

from __future__ import annotations

import re
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from assay.options import CALL_OF_DRAWN
from assay.verbs.releases_ import open_release
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_kinds import ReleaseRange
from kafka_assay.assignors.settings import NO_SETTINGS
from kafka_assay.properties.records.case_format import CASES
from tests.assay.groups import ONE_MEMBER
from tests.assay.shell import Shell
from tests.assay.stand_in_releases import LOST, SMALL, TARGET, Releases, measure_little
from tests.assignors.hosted.late import ENDLESS
from tests.properties.releases.stand_ins import Package
from tests.properties.stand_ins import StandIn, right

SEARCH = f"releases {TARGET} --law nothing-left-out --inputs clean"
"""The stand-in's faults are of this law."""
MEASURE = f"{SEARCH} --measure"
NOTES = Path("out/history-npm-stand-in@..-x")


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
def test_first_line_gives_the_verdict(shape: str, code: int, said: str, shell: Shell, releases_of: Releases) -> None:
    releases_of(shape)

    ended = shell(SEARCH)

    assert (code, f"{TARGET}: {said}") == (ended.code, ended.lines[0][2:])


def test_law_that_no_release_promises_is_undecided(shell: Shell, releases_of: Releases) -> None:
    releases_of("..")

    ended = shell(f"releases {TARGET} --law even-when-equal")

    assert (3, True) == (ended.code, "UNDECIDED: no release promises such a law" in ended.out)


def test_releases_with_the_same_result_share_a_row(shell: Shell, releases_of: Releases) -> None:
    releases_of("!!..xxx.")

    lines = shell(SEARCH).lines

    first = lines.index("release    1")
    assert ["1 … 2 (2)  –", "3 … 4 (2)  ✓", "5 … 7 (3)  ✗", "8          ✓"] == lines[first + 1 : first + 5]
    assert "columns: 1=nothing-left-out" in lines
    assert "  * – 1 … 2 (2): gcc: error" in lines
    assert "✗ BROKEN  nothing-left-out: broken since 5, fixed in 8" in lines


def test_group_that_shows_the_change_is_explained(shell: Shell, releases_of: Releases) -> None:
    releases_of(".xx.")

    told = shell(SEARCH).out

    (file,) = CASES.iterdir()
    assert "✗ BROKEN  nothing-left-out: broken since 2, fixed in 4\n" in told
    assert "  1 member, 3 partitions (clean), found in 2\n" in told
    assert "What happened: t-2 has no owner" in told
    assert f"  Replay:  assay check npm:stand-in@3:x --case {file}\n" in told


def test_case_of_an_earlier_run_is_checked_on_all_releases(shell: Shell, releases_of: Releases) -> None:
    """Cases of the same assignor at any release; not with `--no-corpus`."""
    releases_of(".x")
    large = {**ONE_MEMBER, "topics": {"t0": 9}}
    shell.write(f"{CASES}/a.json", {**LOST, "target": "npm:stand-in@0.1:x", "steps": [{"group": large}]})
    shell.write(f"{CASES}/b.json", {**LOST, "target": "npm:another@1:x"})

    with_corpus = shell(f"{SEARCH} --json").document["cases"]

    assert [["2"], []] == [case["found_at"] for case in with_corpus]
    assert 1 == len(shell(f"{SEARCH} --no-corpus --json").document["cases"])


def test_finished_releases_are_not_searched_again(shell: Shell, releases_of: Releases) -> None:
    package = releases_of(".!x")
    first = shell(f"{SEARCH} --out out --json").document
    package.opened.clear()

    ended = shell(f"{SEARCH} --out out --json")

    assert (1, ["2"]) == (ended.code, package.opened)
    assert first == ended.document == shell.read(f"{NOTES}.json")


def test_other_options_start_a_new_search(shell: Shell, releases_of: Releases) -> None:
    """A damaged page is written again as well."""
    package = releases_of(".x")
    shell(f"{SEARCH} --out out")
    shell.write(f"{NOTES}/1.json", "{")
    package.opened.clear()

    ended = shell(f"{SEARCH} --out out --seed 1")

    assert {"1", "2"} == set(package.opened)
    assert "1.json cannot be read, so it will be replaced" in ended.err
    assert "2 was checked with other options or code before" in ended.err


def test_only_the_newest_patch_release_of_each_minor_version(
    shell: Shell, releases_of: Releases, monkeypatch: pytest.MonkeyPatch
) -> None:
    releases_of("...")
    monkeypatch.setattr(Package, "releases", ("1.0.1", "1.0.2", "1.1.0"))
    monkeypatch.setattr(Package, "open_at", lambda *_: StandIn(right))

    _, line, *_ = shell(f"{SEARCH} --only-minor").lines

    assert "  1.0.2 to 1.1.0 · 2 of 2 releases asked · seed 0 · 10 s each · the newest of each minor version" == line


@pytest.mark.parametrize("case", ["", "--case c.json"])
def test_reason_is_shown_where_no_release_is_available(case: str, shell: Shell, releases_of: Releases) -> None:
    """A missing tool is a usage error with exit code 2."""
    releases_of("!!")
    shell.write("c.json", LOST)

    ended = shell(f"releases {TARGET} {case}" if case else SEARCH)

    assert 2 == ended.code
    assert bool(case) or "– 1 … 2 (2): gcc: error\n" in ended.out
    assert "assay: could not ask any of 2 releases; the newest: npm:stand-in@2:x: gcc: error\n" == ended.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("sticky", "sticky: has no releases"),
        ("sticky --case c.json", "sticky: has no releases"),
        (f"{TARGET} --law one-owner", "unknown law 'one-owner'"),
        (f"{TARGET} --inputs stale", "unknown input family 'stale'"),
        (f"{TARGET} --groups 0", "argument --groups: '0': expected a whole number, 1 or more"),
        (f"{TARGET} --picture h.gif", "--picture h.gif: expected a file that ends in .png or .svg"),
        (f"{TARGET} --all-releases", "--all-releases: needs --case"),
        (f"{TARGET} --case c.json --groups 5", "--groups: cannot be used with --case"),
        ("npm:stand-in@9..:x", "no release in 9.."),
        ("npm:stand-in@7..:x --case c.json", "no release in 7.."),
        ("npm:stand-in@1:x --case c.json", "expected a range of releases A..B instead of the release"),
        (f"{TARGET} --case d.json", "d.json: no such file"),
        (f"{TARGET} --case g.json", "assay: g.json: not a case, so it names no law: add --law ID"),
    ],
)
def test_usage_error_is_one_line_before_any_release_is_opened(
    words: str, said: str, shell: Shell, releases_of: Releases
) -> None:
    package = releases_of(".")
    shell.write("c.json", LOST)
    shell.write("g.json", ONE_MEMBER)

    assert said in shell(f"releases {words}").refusal
    assert [] == package.opened


@pytest.mark.parametrize(("limit", "is_asked_again"), [(CALL_OF_DRAWN, True), (0.5, False)])
def test_hang_is_asked_again_with_the_default_limit(limit: float, is_asked_again: bool) -> None:
    args = Namespace(like=None, call_timeout=limit)
    releases = cast("ReleaseRange", Namespace(target_at=lambda _: ENDLESS))

    with closing(open_release(args, releases, "1", seed=0, settings=NO_SETTINGS)) as target:
        assert isinstance(target, HostTarget)
        assert is_asked_again is target.checks_hangs


@pytest.fixture
def measured(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The shell, where few small groups are measured."""
    measure_little(monkeypatch)
    return shell


def test_measures_are_printed_recorded_drawn_and_reported(measured: Shell, releases_of: Releases) -> None:
    """Releases are measured only with `--measure`."""
    releases_of(".!.")

    ended = measured(f"{MEASURE} --out out --picture h.svg")
    measured("report out")

    (header,) = (line for line in ended.lines if re.match(r" release +answered", line))
    assert ["release", "answered", "balance gap", "ms, equal subscriptions"] == re.split(r" {2,}", header.strip())
    rows = ended.out[ended.out.index(header) :].splitlines()[2:4]
    assert (3, [["1", "30"], ["3", "30"]]) == (ended.code, [row.split()[:2] for row in rows])
    assert "Quality: means over the 30 of 30 everyday groups that all compared releases answered." in ended.out
    found = measured.read(f"{NOTES}.json")["measurement"]
    assert (30, 30, 2) == (found["groups"], found["compared"], found["passes"])
    assert [2, 2] == [len(one["seconds"][str(SMALL)]) for one in found["releases"].values()]
    drawn = measured.text_of("h.svg")
    assert all(name in drawn for name in ("balance gap", "equal subscriptions"))
    assert "Quality, time and memory by release" in next(Path("out").rglob("*.html")).read_text(encoding="utf-8")
    assert measured(f"{SEARCH} --json").document["measurement"] is None


def test_measured_releases_are_not_measured_again(measured: Shell, releases_of: Releases) -> None:
    """A search without measures keeps them in the folder. Those of another machine are not reused."""
    package = releases_of("..")
    first = measured(f"{MEASURE} --json --out out").document
    measured(f"{SEARCH} --json --out out")
    package.opened.clear()

    again = measured(f"{MEASURE} --json --out out").document

    assert ([], first) == (package.opened, again)

    for page in NOTES.glob("*.json"):
        document = measured.read(str(page))
        document["measures"]["plan"]["machine"] = "another machine"
        measured.write(str(page), document)
    measured(f"{MEASURE} --out out")
    assert list("1212") == package.opened
