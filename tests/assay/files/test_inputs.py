"""Tests of reading input files: one group, many groups, folders, faulty files, and answers beside their groups."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from assay.command import ExitCode
from assay.files.cases import answer_finder
from assay.files.inputs import Question, answer_each, group_files, read_group, read_questions
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from tests.assay.groups import PAIR, WHOLE, answer_of
from tests.assay.shell import Shell

GROUP = {"format": "assay-group/1", "name": "g", "topics": {"t0": 1}, "members": []}
LINE = json.dumps(GROUP)

Pipe: TypeAlias = Callable[[str], None]


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Pipe:
    """Put a text on standard input."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def topics_of(question: Question) -> list[tuple[dict[str, Any], ExitCode]]:
    """An answer for tests: the number of topics."""
    if question.group.name == "refused":
        raise AssayError("too much to ask")
    return [({"topics": len(question.group.topics)}, ExitCode[str(question.record.get("code", "KEPT"))])]


def test_json_file_holds_one_group(shell: Shell) -> None:
    assert "g" == read_group(shell.write("g.json", json.dumps(GROUP, indent=1))).name


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("wrong.json", "wrong.json: topics.t0: -1: expected a partition count from 0 to"),
        ("gruop.json", r"gruop\.json: no such file; did you mean 'group\.json'\?"),
        ("one.json", r"one\.json: no such file$"),
        ("ops.jsonl", r"ops\.jsonl: no such file; did you mean 'ops\.json'\?"),
        ("sticky", "sticky: no such file: expected a file, but this is a target"),
        ("", "'': expected the path of a file"),
        (".", "a folder: expected a file"),
        ("g\0.json", "cannot be read"),
        ("x" * 300, "cannot be read"),
    ],
)
def test_file_without_a_group_is_an_error(name: str, says: str, shell: Shell) -> None:
    """The nearest name ignores the common extension. `judge` takes the group first, `check` the target."""
    shell.write("wrong.json", {**GROUP, "topics": {"t0": -1}})
    shell.write("group.json", LINE)
    shell.write("ops.json", LINE)

    with pytest.raises(AssayError, match=says):
        list(read_questions(name)) if name.endswith(".jsonl") else read_group(name)


def test_index_counts_groups_and_line_counts_lines(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(b"\n" + LINE.encode() + b"\n\n\xff\n" + b'{"group": ' + LINE.encode() + b"}")

    found = list(read_questions(str(path)))

    assert [(0, 2), (1, 4), (2, 5)] == [(text.index, text.line) for text in found]
    assert ["g", "g"] == [found[place].parse().group.name for place in (0, 2)]
    with pytest.raises(InvalidGroup):
        found[1].parse()


def test_empty_jsonl_is_a_usage_error(shell: Shell) -> None:
    """So a failed import is not mistaken for a result."""
    with pytest.raises(AssayError, match="the file is empty: expected one group per line"):
        list(read_questions(shell.write("g.jsonl", "\n \n")))


def test_bad_line_has_an_error_in_its_place(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    path = shell.write("g.jsonl", GROUP, {"format": 7}, {**GROUP, "name": "refused"}, GROUP)

    code = answer_each(path, topics_of)

    printed = capsys.readouterr()
    error = {"format": "assay-error/1", "index": 1, "file": path, "path": "format", "value": 7}
    assert ExitCode.USAGE_ERROR == code
    assert [
        {"topics": 1, "index": 0, "name": "g"},
        {**error, "message": "format: 7: expected 'assay-group/1'"},
        {**error, "index": 2, "path": "", "value": None, "message": "too much to ask"},
        {"topics": 1, "index": 3, "name": "g"},
    ] == [json.loads(line) for line in printed.out.splitlines()]
    assert f"assay: {path} line 2: format: 7: expected 'assay-group/1' (and 1 more)\n" == printed.err


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        (["KEPT", "KEPT"], ExitCode.KEPT),
        (["KEPT", "UNDECIDED"], ExitCode.UNDECIDED),
        (["UNDECIDED", "BROKEN", "KEPT"], ExitCode.BROKEN),
    ],
)
def test_most_severe_exit_code_is_returned(shell: Shell, codes: list[str], expected: ExitCode) -> None:
    path = shell.write("g.jsonl", *({"group": GROUP, "code": code} for code in codes))

    assert expected == answer_each(path, topics_of)


def test_nan_lists_and_long_texts_are_shown_in_value(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    answer_each(shell.write("g.jsonl", {"format": float("nan")}, {"format": [1]}, {"format": "x" * 999}), topics_of)

    values = [json.loads(line, parse_constant=pytest.fail)["value"] for line in capsys.readouterr().out.splitlines()]
    assert ["nan", "list [1]"] == values[:2]
    assert 200 == len(values[2])


def test_stdin_holds_a_group_a_line_and_is_read_once(pipe: Pipe) -> None:
    pipe(f"{LINE}\n{LINE}\n")

    assert 2 == len(list(read_questions("-")))
    with pytest.raises(AssayError, match="-: standard input is closed or has been read already"):
        list(read_questions("-"))


def test_stdin_may_hold_one_group_over_many_lines(pipe: Pipe) -> None:
    member = {"id": "C0", "subscription": ["t0"]}
    pipe(f"{{\n{LINE[1:-3]}[\n{json.dumps(member)}\n]}}\n")

    (one,) = read_questions("-")

    assert ["C0"] == one.parse().group.member_ids()


def test_one_malformed_group_on_stdin_is_one_error(pipe: Pipe, capsys: pytest.CaptureFixture[str]) -> None:
    pipe(json.dumps(GROUP, indent=1).replace('"members": []', '"members": [] x'))

    answer_each("-", topics_of)

    assert "assay: -: line 7 column 16: 'x\\n}': expected JSON (expecting ',' delimiter)\n" == capsys.readouterr().err


def test_bad_first_line_on_stdin_does_not_affect_the_others(pipe: Pipe) -> None:
    pipe(f"{LINE[:20]}\n{LINE}\n")

    _, second = read_questions("-")

    assert "g" == second.parse().group.name


def test_answer_in_a_file_belongs_to_the_one_group_on_stdin(pipe: Pipe, shell: Shell) -> None:
    path = shell.write("a.json", answer_of(WHOLE))

    pipe(json.dumps(PAIR))
    (one,) = read_questions("-")
    pipe(f"{json.dumps(PAIR)}\n" * 2)
    _, second = read_questions("-")

    assert WHOLE == answer_finder("-", path)(one.parse())
    with pytest.raises(AssayError, match="one answer for the many groups of -: expected a"):
        answer_finder("-", path)(second.parse())


def test_folders_are_searched_for_groups(shell: Shell) -> None:
    """Files are ordered by name; hidden ones and repeats are left out."""
    for name in ("g/z.json", "g/b/a.jsonl", "g/b/note.txt", "g/.git/c.json"):
        shell.write(name, LINE)

    assert ["g/b/a.jsonl", "g/z.json"] == group_files(["g", "g/z.json"])


@pytest.mark.parametrize(("name", "says"), [("empty", "has no .json or .jsonl"), ("none", "no such file or folder")])
def test_folder_without_groups_is_a_usage_error(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(AssayError, match=says):
        group_files([str(tmp_path / name)])
