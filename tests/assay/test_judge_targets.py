"""Tests of `assay judge` on targets and cases: members, sentences, hand-overs, picture and regression test."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tests.assay.groups import CASE, CHAIN, CHAINED, EXCHANGED, PAIR, TWICE, WHOLE, answer_of
from tests.assay.shell import Shell


@pytest.fixture
def here(shell: Shell) -> Shell:
    """The shell, with two groups and answers."""
    shell.write("pair.json", PAIR)
    shell.write("chain.json", CHAIN)
    answers = {"chained": CHAINED, "exchanged": EXCHANGED, "whole": WHOLE, "twice": TWICE}
    for name, answer in answers.items():
        shell.write(f"{name}.json", answer_of(answer))
    return shell


def test_chain_is_shown_without_a_broken_promise(here: Shell) -> None:
    ended = here("judge chain.json chained.json --json")

    document = ended.document
    assert (0, "assay-judgement/1") == (ended.code, document["format"])
    assert [
        {"from": "C0", "to": "C2", "topic": "t1", "partition": 1},
        {"from": "C2", "to": "C1", "topic": "t0", "partition": 0},
    ] == document["chain"]
    assert [] == document["needless"]
    assert {"C0": 1, "C1": 1, "C2": 1} == {who: sum(map(len, has.values())) for who, has in document["better"].items()}
    assert any(said.startswith("If C0 gave t1-1 to C2") for said in document["sentences"])
    assert "This breaks no promise that was checked." in document["sentences"]
    assert "Assumed: that members read what they say" in document["sentences"]


def test_hand_overs_undo_needless_moves(here: Shell) -> None:
    """`better` is the answer after the hand-overs."""
    command = "judge pair.json exchanged.json --like sticky"
    ended, told = here(command, "--json"), here(command)

    document = ended.document
    assert (1, []) == (ended.code, document["chain"])
    assert {("a", "b", 2), ("b", "a", 1)} == {
        (one["from"], one["to"], one["partition"]) for one in document["needless"]
    }
    assert ([], WHOLE) == (document["instead"], document["better"])
    assert 1 == sum("2 moves fewer, and the loads are the same" in said for said in document["sentences"])
    assert "✗ BROKEN: needless-moves-when-equal" == told.lines[0]
    assert "The loads are the best possible (sum of squares 8); 2 moves (best 0)." in told.lines
    assert "A better plan changes 2 partitions: t-1 from b to a and t-2 from a to b." in told.lines


@pytest.mark.parametrize(
    ("answer", "code", "better"),
    [("whole.json --like optimal", 0, None), ("twice.json", 1, WHOLE), ("python:mine:raises", 1, WHOLE)],
    ids=["optimal", "invalid", "missing"],
)
def test_hand_overs_cannot_improve_an_optimal_or_faulty_answer(
    answer: str, code: int, better: Any, here: Shell
) -> None:
    """A faulty answer has the optimum as better plan."""
    ended = here(f"judge pair.json {answer} --json")

    document = ended.document
    assert (code, [], [], better) == (ended.code, document["chain"], document["needless"], document["better"])


def test_target_is_checked_for_laws_that_need_the_assignor(here: Shell) -> None:
    ended = here("judge pair.json sticky --json")

    assert (0, "sticky") == (ended.code, ended.document["like"])
    assert "stable-group-moves-nothing" in {law["law"] for law in ended.document["laws"]}
    assert ended.document["sentences"][0].startswith("sticky on pair: 2 members")


def test_failing_target_leaves_laws_undecided(here: Shell) -> None:
    document = here("judge pair.json python:mine:raises --json").document

    assert {"broken", "undecided"} == {law["verdict"] for law in document["laws"]}
    assert "python:mine:raises on pair gave no answer." == document["sentences"][0]


@pytest.mark.parametrize("subject", ["python:mine:greedy", "answer.json"])
@pytest.mark.parametrize("law", ["even-when-equal", "locally-balanced"])
def test_law_of_a_case_comes_first(here: Shell, law: str, subject: str) -> None:
    """In the sentences, and in the printed test and its head."""
    here.write("case.json", CASE | {"law": law, "target": "range", "steps": [{"group": PAIR}]})
    here.write("answer.json", answer_of({"a": {"t": [0, 1, 2, 3]}, "b": {}}))
    command = f"judge case.json {subject} --like fair"

    document, pasted = here(command, "--json").document, here(command, "--as-test")

    first = next(sentence for sentence in document["sentences"] if sentence.startswith("Broken: "))
    laws = list(outcomes_of(pasted.out))
    assert first.startswith(f"Broken: {law}: ")
    assert (law, True) == (laws[0], len(laws) > 1)
    assert f"Broken: {law}: " in pasted.text.replace("- ", "-")


def test_judgement_of_a_target_has_its_answer(here: Shell) -> None:
    document = here("judge chain.json range --json").document

    assert {
        "target": "range",
        "loads": {"C0": 1, "C1": 1, "C2": 1},
        "kept": 0,
        "moved": 1,
        "unassigned": 0,
        "assignment": {"C0": {"t1": [0]}, "C1": {"t0": [0]}, "C2": {"t1": [1]}},
    } == {key: document[key] for key in ("target", "loads", "kept", "moved", "unassigned", "assignment")}


def test_table_shows_members(shell: Shell) -> None:
    member = {"id": "[red]C1\x1b", "subscription": ["t0", "t1"], "owned": {"t0": [0], "t1": [0]}}
    shell.write("odd.json", {**CHAIN, "members": [member]})

    lines = [" ".join(line.split()) for line in shell("judge odd.json range").lines]

    assert r"[red]C1\x1b 3 2 1 0 t0 0; t1 0–1" in lines


def test_each_group_is_judged_for_each_target_and_answer(here: Shell) -> None:
    """The exit code is that of the worst."""
    here.write("many.jsonl", PAIR, CHAIN)

    each = here("judge many.jsonl sticky python:mine:raises --json")
    one = here("judge pair.json twice.json range sticky --json")

    assert (1, 1) == (each.code, one.code)
    assert [(0, "sticky"), (0, "python:mine:raises"), (1, "sticky"), (1, "python:mine:raises")] == [
        (line["index"], line["target"]) for line in each.documents
    ]
    assert [None, "range", "sticky"] == [line["target"] for line in one.documents]


@pytest.mark.parametrize(
    ("target", "owned", "told"),
    [
        ("cooperative-sticky", {"a": [0, 1, 2, 3]}, "This takes 2 rounds: the first withholds 2 partitions until"),
        ("cooperative-sticky", {"a": [0, 1], "b": [2, 3]}, None),
        ("sticky", {"a": [0, 1, 2, 3]}, None),
    ],
)
def test_answer_of_several_rounds_says_so(
    target: str, owned: dict[str, list[int]], told: str | None, shell: Shell
) -> None:
    members = [
        {"id": name, "subscription": ["t"], "owned": {"t": owned.get(name, [])}, "generation": 1} for name in "ab"
    ]
    shell.write("g.json", {**PAIR, "members": members})

    said = shell(f"judge g.json {target}").text

    assert (told or "This takes") in said if told else "This takes" not in said


@pytest.mark.parametrize("name", ["finding.png", "finding.svg", "FINDING.PNG"])
def test_picture_has_the_format_of_its_file_name(here: Shell, name: str) -> None:
    ended = here(f"judge chain.json chained.json --picture {name}")

    beginning = (here.folder / name).read_bytes()[:5]
    assert (0, b"<?xml" if name.endswith("svg") else b"\x89PNG\r") == (ended.code, beginning)
    assert f"picture: {name}" in ended.err


def outcomes_of(pasted: str) -> dict[str, bool]:
    """Law -> whether the test printed by `judge --as-test` passes."""
    namespace: dict[str, Any] = {}
    exec(compile(pasted, "test_pasted.py", "exec"), namespace)
    test = next(value for name, value in namespace.items() if name.startswith("test_"))
    return {law: _passes(test, law) for law in test.pytestmark[0].args[1]}


def _passes(test: Callable[[str], None], law: str) -> bool:
    with suppress(AssertionError):
        test(law)
        return True
    return False


def test_pasted_test_of_a_reference_passes(here: Shell) -> None:
    outcomes = outcomes_of(here("judge pair.json sticky --as-test").out)

    assert {True} == set(outcomes.values())
    assert {"one-owner-each", "stable-group-moves-nothing"} <= outcomes.keys()


def test_pasted_test_of_a_random_target_has_the_seed(shell: Shell) -> None:
    shell.write("drawn.json", CASE | {"target": "shuffled-roundrobin", "seed": 7, "inputs": "given"})

    pasted = shell("judge drawn.json --like fair --as-test").out

    assert "target='shuffled-roundrobin', like='fair', seed=7)" in pasted
    assert {True} == set(outcomes_of(pasted).values())


def test_pasted_test_of_a_given_answer_has_the_answer(here: Shell) -> None:
    assert {"one-owner-each": False} == outcomes_of(here("judge pair.json twice.json --as-test").out)


def test_any_id_is_quoted_in_a_pasted_test(shell: Shell) -> None:
    odd = 'a"""\\N{x}\x00\u202e\'' + "\n"
    shell.write("odd.json", {**PAIR, "name": odd, "members": [{"id": odd, "subscription": ["t"]}]})

    assert {True} == set(outcomes_of(shell("judge odd.json range --as-test").out).values())
