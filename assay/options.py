"""Options that several verbs share: how they are declared and parsed, and how a command says them again."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

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


def option_words(option: str, values: list[str] | None) -> list[str]:
    """An option that may be repeated, as the words of a command."""
    return [word for value in values or () for word in (option, value)]


def asking_words(args: argparse.Namespace, default_timeout: float) -> list[str]:
    """How a target is asked (`--like`, `--call-timeout`), as the words of a command; defaults are left out."""
    like = ["--like", args.like] if getattr(args, "like", None) else []
    return like + ([] if args.call_timeout == default_timeout else ["--call-timeout", f"{args.call_timeout:g}"])
