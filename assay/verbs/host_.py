"""
`assay host`: serve the references to other languages, test a host, and list, verify or remove what was built for hosts.

`host serve` writes the protocol (`assay-host/1`) to stdout, one JSON object a line, without `assay.output`.
This process must print nothing else there.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from assay.command import Command, ExitCode
from assay.options import CALL_OF_DRAWN, add_options, parse_seconds
from assay.output import emit, emit_json, emit_table, note
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.cache import CachedArtefact, cache_folder, cached_artefacts
from kafka_assay.reports.wording.safe_names import escape_unprintable

if TYPE_CHECKING:
    from kafka_assay.assignors.hosted.host_test.run import CheckResult, HostTest

TEST_FORMAT = "assay-host-test/1"
CACHE_FORMAT = "assay-cache/1"
MOST_SHOWN = 300
MOST_WRITTEN = 4_000

_SERVE = """Serve the references to a test suite in another language.

The program greets with one line of JSON (assay-host/1), then answers each line on stdin with one line on stdout:

  {"id":1,"assignor":"sticky","group":{"format":"assay-group/1","topics":{"t0":2},"members":[..]}}
  {"id":1,"assignment":{"C0":{"t0":[0,1]}},"nanoseconds":81250}

If it cannot answer, it sends an "error". It ends at the end of its input. Its output is always JSON.
docs/hosts shows how to call it from Java."""
_TEST = """Test whether a program speaks the host protocol (assay-host/1, see docs/hosts).

