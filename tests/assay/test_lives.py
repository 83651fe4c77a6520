"""Tests of lives on the command line: check, explain, pasted test and usage errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run

pytestmark = pytest.mark.functional

LIFE: dict[str, Any] = {
    "format": "assay-life/1",
    "group": {
        "format": "assay-group/1",
        "topics": {"t0": 1},
        "members": [{"id": "C0", "subscription": ["t0"]}, {"id": "C1", "subscription": ["t0"]}],
    },
    "events": [{"miss": ["C0"]}, {}],
}

UNHEARING = '''
from dataclasses import replace

from kafka_assay.assignors.registry import reference_assignor


class Unhearing:
    """Takes every claim to be as old as any other."""

    like = "sticky"

    def assign(self, group):
        members = tuple(replace(member, generation=None) for member in group.members)
        return reference_assignor("sticky").assign(replace(group, members=members))
'''

GREEDY = '''
from kafka_assay.assignors.registry import reference_assignor


def assign(group):
    """Of three members the first gets all."""
    if len(group.members) < 3:
        return reference_assignor("fair").assign(group)
    first, *others = group.member_ids()
    return {first: {"t0": [0, 1, 2]}, **{other: {} for other in others}}
'''


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a life and an assignor that ignores generations."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "life.json").write_text(json.dumps(LIFE), encoding="utf-8")
    (tmp_path / "unhearing.py").write_text(UNHEARING, encoding="utf-8")
    return tmp_path


def test_life_is_checked_after_each_rebalance(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "sticky", "--case", "life.json", "--json"])

    record = json.loads(capsys.readouterr().out)
    assert (0, 3) == (code, record["groups"])
    assert {"sequences"} == {cell["inputs"] for cell in record["cells"]}


def test_case_and_explanation_list_the_events(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["check", "python:unhearing:Unhearing", "--case", "life.json", "--law", "newest-claim-wins"]

    assert 1 == run(command)
    told = capsys.readouterr().out
    assert 1 == run([*command, "--json"])
    (cell,) = json.loads(capsys.readouterr().out)["cells"]

    assert "BROKEN  newest-claim-wins (sequences)   2 members, 1 partition, 3 rebalances" in told
    assert "then     rebalance 2: C0 misses the rebalance\n  answer   C1: t0-0" in told
    assert "then     rebalance 3: C0 comes back and claims t0-0 at generation 1\n  answer   C0: t0-0" in told
    assert [None, {"miss": ["C0"]}, {}, None] == [step["event"] for step in cell["counterexample"]["steps"]]
    assert cell["counterexample"]["explanation"].startswith(
        "Rebalance 2: C0 misses the rebalance. Rebalance 3: C0 comes back and claims"
    )


def test_explanation_begins_with_the_events(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a broken law the last rebalance is explained."""
    code = run(["judge", "life.json", "sticky", "--json"])

    sentences = json.loads(capsys.readouterr().out)["sentences"]
    assert 0 == code
    assert [
        "Rebalance 2: C0 misses the rebalance.",
        "Rebalance 3: C0 comes back and claims t0-0 at generation 1.",
    ] == sentences[:2]


