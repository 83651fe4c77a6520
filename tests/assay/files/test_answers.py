"""Tests of answers in files beside their groups."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from assay.files.answers import answer_finder
from assay.files.inputs import Question, read_questions
from kafka_assay.assignors.errors import AssayError
from tests.assay.groups import PAIR, WHOLE, answer_file


def pipe_groups(monkeypatch: pytest.MonkeyPatch, *groups: dict[str, object]) -> list[Question]:
    """`groups` on standard input."""
    text = "".join(f"{json.dumps(group)}\n" for group in groups)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return [question for question in read_questions("-") if isinstance(question, Question)]


def test_group_on_stdin_with_its_answer_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (question,) = pipe_groups(monkeypatch, PAIR)

    answer = answer_finder("-", answer_file(tmp_path / "a.json", WHOLE))(question)

    assert WHOLE == answer


def test_one_answer_for_two_groups_on_stdin_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, second = pipe_groups(monkeypatch, PAIR, PAIR)
    answer_to = answer_finder("-", answer_file(tmp_path / "a.json", WHOLE))

    with pytest.raises(AssayError, match="one answer for the many groups of -: expected a"):
        answer_to(second)
