"""Tests of foreign assignors on a machine without a tool that they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.assignors.hosted.cache import CACHE
from tests.assay.groups import PAIR, write_documents

pytestmark = pytest.mark.functional

NEEDED = {
    "go:github.com/twmb/franz-go@v1.22.2:sticky": "go",
    "npm:kafkajs@2.2.4:roundrobin": "node",
    "librdkafka==2.12.1:range": "gcc",
}


@pytest.mark.parametrize(("target", "tool"), NEEDED.items())
def test_missing_tool_is_a_usage_error_and_leaves_no_artefact(
    target: str, tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))

    code = run(["judge", write_documents(tmp_path / "g.json", PAIR), target])

    assert 2 == code
    assert f"assay: {target} needs {tool}, which is not on the PATH" == capsys.readouterr().err.splitlines()[-1]
    assert [] == [*tmp_path.glob("cache/*/*")]
