"""The page of the command line: every verb, with its arguments and options."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterator

from assay.cli import EPILOG, VERBS, commands_of, verb_parser
from studies.output import table_head, table_row

_INTRODUCTION = """\
# Command line

`assay VERB --help` prints what this page says about a verb. Every verb knows `--json` (print only JSON on stdout), \
`--debug` (show the traceback of an error) and `--help`.
"""
_COMMON = {"help", "json", "debug"}


def command_line_page() -> str:
    """The page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield _INTRODUCTION
    yield from (
        table_head("verb", "what it does"),
        *(table_row(f"[`{one}`](#{_anchor(one)})", VERBS[one].summary) for one in VERBS),
    )
    yield from ("", f"{EPILOG.partition(chr(10) + '`')[0].replace(chr(10), ' ').capitalize()}", "")
    for verb in VERBS:
        for action, command in commands_of(verb).items():
            yield from _command_lines(f"{verb} {action}".rstrip(), verb_parser(verb, action), command.example)


def _anchor(verb: str) -> str:
    return "-".join((verb, *commands_of(verb))[:2]).rstrip("-")


def _command_lines(name: str, parser: ArgumentParser, example: str) -> Iterator[str]:
    actions = [action for action in parser._actions if action.dest not in _COMMON]  # noqa: SLF001 - no other way
    arguments = [action for action in actions if not action.option_strings]
    yield from (f"## {name}", "", f"{parser.description}", "")
    needed = [
        f"{action.option_strings[0]} {_usage(action)}"
        for action in actions
        if action.required and action not in arguments
    ]
    yield from (f"Usage: `{' '.join([f'assay {name}', *map(_usage, arguments), *needed, '[OPTION ...]'])}`", "")
    yield table_head("argument or option", "meaning")
    yield from (table_row(_name(action), _meaning(parser, action)) for action in actions if action.help != SUPPRESS)
    yield from ("", f"Example: `{example}`", "")


def _usage(action: Action) -> str:
    """
    An argument in a usage line.

    >>> parser = ArgumentParser()
    >>> [_usage(parser.add_argument(name, nargs=count)) for name, count in (("a", "?"), ("b", "*"), ("c", "+"))]
    ['[A]', '[B ...]', 'C [C ...]']
    """
    name = _value(action)
    return {"?": f"[{name}]", "*": f"[{name} ...]", "+": f"{name} [{name} ...]"}.get(str(action.nargs), name)


def _name(action: Action) -> str:
    if not action.option_strings:
        return f"`{_escaped(_value(action))}`"
    value = "" if action.nargs == 0 else f" {_usage(action)}"
    return f"`{_escaped(', '.join(action.option_strings) + value)}`"


def _value(action: Action) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    if action.choices is not None:
        return "|".join(map(str, action.choices))
    return action.dest.upper()


def _meaning(parser: ArgumentParser, action: Action) -> str:
    return _escaped(parser._get_formatter()._expand_help(action))  # noqa: SLF001 - fills in the defaults


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
