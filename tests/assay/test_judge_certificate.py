"""
`assay judge --certificate`: a proof is believed when it proves, and refused in words when it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from assay.cli import run
from assignors.group_format import group_from_json
from oracle.solve import solve
from tests.assay.groups import CHAIN, CHAINED, PAIR, WHOLE, answer_file, written
from tests.assay.test_judge import judged

if TYPE_CHECKING:
    from pathlib import Path


def test_a_certificate_proves_the_answer_optimal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    With the proof beside it, the gap is none, and no solver is asked.
    """
    optimum = solve(group_from_json(CHAIN))
    group = written(tmp_path / "chain.json", CHAIN)
    answer = answer_file(tmp_path / "a.json", optimum.assignment)

    code, document = judged(capsys, group, answer, "--certificate", written(tmp_path / "c.json", optimum.certificate))

    assert 0 == code
    assert {"proves": True, "reason": None} == document["certificate"]
    assert {"sum_of_squares": 3, "optimal_sum_of_squares": 3, "moves": 1, "optimal_moves": 1} == document["gap"]


def test_a_certificate_that_proves_nothing_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    The proof of another plan: exit code 1, the reason, and the true gap.
    """
    optimum = solve(group_from_json(CHAIN))
    group = written(tmp_path / "chain.json", CHAIN)
    proof = written(tmp_path / "c.json", {"format": "assay-optimum/1", "certificate": optimum.certificate})

    code, document = judged(capsys, group, answer_file(tmp_path / "a.json", CHAINED), "--certificate", proof)

    assert 1 == code
    assert not document["certificate"]["proves"]
    assert "C0 hands t1-1 to C2" in document["certificate"]["reason"]
    assert 3 == document["gap"]["optimal_sum_of_squares"]


@pytest.mark.parametrize("document", [PAIR, {"kind": "potentials"}, []])
def test_a_file_that_is_no_certificate_is_a_wrong_question(
    document: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A group, half a certificate and a list are refused in one line, before anything is judged.
    """
    files = written(tmp_path / "g.json", PAIR), answer_file(tmp_path / "a.json", WHOLE)

    code = run(["judge", *files, "--certificate", written(tmp_path / "c.json", document)])

    said = capsys.readouterr()
    assert (2, "", 1) == (code, said.out, said.err.count("\n"))
    assert "expected a certificate with kind" in said.err


def test_a_refused_certificate_is_said_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    All laws are kept, and still the first line says that the proof is none.
    """
    optimum = solve(group_from_json(CHAIN))
    group = written(tmp_path / "chain.json", CHAIN)
    proof = written(tmp_path / "c.json", optimum.certificate)

    run(["judge", group, answer_file(tmp_path / "a.json", CHAINED), "--certificate", proof])

    assert capsys.readouterr().out.startswith("✗ REFUSED: the certificate proves nothing: not balanced: C0 hands t1-1")
