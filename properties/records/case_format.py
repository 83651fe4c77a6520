"""
`assay-case/1`: a counterexample as JSON, with every question, so that it can be put to any target again.

Malformed input raises `InvalidGroup` with its JSON path.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.formats.documents import parse_json, require_workable
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.formats.json_values import NOTHING, check_keys, object_at, path_to, text_at
from kafka_assay.assignors.formats.life_format import event_to_json, life_from_json, life_to_json
from kafka_assay.assignors.life import Example, Life, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, settings_from_json, settings_to_json
from kafka_assay.membership.rebalance_record import HistoryRebalance
from kafka_assay.properties.records.typed_record import (
    READERS,
    WRITERS,
    read_record,
    reader_at,
    write_document,
    write_record,
)
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.properties.verdict import Facts

FORMAT = "assay-case/1"
CASES = Path(".assay") / "cases"
"""The folder with the cases of a working directory."""

STEP_KEYS = ("group", "instance", "assignment", "error", "why", "event")
ERROR_KEYS = ("type", "message", "trace")
PATH_KEYS = ("status", "life", "histories", "source", "story")

PathStatus: TypeAlias = Literal["shown", "constructed", "faulty-client"]
PathSource: TypeAlias = Literal["model", "wire", "broker"]
SOURCES: tuple[PathSource, ...] = get_args(PathSource)


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePath:
    """How a live group gets to a break of the same law with the same cause."""

    status: PathStatus
    """
    `shown`: `life` leads there. `faulty-client`: only a client that breaks its own rules gets there. `constructed`:
    neither is known.
    """
    life: Life | None = None
    """The life that leads there; null if none is known."""
    histories: int = 0
    """How many histories were searched; a life that is known without a search needs none."""
    source: PathSource | None = None
    """Who ran the life; null if there is none."""
    story: tuple[str, ...] = ()
    """The life in sentences."""
    rebalances: tuple[HistoryRebalance, ...] = field(default=(), repr=False, compare=False)
    """What the story tells. They are not saved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A law that a target broke. The events of a life of claims stand in the steps."""

    law: str
    """The id of the law."""
    inputs: str
    """The input family of the group."""
    target: str = ""
    """The assignor."""
    seed: int = 0
    """The seed of the search."""
    settings: Settings = NO_SETTINGS
    """The target's configuration."""
    versions: dict[str, str] = field(default_factory=dict, hash=False)
    """Package or target to version."""
    life: Life | None = None
    """The history that led to the group, if it says how coordinator and clients behave."""
    path: CasePath | None = None
    """How a live group gets to this break, if searched."""
    steps: tuple[TrialStep, ...]
    """The questions, in the order asked."""
    facts: Facts = field(default_factory=dict, hash=False)
    """What proves the breach; its keys depend on the law."""
    explanation: str = ""
    """The facts in sentences."""

    @property
    def group(self) -> Group:
        """The group on which the law was judged: that of the first step, or of the last event."""
        return next((step.group for step in reversed(self.steps) if step.event is not None), self.steps[0].group)

    @property
    def example(self) -> Example:
        """The input for another target: the group, or the life that led to it, without answers."""
        if self.life is not None:
            return LifeRun(life=self.life)
        events = tuple(step.event for step in self.steps if step.event is not None)
        if not events:
            return self.group
        one_object = self.steps[0].instance is not None
        return LifeRun(life=Life(group=self.steps[0].group, events=events), one_object=one_object)


CASE_KEYS = (
    "format",
    *(
        key
        for part in fields(Case)
        for key in (("config", "member_config") if part.name == "settings" else (part.name,))
    ),
)


def case_to_json(case: Case) -> dict[str, Any]:
    """`case` as an `assay-case/1` document."""
    unsaved = ("rebalances",) if case.path is not None and case.path.story else ("rebalances", "story")
    return {
        "format": FORMAT,
        "law": case.law,
        "inputs": case.inputs,
        "target": case.target,
        "seed": case.seed,
        **settings_to_json(case.settings),
        "versions": dict(case.versions),
        **({} if case.life is None else {"life": life_to_json(case.life)}),
        **({} if case.path is None else {"path": write_record(case.path, *unsaved)}),
        "steps": [step_to_json(step) for step in case.steps],
        "facts": case.facts,
        "explanation": case.explanation,
    }


