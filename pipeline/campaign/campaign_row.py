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
    """One case and one target. The fields are the columns, in their order."""

    case: int
    """The number of the group. With `family` and `seed` it makes the group again."""
    target: str
    """The assignor."""
    family: str
    """The input family."""
    seed: int
    """The seed of the campaign."""
    members: Small
    """The number of members. For a life, this and all sizes and figures are those of its last rebalance."""
    partitions: Small
    """The number of partitions that somebody subscribes to."""
    topics: Small
    """The number of topics."""
    equal: bool
    """Whether all subscriptions are equal."""
    racks: bool
    """Whether racks matter."""
    sum_of_squares: int | None = None
    """The sum of squared loads; this and the next three are null without a valid answer."""
    optimal_sum_of_squares: int | None = None
    """The same for the optimum."""
    moves: Small | None = None
    """The number of partitions that leave their valid owner."""
    optimal_moves: Small | None = None
    """The fewest moves with the best balance."""
    rounds: Small | None = None
    """Rounds until nothing moves; 1 for assignors that are not cooperative; null without an answer."""
    asked: Sequence[str] = ()
    """
    The laws that were decided (evaluated or implied) or broke. For a life: that broke in any rebalance, or were decided
    in every rebalance to which they apply.
    """
    broken: Sequence[BrokenLaw] = ()
    """The broken laws, each with a cause."""
    undecided: Sequence[UndecidedLaw] = ()
    """The laws that could not be decided, each with a reason."""
    refused: str | None = None
    """Why the group cannot be put to the target."""
    steps: Small = 0
    """The number of questions to the target, for laws, rounds and rebalances too."""
    error: str | None = None
    """Why there is no answer."""
    hung: bool = False
    """Whether a call hung, also after its answer or in a further question."""
    features: Sequence[Small] = ()
    """Small numbers that describe the group and the answer, to tell kinds of alarm apart."""
    seconds: float = 0.0
    """The time for the pair. The first target of a group pays for the optimum."""
    host_seconds: float = 0.0
    """The target's own time for all answers to the pair, by its own clock."""
    digest: int = 0
    """A number for the row without its times."""
    plan_digest: int = 0
    """The same for its first four columns, which the plan alone decides."""

    def with_digests(self) -> CampaignRow:
        """The row with its digests, which only the table needs."""
        whole = self[: self._fields.index(TIME_COLUMNS[0])]
        planned = self[: self._fields.index("members")]
        return self._replace(digest=_digest(whole), plan_digest=_digest(planned))


TIME_COLUMNS = ("seconds", "host_seconds")
"""The columns that differ from run to run."""


def _digest(values: Sequence[object]) -> int:
    """A number from 0 to 2^63 - 1 that equal values have in common, in whatever process."""
    text = json.dumps(values, ensure_ascii=True, separators=(",", ":"))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 1
