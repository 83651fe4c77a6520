"""Tests of the runner: the same rows in one process and in several, whatever ends meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.runner.run import run
from kafka_assay.properties.runner.work import IsOver
from kafka_assay.properties.runner.worker_pool import AHEAD, WorkerLost, WorkerPool


@dataclass(frozen=True)
class Squares:
    """Squares numbers, and leaves a file in `folder` for each opening and closing. Number `deadly` ends a process."""

    folder: Path
    deadly: int = -1
    deaths: int = 1_000

    def open(self) -> int:
        (self.folder / f"open-{os.getpid()}").touch()
        return 2

    def do(self, state: int, job: tuple[int, ...], is_over: IsOver) -> list[int]:
        if self.deadly in job and len(list(self.folder.glob("dead-*"))) < self.deaths:
            (self.folder / f"dead-{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if multiprocessing.parent_process() is not None:
            os.kill(os.getpid(), signal.SIGINT)  # Ctrl-C reaches workers too
        return [number**state for number in job]

    def close(self, state: int) -> None:
        (self.folder / f"closed-{os.getpid()}").touch()


class Sleeps:
    """Work that lasts until it is over."""

    def open(self) -> None:
        pass

    def do(self, state: None, job: tuple[float, ...], is_over: IsOver) -> str:
        until = time.monotonic() + sum(job)
        while time.monotonic() < until:
            if is_over():
                return "over"
            time.sleep(0.01)
        return "done"

    def close(self, state: None) -> None:
        pass


class Stubborn(Sleeps):
    """Work that does not end early."""

    def do(self, state: None, job: tuple[float, ...], is_over: IsOver) -> str:
        return super().do(state, job, lambda: False)


class Mistaken(Sleeps):
    """Work that fails."""

    def do(self, state: None, job: tuple[float, ...], is_over: IsOver) -> str:
        raise ZeroDivisionError("a mistake of ours")


class CannotOpen(Sleeps):
    """Work that cannot be opened."""

    def open(self) -> None:
        raise AssayError("no such class")


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Whatever happens, all workers have ended."""
    yield
    assert [] == multiprocessing.active_children()


def ready_pool(work: Sleeps, workers: int, **more: Any) -> WorkerPool[tuple[float, ...], str]:
    """A pool with room for a job. It has none before a worker is ready."""
    pool = WorkerPool(work, workers, **more)
    assert not pool.has_room
    while not pool.has_room:
        assert [] == pool.take(1.0)
    return pool


@pytest.mark.parametrize("processes", [1, 2])
def test_rows_come_in_the_order_of_the_items(processes: int, tmp_path: Path) -> None:
    found = list(run(Squares(tmp_path), range(200), processes, most=7))

    assert list(range(200)) == [number for batch, _ in found for number in batch]
    assert [number**2 for number in range(200)] == [row for _, rows in found for row in rows]
    assert 7 == max(len(batch) for batch, _ in found)
    assert processes == len(list(tmp_path.glob("open-*"))) == len(list(tmp_path.glob("closed-*")))


@pytest.mark.parametrize("processes", [1, 2])
def test_further_items_may_depend_on_all_rows(processes: int, tmp_path: Path) -> None:
    """They are done by the same processes, which are opened once."""
    seen: list[int] = []

    found = run(Squares(tmp_path), range(9), processes, most=4, then=lambda: [sum(seen)])
    for _, rows in found:
        seen += rows

    assert [number**2 for number in range(9)] + [204**2] == seen
    assert processes == len(list(tmp_path.glob("open-*")))


@pytest.mark.parametrize("processes", [1, 2])
def test_batch_ends_at_its_cost(processes: int, tmp_path: Path) -> None:
    found = run(Squares(tmp_path), range(40), processes, most=100, cost=lambda item: item / 20)

    assert all(len(batch) == 1 for batch, _ in found if batch[0] >= 20)


@pytest.mark.parametrize("processes", [1, 2])
def test_items_are_taken_when_they_are_needed(processes: int, tmp_path: Path) -> None:
    """Endless items are as good as few, and their memory is bounded."""
    numbers = count()
    with closing(run(Squares(tmp_path), numbers, processes, most=2)) as batches:
        first, _ = next(batches)

    assert (0,) == first[:1]
    assert next(numbers) < 100


