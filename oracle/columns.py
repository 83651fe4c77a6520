"""
A group as arrays, without a name in it: the oracle's native input, for groups of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.int64]

NOBODY = -1
"""In the place of a member's number: nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """
    Members, topics and partitions by number: partitions topic after topic, in the order of their ids.

    Topic t has `partitions[t]` of them. Member m subscribes to `topics[start[m]:start[m + 1]]`, ascending, no topic
    twice. `owner[p]` is the valid owner of partition p, who subscribes to its topic, or `NOBODY`.
    """

    partitions: Ints
    start: Ints
    topics: Ints
    owner: Ints
