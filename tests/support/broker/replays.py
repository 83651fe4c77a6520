"""The history of a finding, carried out by real clients on a real broker until its fault is seen."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from kafka_assay.assignors.errors import AssayError
from tests.support.broker.clients import CLIENTS
from tests.support.broker.finding_histories import FindingHistory
from tests.support.broker.jars import RELEASE
from tests.support.broker.stage import open_stage


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