def test_broken_rebalance_is_explained_although_later_ones_are_kept(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    life = {
        **LIFE,
        "events": [{"join": [{"id": "C2", "subscription": ["t0"]}], "topics": {"t0": 3}}, {"leave": ["C2"]}],
    }
    (here / "life.json").write_text(json.dumps(life), encoding="utf-8")
    (here / "greedy.py").write_text(GREEDY, encoding="utf-8")

    code = run(["judge", "life.json", "python:greedy:assign", "--like", "fair", "--json"])

    told = json.loads(capsys.readouterr().out)
    assert 1 == code
    assert "Rebalance 2: t0 grows from 1 to 3 partitions; C2 joins, subscribes to t0." == told["sentences"][0]
    assert "broken" == {one["law"]: one["verdict"] for one in told["laws"]}["even-when-equal"]


def test_pasted_test_replays_the_life(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["judge", "life.json", "python:unhearing:Unhearing", "--as-test"])
    pasted: dict[str, Any] = {"__name__": "pasted"}
    exec(capsys.readouterr().out, pasted)

    assert_keeps = pasted["assert_keeps"]
    said = "^C0 claims t0-0, but other members claim it at a newer generation."
    assert LIFE == pasted["LIFE"]
    with pytest.raises(AssertionError, match=said):
        assert_keeps("newest-claim-wins", pasted["LIFE"], target="python:unhearing:Unhearing", like="sticky")
    assert_keeps("newest-claim-wins", pasted["LIFE"], target="sticky", one_object=True)


def test_impossible_life_is_a_usage_error(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    impossible = LIFE | {"events": [{"leave": ["C7"]}]}
    (here / "life.json").write_text(json.dumps(impossible), encoding="utf-8")

    for command in (["check", "sticky", "--case", "life.json"], ["judge", "life.json", "sticky"]):
        assert 2 == run(command)
        assert "life.json: events[0].leave[0]: 'C7': expected a member of the group" in capsys.readouterr().err


def test_life_of_an_unknown_version_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Read as a group, it would lose its events."""
    (here / "life.json").write_text(json.dumps({**LIFE, "format": "assay-life/2"}), encoding="utf-8")

    for command in (["check", "sticky", "--case", "life.json"], ["judge", "life.json", "sticky"]):
        assert 2 == run(command)
        assert "assay: life.json: format: 'assay-life/2': expected 'assay-life/1'\n" == capsys.readouterr().err


@pytest.mark.parametrize(("subject", "and_so"), [([], ""), (["a.json"], ", but a.json has one answer")])
def test_life_needs_a_target_to_explain(
    subject: list[str], and_so: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = f"assay: life.json: a life with several rebalances{and_so}: give a target, which answers each rebalance\n"

    assert 2 == run(["judge", "life.json", *subject])
    assert said == capsys.readouterr().err


def test_many_groups_are_refused_as_a_case(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "many.jsonl").write_text(f"{json.dumps(LIFE['group'])}\n" * 2, encoding="utf-8")

    for command in (["check", "sticky"], ["check", "sticky", "--same-as", "range"]):
        assert 2 == run([*command, "--case", "many.jsonl"])
        said = "assay: many.jsonl: contains many groups: expected one case, life or group, such as many.jsonl:1\n"
        assert said == capsys.readouterr().err


def test_line_of_many_groups_is_a_case(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "many.jsonl").write_text(f"{{}}\n{json.dumps(LIFE['group'])}\n", encoding="utf-8")

    assert 0 == run(["check", "sticky", "--case", "many.jsonl:2", "--json"])
    assert json.loads(capsys.readouterr().out)["command"].endswith("--case many.jsonl:2")
    assert 2 == run(["judge", "many.jsonl:3", "sticky"])
    assert capsys.readouterr().err.startswith("assay: many.jsonl:3: ")


def test_life_with_clients_is_checked_rebalance_by_rebalance(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    life = LIFE | {"protocol": "eager", "events": [{"miss_sync": ["C0"]}, {}]}
    (here / "model.json").write_text(json.dumps(life), encoding="utf-8")

    assert 0 == run(["check", "sticky", "--case", "model.json", "--law", "one-owner-each", "--json"])
    assert 3 == json.loads(capsys.readouterr().out)["cells"][0]["kept"]


def test_life_with_clients_stops_at_the_first_broken_law(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "greedy.py").write_text(GREEDY, encoding="utf-8")
    members = [{"id": f"C{number}", "subscription": ["t0"]} for number in range(2)]
    group = LIFE["group"] | {"topics": {"t0": 3}, "members": members}
    events = [{"join": [{"id": "C2", "subscription": ["t0"]}]}, {}]
    (here / "model.json").write_text(json.dumps(LIFE | {"protocol": "eager", "group": group, "events": events}))

    assert 1 == run(["check", "python:greedy:assign", "--like", "+even", "--case", "model.json"])
    assert "2 rebalances" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["judge", "model.json", "sticky"], "Rebalance 2: C0 misses the sync."),
        (["check", "sticky", "--same-as", "fair", "--case", "model.json"], "same-plan"),
    ],
)
def test_life_with_clients_is_explained_and_compared(
    command: list[str], said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    life = LIFE | {"protocol": "eager", "events": [{"miss_sync": ["C0"]}, {}]}
    (here / "model.json").write_text(json.dumps(life), encoding="utf-8")

    assert 0 == run(command)
    assert said in capsys.readouterr().out


def test_life_without_members_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    life = LIFE | {"protocol": "eager", "group": LIFE["group"] | {"members": []}, "events": []}
    (here / "model.json").write_text(json.dumps(life), encoding="utf-8")

    assert 2 == run(["judge", "model.json", "sticky"])
    assert "assay: the life never has a member, so nobody asks the target\n" == capsys.readouterr().err
