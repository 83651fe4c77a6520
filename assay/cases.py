"""
What can be put again: a case, a plain group, or a life, out of one file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.inputs import STANDARD_INPUT, holds_many, read_document
from assignors.documents import group_in, is_life, workable
from assignors.errors import AssayError

if TYPE_CHECKING:
    from properties.case_format import Case
    from properties.course import Drawn


def drawn_in(path: str) -> tuple[Drawn, Case | None]:
    """
    What the file at `path` asks, and the case that says so, if it is one. Raises `AssayError`, which names the file.

    A case's law and family must be known. Its law is what is asked again; and under a family that nobody knows no
    declared failure would be found, so that it would be told as a new one.
    """
    from assignors.life_format import life_from_json
    from properties.case_format import case_from_json, is_case
    from properties.course import Course

    if path != STANDARD_INPUT and holds_many(path):
        raise AssayError(f"{path}: many groups: expected a .json with one case, one life or one group")
    document = read_document(path)
    try:
        if is_case(document):
            case = case_from_json(document)
            _expect_known(case)
            return case.drawn, case
        if is_life(document):
            return Course(life=life_from_json(document)), None
        return workable(group_in(document)), None
    except AssayError as wrong:
        raise AssayError(f"{path}: {wrong}") from None


def _expect_known(case: Case) -> None:
    from properties.families import GIVEN, family
    from properties.registry import law_called

    law_called(case.law)
    if case.inputs != GIVEN:
        family(case.inputs)
