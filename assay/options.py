"""Options that several verbs share: how they are declared and parsed, and how a command says them again."""

from __future__ import annotations

from argparse import Action, ArgumentTypeError
from typing import TYPE_CHECKING

from kafka_assay.assignors.settings import FORM, NO_SETTINGS, OPTION, parse_settings

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from kafka_assay.assignors.settings import Settings

TARGET_HELP = "a reference (assay list), or maven:, go:, python:, exec: ... (assay list targets)"
"""What a verb's help says of a target."""


def parse_seconds(text: str) -> float:
    """A limit of time: a positive number."""
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit < float("inf"):
        raise ArgumentTypeError(f"{text!r}: expected a number of seconds above 0")
    return limit


def parse_whole_number(text: str) -> int:
    """A number of moves or points: 0 or more."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise ArgumentTypeError(f"{text!r}: expected a whole number, 0 or more")
    return number


def add_group_option(parser: argparse.ArgumentParser) -> None:
    """Declare the file with one group or many."""
    parser.add_argument(
        "group", metavar="GROUP", help="a .json with one group, or a .jsonl with one a line (- is stdin)"
    )


def add_call_timeout(parser: argparse.ArgumentParser, default: float) -> None:
    """Declare `--call-timeout`."""
    parser.add_argument(
        "--call-timeout",
        type=parse_seconds,
        default=default,
        metavar="S",
        help=f"limit of one call (default {default:g})",
    )


class _AddSetting(Action):
    """One more `--config`: all of them together are parsed into `Settings`."""

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[str] | None,
        _option: str | None = None,
    ) -> None:
        """Add the text to those that were given before. Raises `AssayError`."""
        given: Settings = namespace.settings
        namespace.settings = parse_settings([*given.words()[1::2], str(values)])


def add_config_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--config`; what is given is in `settings`."""
    parser.add_argument(
        OPTION,
        dest="settings",
        action=_AddSetting,
        default=NO_SETTINGS,
        metavar="[MEMBER:]KEY=VALUE",
        help=f"a setting for the assignor's configure(): {FORM} (may be repeated), such as zone=a or C1:zone=b",
    )


def option_words(option: str, values: list[str] | None) -> list[str]:
    """An option that may be repeated, as the words of a command."""
    return [word for value in values or () for word in (option, value)]


def asking_words(args: argparse.Namespace, default_timeout: float, settings: Settings | None = None) -> list[str]:
    """
    How a target is asked (`--like`, `--config`, `--call-timeout`), as the words of a command; defaults are left out.
    """
    given: Settings = args.settings if settings is None else settings
    like = ["--like", args.like] if getattr(args, "like", None) else []
    timeout = [] if args.call_timeout == default_timeout else ["--call-timeout", f"{args.call_timeout:g}"]
    return [*like, *given.words(), *timeout]
