"""Tests of `assay check --case` and `assay judge` on cases and lives: one case, group or life, from a file."""

from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.registry import reference_assignor
from tests.assay.groups import CASE, LIFE, ONE_MEMBER, SIX
from tests.assay.shell import ROOT, Shell
from tests.assignors.hosted.late import LATE_ONCE, MARKER


def test_group_on_a_line_of_many_is_checked_for_every_law(shell: Shell) -> None:
    shell.write("many.jsonl", {}, ONE_MEMBER)

    ended = shell("check sticky --case many.jsonl:2 --json")

    assert (0, 1) == (ended.code, ended.document["groups"])
    assert ended.document["command"].endswith("--case many.jsonl:2")
    assert {("clean", "kept")} == {(cell["inputs"], cell["verdict"]) for cell in ended.document["cells"]}


def test_case_is_repeated_with_its_own_seed(shell: Shell) -> None:
    found = {**CASE, "law": "stable-group-moves-nothing", "seed": 7, "steps": [{"group": SIX}]}

    ended = shell(f"check shuffled-roundrobin --like sticky --json --case {shell.write('case.json', found)}")

    first = ended.document["cells"][0]["counterexample"]["steps"][0]
    assert (1, 7) == (ended.code, ended.document["seed"])
    assert reference_assignor("shuffled-roundrobin", 7).assign(group_from_json(SIX)) == first["assignment"]


def test_law_of_a_case_that_is_not_promised_is_named_and_raises_no_alarm(shell: Shell) -> None:
    """All promised laws are checked instead."""
    shell.write("c.json", {**CASE, "law": "even-when-equal", "target": "range"})

    checked, judged = shell("check range --case c.json"), shell("judge c.json")
    promised = shell("judge c.json --like +even")

    said = "the case's own law is not checked: even-when-equal: range does not promise 'even'; to check it anyway, add"
    assert (True, True, False) == tuple(said in ended.err for ended in (checked, judged, promised))
    assert (0, True) == (checked.code, "spread-within-topic" in checked.out)
    assert "even-when-equal" not in checked.out


@pytest.mark.parametrize(("limit", "code"), [("", 0), ("--call-timeout 2", 1)])
def test_only_the_default_limit_asks_a_hang_again(
    limit: str, code: int, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit that the user has set is exact."""
    monkeypatch.setattr("assay.verbs.check_.CALL_OF_GIVEN", 3.0)
    monkeypatch.setenv(MARKER, str(shell.folder / "marker"))
    shell.write("g.json", ONE_MEMBER)

    ended = shell(f"check {LATE_ONCE} --law returns-an-answer --case g.json {limit}")

    assert code == ended.code
    assert bool(limit) == (f"assay check {LATE_ONCE} --call-timeout 2 --case g.json" in ended.out)


def test_published_case_names_its_finding(shell: Shell) -> None:
    case = ROOT / "docs/results/findings/cases/kafka-python-1.json"
    command = f"check kafka-python==3.0.12:roundrobin --case {case}"

    ended = shell(command)

    assert 1 == ended.code
    assert "  Known: kafka-python-1 (finding, 2.3.0 to 3.0.12): " in ended.out
    assert ["kafka-python-1"] == shell(command, "--json").document["cells"][0]["known"]


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

MODEL = LIFE | {"protocol": "eager", "events": [{"miss_sync": ["C0"]}, {}]}
"""A life of members that are real clients."""
GROWTH = {"join": [{"id": "C2", "subscription": ["t0"]}], "topics": {"t0": 3}}


@pytest.fixture
def life(shell: Shell) -> Shell:
    """The shell, with a life and an assignor with one fault."""
    shell.write("life.json", LIFE)
    shell.write("unhearing.py", UNHEARING)
    return shell


def test_case_and_explanation_list_the_events(life: Shell) -> None:
    command = "check python:unhearing:Unhearing --case life.json --law newest-claim-wins"

    told, again = life(command), life(command, "--json")

    assert (1, 1) == (told.code, again.code)
    assert "BROKEN  newest-claim-wins (sequences)   2 members, 1 partition, 3 rebalances" in told.out
    assert "then     rebalance 2: C0 misses the rebalance\n  answer   C1: t0-0" in told.out
    assert "then     rebalance 3: C0 comes back and claims t0-0 at generation 1\n  answer   C0: t0-0" in told.out
    case = again.cell["counterexample"]
    assert [None, {"miss": ["C0"]}, {}, None] == [step["event"] for step in case["steps"]]
    assert case["explanation"].startswith("Rebalance 2: C0 misses the rebalance. Rebalance 3: C0 comes back and claims")


def test_life_is_checked_after_each_rebalance_and_its_explanation_begins_with_the_events(life: Shell) -> None:
    """Without a broken law the last rebalance is explained."""
    checked, ended = life("check sticky --case life.json --json"), life("judge life.json sticky --json")

    assert (0, 3) == (checked.code, checked.document["groups"])
    assert {"sequences"} == {cell["inputs"] for cell in checked.document["cells"]}
    assert 0 == ended.code
    assert [
        "Rebalance 2: C0 misses the rebalance.",
        "Rebalance 3: C0 comes back and claims t0-0 at generation 1.",
    ] == ended.document["sentences"][:2]


def test_broken_rebalance_is_explained_although_later_ones_are_kept(life: Shell) -> None:
    """One partition on two members is as even as possible."""
    life.write("life.json", LIFE | {"events": [GROWTH, {"leave": ["C2"], "topics": {"t0": 1}}]})

    ended = life("judge life.json python:mine:greedy --like fair --json")

    told = ended.document
    assert 1 == ended.code
    assert "Rebalance 2: t0 grows from 1 to 3 partitions; C2 joins, subscribes to t0." == told["sentences"][0]
    assert "broken" == {one["law"]: one["verdict"] for one in told["laws"]}["even-when-equal"]


def test_pasted_test_replays_the_life(life: Shell) -> None:
    pasted: dict[str, Any] = {"__name__": "pasted"}
    exec(life("judge life.json python:unhearing:Unhearing --as-test").out, pasted)

    assert_keeps = pasted["assert_keeps"]
    said = "^C0 claims t0-0, but other members claim it at a newer generation."
    assert LIFE == pasted["LIFE"]
    with pytest.raises(AssertionError, match=said):
        assert_keeps("newest-claim-wins", pasted["LIFE"], target="python:unhearing:Unhearing", like="sticky")
    assert_keeps("newest-claim-wins", pasted["LIFE"], target="sticky", one_object=True)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("judge model.json sticky", "Rebalance 2: C0 misses the sync."),
        ("check sticky --same-as fair --case model.json", "same-plan"),
        ("check sticky --case model.json --law one-owner-each --json", '"kept":3,'),
    ],
)
def test_life_with_clients_is_judged_rebalance_by_rebalance(command: str, said: str, shell: Shell) -> None:
    shell.write("model.json", MODEL)

    ended = shell(command)

    assert (0, True) == (ended.code, said in ended.out)


def test_life_with_clients_stops_at_the_first_broken_law(life: Shell) -> None:
    life.write("model.json", MODEL | {"events": [GROWTH, {}]})

    ended = life("check python:mine:greedy --like +even --case model.json")

    assert (1, True) == (ended.code, "2 rebalances" in ended.out)
