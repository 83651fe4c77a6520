"""
Read what verbs judge: a case, a group or a life in a file, a drawn group, or a group of a campaign; bundled lives; and
what is given beside groups, answers and proofs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from assay.files.inputs import STANDARD_INPUT, Question, holds_many, is_line, read_bytes, read_document
from kafka_assay.assignors.errors import AssayError, InvalidGroup, nearest_word
from kafka_assay.assignors.formats.assignment_format import assignment_from_json, assignment_in
from kafka_assay.assignors.formats.documents import group_in, is_life, parse_json, require_workable
from kafka_assay.assignors.formats.life_format import life_from_json
from kafka_assay.assignors.life import Example, Life, LifeRun
from kafka_assay.assignors.model import Assignment
from kafka_assay.oracle.certificate.certificate_file import Certificate, certificate_from_json
from kafka_assay.properties.input_families import FAMILIES, GIVEN, family_called

if TYPE_CHECKING:
    from kafka_assay.properties.records.case_format import Case

Read = TypeVar("Read")


class FoundExample(NamedTuple):
    """A group or a life with its input family, if that is known, and the seed of the assignor; a case has its own."""

    example: Example
    case: Case | None
    family: str | None
    seed: int


def find_example(name: str, seed: int) -> FoundExample:
    """
    What `--case` names: a file or one line of it, `FAMILY:NUMBER` drawn from `seed`, or `DIR:NUMBER` of a campaign.

    An existing file wins. Raises `AssayError`.
    """
    from kafka_assay.pipeline.campaign.plan import PLAN, read_plan
    from kafka_assay.properties.strategies.drawn import drawn_example

    where, _, number = name.rpartition(":")
    if where and number.isdecimal() and not Path(name).exists() and not is_line(name):
        if where in FAMILIES:
            return FoundExample(drawn_example(where, seed, int(number)), None, where, seed)
        if (Path(where) / PLAN).exists():
            plan = read_plan(Path(where))
            if int(number) >= plan.groups:
                raise AssayError(f"--case {name}: the campaign has {plan.groups:,} groups, numbered from 0")
            return FoundExample(plan.example(int(number)), None, plan.family_of(int(number)), plan.seed)
        raise AssayError(f"--case {name}: {where!r} is no input family and no folder of a campaign")
    return _read_example(name, seed)


def _read_example(path: str, seed: int) -> FoundExample:
    """
    The group, life or case in the file at `path`. Raises `AssayError`, which names the file.

    A case's law and family must be known: its law is checked again, and declared failures are looked up by family.
    """
    from kafka_assay.properties.records.case_format import case_from_json, is_case
    from kafka_assay.properties.registry import law_called

    if path != STANDARD_INPUT and holds_many(path):
        raise AssayError(f"{path}: contains many groups: expected one case, life or group, such as {path}:1")
    document = read_document(path)
    try:
        if is_life(document):
            return FoundExample(LifeRun(life=life_from_json(document)), None, None, seed)
        if not is_case(document):
            return FoundExample(require_workable(group_in(document)), None, None, seed)
        case = case_from_json(document)
        law_called(case.law)
        if case.inputs != GIVEN:
            family_called(case.inputs)
        return FoundExample(case.example, case, case.inputs, case.seed)
    except AssayError as wrong:
        raise AssayError(f"{path}: {wrong}") from None


def read_lives(path: str) -> list[Life]:
    """
    The lives that `path` names, each with a name. A group is a life without events.

    A file or folder comes before a bundled life of the same name. Raises `AssayError`, which names the file.
    """
    from kafka_assay.pipeline.replay.life_input import BUNDLED, bundled_life

    place = Path(path)
    if place.is_dir():
        files = sorted(entry for entry in place.iterdir() if entry.suffix.lower() == ".json" and entry.is_file())
        if not files:
            raise AssayError(f"{path}: the folder has no .json file: expected lives")
        lives = [(file.stem, _life_in(read_document(str(file)), str(file))) for file in files]
        counts = Counter(life.name for _, life in lives)
        # Those that share a name get the name of their file, too.
        return [life if counts[life.name] == 1 else replace(life, name=f"{life.name} ({stem})") for stem, life in lives]
    if path in BUNDLED and not place.exists():
        return [_life_in(parse_json(bundled_life(path)), path)]
    if not place.exists() and not place.suffix:
        nearest = nearest_word(path, BUNDLED)
        tip = "see assay list lives" if nearest is None else f"did you mean {nearest!r}?"
        raise AssayError(f"{path}: no such file, folder or bundled life; {tip}")
    return [_life_in(read_document(path), path)]


def _life_in(document: object, file: str) -> Life:
    try:
        found = life_from_json(document) if is_life(document) else Life(group=require_workable(group_in(document)))
    except InvalidGroup as wrong:
        raise AssayError(f"{file}: {wrong}") from None
    return replace(found, name=found.name or found.group.name or Path(file).stem)


def answer_finder(groups: str, answers: str | None) -> Callable[[Question], Assignment]:
    """
    A function that finds the answer to a group of the file `groups`: in the file `answers`, or in the group's record.

    A `.jsonl` of answers, such as `assay judge` prints, has one answer per line, in the order of the groups.
    """
    if answers is None:
        return _answer_beside
    if STANDARD_INPUT == groups == answers:
        raise AssayError("-: groups and answers cannot both be read from standard input")
    return _finder(groups, answers, assignment_from_json, "answer")


def proof_finder(path: str, groups: str) -> Callable[[Question], Certificate]:
    """A function that finds the proof about a group: the only one in `path`, or the one on the group's line."""
    if path == STANDARD_INPUT:
        raise AssayError("--check-proof -: expected the path of a file")
    return _finder(groups, path, certificate_from_json, "proof")


def _finder(groups: str, path: str, parse: Callable[[object], Read], what: str) -> Callable[[Question], Read]:
    """A function that finds the document for a group: the only one in `path`, or the one on the group's line."""
    is_alone = not holds_many(path)
    many = f"{path}: one {what} for the many groups of {groups}: expected a .jsonl with one {what} per line"
    if is_alone and holds_many(groups) and groups != STANDARD_INPUT:
        raise AssayError(many)
    data = read_bytes(path)
    documents = [data] if is_alone else [line for line in data.splitlines() if line.strip()]

    @lru_cache(maxsize=1)  # the only document is read once
    def read(index: int) -> Read:
        if index >= len(documents):
            few = f"{path}: {len(documents)} lines: expected the {what} of group {index} (from 0)"
            raise AssayError(many if is_alone else few)
        where = path if is_alone else f"{path}, {what} {index} (from 0)"
        try:
            document = parse_json(documents[index])
            found = parse(document)
        except InvalidGroup as wrong:
            raise AssayError(f"{where}: {wrong}") from None
        # A line that a verb printed says which group it is about.
        if isinstance(document, dict) and document.get("index", index) != index:
            expected = f"expected {index}: one {what} for each group, in their order"
            raise AssayError(f"{where}: index: {document['index']}: {expected}")
        return found

    if is_alone:
        read(0)  # the whole input is wrong if it cannot be read
    return lambda question: read(question.index)


def _answer_beside(question: Question) -> Assignment:
    found = question.record.get("assignment")
    if found is None:
        raise AssayError(
            "no answer: expected a target, or a second file with the answer, or the key 'assignment' beside 'group' "
            "in the record"
        )
    try:
        return assignment_in(found)
    except InvalidGroup as wrong:
        raise AssayError(f"{question.file}: {wrong}") from None
