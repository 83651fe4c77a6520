"""The table of a campaign, a row for each pair of a case and a target: its columns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from kafka_assay.assignors.formats.codec import Small

RESULTS = "results.parquet"
"""The folder of the table in a campaign's folder."""


class BrokenLaw(NamedTuple):
    """A broken law, and what caused the break as far as it can be told apart."""

    law: str
    cause: str


class UndecidedLaw(NamedTuple):
    """A law that could not be judged, and why."""

    law: str
    reason: str


class CampaignRow(NamedTuple):
    """
    One case and one target. The fields are the columns, in their order.

    `members` to `racks` describe the group that was judged last; a life has several. The figures are null where there
    is no valid answer. `asked` names the laws that broke, and those that were decided, by judging or by implication, in
    every rebalance to which they apply. `refused` says why the group cannot be put to the target. `steps` counts the
    questions to the target. `hung` says whether a call hung, also after its answer. `features` places the pair among
    all others, to tell alarms apart. `seconds` is the time for the pair, in which the first target of a group pays for
    its optimum; `host_seconds` is the part that the target needed by its own clock. `digest` stands for the
    row without its times, and `plan_digest` for its first columns, which the plan alone decides.
    """

    case: int
    target: str
    family: str
    seed: int
    members: Small
    partitions: Small
    topics: Small
    equal: bool
    racks: bool
    sum_of_squares: int | None = None
    optimal_sum_of_squares: int | None = None
    moves: Small | None = None
    optimal_moves: Small | None = None
    rounds: Small | None = None
    asked: Sequence[str] = ()
    broken: Sequence[BrokenLaw] = ()
    undecided: Sequence[UndecidedLaw] = ()
    refused: str | None = None
    steps: Small = 0
    error: str | None = None
    hung: bool = False
    features: Sequence[Small] = ()
    seconds: float = 0.0
    host_seconds: float = 0.0
    digest: int = 0
    plan_digest: int = 0

    def with_digests(self) -> CampaignRow:
        """The row with its digests, which only the table needs."""
        whole = self[: self._fields.index(TIME_COLUMNS[0])]
        return self._replace(digest=_digest(whole), plan_digest=_digest(self[:_PLANNED]))


_PLANNED = 4
"""The first columns, which the plan alone decides."""
TIME_COLUMNS = ("seconds", "host_seconds")
"""The columns that differ from run to run."""


def _digest(values: Sequence[object]) -> int:
    """A number from 0 to 2^63 - 1 that equal values have in common, in whatever process."""
    text = json.dumps(values, ensure_ascii=True, separators=(",", ":"))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 1
