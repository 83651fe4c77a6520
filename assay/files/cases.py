"""Read what can be repeated: a case, a group or a life in a file, a drawn group, or a group of a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from assay.files.inputs import STANDARD_INPUT, holds_many, is_line, read_document
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.documents import group_in, is_life, require_workable

if TYPE_CHECKING:
    from kafka_assay.assignors.life import Example
    from kafka_assay.properties.records.case_format import Case


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
    from kafka_assay.properties.input_families import FAMILIES
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
    example, case = read_example(name)
    return FoundExample(example, case, None if case is None else case.inputs, seed if case is None else case.seed)


def read_example(path: str) -> tuple[Example, Case | None]:
    """
    The group or life in the file at `path`, and the case, if it is one. Raises `AssayError`, which names the file.

    A case's law and family must be known: its law is checked again, and declared failures are looked up by family.
    """
    from kafka_assay.assignors.formats.life_format import life_from_json
    from kafka_assay.assignors.life import LifeRun
    from kafka_assay.properties.records.case_format import case_from_json, is_case

    if path != STANDARD_INPUT and holds_many(path):
        raise AssayError(f"{path}: contains many groups: expected one case, life or group, such as {path}:1")
    document = read_document(path)
    try:
        if is_case(document):
            case = case_from_json(document)
            _expect_known(case)
            return case.example, case
        if is_life(document):
            return LifeRun(life=life_from_json(document)), None
        return require_workable(group_in(document)), None
    except AssayError as wrong:
        raise AssayError(f"{path}: {wrong}") from None


def _expect_known(case: Case) -> None:
    from kafka_assay.properties.input_families import GIVEN, family_called
    from kafka_assay.properties.registry import law_called

    law_called(case.law)
    if case.inputs != GIVEN:
        family_called(case.inputs)
