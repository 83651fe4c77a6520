"""Options that several verbs share: declare them, parse them, and write them back as words of a command."""

from __future__ import annotations

from argparse import Action, ArgumentTypeError
from typing import TYPE_CHECKING

from kafka_assay.assignors.settings import FORM, NO_SETTINGS, OPTION, parse_settings

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from kafka_assay.assignors.settings import Settings

TARGET_HELP = "a reference assignor (see assay list), or maven:, go:, python:, exec: ... (see assay list targets)"
"""The help of a target."""
INPUTS_HELP = "only groups of this input family (see assay list families; may be repeated)"
"""The help of an input family."""


def parse_seconds(text: str) -> float:
    """Parse a time limit: a positive number."""
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit < float("inf"):
        raise ArgumentTypeError(f"{text!r}: expected a number of seconds above 0")
    return limit


def parse_wait(text: str) -> float:
    """Parse a time to wait: 0 or more seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise ArgumentTypeError(f"{text!r}: expected a number of seconds, 0 or more")
    return seconds


def parse_whole_number(text: str) -> int:
    """Parse a number of moves or points: 0 or more."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise ArgumentTypeError(f"{text!r}: expected a whole number, 0 or more")
    return number


def add_group_option(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Declare the file with one group or many."""
    parser.add_argument(
        "group",
        metavar="GROUP",
        nargs=None if required else "?",
        help="a .json file with one group, or a .jsonl file with one group per line (-: stdin)",
    )


def add_call_timeout(parser: argparse._ActionsContainer, default: float) -> None:
    """Declare `--call-timeout`."""
    parser.add_argument(
        "--call-timeout",
        type=parse_seconds,
        default=default,
        metavar="S",
        help=f"seconds that one call may take (default {default:g})",
    )


class _AddSetting(Action):
    """Collect the `--config` options and parse them into `Settings`."""

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[str] | None,
        _option: str | None = None,
    ) -> None:
        """Add this text to the earlier ones. Raises `AssayError`."""
        given: Settings = namespace.settings
        namespace.settings = parse_settings([*given.words()[1::2], str(values)])


def add_config_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--config`; the result is `args.settings`."""
    parser.add_argument(
        OPTION,
        dest="settings",
        action=_AddSetting,
        default=NO_SETTINGS,
        metavar="[MEMBER:]KEY=VALUE",
        help=f"a setting for the assignor's configure(): {FORM} (may be repeated), such as zone=a or C1:zone=b",
    )


def option_words(option: str, values: list[str] | None) -> list[str]:
    """Write a repeatable option as words of a command."""
    return [word for value in values or () for word in (option, value)]


def asking_words(
    args: argparse.Namespace, default_timeout: float | None, settings: Settings | None = None
) -> list[str]:
    """
    Write `--like`, `--config` and `--call-timeout` as words of a command, without defaults.
    """
    given: Settings = args.settings if settings is None else settings
    like = ["--like", args.like] if getattr(args, "like", None) else []
    timeout = [] if args.call_timeout == default_timeout else ["--call-timeout", f"{args.call_timeout:g}"]
    return [*like, *given.words(), *timeout]
