"""Tests of the README: what it shows is what the program does."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from assay import cli
from assay.exit_codes import ExitCode
from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import group_of

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def test_the_finding_is_found_as_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """The command under "One real finding" breaks the law on the group that the README shows."""
    shown = re.search(r"\$ assay check (.*)\n((?:.*\n)*?)```", README)
    assert shown is not None

    code = cli.run(["check", *shown[1].split(), "--no-corpus"])

    assert ExitCode.BROKEN == code
    assert shown[2].split() == _from(capsys.readouterr().out, "✗ BROKEN  ", upto="  Source:").split()


def test_the_clients_own_example_fails_too() -> None:
    """kafka-python's round-robin raises on the group of its own docstring, KIP-54's Example 2."""
    group = group_of({"t0": 1, "t1": 2, "t2": 3}, {"C0": ["t0"], "C1": ["t0", "t1"], "C2": ["t0", "t1", "t2"]})

    with closing(open_target("kafka-python:roundrobin")) as target, pytest.raises(AssignorFailed, match="KeyError"):
        target.assign(group)


def test_the_example_assignor_can_be_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The README's assignor, pasted into a file, is valid, uneven, and goes by the order of the members."""
    code = re.search(r"```python\n# my_assignor.py\n(.*?)```", README, flags=re.DOTALL)
    assert code is not None
    (tmp_path / "my_assignor.py").write_text(code[1])

    left = cli.run(
        [
            "check",
            "python:my_assignor:assign",
            "--like",
            "roundrobin",
            "--inputs",
            "clean",
            "--examples",
            "50",
            "--json",
        ]
    )

    cells = json.loads(capsys.readouterr().out)["cells"]
    assert ExitCode.BROKEN == left
    broken = [cell["law"] for cell in cells if cell["verdict"] == "broken"]
    assert ["order-does-not-matter", "even-when-equal"] == broken


def test_every_verb_and_only_verbs_are_named() -> None:
    """`assay WORD` in the README always names a verb, and every verb is named."""
    named = set(
        re.findall(r"\bassay ([a-z-]+)\b", "\n".join(re.findall(r"`[^`\n]+`|^\$ .*$", README, flags=re.MULTILINE)))
    )

    assert set(cli.VERBS) == named


def test_every_link_leads_somewhere() -> None:
    """The files that the README links to and the picture that it shows are there."""
    links = re.findall(r"\]\(([^)#]+)\)", README)

    assert [] == [link for link in links if not (ROOT / link).exists()]


def test_the_two_commands_are_the_ones_that_ci_runs() -> None:
    """`.ci/run` ends with the README's command for the tests, and tox knows the environments."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    tox = (ROOT / "tox.ini").read_text(encoding="utf-8")

    assert ".venv/bin/tox run -e report\n.venv/bin/tox\n" in README
    assert script.rstrip().endswith("\n.venv/bin/tox")
    assert "[testenv:report]" in tox


def _from(text: str, start: str, upto: str) -> str:
    return text[text.index(start) : text.index(upto)]
