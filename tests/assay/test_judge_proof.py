"""Tests of `assay judge --check-proof`, and of the certificates that `assay optimum --proof` writes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.oracle.certificate.certificate_file import certificate_to_json
from kafka_assay.oracle.solve import solve
from tests.assay.groups import CHAIN, CHAINED, PAIR, answer_of
from tests.assay.shell import Ended, Shell

OPTIMUM = solve(group_from_json(CHAIN))
PROOF = certificate_to_json(group_from_json(CHAIN), OPTIMUM, {"kafka-assay": "0"})
BARE = {key: value for key, value in PROOF.items() if key != "assignment"}
# Another optimal plan: C0 and C2 share t1 the other way round.
OTHER = {**OPTIMUM.assignment, "C0": OPTIMUM.assignment["C2"], "C2": OPTIMUM.assignment["C0"]}


def judged(shell: Shell, answer: Any, proof: Any, options: str = "--json") -> Ended:
    """The judgement of an answer to the chained group, with a certificate."""
    for name, content in (("chain.json", CHAIN), ("a.json", answer_of(answer)), ("c.json", proof)):
        shell.write(name, content)
    return shell(f"judge chain.json a.json --check-proof c.json {options}")


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every solver fail."""
    monkeypatch.delattr("kafka_assay.oracle.solve.solve")


@pytest.mark.usefixtures("no_solver")
@pytest.mark.parametrize("proof", [PROOF, BARE, OPTIMUM.certificate, {**PROOF, "format": "assay-optimum/1"}])
def test_certificate_proves_the_answer_optimal_without_a_solver(proof: Any, shell: Shell) -> None:
    ended = judged(shell, OPTIMUM.assignment, proof)

    assert 0 == ended.code
    assert {"proves": True, "reason": None} == ended.document["certificate"]
    gap = {"sum_of_squares": 3, "optimal_sum_of_squares": 3, "moves": 1, "optimal_moves": 1}
    assert gap == ended.document["gap"]


@pytest.mark.usefixtures("no_solver")
def test_another_optimal_answer_is_proved(shell: Shell) -> None:
    """The certificate proves its own plan, and the answer has the same squares and moves."""
    ended = judged(shell, OTHER, PROOF)

    assert OPTIMUM.assignment != OTHER
    assert (0, True) == (ended.code, ended.document["certificate"]["proves"])


@pytest.mark.usefixtures("no_solver")
def test_worse_answer_is_compared_with_the_plan_of_the_certificate(shell: Shell) -> None:
    ended, told = judged(shell, CHAINED, PROOF), judged(shell, CHAINED, PROOF, "")

    assert 3 == ended.code
    assert not ended.document["certificate"]["proves"]
    assert "C0 hands t1-1 to C2" in ended.document["certificate"]["reason"]
    gap = {"sum_of_squares": 5, "optimal_sum_of_squares": 3, "moves": 0, "optimal_moves": 1}
    assert gap == ended.document["gap"]
    assert told.out.startswith("? NOT PROVED by the proof: not balanced: C0 hands t1-1 to C2")


def test_gap_is_solved_for_without_a_proved_plan(shell: Shell) -> None:
    """A certificate that proves nothing breaks no law of the answer."""
    ended, broken = judged(shell, CHAINED, BARE), judged(shell, CHAINED, BARE, "--like optimal")

    assert (3, 1) == (ended.code, broken.code)
    assert 3 == ended.document["gap"]["optimal_sum_of_squares"]


def test_certificate_of_another_group_is_detected_by_its_fingerprint(shell: Shell) -> None:
    group = group_from_json(PAIR)

    ended = judged(shell, OPTIMUM.assignment, certificate_to_json(group, solve(group), {}))

    reason = ended.document["certificate"]["reason"]
    assert 3 == ended.code
    assert reason.startswith("it belongs to another group, with the fingerprint sha256:")
    assert 3 == ended.document["gap"]["optimal_sum_of_squares"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (json.dumps(PAIR), "format: "),
        ("[]", "the document: "),
        ('{"kind": "potentials"}', "members: "),
        (json.dumps({**PROOF, "format": "assay-certificate/2"}), "format: "),
        (json.dumps({**OPTIMUM.certificate, "members": {"C0": 0.5}}), "members.C0: "),
        ("", ""),
        ('{"kind":"potentials","members":{"a":NaN},"topics":{},"levels":{}}', ""),
    ],
)
def test_malformed_certificate_is_a_usage_error(text: str, expected: str, shell: Shell) -> None:
    assert f"c.json: {expected}" in judged(shell, CHAINED, text, "").refusal


def test_missing_certificate_is_an_error_on_its_line(shell: Shell) -> None:
    shell.write("g.jsonl", *[{"group": CHAIN, "assignment": OPTIMUM.assignment}] * 2)

    ended = shell(f"judge g.jsonl --check-proof {shell.write('c.jsonl', PROOF)}")

    first, second = ended.documents
    assert (2, True) == (ended.code, first["certificate"]["proves"])
    assert "1 lines: expected the proof of group 1 (from 0)" in second["message"]


def test_certificate_written_by_optimum_is_accepted(shell: Shell) -> None:
    """The file of a certificate holds the plan too, so it may stand in the place of the answer."""
    shell.write("chain.json", CHAIN)
    written = shell("optimum chain.json --proof proof.json --json")
    shell.write("plan.json", written.out)

    ended = shell("judge chain.json plan.json --like optimal --check-proof proof.json --json")
    alone = shell("judge chain.json proof.json --like optimal --check-proof proof.json")

    proof = shell.read("proof.json")
    assert ("assay-certificate/1", written.document["certificate"]) == (proof["format"], proof["certificate"])
    assert (0, {"proves": True, "reason": None}) == (ended.code, ended.document["certificate"])
    assert 0 == alone.code
    assert "The proof shows that no answer is better." in alone.out


def test_many_groups_have_a_certificate_a_line(shell: Shell) -> None:
    """A bad line has an error instead."""
    shell.write("groups.jsonl", CHAIN, {}, PAIR)
    shell.write("plans.jsonl", shell("optimum groups.jsonl --proof proofs.jsonl").out)

    judged = shell("judge groups.jsonl plans.jsonl --check-proof proofs.jsonl").documents

    formats = [json.loads(line)["format"] for line in shell.text_of("proofs.jsonl").splitlines()]
    assert ["assay-certificate/1", "assay-error/1", "assay-certificate/1"] == formats
    assert [True, None, True] == [one.get("certificate", {}).get("proves") for one in judged]
