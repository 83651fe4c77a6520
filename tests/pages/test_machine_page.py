"""The pipes of `docs/start/machines.md`, run as they are printed, except for the capture."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from assay import cli
from studies.formats.format_files import FORMATS
from studies.output import ROOT
from tests.pages.page_files import saved_files

TEXT = (ROOT / "docs" / "start" / "machines.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
PIPES = re.findall(r"^assay .*\| jq .*$", TEXT, flags=re.MULTILINE)
SAMPLE = re.compile(r'(assay_[a-z_]+)(\{(grade|group)="(?:[^"\\\n]|\\["\\n])*"\})? \d+')


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the reader has: captured groups, one of them alone, and the saved files."""
    groups = [json.loads(path.read_text("utf-8")) for path in sorted((ROOT / "captures").glob("g-*.json"))]
    (tmp_path / "groups.jsonl").write_text("".join(f"{json.dumps(group)}\n" for group in groups), encoding="utf-8")
    (tmp_path / "group.json").write_text(json.dumps(groups[0]), encoding="utf-8")
    for name, text in saved_files(TEXT).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(pipe: str, folder: Path) -> str:
    """What the pipe printed. `assay` is a program beside Python."""
    here = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    words, environment = ["bash", "-c", pipe], {**os.environ, **here}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("pipe", "says"),
    [
        pytest.param(PIPES[0], r"one-owner-each: assay check sticky@kip54 .*", marks=pytest.mark.integration),
        (PIPES[1], r'\{"target":"range","loads":\{.*\},"moved":\d+,"gap":\{.*\}\}\n\{"target":"sticky",.*'),
        pytest.param(PIPES[2], r"g-java-rr-hetero: 4 members, 30 partitions, .*\n", marks=pytest.mark.integration),
    ],
)
def test_line_of_jq_prints_what_the_page_says(pipe: str, says: str, folder: Path) -> None:
    assert re.match(says, run(pipe, folder), flags=re.DOTALL)


@pytest.mark.integration
def test_exposition_is_valid_and_has_what_the_panel_and_the_alerts_ask_for(folder: Path) -> None:
    pipe = PIPES[3].partition(" > ")[0].replace("assay capture --bootstrap-server broker:9092", "cat groups.jsonl")

    lines = run(pipe, folder).splitlines()

    samples = [line for line in lines if not line.startswith("# ")]
    names = {line.split()[2] for line in lines if line.startswith("# TYPE ")}
    panel = json.loads(re.findall(r"```json\n(.*?)```", TEXT, flags=re.DOTALL)[-1])
    asked = {target["expr"] for target in panel["targets"]} | set(re.findall(r"\b(assay_\w+) >", TEXT))
    assert all(SAMPLE.fullmatch(line) for line in samples)
    assert {line.partition("{")[0].partition(" ")[0] for line in samples} == names >= asked
    assert 'assay_moves_needed{group="g-java-rr-hetero"} 7' in samples
    assert 'assay_groups{grade="optimal"} 28' in samples


def test_exposition_quotes_names_and_leaves_out_what_is_unknown(folder: Path) -> None:
    odd: dict[str, object] = {
        "group": 'a\tb\\c"d\ne',
        "moves_needed": None,
        "loads": [],
        "optimal_loads": None,
        "idle": None,
    }
    (folder / "audit.json").write_text(json.dumps({"grades": {}, "broken": 0, "worst": [odd]}), encoding="utf-8")

    lines = run("jq -r -f prometheus.jq audit.json", folder).splitlines()

    (sample,) = [line for line in lines if "{" in line]
    assert 'assay_largest_load{group="a\tb\\\\c\\"d\\ne"} 0' == sample
    assert SAMPLE.fullmatch(sample)


def test_page_names_every_verb_and_every_format_that_a_verb_prints() -> None:
    named = set(re.findall(r"`assay-([a-z-]+)/1`", TEXT)) | {"campaign"}

    assert set(cli.VERBS) <= set(re.findall(r"`assay ([a-z]+)", TEXT))
    assert set(FORMATS) - {"assignment", "life", "case", "certificate", "finding", "vectors", "host"} == named
    assert len(TEXT.split()) <= 700
