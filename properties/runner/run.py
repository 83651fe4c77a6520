"""Do the work on many items, here or in worker processes: batches by time, and their rows in the order of the items."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, TypeVar

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.runner.work import Work, never
from kafka_assay.properties.runner.worker_pool import PATIENCE, WorkerLost, WorkerPool

BATCH_SECONDS = 0.2
"""The time that a batch should take: short enough to stop soon, long enough to cost nothing to send."""
GROWTH = 4
"""A batch has at most this many times the items of the batch before."""
MOST_WAITING = 32
"""The most batches for each process that wait for the row of an earlier one, so that memory stays flat."""
WAIT = 60.0

Item = TypeVar("Item")
Row = TypeVar("Row")

GiveUp = Callable[[Any, str], Any]
"""The row of an item that ended several workers, for this reason."""


class BatchSize:
    """How many items the next batch has, by the time that items took so far."""

    def __init__(self, most: int, *, first: int = GROWTH) -> None:
        """At most `most` items in a batch, and about `first` as long as no batch was done."""
        self._most = most
        self._first = first
        self._last = first // GROWTH
        self._items = 0
        self._seconds = 0.0

    def next(self, needed: int | None = None) -> int:
        """The size of the next batch; no more items than these are `needed`."""
        usual = int(BATCH_SECONDS * self._items / self._seconds) if self._seconds else self._first
        self._last = max(1, min(usual, self._most, self._last * GROWTH, needed or self._most))
        return self._last

    def add(self, items: int, seconds: float) -> None:
        """Count a batch that is done."""
        self._items, self._seconds = self._items + items, self._seconds + seconds


def give_none_up(_: object, reason: str) -> NoReturn:
    """Raise `AssayError`: without one item, the rows of the others are worth nothing."""
    raise AssayError(f"two processes ended ({reason}) on the same group, and the others are worth nothing without it")


def run(
    work: Work[Any, tuple[Item, ...], Row],
    items: Iterable[Item],
    processes: int,
    *,
    most: int,
    cost: Callable[[Item], float] = lambda _: 0.0,
    give_up: GiveUp = give_none_up,
) -> Generator[tuple[tuple[Item, ...], Row], None, None]:
    """
    The batches of `items` with their rows, in order; a batch is one job of `work`.

    A batch has at most `most` items, and ends when their `cost` is 1. With one process everything happens in this one.
    `items` are taken when they are needed. If workers end on a batch, its items are tried one by one; `give_up` makes
    the row of one that ends them again. Raises `AssayError` if the work cannot be opened. An interrupt, or closing this
    generator, kills what is under way.
    """
    left, size = iter(items), BatchSize(most)

    def next_batch() -> tuple[Item, ...]:
        return take_batch(left, size.next(), cost)

    if processes == 1:
        return _run_here(work, next_batch, size)
    return _run_in_processes(work, next_batch, size, processes, give_up)


def take_batch(items: Iterator[Item], most: int, cost: Callable[[Item], float]) -> tuple[Item, ...]:
    """The next `most` items, or fewer if their `cost` is 1; empty at the end."""
    batch: list[Item] = []
    total = 0.0
    while len(batch) < most and total < 1:
        try:
            batch.append(next(items))
        except StopIteration:
            break
        total += cost(batch[-1])
    return tuple(batch)


def _run_here(
    work: Work[Any, tuple[Item, ...], Row], next_batch: Callable[[], tuple[Item, ...]], size: BatchSize
) -> Generator[tuple[tuple[Item, ...], Row], None, None]:
    state = work.open()
    try:
        while batch := next_batch():
            start = time.perf_counter()
            row = work.do(state, batch, never)
            size.add(len(batch), time.perf_counter() - start)
            yield batch, row
    finally:
        work.close(state)


@dataclass(slots=True, eq=False)
class _Waiting(Generic[Item, Row]):
    """A batch on its way."""

    items: tuple[Item, ...]
    row: Future[Row] = field(default_factory=Future)


def _run_in_processes(
    work: Work[Any, tuple[Item, ...], Row],
    next_batch: Callable[[], tuple[Item, ...]],
    size: BatchSize,
    processes: int,
    give_up: GiveUp,
) -> Generator[tuple[tuple[Item, ...], Row], None, None]:
    waiting: deque[_Waiting[Item, Row]] = deque()
    lost: list[WorkerLost] = []
    pool = WorkerPool(work, processes, lost.append)
    patience = 0.0
    try:
        is_cut = False
        while waiting or not is_cut:
            while not is_cut and pool.has_room and len(waiting) < MOST_WAITING * processes:
                items = next_batch()
                if items:
                    waiting.append(_Waiting(items))
                    pool.submit(items)
                is_cut = not items
            for done in pool.take(WAIT):
                size.add(len(done.job), done.seconds)
                next(one for one in waiting if one.items is done.job).row.set_result(done.row)
            for one in lost:
                if not pool.size:
                    raise AssayError(one.reason)
                if one.given_up:
                    _try_items(one, waiting, pool, give_up)
            lost.clear()
            while waiting and waiting[0].row.done():
                first = waiting.popleft()
                yield first.items, first.row.result()
        patience = PATIENCE
    finally:
        pool.close(patience)


def _try_items(
    lost: WorkerLost,
    waiting: deque[_Waiting[Item, Row]],
    pool: WorkerPool[tuple[Item, ...], Row],
    give_up: GiveUp,
) -> None:
    """Put the items of a batch that ended workers in its place, one by one. An item alone is given up."""
    place = next(place for place, one in enumerate(waiting) if one.items is lost.job)
    if len(waiting[place].items) == 1:
        waiting[place].row.set_result(give_up(waiting[place].items[0], lost.reason))
        return
    items = waiting[place].items
    del waiting[place]
    for later, item in enumerate(items):
        alone: _Waiting[Item, Row] = _Waiting((item,))
        waiting.insert(place + later, alone)
        pool.submit(alone.items)
