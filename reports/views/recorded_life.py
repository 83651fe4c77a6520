"""What logs recorded of a life, rebalance by rebalance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from kafka_assay.pipeline.replay.recorded import RecordedMove, RecordedStep
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
from kafka_assay.reports.render.blocks import Block, Bullets, Column, table_of
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

COLUMNS = (
    Column("at", "seconds since the first rebalance in the log", numeric=True),
    Column("time", "when it began, as in the log"),
    Column("generation", "of each round"),
    Column("what changed", "joins, leaves and topics since the rebalance before"),
    Column("members", "their number afterwards", numeric=True),
    Column("idle", "members that got nothing", numeric=True),
    Column("gap", "the sum of squared loads afterwards, above the least possible one", numeric=True),
    Column("moved", "partitions that went from a member that takes part to another one", numeric=True),
    Column("best", "the fewest moves with which the best balance could have been reached from there", numeric=True),
)
_UUID = re.compile(r"-([0-9a-f]{4})[0-9a-f]{4}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b")
_CLOCK = re.compile(r"\d?\d:\d\d:\d\d(?: ?[AP]M)?")
_MOST_ROWS, _MOST_STORIES, _MOST_NAMED, _MOST_TARGETS = 40, 20, 40, 3
"""`_MOST_NAMED`: the most partitions of a rebalance that are named."""
MORE_STORIES = "The option --json has all partitions and rebalances (key history)."
_LONGEST_WHY = 160


def recorded_line(history: Sequence[RecordedStep]) -> str:
    """How many partitions moved, and how many the best answers would have moved."""
    after = [step for step in history[1:] if step.members]
    known = [step for step in after if step.moved is not None]
    if not known:
        return ""
    moved, best = (sum(getattr(step, name) or 0 for step in known) for name in ("moved", "best_moved"))
    of = "" if len(known) == len(after) else f" of which the log shows it (of {len(after)})"
    times = f"{quantity(len(known), 'recorded rebalance')}{of}"
    needed = f"counted from what was recorded before each, the best balance needs {quantity(best, 'move')}"
    return f"{quantity(moved, 'partition')} moved in {times} after the start; {needed}. "


def recorded_blocks(history: Sequence[RecordedStep], targets: Sequence[ReplayedLife] = ()) -> list[Block]:
    """A row for each rebalance, with the moves of a few targets; then what changed hands in each, and why."""
    if not history:
        return []
    name = short_names(member for step in history for member in _members(step))
    shown = targets if len(targets) <= _MOST_TARGETS else ()
    moves = [_moves_by_event(target) for target in shown]
    dates, times = _times(history)
    rows = [
        (
            step.at,
            times[number],
            _generations(step),
            _changes(step, name) if number else "the log begins",
            *(step.members, step.idle, step.gap, step.moved, step.best_moved),
            *(moved[number - 1] if number else 0 for moved in moves),
        )
        for number, step in enumerate(history)
    ]
    told = [line for step in history[1:] if (line := _story(step, name))]
    if len(told) > _MOST_STORIES or any(_is_long(step) for step in history[1:]):
        more = f"{len(told) - _MOST_STORIES} more rebalances. " if len(told) > _MOST_STORIES else ""
        told = [*told[:_MOST_STORIES], f"{more}{MORE_STORIES}"]
    meaning = "what it moves in a replay of the same changes"
    columns = (*COLUMNS, *(Column(shorten(one.target, 30), meaning, numeric=True) for one in shown))
    if not any(times):
        columns, rows = columns[:1] + columns[2:], [row[:1] + row[2:] for row in rows]
    caption = f"What the log recorded{dates and f' ({dates})'}"
    table = table_of(caption, columns, rows, rows_in_brief=_MOST_ROWS)
    return [table, *([Bullets(tuple(told))] if told else [])]


def _times(history: Sequence[RecordedStep]) -> tuple[str, list[str]]:
    """The date of all rebalances, if it is one, and their times; with their dates where there are several."""
    texts = [step.time or "" for step in history]
    clocks = [_CLOCK.search(text) for text in texts]
    dates = {text[: found.start()].strip(" T") for text, found in zip(texts, clocks, strict=True) if found} - {""}
    if len(dates) > 1:
        return "", [text[: found.end()] if found else text for text, found in zip(texts, clocks, strict=True)]
    return next(iter(dates), ""), [found[0] if found else "" for found in clocks]


def _is_long(step: RecordedStep) -> bool:
    """Whether its story does not name all that changed hands."""
    return sum(len(move.partitions) for move in step.moves or ()) > _MOST_NAMED


def _moves_by_event(target: ReplayedLife) -> Counter[int | None]:
    moved: Counter[int | None] = Counter()
    for step in target.steps:
        moved[step.number] += step.moved
    return moved


def short_names(members: Iterable[str]) -> Callable[[str], str]:
    """
    A function that shortens the random end of a member id, where the ids stay different.

    >>> short_names(["a-31cf44d8-abe1-43e3-97c9-f234e73366be", "b"])("a-31cf44d8-abe1-43e3-97c9-f234e73366be")
    'a-31cf'
    """
    short = {member: shorten(_UUID.sub(r"-\1", member), 60) for member in dict.fromkeys(members)}
    counts = Counter(short.values())
    return lambda member: short[member] if counts[short[member]] == 1 else member


def _members(step: RecordedStep) -> list[str]:
    moved = [name for move in step.moves or () for name in (move.before, move.after) if name is not None]
    return [*step.joined, *step.left, *moved]


def _generations(step: RecordedStep) -> str:
    numbers = [str(number) for number in step.generations if number is not None]
    return "-" if not numbers else numbers[0] if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _changes(step: RecordedStep, name: Callable[[str], str]) -> str:
    parts = [
        f"{series([name(member) for member in members], most=3)} {word}"
        for members, word in ((step.joined, "joined"), (step.left, "left"))
        if members
    ]
    parts += [f"{series(step.grown)} grew"] if step.grown else []
    return "; ".join(parts) or "nothing"


def _story(step: RecordedStep, name: Callable[[str], str]) -> str:
    """Why the group rebalanced, what changed hands, and what nobody got."""
    parts = (
        [shorten(_UUID.sub(r"-\1", series([why.rstrip(".") for why in step.why], most=2)), _LONGEST_WHY)]
        if step.why
        else []
    )
    parts += [_moves(step.moves, name)] if step.moves else []
    parts += [f"nobody got {quantity(step.unassigned, 'partition')}"] if step.unassigned else []
    return f"Generation {_generations(step)}: {'. '.join(part.rstrip('.') for part in parts)}." if parts else ""


def _moves(moves: Sequence[RecordedMove], name: Callable[[str], str]) -> str:
    """What changed hands; the names of `_MOST_NAMED` partitions, and the number of the others."""
    told, left = list[str](), _MOST_NAMED
    for move in moves:
        came = "" if move.before is None else f"from {name(move.before)} "
        if left > 0:
            told.append(f"{series(move.partitions, most=left)} {came}to {name(move.after)}")
        left -= len(move.partitions)
    hidden = sum(len(move.partitions) for move in moves[len(told) :])
    return series([*told, *([f"{quantity(hidden, 'more partition')}"] if hidden else [])], most=len(told) + 1)
