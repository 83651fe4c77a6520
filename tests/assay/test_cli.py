"""Tests of the command line: verbs, help, errors, exit codes; each option is the same in every verb."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
import tomllib
import weakref
from argparse import Action, ArgumentParser
from collections import defaultdict
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement

from assay import cli
from assay.__main__ import interrupt_again
from assay.command import Command, ExitCode
from assay.options import CALL_OF_DRAWN, CALL_OF_GIVEN, OPTIONS, add_options
from kafka_assay.assignors.extras import LIBRARIES
from tests.assay.groups import PAIR
from tests.assay.shell import ROOT, Shell


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
        for _ in range(2_000):  # the interrupt comes between two calls, and ends none
            time.sleep(0.01)

    monkeypatch.setattr(sys, "unraisablehook", interrupt_again)
    held = [Watched()]
    watcher = weakref.ref(held[0], interrupt)

    with pytest.raises(KeyboardInterrupt):
        let_go(held)

    assert watcher() is None


def _options_of(verb: str) -> Iterator[Action]:
    options = (option for action in cli.commands_of(verb) for option in cli.verb_parser(verb, action)._actions)
    return (option for option in options if option.option_strings and option.dest != "help")


def _definition(action: Action) -> tuple[object, ...]:
    sentence = (action.help or "").partition(" (default ")[0]
    return type(action), action.dest, action.metavar, action.nargs, action.type, action.choices, sentence


def _definition_in_vocabulary(spelling: str) -> tuple[object, ...]:
    parser = ArgumentParser(add_help=False)
    add_options(parser, spelling)
    return _definition(parser._actions[0])


@pytest.mark.parametrize("verb", cli.VERBS)
def test_each_shared_option_is_the_one_of_the_vocabulary(verb: str) -> None:
    """The groups of a check may also be those of one cell: `--groups DRAWN+STRUCTURED`."""
    for action in _options_of(verb):
        assert 1 == len(action.option_strings)
        if action.option_strings[0] in OPTIONS and (verb, action.dest) != ("check", "groups"):
            assert _definition_in_vocabulary(action.option_strings[0]) == _definition(action), action.option_strings


def test_option_of_two_verbs_is_in_the_vocabulary() -> None:
    verbs = defaultdict(set)
    for verb in cli.VERBS:
        for action in _options_of(verb):
            verbs[action.option_strings[0]].add(verb)

    assert {} == {spelling: where for spelling, where in verbs.items() if len(where) > 1 and spelling not in OPTIONS}


def test_seed_stands_where_something_is_drawn() -> None:
    seeded = {verb for verb in cli.VERBS if any(action.dest == "seed" for action in _options_of(verb))}

    assert {"check", "campaign", "bench", "compare", "releases", "replay", "host"} == seeded


def test_a_call_on_a_drawn_group_has_less_time() -> None:
    """A user's group may be large. `check` takes both, and finds out itself."""
    limits = {
        verb: action.default
        for verb in cli.VERBS
        for action in _options_of(verb)
        if action.dest == "call_timeout" and action.default is not None
    }

    given = dict.fromkeys(("judge", "optimum", "whatif", "replay", "audit", "bench"), CALL_OF_GIVEN)
    assert {**given, **dict.fromkeys(("compare", "campaign", "releases", "host"), CALL_OF_DRAWN)} == limits


@pytest.mark.parametrize("verb", cli.VERBS)
def test_verb_reads_every_option_that_it_shows(verb: str) -> None:
    folder = ROOT / "assay"
    files = [folder / "verbs" / f"{verb}_.py", folder / "options.py", *folder.glob("*_options.py")]
    source = "".join(file.read_text("utf-8") for file in files)

    dests = {action.dest for action in _options_of(verb)} - {"debug"}
    assert set() == {dest for dest in dests if f"args.{dest}" not in source and f'"{dest}"' not in source}


NEEDS = {
    "compare range sticky": "assay compare needs SciPy: install kafka-assay[solvers]",
    "optimum pair.json --frontier": "assay optimum --frontier needs OR-Tools: install kafka-assay[solvers]",
    "optimum pair.json --then topic-spread": "assay optimum --then needs OR-Tools: install kafka-assay[solvers]",
    "optimum pair.json --weights lag": "assay optimum --weights needs OR-Tools: install kafka-assay[solvers]",
    "optimum pair.json --engine ilp": "assay optimum --engine ilp needs OR-Tools: install kafka-assay[solvers]",
    "judge pair.json range --picture a.png": "--picture needs Matplotlib: install kafka-assay[report]",
    "report .": "assay report needs Jinja: install kafka-assay[report]",
    "releases npm:kafkajs@..:eager --measure": "assay releases --measure needs ruptures: install kafka-assay[solvers]",
    "bench": "assay bench needs SciPy: install kafka-assay[solvers]",
    "audit pair.json --out out": "assay audit needs PyArrow: install kafka-assay[spark]",
    "audit pair.json --out out --master loop": "assay audit needs PyArrow: install kafka-assay[spark]",
}


@pytest.mark.parametrize(("command", "line"), NEEDS.items(), ids=list(NEEDS))
def test_one_line_names_the_extra(command: str, line: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in LIBRARIES:
        monkeypatch.setitem(sys.modules, module, None)  # None makes the import fail
    shell.write("pair.json", PAIR)

    assert (2, "", f"assay: {line}\n") == shell(command)


def test_every_optional_library_names_its_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    brought = {
        (Requirement(library).name.replace("-", "_"), extra)
        for extra, libraries in project["optional-dependencies"].items()
        for library in libraries
        if extra != "all"
    }
    imported = {"kafka": "kafka_python", "markupsafe": "jinja2", "yaml": "pyyaml"}

    assert brought == {(imported.get(module, module), extra) for module, (_, extra) in LIBRARIES.items()}
