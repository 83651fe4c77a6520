"""
Tests of `assay-case/1`: what is written is read again, and what is malformed is named.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from assignors.errors import InvalidGroup
from assignors.model import group_of
from properties.case_format import Case, CaseStep, case_from_json, case_name, case_to_json, is_case
from properties.corpus import read_corpus, write_case

if TYPE_CHECKING:
    from pathlib import Path

GROUP = group_of({"t0": 2}, {"C0": ["t0"], "ä": ["t0"]}, {"C0": {"t0": [1]}}, generation=3)
CASE = Case(
    law="one-owner-each",
    inputs="clean",
    target="sticky",
    seed=7,
    versions={"sticky": "0.1.0"},
    steps=(
        CaseStep(group=GROUP, assignment={"C0": {"t0": [0, 1]}, "ä": {}}),
        CaseStep(group=GROUP, error={"type": "hang", "message": "2 s", "trace": ""}, why="asked again", instance="a"),
    ),
    facts={"count": 1},
    explanation="Because.",
)


def test_a_case_survives_its_json() -> None:
    """
    Writing and reading a case gives the same case.
    """
    document = json.loads(json.dumps(case_to_json(CASE)))

    assert CASE == case_from_json(document)
    assert is_case(document)


def test_what_check_adds_at_the_top_is_accepted() -> None:
    """
    A counterexample taken out of `check --json` is a case, too.
    """
    document = case_to_json(CASE)

    assert CASE == case_from_json({**document, "group": document["steps"][0]["group"], "assignment": None})


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"steps": []}, "steps"),
        ({"steps": [{}]}, "steps[0].group"),
        ({"law": 3}, "law"),
        ({"format": "assay-group/1"}, "format"),
        ({"lawn": 1}, "lawn"),
        ({"seed": "0"}, "seed"),
        (
            {"steps": [{"group": {"format": "assay-group/1", "topics": {"t": -1}, "members": []}}]},
            "steps[0].group.topics.t",
        ),
        ({"steps": [{"group": 1}]}, "steps[0].group"),
        ({"steps": 5}, "steps"),
        ({"facts": None}, "facts"),
    ],
)
def test_a_malformed_case_is_named_with_its_path(change: dict[str, Any], path: str) -> None:
    """
    The JSON path says where the document is wrong.
    """
    with pytest.raises(InvalidGroup) as wrong:
        case_from_json({**case_to_json(CASE), **change})

    assert path == wrong.value.path


def test_a_case_is_named_by_what_was_asked_of_whom() -> None:
    """
    Another seed finds the same case under the same name; another law is another case.
    """
    from dataclasses import replace

    assert case_name(CASE) == case_name(replace(CASE, seed=8, versions={}, explanation=""))
    assert case_name(CASE) != case_name(replace(CASE, law="nothing-left-out"))
    assert case_name(CASE) != case_name(replace(CASE, target="fair"))


def test_the_corpus_reads_what_was_written_and_names_what_it_cannot(tmp_path: Path) -> None:
    """
    A broken file among the cases is named and left out.
    """
    path = write_case(CASE, tmp_path / "cases")
    (path.parent / "broken.json").write_text("{", encoding="utf-8")

    corpus = read_corpus(path.parent)

    assert {path.name: CASE} == corpus.cases
    assert 1 == len(corpus.unreadable)
    assert "broken.json: line 1 column 2" in corpus.unreadable[0]


def test_no_folder_is_an_empty_corpus(tmp_path: Path) -> None:
    """
    The first check of a working directory has no past.
    """
    assert ({}, ()) == tuple(read_corpus(tmp_path / "nowhere"))
