"""Tests of the vocabulary of options: each has one spelling, one type and one help sentence in every verb."""

from __future__ import annotations

from argparse import Action, ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.cli import VERBS, commands_of, verb_parser
from assay.options import CALL_OF_DRAWN, CALL_OF_GIVEN, OPTIONS, add_options


def _options_of(verb: str) -> Iterator[Action]:
    options = (option for action in commands_of(verb) for option in verb_parser(verb, action)._actions)
    return (option for option in options if option.option_strings and option.dest != "help")


def _definition(action: Action) -> tuple[object, ...]:
    sentence = (action.help or "").partition(" (default ")[0]
    return type(action), action.dest, action.metavar, action.nargs, action.type, action.choices, sentence


def _definition_in_vocabulary(spelling: str) -> tuple[object, ...]:
    parser = ArgumentParser(add_help=False)
    add_options(parser, spelling)
    return _definition(parser._actions[0])


@pytest.mark.parametrize("verb", VERBS)
def test_each_shared_option_is_the_one_of_the_vocabulary(verb: str) -> None:
    """The groups of a check may also be those of one cell: `--groups DRAWN+STRUCTURED`."""
    for action in _options_of(verb):
        assert 1 == len(action.option_strings)
        if action.option_strings[0] in OPTIONS and (verb, action.dest) != ("check", "groups"):
            assert _definition_in_vocabulary(action.option_strings[0]) == _definition(action), action.option_strings


def test_option_of_two_verbs_is_in_the_vocabulary() -> None:
    verbs = defaultdict(set)
    for verb in VERBS:
        for action in _options_of(verb):
            verbs[action.option_strings[0]].add(verb)

    assert {} == {spelling: where for spelling, where in verbs.items() if len(where) > 1 and spelling not in OPTIONS}


def test_seed_stands_where_something_is_drawn() -> None:
    seeded = {verb for verb in VERBS if any(action.dest == "seed" for action in _options_of(verb))}

    assert {"check", "campaign", "bench", "compare", "releases", "replay", "host"} == seeded


def test_a_call_on_a_drawn_group_has_less_time() -> None:
    """A user's group may be large. `check` takes both, and finds out itself."""
    limits = {
        verb: action.default
        for verb in VERBS
        for action in _options_of(verb)
        if action.dest == "call_timeout" and action.default is not None
    }

    given = dict.fromkeys(("judge", "optimum", "whatif", "replay", "audit", "bench"), CALL_OF_GIVEN)
    assert {**given, **dict.fromkeys(("compare", "campaign", "releases", "host"), CALL_OF_DRAWN)} == limits


@pytest.mark.parametrize("verb", VERBS)
def test_verb_reads_every_option_that_it_shows(verb: str) -> None:
    folder = Path(__file__).parents[2] / "assay"
    files = [folder / "verbs" / f"{verb}_.py", folder / "options.py", *folder.glob("*_options.py")]
    source = "".join(file.read_text("utf-8") for file in files)

    dests = {action.dest for action in _options_of(verb)} - {"debug"}
    assert set() == {dest for dest in dests if f"args.{dest}" not in source and f'"{dest}"' not in source}
