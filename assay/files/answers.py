"""
The answers for `judge` and `explain`: in their own file, one line per group, or beside each group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.files.inputs import STANDARD_INPUT, BadLine, holds_many, read_bytes, read_questions
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_from_json, assignment_in
from kafka_assay.assignors.formats.documents import parse_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.files.inputs import Question
    from kafka_assay.assignors.model import Assignment


def answer_finder(
    groups: str, answers: str | None, otherwise: str = "a second file"
) -> Callable[[Question], Assignment]:
    """
    A function that finds the answer to a group of the file `groups`: in the file `answers`, or in the group's record.

    A `.jsonl` of answers, such as `assay assign` writes, has one answer per line, in the order of the groups. If there
    is no answer, the error says what was expected `otherwise`.
    """
    if answers is None:
        return lambda question: _answer_beside(question, otherwise)
    if STANDARD_INPUT == groups == answers:
        raise AssayError("-: groups and answers cannot both be read from standard input")
    if not holds_many(answers):
        many = f"{answers}: one answer for the many groups of {groups}: expected a .jsonl with one answer per line"
        if holds_many(groups) and groups != STANDARD_INPUT:
            raise AssayError(many)
        one = _parse_answer(read_bytes(answers), answers)

        def to_the_only_group(question: Question) -> Assignment:
            if question.index:
                raise AssayError(many)
            return one

        return to_the_only_group
    lines = [line for line in read_bytes(answers).splitlines() if line.strip()]

    def on_its_line(question: Question) -> Assignment:
        if question.index >= len(lines):
            raise AssayError(f"{answers}: {len(lines)} lines: expected an answer to group {question.index} (from 0)")
        return _parse_answer(lines[question.index], f"{answers}, answer {question.index} (from 0)")

    return on_its_line


def read_only_question(path: str) -> Question:
    """The only group in the file at `path`, which holds one document. Raises `AssayError`, which names the file."""
    question = next(read_questions(path))
    if isinstance(question, BadLine):
        raise AssayError(str(question))
    return question


def _answer_beside(question: Question, otherwise: str) -> Assignment:
    found = question.record.get("assignment")
    if found is None:
        raise AssayError(f"no answer: expected {otherwise}, or the key 'assignment' beside 'group' in the record")
    try:
        return assignment_in(found)
    except InvalidGroup as wrong:
        raise AssayError(f"{question.file}: {wrong}") from None


def _parse_answer(data: bytes, where: str) -> Assignment:
    try:
        return assignment_from_json(parse_json(data))
    except InvalidGroup as wrong:
        raise AssayError(f"{where}: {wrong}") from None
