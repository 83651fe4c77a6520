"""
Change the target of a KIP-848 member on the wire: does it give up, wait and take over?

    python -m studies reconciliation_on_wire --write
    python -m studies reconciliation_on_wire --client librdkafka --runs 1

Each recipe of `docs/wire/` that speaks KIP-848 is started against the model of the coordinator, `--runs` times for each
situation. `--write` puts the table into docs/wire/reconciliation.md. A client whose tools are missing is left out, with
a line on stderr. The exit code is 1 if some member does not end with its part, but for what the study knows.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from studies.output import ROOT, show_progress, table_head, table_row, write_part
from studies.wire.go_recipes import go_program
from studies.wire.reconciliation import SETTLED, SITUATIONS, reconcile
from studies.wire.released_recipes import (
    KAFKA_CLIENTS,
    PLATFORMATIC,
    Words,
    confluent_program,
    java_program,
    platformatic_program,
)

PAGE = ROOT / "docs" / "wire" / "reconciliation.md"
BEGIN, END = "<!-- what came out -->", "<!-- end of what came out -->"

Outcomes: TypeAlias = "Mapping[tuple[str, str], Counter[str]]"
"""Client and situation -> what the member did -> how often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconcilingClient:
    """
    A client that speaks KIP-848, at a release. `settings` make it fetch metadata often.

    `impossible` maps a situation that cannot be brought about to the reason, `known` one to what its member does.
    """

    name: str
    release: str
    program: Callable[[Path], Words]
    settings: tuple[str, ...] = ()
    impossible: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, str] = field(default_factory=dict)


CLIENTS = {
    client.name: client
    for client in (
        ReconcilingClient(
            name="kafka-clients",
            release=KAFKA_CLIENTS,
            program=lambda _: java_program(),
            settings=("metadata.max.age.ms=200",),
            known=dict.fromkeys(
                ("UNKNOWN_MEMBER_ID", "FENCED_MEMBER_EPOCH"),
                "IllegalStateException: No current assignment for partition",
            ),
        ),
        ReconcilingClient(
            name="librdkafka",
            release="2.16.0",
            program=lambda _: confluent_program(),
            settings=("topic.metadata.refresh.interval.ms=200",),
        ),
        ReconcilingClient(
            name="franz-go",
            release="v1.22.2",
            program=lambda _: go_program("franz-go"),
            settings=("metadata-age=200ms",),
        ),
        ReconcilingClient(
            name="platformatic",
            release=PLATFORMATIC,
            program=platformatic_program,
            impossible={"a changed subscription": "`consume` only adds topics"},
            known={"UNKNOWN_MEMBER_ID": "goes on at epoch"},
        ),
    )
}


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--client", action="append", choices=CLIENTS, help="only this client (repeatable)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each situation")
    parser.add_argument("--jobs", type=int, default=3, help="programs that run at the same time")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")


def run(args: Namespace) -> int:
    """Run the situations, print or write the table, and return 1 if a member did something else than is known."""
    clients = [CLIENTS[name] for name in args.client or CLIENTS]
    outcomes = asyncio.run(_observe(clients, args.runs, args.jobs))
    seen = [client for client in clients if any(name == client.name for name, _ in outcomes)]
    today = datetime.now(UTC).date().isoformat()
    text = ["```", args.command, "```", "", f"Run on {today}.", "", *table_lines(outcomes, seen)]
    if args.write:
        write_part(PAGE, BEGIN, END, text)
    else:
        print("\n".join(text))
    return 1 if any(is_surprising(CLIENTS[name], one, did) for (name, one), did in outcomes.items()) else 0


def is_surprising(client: ReconcilingClient, situation: str, did: Counter[str]) -> bool:
    """Whether a member neither ended with its part nor did what is known of this client."""
    known = client.known.get(situation)
    return any(one != SETTLED and (known is None or known not in one) for one in did)


def table_lines(outcomes: Outcomes, clients: Sequence[ReconcilingClient]) -> list[str]:
    """The outcomes as a table, with a row for each situation."""
    head = table_head("situation", *(f"{client.name} {client.release}" for client in clients))
    return [
        head,
        *(table_row(name, *(_cell(outcomes, client, name) for client in clients)) for name in SITUATIONS),
    ]


def _cell(outcomes: Outcomes, client: ReconcilingClient, name: str) -> str:
    did = outcomes.get((client.name, name))
    if did is None:
        return f"({client.impossible.get(name, 'not run')})"
    return "; ".join(f"{one}: {count}" for one, count in did.most_common())


async def _observe(clients: Sequence[ReconcilingClient], runs: int, jobs: int) -> Outcomes:
    slots = asyncio.Semaphore(jobs)
    outcomes: dict[tuple[str, str], Counter[str]] = {}

    async def observe(client: ReconcilingClient, words: Words, name: str) -> None:
        async with slots:
            did = await reconcile(words, client.settings, name)
        outcomes.setdefault((client.name, name), Counter())[_without_numbers(client, name, did)] += 1
        show_progress(f"{client.name}, {name}")

    with TemporaryDirectory() as folder:
        waiting = []
        for client in clients:
            try:
                words = client.program(Path(folder))
            except AssayError as wrong:
                print(f"{client.name} is left out: {wrong}", file=sys.stderr)
                continue
            possible = [name for name in SITUATIONS if name not in client.impossible]
            waiting += [observe(client, words, name) for name in possible for _ in range(runs)]
        await asyncio.gather(*waiting)
    return outcomes


def _without_numbers(client: ReconcilingClient, situation: str, did: str) -> str:
    """What a member did, in the words of the study where they are known: partitions and epochs differ between runs."""
    known = client.known.get(situation)
    return did if known is None or known not in did else known
