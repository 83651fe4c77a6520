"""Tests of the path to a counterexample on the command line: the grade, its life, and the options."""

from __future__ import annotations

from typing import Any

import pytest

from tests.assay.shell import Ended, Shell

FAULTY = '''
from kafka_assay.assignors.registry import reference_assignor


def stale(group):
    """Fails if members claim something at different generations."""
    if len({member.generation for member in group.members if member.owned and member.generation}) > 1:
        raise ValueError("two generations")
    return reference_assignor("roundrobin").assign(group)


def negative(group):
    """Fails if a member claims a negative partition."""
    if any(partition < 0 for member in group.members for _, ids in member.owned for partition in ids):
        raise ValueError("negative")
    return reference_assignor("roundrobin").assign(group)
'''
CHECK = "check python:faulty:stale --inputs stale-claims --groups 40 --seconds 60"
HISTORIES = "--jobs 1 --path-seconds 40 --histories 40"
NEGATIVE = f"check python:faulty:negative --inputs ghost-claims --groups 40 --seconds 60 {HISTORIES}"
REPEAT = "check python:faulty:stale --case saved.json"


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """How the search of a path has ended, and what it has saved, so that it runs once."""
    return {}


@pytest.fixture
def faulty(shell: Shell) -> Shell:
    """The shell, with assignors that have one fault each."""
    shell.write("faulty.py", FAULTY)
    return shell


@pytest.fixture
def searched(faulty: Shell, found: dict[str, Any]) -> Ended:
    """The end of a search. The case that it saves is in `saved.json`."""
    if not found:
        found["ended"] = faulty(f"{CHECK} {HISTORIES} --json")
        (saved,) = (faulty.folder / ".assay" / "cases").glob("*.json")
        found["saved"] = saved.read_text(encoding="utf-8")
        saved.unlink()
    faulty.write("saved.json", found["saved"])
    ended: Ended = found["ended"]
    return ended


def test_path_is_in_the_json_and_in_the_saved_case(searched: Ended, faulty: Shell) -> None:
    path = searched.cell["counterexample"]["path"]

    assert 1 == searched.code
    assert ["status", "life", "histories", "source", "story"] == list(path)
    assert ("shown", "model") == (path["status"], path["source"])
    assert path["story"][0].startswith("Generation 1: all members are new; the leader ")
    assert path == faulty.read("saved.json")["path"]


@pytest.mark.usefixtures("searched")
def test_case_with_a_path_runs_and_tells_its_life_again(faulty: Shell) -> None:
    again, told = faulty(REPEAT, "--json"), faulty(REPEAT)

    assert (1, 1) == (again.code, told.code)
    assert faulty.read("saved.json")["path"] == again.cell["counterexample"]["path"]
    for words in (
        "Path to this group: shown (model, found in ",
        "Generation 2: ",
        " at generation 1; ",
        " is asked, and the law breaks.",
    ):
        assert words in told.text


@pytest.mark.usefixtures("searched")
def test_life_that_no_longer_leads_to_the_break_is_reported(faulty: Shell) -> None:
    case = faulty.read("saved.json")
    case["path"]["life"]["events"] = []
    faulty.write("saved.json", case)

    ended = faulty(REPEAT)

    assert 1 == ended.code
    assert "path: the life of the case does not lead this target to the same break" in ended.err


def test_replay_with_the_number_of_histories_finds_the_same_path(faulty: Shell) -> None:
    faulty.write(".assay", "no folder, so that no case can be written")
    cell = faulty(f"{CHECK} {HISTORIES} --json").cell
    path = cell["counterexample"]["path"]

    assert f" --histories {path['histories']}" in cell["replay"]
    assert path == faulty.repeat(cell["replay"], "--jobs", "1", "--json").cell["counterexample"]["path"]


def test_negative_claim_needs_a_faulty_client_and_is_left_out_with_only_shown(faulty: Shell) -> None:
    told, left_out = faulty(NEGATIVE), faulty(f"{NEGATIVE} --only shown")

    assert (1, 1) == (told.code, left_out.code)
    assert "Path to this group: needs a faulty client. C0 claims a negative partition" in told.text
    assert "Left out (--only shown): 1 counterexample: 1 faulty-client" in left_out.out
    assert "Path to this group" not in left_out.out


def test_path_seconds_0_searches_no_path(faulty: Shell) -> None:
    assert "path" not in faulty(f"{CHECK} --path-seconds 0 --json").cell["counterexample"]
