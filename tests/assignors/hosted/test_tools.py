from __future__ import annotations

import os
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.tools import find_program, run_tool


def test_missing_tool_is_named_with_the_target_that_needs_it() -> None:
    with pytest.raises(AssayError, match=r"^the Go host needs no-such-tool, which is not on the PATH$"):
        find_program("no-such-tool", "the Go host")


def test_tool_output_is_returned(tmp_path: Path) -> None:
    said = run_tool(
        ["sh", "-c", "pwd; echo $WORD; cat"], folder=tmp_path, target_text="a test", environment={"WORD": "é"}
    )

    assert [str(tmp_path), "é"] == said.splitlines()


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo fetching; echo 'pkg: ERROR: 404'; echo see the log; exit 1", "failed: pkg: ERROR: 404$"),
        ("echo one; echo two >&2; exit 3", "failed: one two$"),
        ("exit 3", "failed, without any output$"),
        (
            "echo 'dial tcp: lookup proxy: no such host' >&2; exit 1",
            r"failed \(no registry can be reached; are you offline\?\): dial tcp",
        ),
    ],
)
def test_failed_step_is_reported_in_one_line(tmp_path: Path, script: str, told: str) -> None:
    with pytest.raises(AssayError, match=told) as wrong:
        run_tool(["sh", "-c", script], folder=tmp_path, target_text="a test")

    assert str(wrong.value).startswith("a test: `sh -c ")
    assert "\n" not in str(wrong.value)


def test_hanging_step_is_killed_with_its_children(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "held")
    held = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    script = "(sleep 5; touch alive) 9>held & sleep 60"

    with pytest.raises(AssayError, match=r"did not end within 0\.5 s$"):
        run_tool(["sh", "-c", script], folder=tmp_path, target_text="a test", seconds=0.5)

    os.set_blocking(held, True)
    assert b"" == os.read(held, 1)  # not before the child is gone
    os.close(held)
    assert not (tmp_path / "alive").exists()
