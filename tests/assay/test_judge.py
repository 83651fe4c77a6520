"""Tests of `assay judge` on given answers: JSON, text and usage errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from kafka_assay.properties.judging.judgement import LawVerdict
from kafka_assay.properties.verdict import Undecided
from tests.assay.groups import CHAIN, CHAINED, EXCHANGED, LOPSIDED, PAIR, TWICE, WHOLE, answer_file, write_documents

VALIDITY = [
    "returns-an-answer",
    "answers-every-member",
    "only-existing-partitions",
    "only-subscribed-topics",
    "one-owner-each",
    "nothing-left-out",
]


@pytest.fixture
def group(tmp_path: Path) -> str:
    """The path of a file with two members that own two partitions each."""
    return write_documents(tmp_path / "group.json", PAIR)


def judge_as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    """Exit code and JSON document of `assay judge`."""
    code = run(["judge", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def verdicts(document: dict[str, Any]) -> dict[str, str]:
    """Law id -> verdict."""
    return {law["law"]: law["verdict"] for law in document["laws"]}


def test_without_like_only_validity_laws_are_checked(
    group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, document = judge_as_json(capsys, group, answer_file(tmp_path / "a.json", LOPSIDED))

    assert 0 == code
    assert dict.fromkeys(VALIDITY, "kept") == verdicts(document)
    assert {"sum_of_squares": 10, "optimal_sum_of_squares": 8, "moves": 1, "optimal_moves": 0} == document["gap"]
    assert (None, "assay-judgement/1") == (document["like"], document["format"])
    assert "--like" in document["note"]


def test_broken_laws_have_facts_and_an_explanation(
    group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, document = judge_as_json(capsys, group, answer_file(tmp_path / "a.json", TWICE))

    by_law = {law["law"]: law for law in document["laws"]}
    assert 1 == code
    assert {
        "law": "one-owner-each",
        "verdict": "broken",
        "facts": {"partitions": [{"topic": "t", "partition": 1, "owners": ["a", "b"]}], "count": 1},
        "explanation": "t-1 is assigned to both a and b.",
    } == by_law["one-owner-each"]
    assert ({}, "") == (by_law["nothing-left-out"]["facts"], by_law["nothing-left-out"]["explanation"])


def test_like_option_sets_the_promises(group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Laws that need the assignor are absent; promises can be removed."""
    answer = answer_file(tmp_path / "a.json", EXCHANGED)

    code, document = judge_as_json(capsys, group, answer, "--like", "sticky")
    without, other = judge_as_json(capsys, group, answer, "--like", "sticky,-sticky")

    assert (1, "broken") == (code, verdicts(document)["needless-moves-when-equal"])
    assert "stable-group-moves-nothing" not in verdicts(document)
    assert (0, False) == (without, "needless-moves-when-equal" in verdicts(other))


