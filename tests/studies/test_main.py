from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module

import pytest

from studies import __main__
from studies.__main__ import READER_LEFT, STUDIES, main
from studies.output import ROOT


def test_without_a_name_all_studies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([])

    lines = capsys.readouterr().out.splitlines()
    assert 0 == code
    assert list(STUDIES) == [line.split()[0] for line in lines if line.startswith("  ")]


@pytest.mark.parametrize("name", STUDIES)
def test_study_help_has_options_and_a_valid_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([name, "--help"])

    text = capsys.readouterr().out
    assert f"usage: python -m studies {name}" in text
    assert re.search(rf"^ {{4}}python -m studies {name}\b", text, flags=re.MULTILINE)


def test_reader_that_leaves_early_ends_the_program_without_a_message() -> None:
    """The pipe is closed before the program starts, so each write to it fails."""
    read, write = os.pipe()
    os.close(read)

    done = subprocess.run(
        [sys.executable, "-m", "studies"],
        cwd=ROOT,
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )

    os.close(write)
    assert (READER_LEFT, "") == (done.returncode, done.stderr)


def test_unknown_study_suggests_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["no_false_alarms"])

    assert 2 == code
    assert "no study is called 'no_false_alarms': did you mean no_false_alarm? " in capsys.readouterr().err


def test_interrupted_study_says_how_to_continue(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 130, and no traceback."""

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module(STUDIES["engine_agreement"]), "run", interrupted)

    assert __main__.INTERRUPTED == main(["engine_agreement"])
    assert "engine_agreement: interrupted; the same command" in capsys.readouterr().err


def test_tox_commands_name_existing_studies_and_options() -> None:
    """Some of these environments run once a month only."""
    commands = re.findall(r"python -m studies (.+)$", (ROOT / "tox.ini").read_text("utf-8"), flags=re.MULTILINE)

    assert commands
    for command in commands:
        name, *words = re.sub(r"\{posargs:?|\}|\{env_tmp_dir", "", command).split()
        options = [word for word in words if word.startswith("--")]
        source = (ROOT / STUDIES[name].replace(".", "/")).with_suffix(".py").read_text("utf-8")
        assert [] == [option for option in options if f'"{option}"' not in source], command
