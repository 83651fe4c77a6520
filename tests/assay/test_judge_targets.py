"""Tests of `assay judge` on targets and cases: members, sentences, hand-overs, picture and regression test."""

from __future__ import annotations

import json
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.properties.records.case_format import Case, case_to_json
from kafka_assay.properties.trials.trial import TrialStep
from tests.assay.groups import CHAIN, CHAINED, EXCHANGED, PAIR, TWICE, WHOLE, answer_file, write_documents
from tests.assay.test_judge import judge_as_json

ASSIGNOR = '''
def assign(group):
    """Everything to the first member."""
    answer = {member.id: {} for member in group.members}
    if group.members:
        for topic in group.topics:
            answer[group.members[0].id][topic.name] = list(range(topic.partitions))
    return answer


def fail(group):
    """No answer."""
    raise KeyError("t0")
'''

FIXED = """
from kafka_assay.assignors.registry import reference_assignor


def assign(group):
    return reference_assignor("fair").assign(group)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with two groups, answers and a user's assignor."""
    monkeypatch.chdir(tmp_path)
    write_documents(tmp_path / "pair.json", PAIR)
    write_documents(tmp_path / "chain.json", CHAIN)
    answer_file(tmp_path / "chained.json", CHAINED)
    answer_file(tmp_path / "exchanged.json", EXCHANGED)
    answer_file(tmp_path / "whole.json", WHOLE)
    answer_file(tmp_path / "twice.json", TWICE)
    (tmp_path / "own_assignor.py").write_text(ASSIGNOR)
    return tmp_path


