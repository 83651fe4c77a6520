"""
Real logs: seven clients, each in groups of four members on a broker of Kafka 4.3.1.

Java is kafka-clients 4.4.0; kafka-python 3.0.12, aiokafka 0.14.0, confluent-kafka 2.16.1 (librdkafka 2.16.0), kafkajs
2.2.4, franz-go 1.22.2, sarama 1.61.1. Members a, b and c joined, a left, d joined, c left, and the rest stopped.
`tests/data/logs/CLIENT-STRATEGY.log` has the log of each member, cut to what concerns the group, and the coordinator's;
each after a line with its name, as `tail -n +1 *` prints them. `seen.json` is what the members' callbacks had said
after each of these steps.
"""

from __future__ import annotations

import re
from pathlib import Path

LOGS = Path(__file__).parents[1] / "data" / "logs"
RUNS = sorted(file.stem for file in LOGS.glob("*.log"))


def logs_of(run: str) -> dict[str, str]:
    """The logs of a run: `a.log` to `d.log`, `broker.log`, and `seen.json`."""
    _, *pieces = re.split(r"^==> (.+) <==\n", (LOGS / f"{run}.log").read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(pieces[::2], pieces[1::2], strict=True))
