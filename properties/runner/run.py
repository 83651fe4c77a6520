"""Do the work on many items, here or in worker processes: batches by time, and their rows in the order of the items."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
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

    def expected_seconds(self, items: int) -> float:
        """How long so many items take, as far as is known."""
        return items * self._seconds / self._items if self._items else 0.0


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
    then: Callable[[], Iterable[Item]] = tuple,
) -> Generator[tuple[tuple[Item, ...], Row], None, None]:
    """
    The batches of `items` with their rows, in order; a batch is one job of `work`.

    A batch has at most `most` items, and ends when their `cost` is 1. With one process everything happens in this one.
    `items` are taken when they are needed. When all their rows are out, those of `then()` follow.

    If workers end on a batch, its items are tried one by one; `give_up` makes the row of one that ends them again.
    Raises `AssayError` if the work cannot be opened. An interrupt, or closing this generator, kills what is under way.
    """
    sources: Iterable[Callable[[], Iterable[Item]]] = (lambda: items, then)
    parts = (_Batches(source(), most, cost) for source in sources)
    if processes == 1:
        return _run_here(work, parts)
    return _run_in_processes(work, parts, processes, give_up)


class _Batches(Generic[Item]):
    """The batches of these items."""

    def __init__(self, items: Iterable[Item], most: int, cost: Callable[[Item], float]) -> None:
        self._left, self._cost = iter(items), cost
        self.size = BatchSize(most)

    def next(self) -> tuple[Item, ...]:
        """The next batch; empty at the end."""
        return take_batch(self._left, self.size.next(), self._cost)


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
    work: Work[Any, tuple[Item, ...], Row], parts: Iterable[_Batches[Item]]
) -> Generator[tuple[tuple[Item, ...], Row], None, None]:
    state = work.open()
    try:
        for batches in parts:
            while batch := batches.next():
                start = time.perf_counter()
                row = work.do(state, batch, never)
                batches.size.add(len(batch), time.perf_counter() - start)
                yield batch, row
    finally:
        work.close(state)


def _run_in_processes(
    work: Work[Any, tuple[Item, ...], Row], parts: Iterable[_Batches[Item]], processes: int, give_up: GiveUp
) -> Generator[tuple[tuple[Item, ...], Row], None, None]:
    lost: list[WorkerLost] = []
    pool = WorkerPool(work, processes, lost.append)
    patience = 0.0
    try:
        for batches in parts:
            yield from _rows_in_order(pool, lost, batches, MOST_WAITING * processes, give_up)
        patience = PATIENCE
    finally:
        pool.close(patience)


def _rows_in_order(
    pool: WorkerPool[tuple[Item, ...], Row],
    lost: list[WorkerLost],
    batches: _Batches[Item],
    ahead: int,
    give_up: GiveUp,
) -> Iterator[tuple[tuple[Item, ...], Row]]:
    waiting: list[tuple[Item, ...]] = []
    rows: dict[int, Row] = {}  # by the identity of the batch
    is_cut = False
    while waiting or not is_cut:
        while not is_cut and pool.has_room and len(waiting) < ahead:
            batch = batches.next()
            if batch:
                waiting.append(batch)
                pool.submit(batch)
            is_cut = not batch
        for done in pool.take(WAIT) if waiting or not is_cut else ():
            batches.size.add(len(done.job), done.seconds)
            rows[id(done.job)] = done.row
        for reason, batch, is_given_up in lost:
            if not pool.size:
                raise AssayError(reason)
            if is_given_up and len(batch) == 1:
                rows[id(batch)] = give_up(batch[0], reason)
            elif is_given_up:
                # Its items are tried in its place, one by one.
                place = next(place for place, one in enumerate(waiting) if one is batch)
                waiting[place : place + 1] = alone = [(item,) for item in batch]
                for one in alone:
                    pool.submit(one)
        lost.clear()
        while waiting and id(waiting[0]) in rows:
            first = waiting.pop(0)
            yield first, rows.pop(id(first))