def test_chain_is_shown_without_a_broken_promise(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = judge_as_json(capsys, "chain.json", "chained.json")

    assert (0, "assay-judgement/1") == (code, document["format"])
    assert [
        {"from": "C0", "to": "C2", "topic": "t1", "partition": 1},
        {"from": "C2", "to": "C1", "topic": "t0", "partition": 0},
    ] == document["chain"]
    assert [] == document["needless"]
    assert {"C0": 1, "C1": 1, "C2": 1} == {who: sum(map(len, has.values())) for who, has in document["better"].items()}
    assert any(said.startswith("If C0 gave t1-1 to C2") for said in document["sentences"])
    assert "This breaks no promise that was checked." in document["sentences"]
    assert "Assumed: that members read what they say" in document["sentences"]


def test_hand_overs_undo_needless_moves(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`better` is the answer after the hand-overs."""
    code, document = judge_as_json(capsys, "pair.json", "exchanged.json", "--like", "sticky")

    assert 1 == code
    assert [] == document["chain"]
    assert {("a", "b", 2), ("b", "a", 1)} == {
        (one["from"], one["to"], one["partition"]) for one in document["needless"]
    }
    assert [] == document["instead"]
    assert WHOLE == document["better"]
    assert 1 == sum("2 moves fewer, and the loads are the same" in said for said in document["sentences"])


def test_optimal_answer_has_no_better_plan(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = judge_as_json(capsys, "pair.json", "whole.json", "--like", "optimal")

    assert (0, [], [], None) == (code, document["chain"], document["needless"], document["better"])


def test_faulty_answer_has_the_optimum_as_better_plan(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Hand-overs cannot improve an invalid answer."""
    code, document = judge_as_json(capsys, "pair.json", "twice.json")

    assert (1, [], WHOLE) == (code, document["chain"], document["better"])


def test_target_is_checked_for_laws_that_need_the_assignor(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = judge_as_json(capsys, "pair.json", "sticky")

    assert (0, "sticky") == (code, document["like"])
    assert "stable-group-moves-nothing" in {law["law"] for law in document["laws"]}
    assert document["sentences"][0].startswith("sticky on pair: 2 members")


def test_failing_target_is_explained_with_a_valid_plan(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = judge_as_json(capsys, "pair.json", "python:own_assignor:fail")

    assert 1 == code
    assert {"broken", "undecided"} == {law["verdict"] for law in document["laws"]}
    assert WHOLE == document["better"]
    assert "python:own_assignor:fail on pair gave no answer." == document["sentences"][0]


def test_case_is_explained_for_its_own_or_another_target(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = {"group": PAIR, "instance": None, "assignment": None, "error": None, "why": None, "event": None}
    case = {"format": "assay-case/1", "law": "even-when-equal", "inputs": "clean", "target": "range", "steps": [step]}
    write_documents(here / "case.json", case)

    _, own = judge_as_json(capsys, "case.json")
    _, other = judge_as_json(capsys, "case.json", "sticky")

    assert own["sentences"][0].startswith("range on pair")
    assert other["sentences"][0].startswith("sticky on pair")


@pytest.mark.parametrize("subject", ["python:own_assignor:assign", "answer.json"])
@pytest.mark.parametrize("law", ["even-when-equal", "locally-balanced"])
def test_law_of_a_case_comes_first(here: Path, capsys: pytest.CaptureFixture[str], law: str, subject: str) -> None:
    """In the sentences, and in the printed test and its head."""
    step = {"group": PAIR, "instance": None, "assignment": None, "error": None, "why": None, "event": None}
    case = {"format": "assay-case/1", "law": law, "inputs": "clean", "target": "range", "steps": [step]}
    write_documents(here / "case.json", case)
    answer_file(here / "answer.json", {"a": {"t": [0, 1, 2, 3]}, "b": {}})

    _, document = judge_as_json(capsys, "case.json", subject, "--like", "fair")
    outcomes = run_pasted_tests(capsys, "case.json", subject, "--like", "fair")
    run(["judge", "case.json", subject, "--like", "fair", "--as-test"])

    first = next(sentence for sentence in document["sentences"] if sentence.startswith("Broken: "))
    assert first.startswith(f"Broken: {law}. ")
    assert {law} < outcomes.keys()
    assert law == next(iter(outcomes))
    assert f"Broken: {law}." in " ".join(capsys.readouterr().out.split()).replace("- ", "-")


def test_many_groups_are_explained_line_by_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = write_documents(
        here / "many.jsonl", {"group": PAIR, "assignment": EXCHANGED}, {"group": CHAIN, "assignment": CHAINED}
    )

    asked = run(["judge", many, "range"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    beside = run(["judge", many])

    assert (0, [0, 1]) == (asked, [line["index"] for line in lines])
    assert 0 == beside
    assert 2 == len(json.loads(capsys.readouterr().out.splitlines()[1])["chain"])


def test_text_begins_with_the_finding(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["judge", "pair.json", "exchanged.json", "--like", "sticky"])
    lines = capsys.readouterr().out.splitlines()

    assert (1, "✗ BROKEN: needless-moves-when-equal") == (code, lines[0])
    assert "The loads are the best possible (sum of squares 8); 2 moves (best 0)." in lines
    assert "A better plan changes 2 partitions: t-1 from b to a and t-2 from a to b." in lines


def test_judgement_of_a_target_has_its_answer(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, document = judge_as_json(capsys, "chain.json", "range")

    assert {
        "target": "range",
        "loads": {"C0": 1, "C1": 1, "C2": 1},
        "kept": 0,
        "moved": 1,
        "unassigned": 0,
        "assignment": {"C0": {"t1": [0]}, "C1": {"t0": [0]}, "C2": {"t1": [1]}},
    } == {key: document[key] for key in ("target", "loads", "kept", "moved", "unassigned", "assignment")}


def test_table_shows_members(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = {**CHAIN, "members": [{"id": "[red]C1\x1b", "subscription": ["t0", "t1"], "owned": {"t0": [0], "t1": [0]}}]}

    run(["judge", write_documents(here / "odd.json", group), "range"])

    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert r"[red]C1\x1b 3 2 1 0 t0 0; t1 0–1" in lines


def test_each_group_is_judged_for_each_target_and_answer(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is that of the worst."""
    many = write_documents(here / "many.jsonl", PAIR, CHAIN)

    code = run(["judge", many, "sticky", "python:own_assignor:fail", "--json"])
    each = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    one = run(["judge", "pair.json", "twice.json", "range", "sticky", "--json"])

    assert (1, 1) == (code, one)
    assert [(0, "sticky"), (0, "python:own_assignor:fail"), (1, "sticky"), (1, "python:own_assignor:fail")] == [
        (line["index"], line["target"]) for line in each
    ]
    assert [None, "range", "sticky"] == [json.loads(line)["target"] for line in capsys.readouterr().out.splitlines()]


def test_file_wins_over_a_target_of_its_name(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer_file(here / "sticky", WHOLE)

    assert None is judge_as_json(capsys, "pair.json", "sticky")[1]["target"]


@pytest.mark.parametrize(
    ("target", "owned", "told"),
    [
        ("cooperative-sticky", {"a": [0, 1, 2, 3]}, "This takes two rounds: the first withholds 2 partitions until"),
        ("cooperative-sticky", {"a": [0, 1], "b": [2, 3]}, None),
        ("sticky", {"a": [0, 1, 2, 3]}, None),
    ],
)
def test_answer_of_several_rounds_says_so(
    target: str, owned: dict[str, list[int]], told: str | None, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    members = [
        {"id": name, "subscription": ["t"], "owned": {"t": owned.get(name, [])}, "generation": 1} for name in "ab"
    ]
    run(["judge", write_documents(here / "g.json", {**PAIR, "members": members}), target])

    said = " ".join(capsys.readouterr().out.split())
    assert (told or "This takes") in said if told else "This takes" not in said


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_time_limit_must_be_positive(here: Path, seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["judge", "pair.json", "range", f"--call-timeout={seconds}"])
    assert f"'{seconds}': expected a number of seconds above 0" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["finding.png", "finding.svg", "FINDING.PNG"])
def test_picture_has_the_format_of_its_file_name(here: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["judge", "chain.json", "chained.json", "--picture", name])

    beginning = (here / name).read_bytes()[:5]
    assert 0 == code
    assert beginning == (b"<?xml" if name.endswith("svg") else b"\x89PNG\r")
    assert f"picture: {name}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["pair.json", "whole.json", "--picture", "a.gif"], "ends in .png or .svg"),
        (["pair.json", "whole.json", "--picture", "no/such/a.png"], "cannot be written"),
        (["pair.json", "missing.json"], "missing.json: no such file"),
        (["pair.json", "stikcy"], "did you mean 'sticky'?"),
        (["pair.json"], "no answer: expected a target, or a second file with the answer, or the key 'assignment'"),
        (["pair.json", "whole.json", "--like", "stikcy"], "did you mean 'sticky'?"),
    ],
)
def test_usage_error_is_one_line(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    code = run(["judge", *arguments])

    said = capsys.readouterr().err
    assert (2, 1) == (code, said.count("\n"))
    assert expected in said


def run_pasted_tests(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, str | None]:
    """Law -> how the test printed by `judge --as-test` fails, or None where it passes."""
    run(["judge", *arguments, "--as-test"])
    text = capsys.readouterr().out
    namespace: dict[str, Any] = {}
    exec(compile(text, "test_pasted.py", "exec"), namespace)
    test = next(value for name, value in namespace.items() if name.startswith("test_"))
    return {law: _failure(test, law) for law in test.pytestmark[0].args[1]}


def _failure(test: Callable[[str], None], law: str) -> str | None:
    try:
        test(law)
    except AssertionError:
        return traceback.format_exc()
    return None


def test_pasted_test_fails_while_the_law_is_broken(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_pasted.py"]
    run(["judge", "pair.json", "python:own_assignor:assign", "--like", "fair", "--as-test"])
    (here / "test_pasted.py").write_text(capsys.readouterr().out, encoding="utf-8")

    failing = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False, timeout=300)
    (here / "own_assignor.py").write_text(FIXED)
    passing = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False, timeout=300)

    assert 1 == failing.returncode
    assert "a has 4 partitions and b has none" in failing.stdout
    assert (0, "2 passed") == (passing.returncode, passing.stdout.splitlines()[-1].split(" in ")[0])


def test_pasted_test_of_a_reference_passes(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = run_pasted_tests(capsys, "pair.json", "sticky")

    assert {None} == set(outcomes.values())
    assert {"one-owner-each", "stable-group-moves-nothing"} <= outcomes.keys()


def test_pasted_test_of_a_random_target_has_the_seed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = Case(
        law="one-owner-each",
        inputs="given",
        target="shuffled-roundrobin",
        seed=7,
        versions={},
        steps=(TrialStep(group=group_from_json(PAIR)),),
        facts={},
    )
    write_documents(here / "drawn.json", case_to_json(drawn))

    outcomes = run_pasted_tests(capsys, "drawn.json", "--like", "fair")
    run(["judge", "drawn.json", "--like", "fair", "--as-test"])

    assert "target='shuffled-roundrobin', like='fair', seed=7)" in capsys.readouterr().out
    assert {None} == set(outcomes.values())


def test_pasted_test_of_a_given_answer_has_the_answer(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = run_pasted_tests(capsys, "pair.json", "twice.json")

    assert ["one-owner-each"] == list(outcomes)
    assert outcomes["one-owner-each"] is not None


def test_any_id_is_quoted_in_a_pasted_test(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = 'a"""\\N{x}\x00\u202e\'' + "\n"
    write_documents(here / "odd.json", {**PAIR, "name": odd, "members": [{"id": odd, "subscription": ["t"]}]})

    assert {None} == set(run_pasted_tests(capsys, "odd.json", "range").values())