def step_to_json(step: TrialStep) -> dict[str, Any]:
    """One step as JSON."""
    answer = None if step.assignment is None else assignment_to_json(step.assignment)
    return {**write_record(step), "assignment": answer}


def case_name(case: Case) -> str:
    """The file name of the case, by content: the same question to the same target always has the same name."""
    content: list[Any] = [case.law, case.inputs, case.target, [group_to_json(case.steps[0].group)]]
    events = [event_to_json(step.event) for step in case.steps if step.event is not None]
    if case.life is not None:
        content.append(life_to_json(case.life))
    elif events:
        content += [events, case.steps[0].instance is not None]
    if case.settings:
        content.append(settings_to_json(case.settings))
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"


def is_case(document: object) -> bool:
    """Whether a parsed document declares itself a case."""
    return isinstance(document, dict) and document.get("format") == FORMAT


def case_from_json(document: object) -> Case:
    """The case that a parsed document describes. Raises `InvalidGroup`."""
    case = object_at(document, "", f"an object with the key 'format': {FORMAT!r}")
    if case.get("format", NOTHING) != FORMAT:
        raise InvalidGroup("format", case.get("format", NOTHING), repr(FORMAT))
    # `check --json` also puts the last step's group and assignment at the top.
    check_keys(case, "", (*CASE_KEYS, "group", "assignment"), required=("law", "inputs", "steps"))
    found = read_record(Case, case, settings=settings_from_json(case))
    if not found.steps:
        raise InvalidGroup("steps", [], "at least one step")
    _refuse_impossible(found)
    return found


def _refuse_impossible(case: Case) -> None:
    places = [number for number, step in enumerate(case.steps) if step.event is not None]
    if places and places[0] == 0:
        raise InvalidGroup(
            "steps[0].event", case_to_json(case)["steps"][0]["event"], "null: nothing goes before the first step"
        )
    try:
        _ = case.example
    except InvalidGroup as wrong:
        number, _, rest = wrong.path.removeprefix("events[").partition("]")
        raise InvalidGroup(f"steps[{places[int(number)]}].event{rest}", wrong.value, wrong.expected) from None


def _step_at(document: object, path: str) -> TrialStep:
    step = object_at(document, path)
    error = step.get("error")
    parsed = {} if error is None else {"error": _error_at(error, f"{path}.error")}
    found = read_record(TrialStep, step, path, closed=True, **parsed)
    reader_at(require_workable)(found.group, f"{path}.group")  # type: ignore[arg-type]
    return found


def _error_at(document: object, path: str) -> dict[str, str]:
    error = object_at(document, path)
    check_keys(error, path, ERROR_KEYS)
    return {key: text_at(error.get(key, ""), path_to(path, key)) for key in ERROR_KEYS}


def _path_at(document: object, path: str) -> CasePath:
    check_keys(object_at(document, path), path, PATH_KEYS)
    return read_record(CasePath, document, path)


def _model_life_at(document: object, path: str) -> Life:
    """A life that says how coordinator and clients behave. Raises `InvalidGroup`."""
    life = reader_at(life_from_json)(document, path)
    if life.of_claims:
        raise InvalidGroup(path, life.name, "a life with a protocol; the events of others stand in the steps")
    return life


READERS |= {Case: reader_at(case_from_json), CasePath: _path_at, Life: _model_life_at, TrialStep: _step_at}
WRITERS |= {Case: case_to_json, Life: life_to_json}


class Corpus(NamedTuple):
    """Earlier counterexamples to try first, file name -> case; and the unreadable files, each with the reason."""

    cases: Mapping[str, Case]
    unreadable: tuple[str, ...]


def read_corpus(folder: Path) -> Corpus:
    """All cases in `folder`, by name. A file that is not a case is reported and left out; it never ends a check."""
    cases: dict[str, Case] = {}
    unreadable: list[str] = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            cases[path.name] = case_from_json(parse_json(path.read_bytes()))
        except (InvalidGroup, OSError) as wrong:
            unreadable.append(f"{path}: {wrong}")
    return Corpus(cases, tuple(unreadable))


def write_case(case: Case, folder: Path) -> Path:
    """Write `case` into `folder` under the name of its content, and return the path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / case_name(case)
    write_document(path, case_to_json(case))
    return path