COMMAND is the same as after exec: in a target. One argument is split into words as in a shell; #NAME picks one of
several assignors. Other targets with their own host (python:, maven:, go: ...) can be tested as well. Each mistake is
shown with the line that was sent and the reply. Speed is shown, but not judged."""
_CACHE_STEPS = "list: the contents; verify: compare the checksum of every file; remove: all but those being built now"
_CACHE = "List, verify or remove what was downloaded and built for foreign assignors."


def _serve(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.hosted.host_server import serve_until_end
    from kafka_assay.assignors.hosted.reference_host import served_references

    if sys.stdin is not None and sys.stdin.isatty():
        note("assay host serve: reads one question per line, ends at end of input (Ctrl-D)")

    references = partial(served_references, args.seed, lambda complaint: note(f"assay: {complaint}"))
    serve_until_end(references, ends=(KeyboardInterrupt,))
    return ExitCode.KEPT


def _add_test_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", metavar="COMMAND", nargs="+", help="the host: './my-host --quiet'")
    add_options(parser, "--setting", "--call-timeout", "--json", call_timeout=CALL_OF_DRAWN)
    parser.add_argument(
        "--start-timeout", type=parse_seconds, default=30.0, metavar="S", help="seconds for the greeting (default 30)"
    )


def _test(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.hosted.host_test.run import run_host_test
    from kafka_assay.assignors.hosted.host_test.session import HostSession
    from kafka_assay.assignors.hosted.supervised_process import Limits
    from kafka_assay.assignors.hosted.target_kinds import is_target, parse_target

    text = args.program[0] if len(args.program) == 1 else shlex.join(args.program)
    limits = Limits(call_seconds=args.call_timeout, start_seconds=args.start_timeout)
    command = parse_target(text if is_target(text, ()) else f"exec:{text}").host_command()
    command.check_program()
    test = run_host_test(HostSession(command, limits=limits, settings=args.settings))
    if args.json:
        emit_json(_test_document(text, test))
    else:
        _show_test(test)
    return ExitCode.BROKEN if test.mistakes else ExitCode.KEPT


def _test_document(command: str, test: HostTest) -> dict[str, Any]:
    """The test as `assay-host-test/1`."""
    measured = None
    if (speed := test.speed) is not None:
        measured = {
            "start_seconds": round(speed.start_seconds, 4),
            "questions": speed.questions,
            "round_trip_microseconds": round(speed.round_trip * 1e6, 1),
            "slowest_microseconds": round(speed.slowest * 1e6, 1),
            "questions_per_second": round(speed.one_by_one, 1),
            "questions_per_second_at_once": round(speed.at_once, 1),
        }
    return {
        "format": TEST_FORMAT,
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
        "measured": measured,
    }


def _line_text(line: bytes | None, most: int) -> str | None:
    if line is None:
        return None
    text = line.decode(errors="backslashreplace").rstrip("\n")
    return text if len(text) <= most else f"{text[:most]}... ({len(line):,} bytes)"


def _show_test(test: HostTest) -> None:
    from kafka_assay.reports.render.blocks import SIGNS, TONES, Cell, Column

    rows = []
    for one in test.checks:
        verdict = Cell(line=(str(one.verdict),), tone=TONES[SIGNS[one.verdict]])
        why = f" ({one.why})" if one.why is not None and one.verdict == "kept" else ""
        rows.append((one.check.name, verdict, one.check.says + why))
    emit_table("", (Column(title="check"), Column(title=""), Column(title="requirement")), rows)
    for one in test.checks:
        if one.verdict != "kept":
            _show_mistake(one)
    if test.speed is not None:
        speed = test.speed
        emit(
            f"speed (shown, not judged): greeting after {speed.start_seconds:.2f} s; {speed.questions:,} small groups: "
            f"{speed.round_trip * 1e6:,.0f} µs each (median; slowest {speed.slowest * 1e6:,.0f} µs), "
            f"{speed.one_by_one:,.0f} a second one by one, {speed.at_once:,.0f} in one write"
        )
    mistakes = len(test.mistakes)
    served = ", ".join(map(str, test.greeting.get("assignors", ()))) or "nothing"
    note(f"{len(test.checks)} checks, mistakes: {mistakes or 'none'}; assignors: {escape_unprintable(served)}")


def _show_mistake(one: CheckResult) -> None:
    emit(f"{one.check.name}: {one.verdict}: {escape_unprintable(one.why or '')}")
    for label, line in (("sent", one.sent), ("reply", one.came)):
        text = _line_text(line, MOST_SHOWN)
        if text is not None:
            emit(f"  {label}: {escape_unprintable(text)}")
        elif label == "reply" and one.sent is not None:
            emit("  reply: none")


def _add_cache_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("step", metavar="list|verify|remove", choices=("list", "verify", "remove"), help=_CACHE_STEPS)
    parser.add_argument(
        "name", nargs="*", metavar="NAME", help="only these: an entry's name, its contents or its kind (default: all)"
    )
    parser.add_argument("--outdated", action="store_true", help="only those that a newer build has replaced")
    parser.add_argument("--all", action="store_true", help="remove: everything")
    add_options(parser, "--json")


def _cache(args: argparse.Namespace) -> ExitCode:
    removes = args.step == "remove"
    if removes and not (args.name or args.all or args.outdated):
        raise AssayError("remove: needs names, --outdated or --all")
    if args.all and (args.name or args.outdated):
        raise AssayError("--all: cannot be used with names or --outdated")
    if args.all and not removes:
        raise AssayError("--all: only for remove")
    everything = cached_artefacts()
    chosen = _choose(args.name, everything)
    if args.outdated:
        newest = _newest_names(everything)
        chosen = [one for one in chosen if one.manifest is not None and one.name not in newest]
    if removes:
        return _remove(chosen, as_json=args.json)
    damage = {one.name: one.damaged_files() for one in chosen if one.state == "kept"} if args.step == "verify" else {}
    if args.json:
        emit_json(_cache_document(chosen, damage))
    else:
        _show_cache(chosen, damage)
    return ExitCode.BROKEN if any(damage.values()) else ExitCode.KEPT


def _choose(names: Sequence[str], everything: list[CachedArtefact]) -> list[CachedArtefact]:
    """The artefacts that `names` select; all if there are no names. Raises `AssayError` for an unknown name."""
    known = sorted({word for one in everything for word in _names(one)})
    for name in names:
        if name not in known:
            raise AssayError(f"the cache has no {name!r}{spelling_tip(name, known)}")
    return [one for one in everything if not names or _names(one) & set(names)]


def _newest_names(everything: list[CachedArtefact]) -> set[str]:
    """The newest artefact of each kind, name and release, by name. The others have an older recipe."""
    known = [(one.manifest, one.name) for one in everything if one.manifest is not None]
    known.sort(key=lambda pair: (pair[0].made, pair[1]))
    newest = {(one.kind, one.name, one.version): name for one, name in known}  # the last of several stays
    return set(newest.values())


def _names(one: CachedArtefact) -> set[str]:
    kind = one.name.partition("/")[0]
    known = one.manifest
    return {one.name, kind} | ({known.name, f"{known.name} {known.version}"} if known is not None else set())


def _remove(chosen: list[CachedArtefact], *, as_json: bool) -> ExitCode:
    from rich.filesize import decimal

    size = {one.name: one.size for one in chosen}
    gone = [one.name for one in chosen if one.remove()]
    left = [one.name for one in chosen if one.name not in gone]
    if as_json:
        emit_json({"format": CACHE_FORMAT, "removed": gone, "left": left})
    else:
        for name in gone:
            emit(f"removed {name} ({decimal(size[name])})")
        if not chosen:
            emit("nothing to remove")
    for name in left:
        note(f"assay: {name} was not removed: it is being built now")
    return ExitCode.UNDECIDED if left else ExitCode.KEPT


def _cache_document(chosen: list[CachedArtefact], damage: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "format": CACHE_FORMAT,
        "folder": str(cache_folder()),
        "size": sum(one.size for one in chosen),
        "artefacts": [
            _artefact_record(one) | ({"damaged": damage[one.name]} if one.name in damage else {}) for one in chosen
        ],
    }


def _artefact_record(one: CachedArtefact) -> dict[str, Any]:
    record: dict[str, Any] = {"name": one.name, "path": str(one.folder), "state": one.state, "size": one.size}
    if one.manifest is None:
        return record | {"artefact": None}
    known = one.manifest
    return record | {
        "artefact": {"kind": known.kind, "name": known.name, "version": known.version, "recipe": known.recipe},
        "made": known.made,
        "tools": dict(known.tools),
        "files": {name: file.sha256 for name, file in known.files.items()},
    }


def _show_cache(chosen: list[CachedArtefact], damage: dict[str, list[str]]) -> None:
    from rich.filesize import decimal

    from kafka_assay.reports.render.blocks import Column
    from kafka_assay.reports.wording.words import quantity, series

    if chosen:
        columns = Column(title="name"), Column(title="holds"), Column(title="size", numeric=True), Column(title="made")
        rows = []
        for one in chosen:
            known = one.manifest
            holds = "" if known is None else f"{known.name} {known.version}"
            made = one.state if known is None or one.state != "kept" else known.made[:16].replace("T", " ")
            rows.append((one.name, holds, decimal(one.size), made))
        emit_table("", columns, rows)
    total = decimal(sum(one.size for one in chosen))
    emit(f"{quantity(len(chosen), 'artefact')}, {total}, in {cache_folder()}")
    for name, files in damage.items():
        if files:
            emit(f"DAMAGED {name}: {series(files)}; it will be rebuilt when it is next used")
    if damage and not any(damage.values()):
        emit(f"verified: {quantity(len(damage), 'artefact')}, every file unchanged")


ACTIONS = {
    "serve": Command(
        "assay host serve < questions.jsonl > answers.jsonl",
        lambda parser: add_options(parser, "--seed"),
        _serve,
        _SERVE,
    ),
    "test": Command("assay host test './my-host --quiet'", _add_test_options, _test, _TEST),
    "cache": Command("assay host cache list", _add_cache_options, _cache, _CACHE),
}
