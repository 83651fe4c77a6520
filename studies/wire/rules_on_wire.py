"""
Put every rule of the client models to the unmodified client: what does its member send?

    python -m studies rules_on_wire --write
    python -m studies rules_on_wire --client kafka-python

Each recipe of `docs/wire/` is started against a coordinator of ours, once for each situation. Finished situations are
written to `--out` line by line; the same command skips them. `--write` puts the tables into docs/wire/rules.md. A
client whose tools are missing is left out, with a line on stderr. The exit code is 1 if some member does not do what
its model says.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.membership.client_families import FAMILIES
from studies.output import ROOT, show_progress, write_part
from studies.records import append_line, resume_lines
from studies.wire.rule_tables import rule_lines
from tests.support.wire.observation import Observation, observe
from tests.support.wire.released_recipes import Words
from tests.support.wire.rule_verdict import Verdict, expected_metadata, verdict_on
from tests.support.wire.situations import SITUATIONS
from tests.support.wire.wire_members import MEMBERS, WireMember

PAGE = ROOT / "docs" / "wire" / "rules.md"
RECORD = PAGE.with_suffix(".jsonl")
BEGIN, END = "<!-- what came out -->", "<!-- end of what came out -->"


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--client", action="append", choices=FAMILIES, help="only this client (repeatable)")
    parser.add_argument("--jobs", type=int, default=3, help="programs that run at the same time")
    parser.add_argument("--out", type=Path, default=RECORD, help="file of finished situations")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")


def run(args: Namespace) -> int:
    """Run the missing situations, and print or write the tables."""
    members = [member for member in MEMBERS.values() if member.family in (args.client or FAMILIES)]
    asyncio.run(_observe_missing(members, args.out, args.jobs))
    lines = resume_lines(args.out)
    seen = read_observations(lines)
    dates = " and ".join(sorted({line["date"] for line in lines}))
    text = ["```", args.command, "```", "", f"Run on {dates}.", "", *rule_lines(seen, members)]
    if args.write:
        write_part(PAGE, BEGIN, END, text)
    else:
        print("\n".join(text))
    names = {member.name for member in members}
    wrong = [one for one in seen.values() if one.member in names and verdict_on(one) is Verdict.DIFFERS]
    for one in wrong:
        print(
            f"{one.member}, {one.situation}: {one.sent or one.end}, expected {expected_metadata(one)}", file=sys.stderr
        )
    return 1 if wrong else 0


def read_observations(lines: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], Observation]:
    """The observations in the lines of a record, by member and situation."""
    found = map(Observation.from_json, lines)
    return {(one.member, one.situation): one for one in found}


async def _observe_missing(members: Sequence[WireMember], out: Path, jobs: int) -> None:
    """Put each member into each situation that is not yet in the record `out`."""
    done = set(read_observations(resume_lines(out)))
    slots = asyncio.Semaphore(jobs)

    async def check(member: WireMember, words: Words, name: str) -> None:
        async with slots:
            seen = await observe(member, words, name)
        append_line(out, {**seen.as_json(), "date": datetime.now(UTC).date().isoformat()})
        show_progress(f"{member.name}, {name}")

    with TemporaryDirectory() as folder:
        missing = []
        for member in members:
            names = [one for one in SITUATIONS if (member.name, one) not in done and member.obstacle(one) is None]
            words = _words(member, Path(folder)) if names else None
            missing += [] if words is None else [check(member, words, name) for name in names]
        await asyncio.gather(*missing)


def _words(member: WireMember, folder: Path) -> Words | None:
    """The words that start the program of a member, which is fetched or built first; None where that is impossible."""
    try:
        return member.program(folder)
    except AssayError as wrong:
        print(f"{member.name} is left out: {wrong}", file=sys.stderr)
        return None
