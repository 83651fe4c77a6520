"""Tests of reading input files: one group, many groups, folders and faulty files."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from assay.exit_codes import ExitCode
from assay.files.inputs import BadLine, Question, answer_each, group_files, read_group, read_questions
from kafka_assay.assignors.errors import AssayError

GROUP = {"format": "assay-group/1", "name": "g", "topics": {"t0": 1}, "members": []}
LINE = json.dumps(GROUP)


def write_file(path: Path, content: str | bytes) -> str:
    """The path of a file with `content`."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def topics_of(question: Question) -> list[tuple[dict[str, Any], ExitCode]]:
    """An answer for tests: the number of topics."""
    if question.group.name == "refused":
        raise AssayError("too much to ask")
    return [({"topics": len(question.group.topics)}, ExitCode[str(question.record.get("code", "KEPT"))])]


def test_json_file_holds_one_group(tmp_path: Path) -> None:
    path = write_file(tmp_path / "g.json", json.dumps(GROUP, indent=1))

    assert "g" == read_group(path).name


def test_error_names_file_path_value_and_expectation(tmp_path: Path) -> None:
    path = write_file(tmp_path / "g.json", json.dumps({**GROUP, "topics": {"t0": -1}}))

    with pytest.raises(AssayError) as caught:
        read_group(path)

    assert f"{path}: topics.t0: -1: expected a partition count from 0 to" in str(caught.value)


def test_missing_file_is_an_error_with_the_nearest_name(tmp_path: Path) -> None:
    write_file(tmp_path / "group.json", LINE)

    with pytest.raises(AssayError, match=r"gruop\.json: no such file; did you mean 'group\.json'\?"):
        read_group(str(tmp_path / "gruop.json"))


def test_nearest_name_ignores_the_common_file_extension(tmp_path: Path) -> None:
    write_file(tmp_path / "ops.json", LINE)

    with pytest.raises(AssayError, match=r"one\.json: no such file$"):
        read_group(str(tmp_path / "one.json"))
    with pytest.raises(AssayError, match=r"ops\.jsonl: no such file; did you mean 'ops\.json'\?"):
        list(read_questions(str(tmp_path / "ops.jsonl")))


def test_target_in_the_place_of_a_file_is_an_error() -> None:
    """`judge` takes the group first, `check` the target."""
    with pytest.raises(AssayError, match="sticky: no such file: expected a file, but this is a target"):
        read_group("sticky")


def test_empty_path_is_an_error() -> None:
    with pytest.raises(AssayError, match="'': expected the path of a file"):
        read_group("")


@pytest.mark.parametrize(
    ("name", "says"), [("", "a folder: expected a file"), ("g\0.json", "cannot be read"), ("x" * 300, "cannot be read")]
)
def test_folder_or_impossible_file_name_is_a_usage_error(tmp_path: Path, name: str, says: str) -> None:
    with pytest.raises(AssayError, match=says):
        read_group(str(tmp_path / name))


def test_index_counts_groups_and_line_counts_lines(tmp_path: Path) -> None:
    path = write_file(
        tmp_path / "g.jsonl", b"\n" + LINE.encode() + b"\n\n\xff\n" + b'{"group": ' + LINE.encode() + b"}"
    )

    found = list(read_questions(path))

    assert [(0, 2, Question), (1, 4, BadLine), (2, 5, Question)] == [
        (question.index, question.line, type(question)) for question in found
    ]


def test_lines_are_read_lazily(tmp_path: Path) -> None:
    path = write_file(tmp_path / "g.jsonl", f"{LINE}\n" * 3)

    first = next(read_questions(path))

    assert isinstance(first, Question)
    assert "g" == first.group.name


def test_empty_jsonl_is_a_usage_error(tmp_path: Path) -> None:
    """So a failed import is not mistaken for a result."""
    path = write_file(tmp_path / "g.jsonl", "\n \n")

    with pytest.raises(AssayError, match="the file is empty: expected one group per line"):
        list(read_questions(path))


def test_bad_line_has_an_error_in_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused = json.dumps({**GROUP, "name": "refused"})
    path = write_file(tmp_path / "g.jsonl", f'{LINE}\n{{"format": 7}}\n{refused}\n{LINE}\n')

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
def test_most_severe_exit_code_is_returned(tmp_path: Path, codes: list[str], expected: ExitCode) -> None:
    records = [json.dumps({"group": GROUP, "code": code}) for code in codes]

    code = answer_each(write_file(tmp_path / "g.jsonl", "\n".join(records)), topics_of)

    assert expected == code


def test_nan_lists_and_long_texts_are_shown_in_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_file(tmp_path / "g.jsonl", '{"format": NaN}\n{"format": [1]}\n{"format": "%s"}\n' % ("x" * 999))

    answer_each(path, topics_of)

    values = [json.loads(line, parse_constant=pytest.fail)["value"] for line in capsys.readouterr().out.splitlines()]
    assert ["nan", "list [1]"] == values[:2]
    assert 200 == len(values[2])


def test_stdin_holds_a_group_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{LINE}\n{LINE}\n".encode())))

    assert 2 == len(list(read_questions("-")))


def set_stdin(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Standard input holds `text`."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_stdin_may_hold_one_group_over_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    member = {"id": "C0", "subscription": ["t0"]}
    set_stdin(monkeypatch, f"{{\n{LINE[1:-3]}[\n{json.dumps(member)}\n]}}\n")

    (one,) = read_questions("-")

    assert isinstance(one, Question)
    assert ["C0"] == one.group.member_ids()


def test_one_malformed_group_on_stdin_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    set_stdin(monkeypatch, json.dumps(GROUP, indent=1).replace('"members": []', '"members": [] x'))

    (bad,) = read_questions("-")

    assert isinstance(bad, BadLine)
    assert "-: line 7 column 16: 'x\\n}': expected JSON (expecting ',' delimiter)" == str(bad)


def test_bad_first_line_on_stdin_does_not_affect_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    set_stdin(monkeypatch, f"{LINE[:20]}\n{LINE}\n")

    bad, good = read_questions("-")

    assert isinstance(bad, BadLine)
    assert isinstance(good, Question)


def test_stdin_given_twice_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    set_stdin(monkeypatch, LINE)
    list(read_questions("-"))

    with pytest.raises(AssayError, match="-: standard input is closed or has been read already"):
        list(read_questions("-"))


def test_line_that_is_not_json_is_named_by_its_column(tmp_path: Path) -> None:
    (bad,) = read_questions(write_file(tmp_path / "g.jsonl", '{"format": 1,\n'))

    assert isinstance(bad, BadLine)
    assert "column 14" == bad.why.path


def test_folders_are_searched_for_groups(tmp_path: Path) -> None:
    """Files are ordered by name; hidden ones and repeats are left out."""
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("z.json", "b/a.jsonl", "b/note.txt", ".git/c.json"):
        write_file(tmp_path / name, LINE)

    files = group_files([str(tmp_path), str(tmp_path / "z.json")])

    assert [str(tmp_path / "b/a.jsonl"), str(tmp_path / "z.json")] == files


@pytest.mark.parametrize(("name", "says"), [("empty", "has no .json or .jsonl"), ("none", "no such file or folder")])
def test_folder_without_groups_is_a_usage_error(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(AssayError, match=says):
        group_files([str(tmp_path / name)])
