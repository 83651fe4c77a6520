"""Hosts of Go modules on this machine: a copy of a release, with and without a change."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.go.go_host import run_go
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Assignment, group_of
from tests.assignors.hosted.real_hosts import start_or_skip

RELEASE = "github.com/segmentio/kafka-go@v0.4.51"
GROUP = group_of({"t0": 5}, {"C0": ["t0"], "C1": ["t0"]})


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of a release, in a folder that can be changed."""
    folder = tmp_path_factory.mktemp("go")
    (folder / "go.mod").write_text("module x\n")
    fetched = start_or_skip(RELEASE, lambda: run_go(("mod", "download", "-json", RELEASE), folder, RELEASE))
    copied = folder / "kafka-go"
    shutil.copytree(json.loads(fetched)["Dir"], copied, copy_function=shutil.copyfile)
    for path in (copied, *copied.rglob("*")):
        path.chmod(0o755)
    return copied


def answer_of(text: str) -> tuple[Assignment, str]:
    """The answer of a target to the group, and its version."""
    with closing(open_target(text, call_timeout=60)) as target:
        return target.assign(GROUP), target.version


def test_change_of_the_sources_is_another_host(checkout: Path) -> None:
    before, version = answer_of(f"gomod:{checkout}:roundrobin")
    source = checkout / "groupbalancer.go"
    text = source.read_text()
    source.write_text(text.replace("partitionIndex % memberCount", "(partitionIndex+1) % memberCount"))
    assert text != source.read_text()

    after, later = answer_of(f"gomod:{checkout}:roundrobin")

    assert {"C0": {"t0": [0, 2, 4]}, "C1": {"t0": [1, 3]}} == before
    assert {"C0": {"t0": [1, 3]}, "C1": {"t0": [0, 2, 4]}} == after
    assert version.startswith("v0.0.0-local.")
    assert version != later


@pytest.mark.parametrize(
    ("required", "told"),
    [
        (None, "go.mod: No such file or directory: expected the folder of a Go module"),
        ("go 1.23\n", "go.mod: has no line `module PATH`"),
        ("module github.com/twmb/franzgo\n", "did you mean 'github.com/twmb/franz-go'?"),
        ("module github.com/twmb/franz-go\n", "no assignor 'stiky'; did you mean 'sticky'?"),
    ],
)
def test_folder_without_a_supported_module_is_one_line(tmp_path: Path, required: str | None, told: str) -> None:
    if required is not None:
        (tmp_path / "go.mod").write_text(required)

    with pytest.raises(AssayError) as wrong:
        open_target(f"gomod:{tmp_path}:stiky")

    assert str(wrong.value).startswith(f"gomod:{tmp_path}:stiky: ")
    assert told in str(wrong.value)
