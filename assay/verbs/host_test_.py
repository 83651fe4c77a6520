"""`assay host-test`: test whether a program speaks the host protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.options import add_options
from assay.terminal.output import emit, emit_json, findings_console, note
from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    import argparse

    from kafka_assay.assignors.hosted.host_test.run import CheckResult, HostSpeed, HostTest
    from kafka_assay.assignors.hosted.target_name import HostCommand

FORMAT = "assay-host-test/1"
MOST_SHOWN = 300
MOST_WRITTEN = 4_000

_DESCRIPTION = """Test whether a program speaks the host protocol (assay-host/1, see docs/hosts).

COMMAND is the same as after exec: in a target. It is split into words as in a shell; #NAME picks one of several
assignors. Other targets with their own host (python:, maven:, go: ...) can be tested as well. Each mistake is shown
with the line that was sent and the reply. Speed is shown, but not judged."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = _DESCRIPTION
    parser.add_argument("program", metavar="COMMAND", help="the host, in one argument: './my-host --quiet'")
    add_options(parser, "--setting", "--json")
    parser.add_argument(
        "--call-timeout", type=float, default=2.0, metavar="S", help="seconds for an answer (default 2)"
    )
    parser.add_argument(
        "--start-timeout", type=float, default=30.0, metavar="S", help="seconds for the greeting (default 30)"
    )


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.hosted.host_test.run import run_host_test
    from kafka_assay.assignors.hosted.host_test.session import HostSession
    from kafka_assay.assignors.hosted.supervised_process import Limits

    for option, seconds in (("--call-timeout", args.call_timeout), ("--start-timeout", args.start_timeout)):
        if not seconds > 0:
            raise AssayError(f"{option}: {seconds:g}: expected a number of seconds above 0")
    command = _host_command(args.program)
    limits = Limits(call_seconds=args.call_timeout, start_seconds=args.start_timeout)
    test = run_host_test(HostSession(command, limits=limits, settings=args.settings))
    if args.json:
        emit_json(document(args.program, test))
    else:
        _show(test)
    return ExitCode.BROKEN if test.mistakes else ExitCode.KEPT


def _host_command(text: str) -> HostCommand:
    from kafka_assay.assignors.hosted.target_kinds import is_target, parse_target

    command = parse_target(text if is_target(text, ()) else f"exec:{text}").host_command()
    command.check_program()
    return command


def document(command: str, test: HostTest) -> dict[str, Any]:
    """The test as `assay-host-test/1`."""
    return {
        "format": FORMAT,
        "command": command,
        "greeting": test.greeting or None,
        "checks": [
            {
                "check": one.check.name,
                "says": one.check.says,
                "verdict": str(one.verdict),
                "why": one.why,
                "sent": _line_text(one.sent, MOST_WRITTEN),
                "came": _line_text(one.came, MOST_WRITTEN),
            }
            for one in test.checks
        ],
        "measured": None if test.speed is None else _speed_record(test.speed),
    }


def _speed_record(speed: HostSpeed) -> dict[str, float]:
    return {
        "start_seconds": round(speed.start_seconds, 4),
        "questions": speed.questions,
        "round_trip_microseconds": round(speed.round_trip * 1e6, 1),
        "slowest_microseconds": round(speed.slowest * 1e6, 1),
        "questions_per_second": round(speed.one_by_one, 1),
        "questions_per_second_at_once": round(speed.at_once, 1),
    }


def _line_text(line: bytes | None, most: int) -> str | None:
    if line is None:
        return None
    text = line.decode(errors="backslashreplace").rstrip("\n")
    return text if len(text) <= most else f"{text[:most]}... ({len(line):,} bytes)"


def _show(test: HostTest) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from assay.terminal.terminal_lines import COLOURS

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("check", no_wrap=True)
    table.add_column("")
    table.add_column("requirement", overflow="fold")
    for one in test.checks:
        says = Text(one.check.says)
        if one.why is not None and one.verdict == "kept":
            says.append(f" ({_legible(one.why)})", style="dim")
        table.add_row(one.check.name, Text(str(one.verdict), style=COLOURS[one.verdict]), says)
    findings_console().print(table)
    for one in test.checks:
        if one.verdict != "kept":
            _show_mistake(one)
    if test.speed is not None:
        emit(f"speed (shown, not judged): {_speed_in_words(test.speed)}")
    mistakes = len(test.mistakes)
    served = ", ".join(map(str, test.greeting.get("assignors", ()))) or "nothing"
    note(f"{len(test.checks)} checks, mistakes: {mistakes or 'none'}; assignors: {_legible(served)}")


def _show_mistake(one: CheckResult) -> None:
    emit(f"{one.check.name}: {one.verdict}: {_legible(one.why or '')}")
    for label, line in (("sent", one.sent), ("reply", one.came)):
        text = _line_text(line, MOST_SHOWN)
        if text is not None:
            emit(f"  {label}: {_legible(text)}")
        elif label == "reply" and one.sent is not None:
            emit("  reply: none")


def _speed_in_words(speed: HostSpeed) -> str:
    return (
        f"greeting after {speed.start_seconds:.2f} s; {speed.questions:,} small groups: "
        f"{speed.round_trip * 1e6:,.0f} µs each (median; slowest {speed.slowest * 1e6:,.0f} µs), "
        f"{speed.one_by_one:,.0f} a second one by one, {speed.at_once:,.0f} in one write"
    )


def _legible(text: str) -> str:
    from kafka_assay.reports.wording.safe_names import escape_unprintable

    return escape_unprintable(text)


COMMAND = Command(
    example="assay host-test './my-host --quiet'",
    add_options=_add_options,
    run=_run,
)