@pytest.mark.parametrize(("deaths", "died"), [(1_000, 4), (1, 1)])
def test_item_is_given_up_alone_only_if_it_ends_workers_again(deaths: int, died: int, tmp_path: Path) -> None:
    """Twice with its batch, and twice by itself. The rows of all others are there. One death alone costs no row."""
    work = Squares(tmp_path, deadly=30, deaths=deaths)

    found = list(run(work, range(100), 2, most=8, give_up=lambda item, why: [(item, why)]))

    mine = (30, "signal 9") if deaths > 1 else 900
    assert [*(n**2 for n in range(30)), mine, *(n**2 for n in range(31, 100))] == [
        row for _, rows in found for row in rows
    ]
    assert died == len(list(tmp_path.glob("dead-*")))


def test_item_without_which_the_others_are_worthless_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match=r"two processes ended \(signal 9\) on the same group"):
        list(run(Squares(tmp_path, deadly=3), range(10), 2, most=8))


@pytest.mark.parametrize("processes", [1, 2])
def test_work_that_cannot_be_opened_is_one_line(processes: int) -> None:
    """A mistake of ours is raised here."""
    with pytest.raises(AssayError, match=r"^no such class$"):
        list(run(CannotOpen(), range(4), processes, most=1))
    with pytest.raises(ZeroDivisionError, match="a mistake of ours"):
        list(run(Mistaken(), range(4), processes, most=1))


def test_interrupt_kills_what_is_under_way() -> None:
    begun = time.monotonic()

    def interrupted() -> Iterator[float]:
        yield from (0.0, 60.0, 60.0)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run(Sleeps(), interrupted(), 2, most=1))

    assert time.monotonic() - begun < 30


def test_interrupt_of_the_end_waits_for_it() -> None:
    """Ctrl-C pressed again and again leaves no worker behind: all are killed, then the interrupt is raised."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background ignores it
    pool = ready_pool(Stubborn(), 2)
    pool.submit((60.0,))
    interrupts = Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    interrupts.start()

    with pytest.raises(KeyboardInterrupt):
        pool.close(patience=1.0)
    signal.signal(signal.SIGINT, before)

    assert 0 == pool.size


@pytest.mark.parametrize(("is_long", "most"), [(False, AHEAD), (True, 1)])
def test_pool_has_room_for_jobs_in_advance(*, is_long: bool, most: int) -> None:
    """No more than a worker needs to go on at once. None behind a long job, or for a worker that is not ready."""
    with closing(ready_pool(Sleeps(), 1, is_long=lambda _: is_long)) as pool:
        handed_out = 0
        while pool.has_room:
            pool.submit((0.5,))
            handed_out += 1

    assert most == handed_out


def test_closed_pool_ends_its_jobs_early_and_gives_their_rows() -> None:
    pool = ready_pool(Sleeps(), 2)
    pool.submit((60.0,))

    (done,) = pool.close(patience=20.0)

    assert ((60.0,), "over") == (done.job, done.row)
    assert done.seconds < 20


def test_lost_worker_is_told_and_its_job_done_once_more(tmp_path: Path) -> None:
    lost: list[WorkerLost] = []
    with closing(WorkerPool(Squares(tmp_path, deadly=5), 1, lost.append)) as pool:
        pool.submit((5,))
        pool.submit((6,))
        rows = []
        while pool.is_busy:
            rows += [done.row for done in pool.take(10.0)]

    assert [[36]] == rows
    assert [WorkerLost("signal 9", (5,), given_up=False), WorkerLost("signal 9", (5,), given_up=True)] == lost


def test_jobs_of_a_pool_without_workers_are_the_callers() -> None:
    lost: list[WorkerLost] = []
    with closing(WorkerPool(CannotOpen(), 2, lost.append)) as pool:
        pool.submit((1.0,))
        while pool.size:
            pool.take(10.0)

        assert [(1.0,)] == pool.withdraw()
    assert [WorkerLost("no such class", None, given_up=False)] * 2 == lost


def test_worker_ends_with_its_parent(tmp_path: Path) -> None:
    """However the parent ended."""
    script = f"""
from pathlib import Path
from kafka_assay.properties.runner.worker_pool import WorkerPool
from tests.properties.runner.test_runner import Squares
if __name__ == "__main__":
    import os, signal
    pool = WorkerPool(Squares(Path({str(tmp_path)!r})), 1)
    while not pool.has_room:
        pool.take(1.0)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    (tmp_path / "parent.py").write_text(script)
    subprocess.run(
        [sys.executable, tmp_path / "parent.py"], check=False, env={**os.environ, "PYTHONPATH": str(Path.cwd())}
    )
    (opened,) = tmp_path.glob("open-*")
    worker = Path("/proc") / opened.name.removeprefix("open-")

    deadline = time.monotonic() + 20
    while worker.exists() and time.monotonic() < deadline:
        time.sleep(0.05)

    assert not worker.exists()
