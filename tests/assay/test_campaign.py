"""Tests of `assay campaign` and `--case DIR:NUMBER` without Spark: the status of a running campaign, its cases."""

from __future__ import annotations

import pytest

from kafka_assay.pipeline.campaign.campaign_run import judge_here
from tests.assay.shell import Shell
from tests.pipeline.campaign.campaigns import small_plan


@pytest.fixture
def running(shell: Shell) -> Shell:
    """The shell, with a campaign `c` that has one of three stretches committed."""
    folder = shell.folder / "c"
    plan = small_plan(folder, targets=("range", "sticky"))
    assert [1] == list(judge_here(plan, [1], folder, lambda _: None))
    return shell


def number_of(family: str) -> int:
    """A group of this family."""
    return next(place for place in range(40) if small_plan().family_of(place) == family)


@pytest.mark.parametrize("scheme", ["", "file:", "file://", "FILE://"])
def test_running_campaign_shows_what_is_done(scheme: str, running: Shell) -> None:
    """The folder may be a URI of this machine."""
    folder = f"{scheme}{running.folder / 'c'}"

    ended = running(f"campaign show {folder}")

    assert (0, "30 of 80 pairs (38 %): 40 groups, each put to 2 targets, seed 3") == (ended.code, ended.lines[0])
    assert "Not finished:" == ended.lines[-2]
    assert scheme or f"assay campaign resume {folder}" == ended.lines[-1]


def test_running_campaign_has_a_status_for_scripts(running: Shell) -> None:
    status = running("campaign show c --json").document

    assert (30, 80, 0.0) == (status["done"], status["cases"], status["unseen"])
    assert [] == [kind for kind in status["kinds"] if not kind["declared"]]


def test_group_of_a_case_is_judged(running: Shell) -> None:
    assert running(f"judge c:{number_of('clean')} sticky --json").document["assignment"]


def test_case_is_checked_in_its_family(running: Shell) -> None:
    ended = running(f"check sticky --case c:{number_of('sequences')} --json")

    assert (0, {"sequences"}) == (ended.code, {cell["inputs"] for cell in ended.document["cells"]})


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("check sticky --case c:40", "the campaign has 40 groups, numbered from 0"),
        ("check sticky --case d:1", "--case d:1: 'd' is no input family and no folder of a campaign"),
        ("campaign run c range --groups 10", "has a campaign already: assay campaign resume"),
    ],
)
def test_unknown_case_and_second_campaign_in_a_folder_are_refused(command: str, says: str, running: Shell) -> None:
    assert says in running(command).refusal


def test_drawn_group_is_named_by_family_number_and_seed(shell: Shell) -> None:
    """A replay names it in the same way."""
    ended = shell("check sticky@kip54 --case stale-claims:3 --seed 20 --json")

    assert ended.code in {0, 1}
    assert {"stale-claims"} == {cell["inputs"] for cell in ended.document["cells"]}
    assert ended.document["command"].endswith("--case stale-claims:3 --seed 20")
