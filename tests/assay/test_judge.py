"""Tests of `assay judge` on given answers: JSON and text."""

from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.properties.judging.judgement import LawVerdict
from kafka_assay.properties.verdict import Undecided
from tests.assay.groups import CHAIN, CHAINED, EXCHANGED, LOPSIDED, PAIR, TWICE, WHOLE, answer_of
from tests.assay.shell import Ended, Shell

VALIDITY = [
    "returns-an-answer",
    "answers-every-member",
    "only-existing-partitions",
    "only-subscribed-topics",
    "one-owner-each",
    "nothing-left-out",
]


@pytest.fixture
def pair(shell: Shell) -> Shell:
    """The shell, with two members that own two partitions each."""
    shell.write("pair.json", PAIR)
    return shell


def judged(shell: Shell, assignment: Any, options: str = "--json") -> Ended:
    """The judgement of an answer to the pair."""
    return shell(f"judge pair.json {shell.write('a.json', answer_of(assignment))} {options}")


def verdicts(document: dict[str, Any]) -> dict[str, str]:
    """Law id -> verdict."""
    return {law["law"]: law["verdict"] for law in document["laws"]}


def test_without_like_only_validity_laws_are_checked(pair: Shell) -> None:
    ended = judged(pair, LOPSIDED)

    document = ended.document
    assert 0 == ended.code
    assert dict.fromkeys(VALIDITY, "kept") == verdicts(document)
    assert {"sum_of_squares": 10, "optimal_sum_of_squares": 8, "moves": 1, "optimal_moves": 0} == document["gap"]
    assert (None, "assay-judgement/1") == (document["like"], document["format"])
    assert "--like" in document["note"]


def test_broken_laws_have_facts_and_an_explanation(pair: Shell) -> None:
    ended = judged(pair, TWICE)

    by_law = {law["law"]: law for law in ended.document["laws"]}
    assert 1 == ended.code
    assert {
        "law": "one-owner-each",
        "verdict": "broken",
        "facts": {"partitions": [{"topic": "t", "partition": 1, "owners": ["a", "b"]}], "count": 1},
        "explanation": "t-1 is assigned to both a and b.",
    } == by_law["one-owner-each"]
    assert ({}, "") == (by_law["nothing-left-out"]["facts"], by_law["nothing-left-out"]["explanation"])


def test_like_option_sets_the_promises(pair: Shell) -> None:
    """Laws that need the assignor are absent; promises can be removed."""
    ended = judged(pair, EXCHANGED, "--like sticky --json")
    without = judged(pair, EXCHANGED, "--like sticky,-sticky --json")

    found = verdicts(ended.document)
    assert (1, "broken") == (ended.code, found["needless-moves-when-equal"])
    assert "stable-group-moves-nothing" not in found
    assert (0, False) == (without.code, "needless-moves-when-equal" in verdicts(without.document))


def test_cooperative_round_is_judged_without_a_gap(pair: Shell) -> None:
    ended = judged(pair, {"a": {"t": [0, 1]}, "b": {"t": [2]}}, "--like cooperative-sticky --json")

    assert (0, None) == (ended.code, ended.document["gap"])
    found = verdicts(ended.document).keys()
    assert set(VALIDITY[:-1]) <= found <= {*VALIDITY[:-1], "no-double-ownership"}


def test_undecided_law_exits_3(pair: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "kafka_assay.properties.judging.finding.judged_laws",
        lambda _: [LawVerdict("one-owner-each", Undecided("internal error of the check"))],
    )

    ended = judged(pair, WHOLE)

    assert 3 == ended.code
    assert {"reason": "internal error of the check"} == ended.document["laws"][0]["facts"]


def test_record_may_include_its_answer(shell: Shell) -> None:
    shell.write(
        "groups.jsonl",
        {"group": PAIR, "assignment": WHOLE, "at": 1},
        {"group": CHAIN, "assignment": answer_of({**CHAINED, "C1": {"t0": [0]}})},
    )

    ended = shell("judge groups.jsonl")

    first, second = ended.documents
    assert 1 == ended.code
    assert (0, "pair", 1, "chain") == (first["index"], first["name"], second["index"], second["name"])
    assert ("kept", "broken") == (verdicts(first)["one-owner-each"], verdicts(second)["one-owner-each"])


def test_answers_are_read_line_by_line(shell: Shell) -> None:
    """One for each group: two targets answer the first group in the first two lines."""
    shell.write("groups.jsonl", PAIR, CHAIN)
    shell.write("answers.jsonl", shell("judge groups.jsonl range").out)
    shell.write("two.jsonl", shell("judge groups.jsonl range sticky").out)

    ended, wrong = shell("judge groups.jsonl answers.jsonl --like range"), shell("judge groups.jsonl two.jsonl")

    assert (0, [0, 1]) == (ended.code, [one["index"] for one in ended.documents])
    assert 2 == wrong.code
    assert "index: 0: expected 1: one answer for each group, in their order" in wrong.err


def test_file_wins_over_a_target_of_its_name(pair: Shell) -> None:
    pair.write("sticky", answer_of(WHOLE))

    ended = pair("judge pair.json sticky --json")

    assert (0, None) == (ended.code, ended.document["target"])


def test_text_gives_the_verdict_then_the_proof(shell: Shell) -> None:
    shell.write("pair.json", CHAIN)

    ended = judged(shell, CHAINED, "--like optimal")

    lines = ended.lines
    assert (1, "✗ BROKEN: optimally-balanced") == (ended.code, lines[0])
    assert lines[1].startswith("  The answer on chain: 3 members, 3 partitions assigned, loads 2/1/0, 1 kept, 0 moved")
    assert any(line.startswith("✗ optimally-balanced: If C0 gave t1-1 to C2 and C2 gave t0-0 to C1") for line in lines)
    assert any(line.startswith("? fewest-moves: Undecided") for line in lines)
    assert "Assumed: that members read what they say" in lines
    assert max(map(len, lines)) <= 100


def test_moves_that_racks_may_need_are_not_called_needless(shell: Shell) -> None:
    """Each member gets the partition whose replica is in its rack, and gives the other one up."""
    topic = {"partitions": 2, "replica_racks": [["y"], ["x"]]}
    members = [
        {"id": one, "rack": one, "subscription": ["t"], "owned": {"t": [place]}} for place, one in enumerate("xy")
    ]
    shell.write("racks.json", {"format": "assay-group/1", "topics": {"t": topic}, "members": members})
    shell.write("answer.json", answer_of({"x": {"t": [1]}, "y": {"t": [0]}}))

    text = shell("judge racks.json answer.json").text

    assert text.startswith("EVEN: loads 1/1, with 2 moves that balance does not need, but racks may. KEPT: 6 laws")
    assert "A better plan" not in text


@pytest.mark.parametrize(("options", "code"), [("", 0), (" --like sticky", 1)])
def test_task_that_waits_for_a_lost_worker_breaks_no_law_of_connect(shell: Shell, options: str, code: int) -> None:
    members = [{"id": worker, "subscription": ["c"]} for worker in ("w1", "w2")]
    document = {"format": "assay-group/1", "strategy": "connect", "topics": {"c": 3}, "members": members}
    answer = {"format": "assay-assignment/1", "assignment": {"w1": {"c": [0, 1]}, "w2": {}}}

    ended = shell(f"judge {shell.write('g.json', document)} {shell.write('a.json', answer)}{options}")

    assert code == ended.code
    assert ("No law of consumer groups is about the tasks of Connect." in ended.text) is (code == 0)
    assert ("nothing-left-out" in ended.text) is (code == 1)
