"""
Run the commands that the pages show, and compare their outcome with what the page says.

    python -m studies pages
    python -m studies pages --only docs/results/museum.md --only librdkafka
    python -m studies pages --write

They run in a copy of the checkout, so `--write` in a page's command changes the copy. A command that a page shows twice
runs once a page. Commands that take many minutes are left out (`studies.pages.page_runs`). Each outcome goes into the
record, and the same command later runs what is missing there or what failed. `--only` selects pages and commands by a
part of their text. `--again` forgets the record. `--write` puts the record into docs/commands.md.

The exit code is 1 if an outcome is not what the page says, and 3 if a tool or the network was missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from kafka_assay.assignors.errors import AssayError
from studies.output import ROOT
from studies.pages.commands_page import write_commands_page
from studies.pages.page_claims import claim_about
from studies.pages.page_commands import PageCommand, expand_words, markdown_pages
from studies.pages.page_files import page_environment, write_page_files
from studies.pages.page_runs import paced_commands
from studies.pages.run_record import CommandRun, append_run, latest_runs

MISSING = ("not on the PATH", "offline", "needs Java", "kafka-assay[", "no javac")
"""Words of a message about a tool or a network that is missing."""
TRIES = 5
"""Some clients answer at random and keep a law by chance."""
SECONDS = 1800
_NOT_COPIED = shutil.ignore_patterns(".git", ".tox", ".venv", ".env", "out", "__pycache__", "*_cache", ".assay")


class Outcome(NamedTuple):
    """The exit code of a command and what it printed."""

    code: int
    printed: str


def run_command(command: PageCommand, folder: Path) -> Outcome:
    """Run one command in `folder` in a process of its own."""
    words = expand_words(command.words, folder)
    is_module = command.is_assay or command.verb == "pytest"
    start = [sys.executable, "-m", *words] if is_module else [sys.executable, *words[1:]]
    try:
        done = subprocess.run(
            start if is_module or command.is_study else words,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(-1, f"no end within {SECONDS} s")
    if command.into is not None:
        (folder / command.into).write_text(done.stdout, encoding="utf-8")
    return Outcome(done.returncode, f"{done.stdout}\n{done.stderr}")


def judge_command(page: str, command: PageCommand, folder: Path) -> CommandRun:
    """Run the command, again if a client may have kept the law by chance, and compare it with its page."""
    claim = claim_about(command)
    started = time.monotonic()
    before = _documents(folder) if command.is_study else {}
    for _ in range(TRIES if "--case" in command.words else 1):
        outcome = run_command(command, folder)
        objection = claim.objection(outcome.code, outcome.printed)
        if objection is None:
            break
    changed = sorted(name for name, text in _documents(folder).items() if text != before[name]) if before else []
    if objection is None and changed:
        objection = f"changes {', '.join(changed)}"
    missing = objection is not None and any(one in outcome.printed for one in MISSING)
    return CommandRun(
        page=page,
        command=command.text,
        objection=f"{objection}: {_last_line(outcome.printed)}" if objection and outcome.code == 2 else objection,
        missing=missing,
        seconds=round(time.monotonic() - started, 1),
        day=datetime.now(tz=UTC).date().isoformat(),
    )


def _documents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted((folder / "docs").rglob("*"))
        if path.suffix in (".md", ".json")
    }


def _last_line(printed: str) -> str:
    return (printed.strip().splitlines() or [""])[-1]


def run_page(page: str, commands: Sequence[PageCommand], folder: Path) -> Iterator[CommandRun]:
    """Run commands of one page in order. `folder` is a copy of the checkout."""
    with patch.dict(os.environ, page_environment(page, folder)):
        try:
            write_page_files(page, commands, folder)
        except (AssayError, OSError) as wrong:
            today = datetime.now(tz=UTC).date().isoformat()
            for one in commands:
                yield CommandRun(
                    page=page, command=one.text, objection=str(wrong), missing=True, seconds=0.0, day=today
                )
            return
        for command in commands:
            yield judge_command(page, command, folder)


def pending_commands(page: str, record: Path, only: Sequence[str]) -> list[PageCommand]:
    """
    The commands of a page that are selected and that the record does not have as confirmed.

    Commands of a page may use each other's files. So all of them are pending as long as one is; not so on the pages of
    findings, which are long.
    """
    selected = [
        command
        for command, pace in paced_commands(page)
        if pace != "long" and (not only or any(part in f"{page} {command.text}" for part in only))
    ]
    confirmed = {run.command for run in latest_runs(record) if run.page == page and run.objection is None}
    pending = [command for command in selected if command.text not in confirmed]
    return selected if pending and not page.startswith("docs/results/findings/") else pending


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="pages or commands with this text")
    parser.add_argument("--out", default="out/pages.jsonl", metavar="FILE", help="the record (default %(default)s)")
    parser.add_argument("--again", action="store_true", help="forget the record")
    parser.add_argument("--write", action="store_true", help="write the record into docs/commands.md")


def run(args: Namespace) -> int:
    """Run what the command line selects, and print one line for each command."""
    record = Path(args.out)
    if args.again:
        record.unlink(missing_ok=True)
    pending = {page: commands for page in markdown_pages() if (commands := pending_commands(page, record, args.only))}
    total, number = sum(map(len, pending.values())), 0
    runs = []
    for page, commands in pending.items():
        with TemporaryDirectory(prefix="assay-pages-") as place:
            folder = Path(place) / "checkout"
            shutil.copytree(ROOT, folder, symlinks=True, ignore=_NOT_COPIED)
            for one in run_page(page, commands, folder):
                number += 1
                append_run(record, one)
                runs.append(one)
                print(f"{number}/{total} {one}", flush=True)
    if args.write:
        write_commands_page(latest_runs(record), args.command)
    failed = [one for one in runs if one.objection is not None]
    print(f"{len(runs) - len(failed)} of {len(runs)} commands do what their page says")
    return 1 if any(not one.missing for one in failed) else 3 if failed else 0
