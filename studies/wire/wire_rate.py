"""
Measure how many plans a second each client gives on the wire, and what a plan costs.

    python -m studies wire_rate --seconds 5 --write

The groups are those of the family `clean`: a few members, a few topics. They are asked in batches, of one consumer and
then of several side by side. Beside the plans a second the table shows the processor time of each plan, that of the
client and that of our broker. Both are read from `/proc`, so this study needs Linux.
"""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import supervisor
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.wire import wire_host
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group
from studies.output import ROOT, table_head, table_row, write_part
from studies.sampling import sample
from studies.speed.processor_time import family_times
from studies.wire.clients import CLIENTS, WireClient, open_host

PAGE = ROOT / "docs" / "wire" / "README.md"
BEGIN, END = "<!-- rates -->", "<!-- end of rates -->"
HEAD = table_head(
    "client", ">consumers", ">plans a second", ">of each consumer", ">client's processor, ms", ">our processor, ms"
)
DRAWS, BATCH = 60, 40


@dataclass(frozen=True, slots=True, kw_only=True)
class WireRate:
    """What was measured: `plans` in `seconds`, and the seconds of processor time of the client and of our broker."""

    client: str
    consumers: int
    plans: int
    seconds: float
    theirs: float
    ours: float

    def row(self) -> str:
        """The measures as a line of the table."""
        rate = self.plans / self.seconds
        each = (f"{1000 * spent / self.plans:.2f}" for spent in (self.theirs, self.ours))
        return table_row(f"`{self.client}`", self.consumers, f"{rate:,.0f}", f"{rate / self.consumers:,.0f}", *each)


def measure_wire(
    client: WireClient, strategy: str, groups: Sequence[Group], *, warm: float, seconds: float, folder: Path
) -> WireRate:
    """Ask the consumers of `client` about the `groups`, again and again, for `warm` seconds and then for `seconds`."""
    with open_host(client.wire_target(strategy, folder), call_timeout=30.0) as target:
        outcomes = target.assign_all(groups)
        answered = [group for group, one in zip(groups, outcomes, strict=True) if not isinstance(one, AssignorFailed)]
        if not answered:
            raise AssayError(f"{client.name}: no plan for {len(groups)} groups; the last outcome was {outcomes[-1]}")
        _ask_for(target, client, answered, warm)
        return _ask_for(target, client, answered, seconds)


def _ask_for(target: HostTarget, client: WireClient, groups: Sequence[Group], seconds: float) -> WireRate:
    questions = cycle(groups)
    before, start, plans = processor_seconds(), time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < seconds:
        batch = list(islice(questions, BATCH * client.consumers))
        failures = [one for one in target.assign_all(batch) if isinstance(one, AssignorFailed)]
        if failures:
            raise AssayError(f"{client.name}: {failures[0]}")
        plans += len(batch)
    theirs, ours = (now - then for now, then in zip(processor_seconds(), before, strict=True))
    return WireRate(
        client=client.name, consumers=client.consumers, plans=plans, seconds=spent, theirs=theirs, ours=ours
    )


def processor_seconds() -> tuple[float, float]:
    """The processor time of all consumer programs below this process, and of all our brokers."""
    theirs = ours = 0.0
    for broker, seconds in family_times(os.getpid()):
        words = _words(broker)
        # The supervisor of a broker has the broker's words, too.
        if wire_host.__name__.encode() in words and os.fsencode(supervisor.__file__) not in words:
            ours += seconds
            theirs += sum(spent for pid, spent in family_times(broker) if pid != broker)
    return theirs, ours


def _words(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []  # the process has ended


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--client", action="append", choices=CLIENTS, help="only this client (repeatable)")
    parser.add_argument("--consumers", type=int, default=8, help="consumers of the second measurement")
    parser.add_argument("--warm", type=float, default=10.0, help="seconds before it, in which further consumers start")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds of a measurement")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")


def run(args: Namespace) -> None:
    """Measure, and print or write the table."""
    groups = sample("clean", DRAWS, args.seed)
    load = f"Processors: {os.cpu_count()}. Load average when this began: {os.getloadavg()[0]:.1f}."
    lines = ["```", args.command, "```", "", load, "", HEAD]
    with TemporaryDirectory() as folder:
        for name in args.client or CLIENTS:
            for consumers in (1, args.consumers):
                client = replace(CLIENTS[name], consumers=consumers)
                times = {"warm": args.warm, "seconds": args.seconds}
                rate = measure_wire(client, next(iter(client.strategies)), groups, **times, folder=Path(folder))
                lines.append(rate.row())
                print(lines[-1], flush=True)
    if args.write:
        write_part(PAGE, BEGIN, END, lines)
