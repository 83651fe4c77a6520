"""The options that change a group: `--leave`, `--join`, `--grow` and `--restart`."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from assay.options import parse_whole_number

if TYPE_CHECKING:
    import argparse

    from kafka_assay.pipeline.whatif.change import Change


def add_change_options(parser: argparse._ActionsContainer) -> None:
    """Declare the options of a change; `parse_change` reads them."""
    parser.add_argument(
        "--leave",
        action="append",
        default=[],
        metavar="M",
        help="this member leaves: its id, instance id, client id, or the beginning of its id (may be repeated)",
    )
    parser.add_argument("--join", type=parse_whole_number, default=0, metavar="N", help="so many new members join")
    parser.add_argument(
        "--grow",
        action="append",
        type=_parse_growth,
        default=[],
        metavar="TOPIC=N",
        help="this topic then has N partitions (may be repeated)",
    )
    parser.add_argument(
        "--restart",
        type=_parse_percent,
        default=0.0,
        metavar="P%",
        help="so many percent of the members restart at once, the first ones of the group, rounded up",
    )


def parse_change(args: argparse.Namespace) -> Change:
    """The change that the options describe."""
    from kafka_assay.pipeline.whatif.change import Change

    return Change(leave=tuple(args.leave), join=args.join, grow=tuple(args.grow), restart=args.restart)


def _parse_growth(text: str) -> tuple[str, int]:
    topic, _, count = text.rpartition("=")
    if not topic or not (count.isascii() and count.isdigit()):
        raise ArgumentTypeError(f"{text!r}: expected TOPIC=N, such as orders=24")
    return topic, int(count)


def _parse_percent(text: str) -> float:
    try:
        percent = float(text.removesuffix("%"))
    except ValueError:
        percent = 0.0
    if not 0 < percent <= 100:
        raise ArgumentTypeError(f"{text!r}: expected a percentage above 0 and up to 100, such as 50%")
    return percent
