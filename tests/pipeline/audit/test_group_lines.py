"""Tests of the files that an audit takes and refuses, and of their lines."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from pathlib import Path

import pytest

from assay.command import ExitCode
from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.group_lines import GroupLine, check_files, read_lines
from tests.pipeline.audit.audited import FAIR, audit_files, groups


def test_lines_are_counted_over_all_files(tmp_path: Path) -> None:
    """A `.json` is one line whatever it contains, a `.jsonl` has one line for each non-empty line."""
    one, many = tmp_path / "one.json", tmp_path / "many.JSONL"
    one.write_bytes(b"{\n}\xff")
    many.write_bytes(b"a\n\n  \nb")

    found = list(read_lines([str(one), str(many)]))

    expected = [
        GroupLine(0, str(one), None, b"{\n}\xff"),
        GroupLine(1, str(many), 1, b"a"),
        GroupLine(2, str(many), 4, b"b"),
    ]
    assert expected == found


@pytest.mark.usefixtures("share_spark")
@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("foo://host/groups", r"^foo://host/groups: cannot be read: Spark has no library for foo:// \("),
        (
            "s3a://bucket/groups",
            r"^s3a://bucket/groups: .*no library for s3a:// \(.*hadoop-aws:VERSION pyspark-shell'\)$",
        ),
        ("hdfs://127.0.0.1:1/groups", r"^hdfs://127.0.0.1:1/groups: cannot be read: ConnectException: .*refused"),
        ("viewfs://none/groups", r"^viewfs://none/groups: cannot be read: [A-Za-z]+: .*"),
    ],
)
def test_store_that_spark_cannot_read_is_one_line(tmp_path: Path, path: str, message: str) -> None:
    with pytest.raises(AssayError, match=message) as caught:
        run_audit(AuditPlan(files=(path,), master="local[2]"), tmp_path / "out")

    assert 1 == len(str(caught.value).splitlines())
    assert not (tmp_path / "out").exists()


def test_uri_needs_spark(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match=r"hdfs://h/x: only Spark reads this scheme: leave out --master loop"):
        run_audit(AuditPlan(files=("hdfs://h/x",), master="loop"), tmp_path / "out")


@pytest.mark.usefixtures("share_spark")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        (b"_groups.jsonl", r"_groups\.jsonl: Spark ignores files whose name starts with _"),
        (b"a\xff.json", r"/a\?\.json: Spark reads no file .* not UTF-8: rename it, or use --master loop$"),
    ],
)
def test_file_that_spark_does_not_read_is_refused(name: bytes, says: str, tmp_path: Path) -> None:
    file = os.fsdecode(os.fsencode(tmp_path) + b"/" + name)
    Path(file).write_bytes(FAIR)

    with pytest.raises(AssayError, match=says):
        run_audit(AuditPlan(files=(file,), master="local[2]"), tmp_path / "out")


@pytest.mark.parametrize("master", ["loop", "local[2]"])
def test_text_of_kafka_consumer_groups_must_be_imported_first(
    master: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "mem bers.txt"
    text.write_text("\nGROUP CONSUMER-ID #PARTITIONS\ng m 1\n")
    out = tmp_path / "out"

    code, said, noted = audit_files(capsys, groups(tmp_path, FAIR), str(text), "--out", str(out), "--master", master)

    assert (ExitCode.USAGE_ERROR, "", False) == (code, said, out.exists())
    assert (
        f"assay: {text}: text of kafka-consumer-groups --describe, not groups of assay. "
        f"Import it first: assay import '{text}' > groups.jsonl\n"
    ) == noted


@pytest.mark.parametrize(
    ("name", "content", "refused"),
    [
        ("notes.txt", b"hello", True),
        ("group.txt", FAIR, False),
        ("group.txt", b"\xef\xbb\xbf " + FAIR, False),
        ("broken.json", b"hello", False),
        ("lines.jsonl", b"hello\n" + FAIR, False),
    ],
)
def test_file_that_is_not_json_is_refused_at_once(name: str, content: bytes, refused: bool, tmp_path: Path) -> None:
    """A single bad group in a file is recorded in its place instead."""
    (tmp_path / name).write_bytes(content)

    with pytest.raises(AssayError, match="not JSON: expected groups") if refused else nullcontext():
        check_files([str(tmp_path / name)])


def test_audit_ignores_results_of_earlier_audits_in_its_input_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    groups(tmp_path, FAIR)

    counts = []
    for _ in range(2):
        code, said, _ = audit_files(capsys, str(tmp_path), "--out", str(tmp_path / "out"), "--master", "loop", "--json")
        counts.append((code, json.loads(said)["groups"], json.loads(said)["bad_lines"]))

    assert [(ExitCode.KEPT, 1, 0)] * 2 == counts


def test_pattern_names_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also with the scheme `file`, with `//` or without. A file that exists is never a pattern."""
    for name in ("a1.jsonl", "a2.jsonl", "b.jsonl", "[a].jsonl"):
        (tmp_path / name).write_bytes(FAIR)

    counts = []
    for path in (*(f"{scheme}{tmp_path}/a*.jsonl" for scheme in ("", "file://", "file:")), f"{tmp_path}/[a].jsonl"):
        code, said, _ = audit_files(capsys, path, "--out", str(tmp_path / "out"), "--master", "loop", "--json")
        counts.append((code, json.loads(said)["groups"]))

    assert [*[(ExitCode.KEPT, 2)] * 3, (ExitCode.KEPT, 1)] == counts


def test_file_under_two_spellings_is_judged_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first spelling stays."""
    groups(tmp_path, FAIR)
    monkeypatch.chdir(tmp_path)

    audit_files(capsys, "./groups.jsonl", "groups.jsonl", str(tmp_path), "--out", "out", "--master", "loop")

    record = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert (1, ["./groups.jsonl"]) == (record["groups"], record["inputs"])


@pytest.mark.parametrize("master", [(), ("--master", "loop")])
def test_input_that_can_be_read_only_once_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], master: tuple[str, ...]
) -> None:
    """Nothing is read, so nothing waits for a writer."""
    os.mkfifo(tmp_path / "pipe.jsonl")

    code, said, noted = audit_files(capsys, str(tmp_path / "pipe.jsonl"), "--out", str(tmp_path / "out"), *master)

    assert (ExitCode.USAGE_ERROR, "") == (code, said)
    assert noted.endswith("pipe.jsonl: not a regular file. An audit reads its input twice: save it as a file first\n")
