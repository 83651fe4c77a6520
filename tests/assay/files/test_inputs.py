"""Reading files for verbs: one group, many, folders, and everything that can be wrong with a file."""

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


def written(path: Path, content: str | bytes) -> str:
    """The path of a file with `content`."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def topics_of(question: Question) -> tuple[dict[str, Any], ExitCode]:
    """An answer for tests: the number of topics."""
    if question.group.name == "refused":
        raise AssayError("too much to ask")
    return {"topics": len(question.group.topics)}, ExitCode[str(question.record.get("code", "KEPT"))]


def test_one_group_is_read(tmp_path: Path) -> None:
    """A `.json` holds one group, over as many lines as it likes."""
    path = written(tmp_path / "g.json", json.dumps(GROUP, indent=1))

    assert "g" == read_group(path).name


def test_the_complaint_names_the_file_first(tmp_path: Path) -> None:
    """File, JSON path, value, expectation."""
    path = written(tmp_path / "g.json", json.dumps({**GROUP, "topics": {"t0": -1}}))

    with pytest.raises(AssayError) as caught:
        read_group(path)

    assert f"{path}: topics.t0: -1: expected a partition count from 0 to" in str(caught.value)


def test_a_missing_file_is_told_with_the_nearest_name(tmp_path: Path) -> None:
    """A typing error in a file name is met with the name that was meant."""
    written(tmp_path / "group.json", LINE)

    with pytest.raises(AssayError, match=r"gruop\.json: no such file; did you mean 'group\.json'\?"):
        read_group(str(tmp_path / "gruop.json"))


def test_names_are_not_near_because_they_end_alike(tmp_path: Path) -> None:
    """Every file of groups ends in `.json`: that makes no tip. The same name with another ending does."""
    written(tmp_path / "ops.json", LINE)

    with pytest.raises(AssayError, match=r"one\.json: no such file$"):
        read_group(str(tmp_path / "one.json"))
    with pytest.raises(AssayError, match=r"ops\.jsonl: no such file; did you mean 'ops\.json'\?"):
        list(read_questions(str(tmp_path / "ops.jsonl")))


def test_a_target_where_a_file_belongs_is_told() -> None:
    """`assign` names the target first, `explain` the group: who takes one for the other learns which is which."""
    with pytest.raises(AssayError, match="sticky: no such file: expected a file, but this is a target"):
        read_group("sticky")


def test_no_path_at_all_is_told() -> None:
    """An empty argument, such as an unset variable of a shell, is called what it is."""
    with pytest.raises(AssayError, match="'': expected the path of a file"):
        read_group("")


@pytest.mark.parametrize(
    ("name", "says"), [("", "a folder: expected a file"), ("g\0.json", "cannot be read"), ("x" * 300, "cannot be read")]
)
def test_what_is_no_file_is_told(tmp_path: Path, name: str, says: str) -> None:
    """A folder and impossible names are wrong questions, not tracebacks."""
    with pytest.raises(AssayError, match=says):
        read_group(str(tmp_path / name))


def test_lines_are_counted_from_zero_and_empty_ones_skipped(tmp_path: Path) -> None:
    """`index` counts groups, `line` counts lines; a line that is no group is one too."""
    path = written(tmp_path / "g.jsonl", b"\n" + LINE.encode() + b"\n\n\xff\n" + b'{"group": ' + LINE.encode() + b"}")

    found = list(read_questions(path))

    assert [(0, 2, Question), (1, 4, BadLine), (2, 5, Question)] == [
        (question.index, question.line, type(question)) for question in found
    ]


def test_lines_are_read_when_asked_for(tmp_path: Path) -> None:
    """The first group is there before the last line is looked at."""
    path = written(tmp_path / "g.jsonl", f"{LINE}\n" * 3)

    first = next(read_questions(path))

    assert isinstance(first, Question)
    assert "g" == first.group.name


def test_a_file_without_lines_is_a_wrong_question(tmp_path: Path) -> None:
    """An empty `.jsonl` is told, so that an import that failed earlier does not pass for an answer."""
    path = written(tmp_path / "g.jsonl", "\n \n")

    with pytest.raises(AssayError, match="the file is empty: expected one group per line"):
        list(read_questions(path))


def test_bad_lines_are_answered_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line has its result in order; an error stands where a group was bad or its question was refused."""
    refused = json.dumps({**GROUP, "name": "refused"})
    path = written(tmp_path / "g.jsonl", f'{LINE}\n{{"format": 7}}\n{refused}\n{LINE}\n')

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
def test_the_gravest_code_is_returned(tmp_path: Path, codes: list[str], expected: ExitCode) -> None:
    """Broken outweighs undecided, which outweighs kept."""
    records = [json.dumps({"group": GROUP, "code": code}) for code in codes]

    code = answer_each(written(tmp_path / "g.jsonl", "\n".join(records)), topics_of)

    assert expected == code


