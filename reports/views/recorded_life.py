"""What logs recorded of a life, rebalance by rebalance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from kafka_assay.pipeline.replay.recorded import RecordedMove, RecordedStep
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
from kafka_assay.reports.render.blocks import Block, Bullets, Column, Line, Table, number_cell, text_cell
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

COLUMNS = (
    Column("at", "seconds since the first rebalance in the log", numeric=True),
    Column("generation", "of each round"),
    Column("what changed", "joins, leaves and topics since the rebalance before"),
    Column("members", "their number afterwards", numeric=True),
    Column("idle", "members that got nothing", numeric=True),
    Column("gap", "the sum of squared loads afterwards, above the least possible one", numeric=True),
    Column("moved", "partitions that went from a member that takes part to another one", numeric=True),
    Column("best", "the fewest moves with which the best balance could have been reached from there", numeric=True),
)
_UUID = re.compile(r"-([0-9a-f]{4})[0-9a-f]{4}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b")
_MOST_ROWS, _MOST_STORIES, _MOST_MOVES, _MOST_TARGETS = 40, 20, 4, 3
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
    return f"{quantity(moved, 'partition')} moved in {times} after the start; the best balance needs {best:,} moves. "


def recorded_blocks(history: Sequence[RecordedStep], targets: Sequence[ReplayedLife] = ()) -> list[Block]:
    """A row for each rebalance, with the moves of a few targets; then what changed hands in each, and why."""
    if not history:
        return []
    name = short_names(member for step in history for member in _members(step))
    shown = targets if len(targets) <= _MOST_TARGETS else ()
    moves = [_moves_by_event(target) for target in shown]
    rows = tuple(
        (
            number_cell(step.at),
            text_cell(_generations(step)),
            text_cell(_changes(step, name) if number else "the log begins"),
            number_cell(step.members),
            *(number_cell(value) for value in (step.idle, step.gap, step.moved, step.best_moved)),
            *(number_cell(moved[number - 1] if number else 0) for moved in moves),
        )
        for number, step in enumerate(history)
    )
    told = [line for step in history[1:] if (line := _story(step, name))]
    if len(told) > _MOST_STORIES:
        told = [*told[:_MOST_STORIES], (f"{len(told) - _MOST_STORIES} more rebalances: the option --json has all.",)]
    meaning = "what it moves in a replay of the same changes"
    columns = (*COLUMNS, *(Column(shorten(one.target, 30), meaning, numeric=True) for one in shown))
    table = Table(caption="What the log recorded", columns=columns, rows=rows, rows_in_brief=_MOST_ROWS)
    return [table, *([Bullets(tuple(told))] if told else [])]


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


def _story(step: RecordedStep, name: Callable[[str], str]) -> Line:
    """Why the group rebalanced, what changed hands, and what nobody got."""
    parts = (
        [shorten(_UUID.sub(r"-\1", series([why.rstrip(".") for why in step.why], most=2)), _LONGEST_WHY)]
        if step.why
        else []
    )
    parts += [series([_move(move, name) for move in step.moves], most=_MOST_MOVES)] if step.moves else []
    parts += [f"nobody got {quantity(step.unassigned, 'partition')}"] if step.unassigned else []
    return (f"Generation {_generations(step)}: {'. '.join(part.rstrip('.') for part in parts)}.",) if parts else ()


def _move(move: RecordedMove, name: Callable[[str], str]) -> str:
    came = "" if move.before is None else f"from {name(move.before)} "
    return f"{series(move.partitions, most=3)} {came}to {name(move.after)}"
