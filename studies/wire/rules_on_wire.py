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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Claims
from kafka_assay.membership.client_families import FAMILIES
from kafka_assay.properties.records.typed_record import read_record, write_record
from studies.output import ROOT, show_progress, table_head, table_row, write_part
from studies.records import append_line, resume_lines
from tests.support.wire.observation import Observation, Verdict, expected_metadata, observe, verdict_on
from tests.support.wire.recipes import Words
from tests.support.wire.situations import SITUATIONS, TOPICS
from tests.support.wire.wire_members import MEMBERS, WireMember

Observations: TypeAlias = "Mapping[tuple[str, str], Observation]"
"""Name of the member and situation -> observation."""

_ALL = {topic.name: topic.partitions for topic in TOPICS}
_NONE = "–"


def rule_lines(observations: Observations, members: Sequence[WireMember]) -> Iterator[str]:
    """All tables, under a heading for each client family."""
    families = dict.fromkeys(member.family for member in members)
    for family in families:
        yield from (f"## {family}", "")
        own = [member for member in members if member.family == family]
        for strategy in dict.fromkeys(member.strategy for member in own):
            yield from _table(observations, strategy, [member for member in own if member.strategy == strategy])
            yield ""


def _table(observations: Observations, strategy: str, members: Sequence[WireMember]) -> Iterator[str]:
    yield table_head(f"`{strategy}`", *(member.release for member in members))
    settled = [observations.get((member.name, "settled")) for member in members]
    yield table_row("version of the subscription", *(_field(one, "version") for one in settled))
    yield table_row("rack", *(_field(one, "rack") for one in settled))
    for name in SITUATIONS:
        yield table_row(name, *(_cell(observations.get((member.name, name)), member, name) for member in members))


def _field(seen: Observation | None, name: str) -> str:
    value = None if seen is None or seen.sent is None else getattr(seen.sent, name)
    return _NONE if value is None else str(value)


def _cell(seen: Observation | None, member: WireMember, name: str) -> str:
    """What the member sent; in bold where its model says something else."""
    if seen is None:
        return f"({member.obstacle(name) or 'not run'})"
    text = _sent(seen)
    return f"**{text}**" if verdict_on(seen) is Verdict.DIFFERS else text


def _sent(seen: Observation) -> str:
    """The claims, and the generations in the subscription and in the user data: `all, 5/5`."""
    sent = seen.sent
    if sent is None:
        why = MEMBERS[seen.member].silent.get(seen.situation)
        return "does not join" + (f": {why}" if why else "")
    field, data = (_NONE if one is None else one for one in (sent.field, sent.user_data))
    generations = "" if field == data == _NONE else f", {field}/{data}"
    topics = "" if len(sent.topics) == len(_ALL) else f"; subscribes to {' '.join(sent.topics)}"
    return f"{_claims(sent.claims, seen.held)}{generations}{topics}"


def _claims(claims: Claims, held: Claims) -> str:
    whole = {topic for topic, ids in claims if len(ids) == _ALL[topic]}
    if not claims:
        return "none"
    if whole == set(_ALL):
        return "all"
    return "its new part" if claims == held else " ".join(topic for topic, _ in claims)


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
    found = (read_record(Observation, line) for line in lines)
    return {(one.member, one.situation): one for one in found}


async def _observe_missing(members: Sequence[WireMember], out: Path, jobs: int) -> None:
    """Put each member into each situation that is not yet in the record `out`."""
    done = set(read_observations(resume_lines(out)))
    slots = asyncio.Semaphore(jobs)

    async def check(member: WireMember, words: Words, name: str) -> None:
        async with slots:
            seen = await observe(member, words, name)
        append_line(out, {**write_record(seen), "date": datetime.now(UTC).date().isoformat()})
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