def test_values_that_json_cannot_carry_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """NaN, lists and long texts appear in `value` as they do in the message."""
    path = written(tmp_path / "g.jsonl", '{"format": NaN}\n{"format": [1]}\n{"format": "%s"}\n' % ("x" * 999))

    answer_each(path, topics_of)

    values = [json.loads(line, parse_constant=pytest.fail)["value"] for line in capsys.readouterr().out.splitlines()]
    assert ["nan", "list [1]"] == values[:2]
    assert 200 == len(values[2])


def test_standard_input_holds_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads a group a line from standard input, so that `import` can be piped on."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{LINE}\n{LINE}\n".encode())))

    assert 2 == len(list(read_questions("-")))


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Standard input holds `text`."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_standard_input_may_hold_one_group_over_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A group as people write it, a member a line, can be piped in as well as a line of many."""
    member = {"id": "C0", "subscription": ["t0"]}
    given(monkeypatch, f"{{\n{LINE[1:-3]}[\n{json.dumps(member)}\n]}}\n")

    (one,) = read_questions("-")

    assert isinstance(one, Question)
    assert ["C0"] == one.group.member_ids()


def test_one_malformed_group_on_standard_input_is_one_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    """A group with a word too many is one wrong question, not one a line."""
    given(monkeypatch, json.dumps(GROUP, indent=1).replace('"members": []', '"members": [] x'))

    (bad,) = read_questions("-")

    assert isinstance(bad, BadLine)
    assert "-: line 7 column 16: 'x\\n}': expected JSON (expecting ',' delimiter)" == str(bad)


def test_a_bad_first_line_of_many_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many groups on standard input stay many although the first of them is cut."""
    given(monkeypatch, f"{LINE[:20]}\n{LINE}\n")

    bad, good = read_questions("-")

    assert isinstance(bad, BadLine)
    assert isinstance(good, Question)


def test_standard_input_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for it a second time is told so."""
    given(monkeypatch, LINE)
    list(read_questions("-"))

    with pytest.raises(AssayError, match="-: standard input is closed or has been read already"):
        list(read_questions("-"))


def test_a_line_that_is_no_json_is_told_by_its_column(tmp_path: Path) -> None:
    """The line's number stands before it already, and the end of the line is no further line."""
    (bad,) = read_questions(written(tmp_path / "g.jsonl", '{"format": 1,\n'))

    assert isinstance(bad, BadLine)
    assert "column 14" == bad.why.path


def test_folders_are_searched_for_groups(tmp_path: Path) -> None:
    """Folders give their `.json` and `.jsonl` by name, hidden ones left out; nothing is named twice."""
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("z.json", "b/a.jsonl", "b/note.txt", ".git/c.json"):
        written(tmp_path / name, LINE)

    files = group_files([str(tmp_path), str(tmp_path / "z.json")])

    assert [str(tmp_path / "b/a.jsonl"), str(tmp_path / "z.json")] == files


@pytest.mark.parametrize(("name", "says"), [("empty", "has no .json or .jsonl"), ("none", "no such file or folder")])
def test_a_folder_without_groups_is_a_wrong_question(tmp_path: Path, name: str, says: str) -> None:
    """An audit of nothing is refused."""
    (tmp_path / "empty").mkdir()

    with pytest.raises(AssayError, match=says):
        group_files([str(tmp_path / name)])
