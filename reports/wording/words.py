"""Small parts of sentences: singular and plural, shortened lists, numbers as people write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from kafka_assay.pipeline.spark.session import LOOP, PROCESSES
from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.safe_names import shorten

MOST_NAMED = 5
"""The most things named in a sentence. The others are counted."""
LONGEST_NAME = 60


def quantity(number: int, noun: str, plural: str | None = None) -> str:
    """
    A number with its noun, singular or plural.

    >>> quantity(1, "partition"), quantity(1200, "member"), quantity(0, "reply", "replies")
    ('1 partition', '1,200 members', '0 replies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def run_place(master: str, cores: int) -> str:
    """
    Where a run was, by its record.

    >>> run_place("loop", 1), run_place("processes", 2), run_place("local[2]", 2)
    ('in 1 process', 'in 2 processes', 'on Spark (local[2], 2 cores)')
    """
    if master in {LOOP, PROCESSES}:
        return f"in {quantity(cores, 'process', 'processes')}"
    return f"on Spark ({master}, {quantity(cores, 'core')})"


def milliseconds_text(seconds: float | None) -> str:
    """
    `seconds` as milliseconds with three figures; a dash for None.

    >>> milliseconds_text(0.0123456), milliseconds_text(14.2), milliseconds_text(None)
    ('12.3', '14200', '-')
    """
    if seconds is None:
        return "-"
    value = seconds * 1000
    digits = max(0, 2 - len(str(int(value))) + 1) if value >= 1 else 3
    return f"{value:.{digits}f}" if value < 1000 else f"{value:.0f}"


def series(parts: Sequence[str], total: int | None = None, link: str = "and", most: int = MOST_NAMED) -> str:
    """
    The first `most` of `parts` in a row. `total` is their number, if `parts` itself was cut.

    >>> series(["a", "b", "c"]), series(list("abcdefg")), series(["a", "b"], total=9)
    ('a, b and c', 'a, b, c, d, e and 2 more', 'a, b and 7 more')
    """
    several = len(parts) if total is None else total
    named = list(parts[:most])
    if several > len(named):
        named.append(f"{several - len(named):,} more")
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} {link} {named[-1]}" if named else "none"


def display_name(text: str) -> str:
    """A member's id (which may be any text) as it can stand in a sentence."""
    return shorten(text, LONGEST_NAME)


LONGEST_CHAIN = 6
"""The most hand-overs that are written out. A longer chain shows both ends only."""
MOST_LOADS = 12
"""The most loads, or runs of equal loads, that are written out."""
MOST_MOVES = 3
"""The most moves that are written out: member ids are long."""


def partition_name(fact: Facts) -> str:
    """`t0-1`."""
    return f"{fact['topic']}-{fact['partition']}"


def load_list(loads: Iterable[int | Sequence[int]]) -> str:
    """
    Loads from the most loaded down, with long runs counted and long lists shortened. A load may be a range.

    >>> load_list((13, 29, 31, 45)), load_list((2, 2, 2, 2, 2, 3)), load_list(((1, 2), (3, 3))), load_list(())
    ('45/31/29/13', '3/2x5', '3/1–2', '-')
    """
    parts: list[str] = []
    spans = [(one, one) if isinstance(one, int) else (one[0], one[1]) for one in loads]
    for (least, most), run in groupby(sorted(spans, reverse=True)):
        number, load = len(list(run)), f"{least}" if least == most else f"{least}–{most}"
        parts += [f"{load}x{number}"] if number > 3 else [load] * number
    if len(parts) > MOST_LOADS:
        parts = [*parts[: MOST_LOADS // 2], "...", *parts[-MOST_LOADS // 2 :]]
    return "/".join(parts) or "-"


def members_text(members: Sequence[str]) -> str:
    """The first few of these members, or `nobody`."""
    return series([display_name(member) for member in members]) if members else "nobody"


def moves_sentence(moved: Sequence[Facts], total: int) -> str:
    """The partitions that moved, with both owners."""
    parts = [
        f"{partition_name(move)} from {display_name(move['from'])} to {members_text(move['to'])}"
        for move in moved[:MOST_MOVES]
    ]
    return series(parts, total)


def chain_sentence(chain: Sequence[Facts], loads: Mapping[str, int]) -> str:
    """A chain of hand-overs as a proof: each step, and the new loads at its ends."""
    giver, taker = chain[0]["from"], chain[-1]["to"]
    steps = [
        f"{display_name(step['from'])} gave {partition_name(step)} to {display_name(step['to'])}" for step in chain
    ]
    if len(steps) > LONGEST_CHAIN:
        left_out = len(steps) - LONGEST_CHAIN
        steps = [*steps[:3], f"so on over {quantity(left_out, 'more member')}", *steps[-3:]]
    whose = "their loads" if len(chain) == 1 else f"the loads of {display_name(giver)} and {display_name(taker)}"
    others = "" if len(chain) == 1 else "; all other loads would stay the same"
    return (
        f"If {series(steps, most=len(steps))}, {whose} would change from {loads[giver]:,} and {loads[taker]:,} to "
        f"{loads[giver] - 1:,} and {loads[taker] + 1:,}{others}."
    )


OF_CONNECT = "Connect assigns its tasks itself: no assignor of consumers can be set."
CHANCE = "No assignor that Kafka ships looks at weights: with other weights the result differs."
WEIGHT_UNITS = {"lag": " unread records", "weights": " of weight"}
"""The kind of weights -> its unit, after a number."""


def span_text(
    number: float | None, span: Sequence[float] | None = None, text: Callable[[float], str] = "{:,}".format
) -> str:
    """
    A number, or the range in which it lies; empty if there is none.

    >>> span_text(1200), span_text(19, (19, 28)), span_text(2, (2, 2)), span_text(None)
    ('1,200', '19–28', '2', '')
    """
    least, most = span or (number, number)
    if least is None or most is None:
        return ""
    return text(least) if least == most else f"{text(least)}–{text(most)}"


def weight_text(weight: float) -> str:
    """
    A weight or a number of records.

    >>> weight_text(46887.0), weight_text(2.5)
    ('46,887', '2.50')
    """
    return f"{weight:,.{0 if weight == int(weight) else 2}f}"


ONLY_VALIDITY = "Only the laws for all assignors were checked. --like NAME also checks the promises of an assignor."
WEIGHT_WORDS = {
    "lag": ("lag", "records that the member has not read yet"),
    "weights": ("weight", "the weight of the member's partitions"),
}
"""The kind of weights -> a member's weight in one word, and its meaning."""
