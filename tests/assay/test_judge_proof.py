"""Tests of `assay judge --check-proof`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.oracle.certificate.certificate_file import certificate_to_json
from kafka_assay.oracle.solve import solve
from tests.assay.groups import CHAIN, CHAINED, PAIR, WHOLE, answer_file, write_documents
from tests.assay.test_judge import judge_as_json

OPTIMUM = solve(group_from_json(CHAIN))
PROOF = certificate_to_json(group_from_json(CHAIN), OPTIMUM, {"kafka-assay": "0"})
BARE = {key: value for key, value in PROOF.items() if key != "assignment"}
# Another optimal plan: C0 and C2 share t1 the other way round.
OTHER = {**OPTIMUM.assignment, "C0": OPTIMUM.assignment["C2"], "C2": OPTIMUM.assignment["C0"]}


def judge_with_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answer: Any, proof: Any, *options: str
) -> tuple[int, dict[str, Any]]:
    """Exit code and document of `assay judge` for an answer to the chained group."""
    files = write_documents(tmp_path / "chain.json", CHAIN), answer_file(tmp_path / "a.json", answer)
    return judge_as_json(capsys, *files, "--check-proof", write_documents(tmp_path / "c.json", proof), *options)


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every solver fail."""
    monkeypatch.delattr("kafka_assay.oracle.solve.solve")


@pytest.mark.usefixtures("no_solver")
@pytest.mark.parametrize("proof", [PROOF, BARE, OPTIMUM.certificate, {**PROOF, "format": "assay-optimum/1"}])
def test_certificate_proves_the_answer_optimal_without_a_solver(
    proof: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, document = judge_with_certificate(tmp_path, capsys, OPTIMUM.assignment, proof)

    assert 0 == code
    assert {"proves": True, "reason": None} == document["certificate"]
    assert {"sum_of_squares": 3, "optimal_sum_of_squares": 3, "moves": 1, "optimal_moves": 1} == document["gap"]


@pytest.mark.usefixtures("no_solver")
def test_another_optimal_answer_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The certificate proves its own plan, and the answer has the same squares and moves."""
    code, document = judge_with_certificate(tmp_path, capsys, OTHER, PROOF)

    assert OPTIMUM.assignment != OTHER
    assert (0, True) == (code, document["certificate"]["proves"])


@pytest.mark.usefixtures("no_solver")
def test_worse_answer_is_compared_with_the_plan_of_the_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, document = judge_with_certificate(tmp_path, capsys, CHAINED, PROOF)

    assert 3 == code
    assert not document["certificate"]["proves"]
    assert "C0 hands t1-1 to C2" in document["certificate"]["reason"]
    assert {"sum_of_squares": 5, "optimal_sum_of_squares": 3, "moves": 0, "optimal_moves": 1} == document["gap"]


def test_gap_is_solved_for_without_a_proved_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A certificate that proves nothing breaks no law of the answer."""
    code, document = judge_with_certificate(tmp_path, capsys, CHAINED, BARE)
    broken, _ = judge_with_certificate(tmp_path, capsys, CHAINED, BARE, "--like", "optimal")

    assert (3, 1) == (code, broken)
    assert 3 == document["gap"]["optimal_sum_of_squares"]


def test_incomplete_answer_is_not_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = judge_with_certificate(tmp_path, capsys, {**OPTIMUM.assignment, "C1": {}}, PROOF)

    assert 1 == code
    assert "not a valid answer: a partition of 't0' has no owner" == document["certificate"]["reason"]


def test_certificate_of_another_group_is_detected_by_its_fingerprint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    group = group_from_json(PAIR)
    proof = certificate_to_json(group, solve(group), {})

    code, document = judge_with_certificate(tmp_path, capsys, OPTIMUM.assignment, proof)

    assert 3 == code
    assert document["certificate"]["reason"].startswith("it belongs to another group, with the fingerprint sha256:")
    assert 3 == document["gap"]["optimal_sum_of_squares"]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (PAIR, "format"),
        ([], "the document"),
        ({"kind": "potentials"}, "members"),
        ({"kind": "faith"}, "kind"),
        ({**PROOF, "format": "assay-certificate/2"}, "format"),
        ({**PROOF, "certificate": 7}, "certificate"),
        ({**PROOF, "assignment": {"C0": [1]}}, "assignment.C0"),
        ({**OPTIMUM.certificate, "members": {"C0": 0.5}}, "members.C0"),
        ({**OPTIMUM.certificate, "topics": {"t0": True}}, "topics.t0"),
        ({**OPTIMUM.certificate, "levels": []}, "levels"),
    ],
)
def test_malformed_certificate_is_a_usage_error(
    document: object, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = write_documents(tmp_path / "g.json", PAIR), answer_file(tmp_path / "a.json", WHOLE)

    code = run(["judge", *files, "--check-proof", write_documents(tmp_path / "c.json", document)])

    said = capsys.readouterr()
    assert (2, "", 1) == (code, said.out, said.err.count("\n"))
    assert f"c.json: {expected}: " in said.err


@pytest.mark.parametrize("text", ["", "{", '{"kind":"potentials","members":{"a":NaN},"topics":{},"levels":{}}', "\x00"])
def test_certificate_that_is_not_json_is_a_usage_error(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = write_documents(tmp_path / "g.json", PAIR), answer_file(tmp_path / "a.json", WHOLE)
    (tmp_path / "c.json").write_text(text)

    code = run(["judge", *files, "--check-proof", str(tmp_path / "c.json")])

    assert (2, 1) == (code, capsys.readouterr().err.count("\n"))


def test_missing_certificate_is_an_error_on_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    groups = write_documents(tmp_path / "g.jsonl", *[{"group": CHAIN, "assignment": OPTIMUM.assignment}] * 2)

    code = run(["judge", groups, "--check-proof", write_documents(tmp_path / "c.jsonl", PROOF)])

    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (2, True) == (code, first["certificate"]["proves"])
    assert "1 lines: expected the proof of group 1 (from 0)" in second["message"]


def test_first_line_says_that_the_answer_is_not_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = write_documents(tmp_path / "g.json", CHAIN), answer_file(tmp_path / "a.json", CHAINED)

    run(["judge", *files, "--check-proof", write_documents(tmp_path / "c.json", PROOF)])

    assert capsys.readouterr().out.startswith("? NOT PROVED by the proof: not balanced: C0 hands t1-1 to C2")


@pytest.mark.functional
def test_certificate_written_by_optimum_is_accepted_by_judge(tmp_path: Path) -> None:
    group, proof = write_documents(tmp_path / "chain.json", CHAIN), str(tmp_path / "proof.json")
    assay = [sys.executable, "-m", "assay"]

    subprocess.run([*assay, "optimum", group, "--proof", proof], check=True, capture_output=True)
    judge = [*assay, "judge", group, proof, "--check-proof", proof, "--like", "optimal"]
    said = subprocess.run(judge, check=True, capture_output=True, text=True).stdout

    assert "The proof shows that no answer is better." in said
