"""
Replay the gravest findings with real clients on a real broker: its log, and what consumers saw.

    python -m studies broker_findings --list
    python -m studies broker_findings kafka-clients-3
    python -m studies broker_findings --write

Each history starts with a new group on a new broker, and waits for stated events, each with a limit. A fault counts as
seen if the client itself shows it: an exception from a poll, a process that ends by a signal, a stack inside the
assignor, a partition that nobody reads. `--write` puts the lines of the log and of the consumers into the finding's
page, `"source": "broker"` into its case, and a line into `docs/results/findings/broker.jsonl`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict, dataclass
from time import monotonic

from kafka_assay.assignors.errors import AssayError, spelling_tip
from studies.broker.broker_pages import write_sighting
from studies.broker.clients import CLIENTS
from studies.broker.finding_histories import HISTORIES, FindingHistory
from studies.broker.jars import RELEASE
from studies.broker.stage import open_stage
from studies.output import table_head, table_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """
    What came of a finding's history: `fact` is what was seen in the last try, or why it was not.

    `tries` counts the runs, `clients` gives the release of each client, `excerpt` the lines of the last run.
    """

    finding: str
    seen: bool
    fact: str
    tries: int
    broker: str
    clients: dict[str, str]
    seconds: float
    excerpt: tuple[str, ...]


def replay_finding(history: FindingHistory, most: int) -> Sighting:
    """Run the history until its fault is seen, at most `most` times."""
    start, tries, seen = monotonic(), 0, False
    while not seen and tries < most:
        tries += 1
        with open_stage() as stage:
            try:
                fact = history.run(stage)
                seen = history.fault in fact
            except AssayError as missed:
                fact = str(missed)
            lines = tuple(stage.excerpt())
    return Sighting(
        finding=history.finding,
        seen=seen,
        fact=fact,
        tries=tries,
        broker=RELEASE,
        clients={name: CLIENTS[name].release for name in history.clients},
        seconds=round(monotonic() - start, 1),
        excerpt=lines,
    )


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="only these findings (default: all that have a history)")
    parser.add_argument("--list", action="store_true", help="list the findings that have a history")
    parser.add_argument("--tries", type=int, metavar="N", help="run a history at most N times (default: its own)")
    parser.add_argument("--write", action="store_true", help="write the record, the pages and the cases")


def run(args: Namespace) -> int:
    """Replay findings, and return 1 if one was not seen."""
    if args.list:
        print(table_head("finding", "clients", "history"))
        for one in HISTORIES.values():
            print(table_row(one.finding, ", ".join(one.clients), one.says))
        return 0
    if args.tries is not None and args.tries < 1:
        raise AssayError(f"--tries {args.tries}: expected at least 1")
    missed = 0
    for history in [_history_of(name) for name in args.ids] or HISTORIES.values():
        sighting = replay_finding(history, args.tries or history.tries)
        missed += not sighting.seen
        print(_summary(sighting), *sighting.excerpt, "", sep="\n", flush=True)
        if args.write:
            write_sighting(asdict(sighting))
    return 1 if missed else 0


def _history_of(name: str) -> FindingHistory:
    if name not in HISTORIES:
        raise AssayError(f"no history for {name!r}{spelling_tip(name, HISTORIES)}; --list names all")
    return HISTORIES[name]


def _summary(sighting: Sighting) -> str:
    clients = ", ".join(f"{name} {release}" for name, release in sighting.clients.items())
    verdict = "seen" if sighting.seen else "not seen"
    return (
        f"{sighting.finding}: {verdict} in try {sighting.tries} ({clients}; Kafka {sighting.broker}): {sighting.fact}"
    )
