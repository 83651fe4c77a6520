"""Tests of the command line: verbs, help, errors and exit codes."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
import weakref

import pytest

from assay import cli
from assay.__main__ import interrupt_again
from assay.command import Command, ExitCode
from tests.assay.shell import Shell


def test_help_names_every_verb_with_an_example_on_one_screen(shell: Shell) -> None:
    ended = shell("--help")

    shown = ended.lines
    assert (0, True, True) == (ended.code, len(shown) <= 40, max(map(len, shown)) <= 80)
    for verb in cli.VERBS:
        place = next(number for number, line in enumerate(shown) if line.startswith(f"  {verb} "))
        assert shown[place + 1].lstrip().startswith(f"assay {verb}")


@pytest.mark.parametrize("verb", cli.VERBS)
def test_example_of_every_verb_can_be_parsed(verb: str) -> None:
    cli.parse_command(shlex.split(cli.VERBS[verb].example.partition(" >")[0])[1:])


@pytest.mark.parametrize("verb", cli.VERBS)
def test_every_verb_has_help_with_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.run([verb, "--help"])

    assert 0 == left.value.code
    assert re.search(rf"example:\n  .*\bassay {verb}", capsys.readouterr().out)


def test_help_imports_no_heavy_library() -> None:
    heavy = {"numpy", "ortools", "hypothesis", "matplotlib", "pyspark", "pandas", "rich", "pytest"}

    assert set() == heavy & _libraries_after("--help")


def test_check_imports_no_numpy() -> None:
    """The import would take a tenth of a short check, and no small group needs it."""
    loaded = _libraries_after("check", "range", "--groups", "1", "--seed", "0", "--no-corpus")

    assert "hypothesis" in loaded
    assert set() == {"numpy", "ortools", "scipy", "pyspark", "pandas"} & loaded


def _libraries_after(*arguments: str) -> set[str]:
    """The modules that `assay` with these arguments imports in its own process."""
    script = (
        f"import sys; from assay.cli import run\ntry: run({list(arguments)})\nexcept SystemExit: pass\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    return set(shown.splitlines()[-1].strip("[]").replace("'", "").split(", "))


def test_no_arguments_show_the_help_on_stderr(shell: Shell) -> None:
    ended = shell("")

    assert ExitCode.USAGE_ERROR == ended.code
    assert "usage: assay VERB" in ended.err


@pytest.mark.parametrize(
    ("raised", "code", "line"),
    [
        (KeyboardInterrupt(), ExitCode.INTERRUPTED, "assay: interrupted"),
        (ZeroDivisionError("x"), ExitCode.USAGE_ERROR, "assay: internal error: ZeroDivisionError: x"),
    ],
)
def test_interruption_and_internal_error_have_no_traceback_without_debug(
    raised: BaseException, code: ExitCode, line: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_args: object) -> ExitCode:
        raise raised

    spoilt = Command(example="", add_options=lambda _parser: None, run=fails)
    monkeypatch.setattr("assay.verbs.bench_.COMMAND", spoilt)

    ended = shell("bench")

    assert code == ended.code
    assert ended.err.startswith(line)


def test_interrupt_that_a_callback_swallows_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python prints an exception of a callback, and goes on."""

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    class Watched:
        """Its end calls `interrupt`."""

    def let_go(held: list[Watched]) -> None:
        held.clear()
        time.sleep(20)

    monkeypatch.setattr(sys, "unraisablehook", interrupt_again)
    held = [Watched()]
    watcher = weakref.ref(held[0], interrupt)

    with pytest.raises(KeyboardInterrupt):
        let_go(held)

    assert watcher() is None