def test_cooperative_round_is_judged_without_a_gap(
    group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = answer_file(tmp_path / "a.json", {"a": {"t": [0, 1]}, "b": {"t": [2]}})

    code, document = judge_as_json(capsys, group, answer, "--like", "cooperative-sticky")

    assert (0, None) == (code, document["gap"])
    assert set(VALIDITY[:-1]) <= verdicts(document).keys() <= {*VALIDITY[:-1], "no-double-ownership"}


def test_undecided_law_exits_3(
    group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "kafka_assay.properties.judging.finding.judged_laws",
        lambda _: [LawVerdict("one-owner-each", Undecided("internal error of the check"))],
    )

    code, document = judge_as_json(capsys, group, answer_file(tmp_path / "a.json", WHOLE))

    assert 3 == code
    assert {"reason": "internal error of the check"} == document["laws"][0]["facts"]


def test_record_may_include_its_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_documents(
        tmp_path / "groups.jsonl",
        {"group": PAIR, "assignment": WHOLE, "at": 1},
        {"group": CHAIN, "assignment": {"format": "assay-assignment/1", "assignment": {**CHAINED, "C1": {"t0": [0]}}}},
    )

    code = run(["judge", path])
    first, second = map(json.loads, capsys.readouterr().out.splitlines())

    assert 1 == code
    assert (0, "pair", 1, "chain") == (first["index"], first["name"], second["index"], second["name"])
    assert ("kept", "broken") == (verdicts(first)["one-owner-each"], verdicts(second)["one-owner-each"])


def test_answers_are_read_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    groups = write_documents(tmp_path / "groups.jsonl", PAIR, CHAIN)
    run(["judge", groups, "range"])
    answers = tmp_path / "answers.jsonl"
    answers.write_text(capsys.readouterr().out)

    code = run(["judge", groups, str(answers), "--like", "range"])

    assert 0 == code
    assert [0, 1] == [json.loads(line)["index"] for line in capsys.readouterr().out.splitlines()]


def test_answer_to_another_group_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two targets answer each group, so the second line is about the first group too."""
    groups = write_documents(tmp_path / "groups.jsonl", PAIR, CHAIN)
    run(["judge", groups, "range", "sticky"])
    answers = tmp_path / "answers.jsonl"
    answers.write_text(capsys.readouterr().out)

    code = run(["judge", groups, str(answers)])

    assert 2 == code
    assert "index: 0: expected 1: one answer for each group, in their order" in capsys.readouterr().err


def test_bad_line_has_an_error_in_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_documents(
        tmp_path / "groups.jsonl", {"group": {"topics": 7}}, {"group": PAIR}, {"group": PAIR, "assignment": WHOLE}
    )

    code = run(["judge", path])
    formats = [json.loads(line)["format"] for line in capsys.readouterr().out.splitlines()]

    assert 2 == code
    assert ["assay-error/1", "assay-error/1", "assay-judgement/1"] == formats


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"format": "assay-assignment/1", "assignment": {"a": {"t": ["0"]}}}, "assignment.a.t[0]"),
        ({"assignment": WHOLE}, "'assay-assignment/1'"),
        ([], "a.json"),
    ],
)
def test_malformed_answer_is_a_usage_error(
    group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], answer: Any, expected: str
) -> None:
    code = run(["judge", group, write_documents(tmp_path / "a.json", answer)])

    said = capsys.readouterr().err
    assert (2, 1) == (code, said.count("\n"))
    assert expected in said


def test_wrong_number_of_answers_is_a_usage_error(
    group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many = write_documents(tmp_path / "groups.jsonl", PAIR, PAIR)
    one = answer_file(tmp_path / "a.json", WHOLE)
    few = write_documents(tmp_path / "few.jsonl", {"format": "assay-assignment/1", "assignment": WHOLE})

    assert [2, 2, 2, 2] == [
        run(["judge", many, one]),
        run(["judge", group]),
        run(["judge", many, few]),
        run(["judge", many, "--check-proof", one]),
    ]
    assert "expected a .jsonl" in capsys.readouterr().err


def test_empty_answer_to_an_empty_group_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = write_documents(tmp_path / "g.json", {**PAIR, "members": []})

    code, document = judge_as_json(capsys, empty, answer_file(tmp_path / "a.json", {}), "--like", "sticky")

    assert (0, {"kept"}) == (code, set(verdicts(document).values()))
    assert [0, 0, 0, 0] == list(document["gap"].values())


def test_answer_file_may_have_the_name_of_a_target(
    group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    code, _ = judge_as_json(capsys, group, answer_file(tmp_path / "sticky", WHOLE))

    assert 0 == code
    assert 0 == run(["judge", group, "sticky"])


def test_text_gives_the_verdict_then_the_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = write_documents(tmp_path / "chain.json", CHAIN)

    code = run(["judge", group, answer_file(tmp_path / "a.json", CHAINED), "--like", "optimal"])
    lines = capsys.readouterr().out.splitlines()

    assert 1 == code
    assert "✗ BROKEN: optimally-balanced" == lines[0]
    assert lines[1].startswith("  The answer on chain: 3 members, 3 partitions assigned, loads 2/1/0, 1 kept, 0 moved")
    assert any(line.startswith("✗ optimally-balanced: If C0 gave t1-1 to C2 and C2 gave t0-0 to C1") for line in lines)
    assert any(line.startswith("? fewest-moves: Undecided") for line in lines)
    assert "Assumed: that members read what they say" in lines
    assert max(map(len, lines)) <= 100


def test_kept_answer_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["judge", write_documents(tmp_path / "g.json", PAIR), answer_file(tmp_path / "a.json", WHOLE)])
    lines = capsys.readouterr().out.splitlines()

    assert (0, "✓ KEPT: 6 laws") == (code, lines[0])
    assert "The loads are the best possible (sum of squares 8), and nothing moved." in lines
    assert any(line.startswith("Only the laws for all assignors were checked") for line in lines)


def test_control_characters_in_ids_are_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = {**PAIR, "members": [{"id": "[red]\x1b", "subscription": ["t"]}]}

    run(["judge", write_documents(tmp_path / "g.json", odd), answer_file(tmp_path / "a.json", {})])

    assert r"[red]\x1b is missing from the answer." in capsys.readouterr().out
