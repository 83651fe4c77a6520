from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.properties.registry import LAW_BY_ID, LAWS
from studies.comparison import compare_proof
from studies.comparison.compare_proof import is_as_known, options, run
from studies.comparison.proof_outcome import (
    Change,
    ProofOutcome,
    outcome_from_line,
    outcome_to_line,
    read_outcome,
    run_pair,
)
from studies.comparison.proof_page import page_lines
from studies.comparison.proof_pairs import MUTANT, PARTS, RELEASES, SAME, WORSE, Expectation, ProofPair, proof_pairs
from tests.reports.comparison.records import document

STABLE = "law:stable-group-moves-nothing"
KNOWN = ProofPair(
    part=RELEASES,
    base="sticky@main",
    candidate="sticky@my-branch",
    expected=(Expectation(measure=STABLE, outcomes=WORSE, source="#1"),),
)
ITSELF = ProofPair(part=SAME, base="sticky@main", candidate="sticky@my-branch")


def outcome(part: str = RELEASES, **changes: object) -> ProofOutcome:
    """The outcome of the record of the report's tests."""
    return read_outcome(part, {**document(), **changes}, 1, 12.34)


def test_outcome_holds_what_changed() -> None:
    found = outcome()

    assert (
        Change(measure=STABLE, outcome="newly-broken", inputs=("clean",), groups=400, worse=3, better=0)
        == (found.changes[0])
    )
    assert (0.034, 12.3, "regressed") == (found.noise, found.seconds, found.verdict)
    assert 500 < found.characters < 20_000


def test_outcome_is_read_as_it_was_written() -> None:
    assert outcome() == outcome_from_line(outcome_to_line(outcome()))


def test_report_that_says_what_is_known_is_right() -> None:
    other = Expectation(measure="law:settles", outcomes=WORSE, source="#2")

    assert is_as_known(KNOWN, outcome())
    assert ["law:settles"] == outcome().missing(
        ProofPair(part=RELEASES, base="a", candidate="b", expected=(*KNOWN.expected, other))
    )


def test_target_beside_itself_may_not_be_a_regression() -> None:
    assert not is_as_known(ITSELF, outcome(SAME))
    assert is_as_known(ITSELF, outcome(SAME, verdict="undecided"))


def test_pages_count_what_was_reported() -> None:
    lines = page_lines([(KNOWN, outcome()), (ITSELF, outcome(SAME))], 2000)

    text = "\n".join(lines)
    assert "1 pairs, 1 known changes: 1 reported." in text
    assert "newly-broken: 3 worse, 0 better of 400" in text
    assert "1 pairs: 1 regressions. 0 have an unstable line." in text


def test_pairs_are_those_that_the_page_names() -> None:
    """Every kind of law has a mutant, and each target is one."""
    mutants = proof_pairs(MUTANT)

    assert (True, 40) == (len(proof_pairs(RELEASES)) >= 5, len(proof_pairs(SAME)))
    kinds = [LAW_BY_ID[pair.expected[0].measure.removeprefix("law:")].kind for pair in mutants]
    assert sorted({law.kind for law in LAWS}) == sorted(kinds)
    for part in PARTS:
        assert all(parse_target(name) for pair in proof_pairs(part) for name in (pair.base, pair.candidate))


def test_study_runs_what_its_record_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[ProofPair] = []

    def compare(pair: ProofPair, cases: int, seed: int) -> ProofOutcome:
        asked.append(pair)
        return outcome(pair.part)

    monkeypatch.setattr(compare_proof, "proof_pairs", lambda part: [KNOWN] if part == RELEASES else [ITSELF])
    monkeypatch.setattr(compare_proof, "run_pair", compare)

    codes = [run(_arguments("--part", part, "--out", str(tmp_path / "r"))) for part in (RELEASES, RELEASES, SAME)]

    assert [KNOWN, ITSELF] == asked
    assert [0, 0, 1] == codes
    assert "## Releases" in capsys.readouterr().out


def test_one_pair_is_compared_by_the_command_line() -> None:
    pair = ProofPair(part=SAME, base="roundrobin", candidate="roundrobin")

    found = run_pair(pair, 20, 0)

    assert ("roundrobin", "roundrobin", 20) == (found.base, found.candidate, found.groups)


def _arguments(*words: str) -> Namespace:
    parser = ArgumentParser()
    options(parser)
    parser.set_defaults(command="python -m studies compare_proof")
    return parser.parse_args(words)
