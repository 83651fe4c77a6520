"""
The vocabulary of the command line: one definition of each option that several verbs have, and how to write them back.

A verb names its options in `add_options`, which takes spelling, type and help from `OPTIONS`. Only the defaults differ.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.settings import FORM, NO_SETTINGS, OPTION, Settings, parse_settings

if TYPE_CHECKING:
    from kafka_assay.pipeline.whatif.change import Change

N = TypeVar("N", int, float)

TARGET_HELP = "a reference assignor (see assay list), or maven:, go:, python:, exec: ... (see assay list targets)"
"""The help of a target."""
CALL_OF_DRAWN = 5.0
"""The default of `--call-timeout` for drawn groups; a group of a user may be large: `CALL_OF_GIVEN`."""
CALL_OF_GIVEN = 60.0
CHANGES = ("--leave", "--join", "--grow", "--restart", "--rolling")
"""The options of a change of a group; `parse_change` reads them."""


def _parse_number(text: str, kind: Callable[[str], N], fits: Callable[[N], bool], expected: str) -> N:
    with suppress(ValueError):
        if fits(kind(text)):
            return kind(text)
    raise argparse.ArgumentTypeError(f"{text!r}: expected {expected}")


def parse_seconds(text: str) -> float:
    """Parse a time limit: a positive number."""
    return _parse_number(text, float, lambda seconds: 0 < seconds < inf, "a number of seconds above 0")


def parse_wait(text: str) -> float:
    """Parse a time to wait: 0 or more seconds."""
    return _parse_number(text, float, lambda seconds: 0 <= seconds < inf, "a number of seconds, 0 or more")


def parse_whole_number(text: str, least: int = 0) -> int:
    """Parse a number of moves or points: `least` or more."""
    return _parse_number(text, int, lambda number: number >= least, f"a whole number, {least} or more")


def parse_count(text: str) -> int:
    """Parse a number of groups or processes: 1 or more."""
    return parse_whole_number(text, least=1)


def _parse_growth(text: str) -> tuple[str, int]:
    topic, _, count = text.rpartition("=")
    if not topic or not (count.isascii() and count.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected TOPIC=N, such as orders=24")
    return topic, int(count)


def _parse_percent(text: str) -> float:
    expected = "a percentage above 0 and up to 100, such as 50%"
    return _parse_number(text, lambda given: float(given.removesuffix("%")), lambda share: 0 < share <= 100, expected)


def _parse_counts(text: str) -> range:
    first, dots, last = text.partition("..")
    with suppress(ValueError):
        counts = range(int(first), int(last if dots else first) + 1)
        if counts and counts[0] > 0:
            return counts
    raise argparse.ArgumentTypeError(f"{text!r}: expected A..B with 1 or more, such as 2..24")


class _AddSetting(argparse.Action):
    """Collect the `--setting` options and parse them into `Settings`."""

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


def _repeatable(**keywords: Any) -> dict[str, Any]:
    return {"action": "append", **keywords, "help": f"{keywords['help']} (may be repeated)"}


OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "--law": _repeatable(metavar="ID", help="only this law, see assay list laws"),
    "--laws": {
        "choices": ("default", "all"),
        "help": "default: laws that ask further questions only on a share of the groups (audit: on none); all: every "
        "law on every group",
    },
    "--inputs": _repeatable(metavar="FAMILY", help="only groups of this input family, see assay list inputs"),
    "--groups": {
        "type": parse_count,
        "metavar": "N",
        "help": "the number of drawn groups in all, each put to every target",
    },
    "--seconds": {
        "type": parse_seconds,
        "metavar": "S",
        "help": "seconds for the whole verb; with --weights: for the search of each group",
    },
    "--seed": {"type": int, "default": 0, "metavar": "N", "help": "seed of all that is drawn"},
    "--case": {
        "metavar": "CASE",
        "help": "do not search, repeat one case: FILE (a case, a group or a life), FILE.jsonl:LINE, FAMILY:NUMBER "
        "(a drawn group, with its --seed) or DIR:NUMBER (a group of a campaign)",
    },
    "--group": _repeatable(default=[], metavar="NAME", help="only this consumer group"),
    "--no-corpus": {"action": "store_true", "help": "do not try the counterexamples in .assay/cases first"},
    "--like": {
        "metavar": "NAME",
        "help": "the promises to check: those of a reference, with +promise or -promise, such as fair,+sticky",
    },
    OPTION: {
        "dest": "settings",
        "action": _AddSetting,
        "default": NO_SETTINGS,
        "metavar": "[MEMBER:]KEY=VALUE",
        "help": f"a setting for the assignor's configure(): {FORM} (may be repeated), such as zone=a or C1:zone=b",
    },
    "--call-timeout": {"type": parse_seconds, "metavar": "S", "help": "seconds that one call may take"},
    "--weights": {
        "metavar": "WHAT",
        "help": "balance weights instead of partition counts: lag (from the offsets) or weights (from the group file)",
    },
    "--leave": _repeatable(
        default=[],
        metavar="M",
        help="this member leaves: its id, instance id, client id, or the beginning of its id",
    ),
    "--join": {"type": parse_whole_number, "default": 0, "metavar": "N", "help": "so many new members join"},
    "--grow": _repeatable(type=_parse_growth, default=[], metavar="TOPIC=N", help="this topic then has N partitions"),
    "--restart": {
        "type": _parse_percent,
        "default": 0.0,
        "metavar": "PERCENT",
        "help": "so many percent of the members restart at once, the first ones of the group, rounded up",
    },
    "--rolling": {
        "type": parse_count,
        "default": 0,
        "metavar": "K",
        "help": "a rolling deploy: all members restart, K at a time, in the order of the group",
    },
    "--members": {
        "type": _parse_counts,
        "metavar": "A..B",
        "help": "the group with each number of members from A to B (with --threads: of replicas)",
    },
    "--threads": {"type": parse_count, "default": 1, "metavar": "K", "help": "members in each replica of --members"},
    "--jobs": {
        "type": parse_count,
        "metavar": "N",
        "help": "processes that work at the same time (default: all cores)",
    },
    "--master": {
        "metavar": "URL",
        "help": "a Spark master such as local[*] that does the work; loop: one after another in this process. Default: "
        "processes for local files and drawn groups, Spark for campaigns and Hadoop paths",
    },
    "--out": {"type": Path, "metavar": "DIR", "help": "write the record and the results into DIR"},
    "--picture": {"metavar": "FILE", "help": "draw the result into FILE.png or FILE.svg"},
    "--json": {"action": "store_true", "help": "print only JSON on stdout"},
    "--debug": {"action": "store_true", "help": "show the traceback of an error"},
}
"""The keywords of `add_argument` for each option that several verbs have. The help is the same wherever it appears."""


def add_options(
    parser: argparse._ActionsContainer, *spellings: str, required: bool = False, **defaults: float | str
) -> None:
    """
    Declare these options of `OPTIONS`, in this order. `defaults` are by name: `call_timeout=5.0`.

    A number becomes the option's default. A text is only shown: the verb finds out itself what applies. With `required`
    these options must be given.
    """
    for spelling in spellings:
        keywords = dict(OPTIONS[spelling])
        default = defaults.pop(spelling.removeprefix("--").replace("-", "_"), None)
        if default is None:
            default = keywords["default"] if spelling == "--seed" else None
        elif not isinstance(default, str):
            keywords["default"] = default
        if default is not None:
            shown = default if isinstance(default, str) else f"{default:g}"
            keywords["help"] = f"{keywords['help']} (default {shown})"
        parser.add_argument(spelling, required=required, **keywords)
    assert not defaults, f"not an option: {sorted(defaults)}"


def add_group_option(parser: argparse.ArgumentParser) -> None:
    """Declare the file with one group or many."""
    parser.add_argument(
        "group",
        metavar="GROUP",
        help="a .json file with one group, or a .jsonl file with one group per line (-: stdin)",
    )


def add_targets(parser: argparse.ArgumentParser, says: str) -> None:
    """Declare any number of targets."""
    parser.add_argument("targets", metavar="TARGET", nargs="*", help=says)


def add_repeatable(
    parser: argparse.ArgumentParser, spelling: str, metavar: str, says: str, kind: Callable[[str], Any] = str
) -> None:
    """Declare an option of one verb that may be given several times."""
    parser.add_argument(spelling, type=kind, **_repeatable(default=[], metavar=metavar, help=says))


def parse_change(args: argparse.Namespace) -> Change:
    """The change that the options describe."""
    from kafka_assay.pipeline.whatif.change import Change

    return Change(
        leave=tuple(args.leave), join=args.join, grow=tuple(args.grow), restart=args.restart, rolling=args.rolling
    )


def given_words(args: argparse.Namespace, *spellings: str) -> list[str]:
    """
    Write these options as words of a command, if they are given or have a default.

    >>> from argparse import Namespace
    >>> given_words(Namespace(law=["a", "b"], jobs=None, json=True), "--law", "--jobs", "--json")
    ['--law', 'a', '--law', 'b', '--json']
    """
    words = []
    for spelling in spellings:
        given = getattr(args, spelling.removeprefix("--").replace("-", "_"))
        for value in given if isinstance(given, list) else [given]:
            if value is not None and value is not False:
                text = f"{value:g}" if isinstance(value, float) else str(value)
                words += [spelling] if value is True else [spelling, text]
    return words


def refuse_options(args: argparse.Namespace, names: Iterable[str], other: str) -> None:
    """Raise `AssayError` if one of these options is given: it cannot be used with the `other` one."""
    for name in names:
        if given_words(args, f"--{name}"):
            raise AssayError(f"--{name}: cannot be used with {other}")


def asking_words(args: argparse.Namespace, default_timeout: float | None) -> list[str]:
    """Write `--like`, `--setting` and `--call-timeout` as words of a command, without defaults."""
    like = ["--like", args.like] if getattr(args, "like", None) else []
    timeout = [] if args.call_timeout == default_timeout else ["--call-timeout", f"{args.call_timeout:g}"]
    return [*like, *args.settings.words(), *timeout]
