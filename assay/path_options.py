"""The options of `assay check` about the path to each counterexample."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from assay.options import option_words
from assay.terminal.output import note
from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    import argparse

    from kafka_assay.assignors.interface import Target
    from kafka_assay.properties.records.case_format import Case, CasePath
    from kafka_assay.properties.records.check_record import CheckRecord

SHARE = 0.25
"""The share of the time that the search for paths gets by default."""
SHOWN = "shown"


def add_path_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--path-seconds",
        type=float,
        metavar="S",
        help="of these seconds, at most S search how a live group gets to each counterexample (default: a quarter; "
        "0: no search)",
    )
    parser.add_argument(
        "--histories", type=int, metavar="N", help="that search ends after N histories (default: no limit)"
    )
    parser.add_argument(
        "--only",
        metavar="STATUS",
        help="print only the counterexamples that a live group reaches (shown); JSON and files have all",
    )


def check_path_options(args: argparse.Namespace, seconds: float, *, repeated: str | None) -> None:
    """Refuse impossible values. `repeated` is the option that names what is repeated without a search, if any."""
    if args.only not in (None, SHOWN):
        raise AssayError(f"--only {args.only}: expected {SHOWN}")
    for option in ("path_seconds", "histories") if repeated is not None else ():
        if getattr(args, option) is not None:
            raise AssayError(f"--{option.replace('_', '-')}: cannot be used with {repeated}, which does not search")
    if args.path_seconds is not None and not (isfinite(args.path_seconds) and args.path_seconds >= 0):
        raise AssayError(f"--path-seconds {args.path_seconds:g}: expected a number of seconds, 0 or more")
    if args.path_seconds is not None and args.path_seconds >= seconds:
        raise AssayError(f"--path-seconds {args.path_seconds:g}: expected less than {seconds:g}, the whole check")
    if args.histories is not None and args.histories < 1:
        raise AssayError(f"--histories {args.histories}: expected at least 1")
    if args.path_seconds == 0 and (args.only or args.histories is not None):
        option = "--only" if args.only else "--histories"
        raise AssayError(f"{option}: cannot be used with --path-seconds 0, which searches no paths")


def path_seconds_of(args: argparse.Namespace, seconds: float) -> float:
    """The seconds of a check of `seconds` that are for paths."""
    given: float | None = args.path_seconds
    return SHARE * seconds if given is None else given


def path_words(args: argparse.Namespace) -> list[str]:
    """The options that were given, as words of a command."""
    seconds = [] if args.path_seconds is None else [f"{args.path_seconds:g}"]
    histories = [] if args.histories is None else [str(args.histories)]
    return [*option_words("--path-seconds", seconds), *option_words("--histories", histories)]


def known_path(case: Case | None, target: Target) -> CasePath | None:
    """The path of a case, for another run: a life for every target, what was searched for the same target alone."""
    path = None if case is None else case.path
    return path if case and path and (path.life is not None or case.target == target.name) else None


def note_path(record: CheckRecord, case: Case | None) -> None:
    """Say so if the life of a case does not lead this target to the break."""
    if case is None or case.path is None or case.path.life is None:
        return
    found = [cell.counterexample for cell in record.cells if cell.counterexample is not None]
    if not found:
        note("path: the life of the case was not run, because the case breaks no law")
    elif all(one.path is None for one in found):
        note("path: the life of the case does not lead this target to the same break")
