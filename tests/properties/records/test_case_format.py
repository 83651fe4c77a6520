"""Tests of records: `assay-case/1`, and the reader of typed records."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.records.case_format import (
    Case,
    CasePath,
    case_from_json,
    case_name,
    case_to_json,
    is_case,
    read_corpus,
    write_case,
)
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.properties.trials.trial import TrialStep

GROUP = group_of({"t0": 2}, {"C0": ["t0"], "ä": ["t0"]}, {"C0": {"t0": [1]}}, generation=3)
CASE = Case(
    law="one-owner-each",
    inputs="clean",
    target="sticky",
    seed=7,
    versions={"sticky": "0.1.0"},
    steps=(
        TrialStep(group=GROUP, assignment={"C0": {"t0": [0, 1]}, "ä": {}}),
        TrialStep(group=GROUP, error={"type": "hang", "message": "2 s", "trace": ""}, why="asked again", instance="a"),
    ),
    facts={"count": 1},
    explanation="Because.",
)


def test_life_of_a_path_needs_the_model() -> None:
    life = {"format": "assay-life/1", "group": group_to_json(GROUP), "events": []}

    with pytest.raises(InvalidGroup, match=r"path\.life: null: expected a life with a protocol"):
        case_from_json(case_to_json(CASE) | {"path": {"status": "shown", "life": life}})


def test_case_survives_a_round_trip_through_json() -> None:
    path = CasePath(
        status="shown",
        life=Life(group=GROUP, protocol=Protocol.EAGER),
        histories=3,
        source="model",
        story=("Generation 1: x.",),
    )

    for case in (CASE, replace(CASE, path=path), replace(CASE, path=CasePath(status="constructed", histories=9))):
        document = json.loads(json.dumps(case_to_json(case)))
        assert case == case_from_json(document)
        assert is_case(document)
        assert case_name(CASE) == case_name(case)
    assert CASE == case_from_json(case_to_json(CASE) | {"path": None})


LIVED = replace(
    CASE,
    inputs="sequences",
    steps=(
        TrialStep(group=GROUP, assignment={"C0": {"t0": [0, 1]}, "ä": {}}, instance="a"),
        TrialStep(group=GROUP, assignment={"C0": {}, "ä": {}}, instance="a", event=Event(miss=("ä",))),
        TrialStep(group=group_of({"t0": 2}, {"C0": ["t0"]}), instance="a", event=Event(leave=("ä",), reset=True)),
        TrialStep(group=GROUP, why="its own answer becomes the claims"),
    ),
)


def test_events_of_a_life_survive_a_round_trip() -> None:
    """The case repeats the life without its answers; the law judges the group of the last event."""
    again = case_from_json(json.loads(json.dumps(case_to_json(LIVED))))

    events = (Event(miss=("ä",)), Event(leave=("ä",), reset=True))
    assert LIVED == again
    assert LifeRun(life=Life(group=GROUP, events=events), one_object=True) == again.example
    assert ["C0"] == again.group.member_ids()


def lived(step: int, **event: object) -> dict[str, Any]:
    """The steps of LIVED, one of them with this event."""
    steps = case_to_json(LIVED)["steps"]
    return {"steps": [{**one, "event": event} if place == step else one for place, one in enumerate(steps)]}


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
        (lived(0, reset=True), "steps[0].event"),
        (lived(1, leave=["C9"]), "steps[1].event.leave[0]"),
        (lived(2, miss=["ä"], leaves=[]), "steps[2].event.leaves"),
        (lived(2, leave=["ä", "ä"]), "steps[2].event.leave"),
    ],
)
def test_malformed_case_is_named_with_its_path(change: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidGroup) as wrong:
        case_from_json({**case_to_json(CASE), **change})

    assert path == wrong.value.path


def test_name_of_a_case_depends_on_law_and_target_but_not_on_seed() -> None:
    assert case_name(CASE) == case_name(replace(CASE, seed=8, versions={}, explanation=""))
    assert case_name(CASE) != case_name(replace(CASE, law="nothing-left-out"))
    assert case_name(CASE) != case_name(replace(CASE, target="fair"))


def test_corpus_reads_cases_and_names_broken_files(tmp_path: Path) -> None:
    path = write_case(CASE, tmp_path / "cases")
    (path.parent / "broken.json").write_text("{", encoding="utf-8")

    corpus = read_corpus(path.parent)

    assert {path.name: CASE} == corpus.cases
    assert 1 == len(corpus.unreadable)
    assert "broken.json: line 1 column 2" in corpus.unreadable[0]


@dataclass(frozen=True, kw_only=True)
class Part:
    """A record inside another one."""

    word: Literal["kept", "broken"]
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, kw_only=True)
class Whole:
    """A field of each kind that the reader supports."""

    parts: tuple[Part, ...]
    versions: Mapping[str, str | None]
    group: Group | None = None


PLAIN = {"format": "assay-group/1", "topics": {"t": 1}, "members": [{"id": "a", "subscription": ["t"]}]}
DOCUMENT = {
    "parts": [{"word": "kept", "interval": [0, 0.5], "more": "is ignored"}, {"word": "broken", "interval": None}],
    "versions": {"x": "1", "y": None},
    "group": PLAIN,
}


def test_each_field_is_read_as_declared() -> None:
    """Nested records, pairs, mappings, and a group in its own format."""
    parts = (Part(word="kept", interval=(0, 0.5)), Part(word="broken"))

    whole = Whole(parts=parts, versions={"x": "1", "y": None}, group=group_of({"t": 1}, {"a": ["t"]}))

    assert whole == read_record(Whole, DOCUMENT)


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        ({"parts": {}}, "parts"),
        ({"parts": [{}]}, "parts[0].word"),
        ({"parts": [{"word": "fine"}]}, "parts[0].word"),
        ({"parts": [{"word": "kept", "interval": [0, "1"]}]}, "parts[0].interval[1]"),
        ({"parts": [{"word": "kept", "interval": [0]}]}, "parts[0].interval"),
        ({"versions": {"x": 1}}, "versions.x"),
        ({"group": []}, "group"),
        ({"group": PLAIN | {"topics": {"t": "1"}}}, "group.topics.t"),
    ],
)
def test_damaged_value_is_reported_with_its_json_path(damage: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidGroup) as refused:
        read_record(Whole, DOCUMENT | damage)

    assert place == refused.value.path
