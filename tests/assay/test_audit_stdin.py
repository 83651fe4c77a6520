"""`assay audit -`: groups from a pipe."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import group_of

GROUP = group_to_json(group_of({"t0": 2}, {"C0": ["t0"]}, {"C0": {"t0": [0, 1]}}, name="g"))


def _pipe(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize(
    ("text", "saved"),
    [
        (f"\n{json.dumps(GROUP)}\n", "standard-input.jsonl"),
        (json.dumps(GROUP, indent=1), "standard-input.json"),
    ],
)
def test_groups_on_stdin_are_saved_and_audited(
    text: str, saved: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _pipe(monkeypatch, text)

    code = run(["audit", "-", "--out", str(tmp_path / "out"), "--json"])

    assert (0, 1) == (code, json.loads(capsys.readouterr().out)["groups"])
    assert (tmp_path / "out" / saved).is_file()


def test_an_empty_stdin_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _pipe(monkeypatch, "")

    code = run(["audit", "-", "--out", str(tmp_path / "out")])

    said = capsys.readouterr().err
    assert (2, "assay: -: standard input is empty: expected one group per line\n") == (code, said)
    assert not (tmp_path / "out").exists()
