"""What the counts of a check are worth: how rare a fault it would have found, and whether more time shows more."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.search.family_tally import CONFIDENCE, NEXT, break_bound
from kafka_assay.reports.render.blocks import TextLine
from kafka_assay.reports.wording.words import quantity

PERCENT = f"{CONFIDENCE:.0%}".replace("%", " %")


def worth_lines(record: CheckRecord) -> Iterator[TextLine]:
    """
    How rare a fault the drawn groups exclude, for the laws that no group broke; and the chance of a new kind of answer.

    Laws with the same count share a line. The laws that are applicable to fewer groups share a second one.
    """
    counts = drawn_counts(record.cells)
    if counts:
        groups = Counter(counts.values())
        usual = max(groups, key=lambda count: (groups[count], count))
        laws = [law for law, count in counts.items() if count == usual]
        others = {law: count for law, count in counts.items() if count != usual}
        yield TextLine(f"{_law_text(laws)} kept on {quantity(usual, 'drawn group')}: {_bound_text(usual)} ({PERCENT})")
        if others:
            fewest = min(others, key=lambda law: others[law])
            which = f" ({fewest})" if len(others) > 1 else ""
            least = "at least " if len(others) > 1 else ""
            yield TextLine(
                f"{_law_text(list(others))} kept on {least}{others[fewest]:,}{which}: {_bound_text(others[fewest])}"
            )
    if record.unseen is not None:
        chance = _percent(record.unseen)
        yield TextLine(
            f"Coverage: with {NEXT:,} more groups, the chance of an outcome unlike all so far, for example another "
            f"spread of loads, is {chance} (Good-Turing). If it is high, search longer."
        )


def _law_text(laws: Sequence[str]) -> str:
    return laws[0] if len(laws) == 1 else quantity(len(laws), "law")


def drawn_counts(cells: Sequence[CheckCell]) -> dict[str, int]:
    """
    Law -> the number of drawn examples on which it was decided, for each law that nothing broke.

    The count of a cell is read from its bound, because a life of many rebalances counts once there.
    """
    counts: Counter[str] = Counter()
    broken = {cell.law for cell in cells if cell.verdict == "broken"}
    for cell in cells:
        if cell.bound is not None and cell.law not in broken:
            counts[cell.law] += round(math.log(1 - CONFIDENCE) / math.log1p(-cell.bound)) if cell.bound < 1 else 1
    return dict(counts)


def _bound_text(count: int) -> str:
    bound = break_bound(count)
    assert bound is not None, "a count is above 0"
    return f"a fault hits fewer than 1 in {1 / bound:,.0f} of such groups"


def _percent(chance: float) -> str:
    if chance >= 0.995:
        return "over 99 %"
    return f"{chance:.0%}".replace("%", " %") if chance >= 0.005 else "under 1 %"
