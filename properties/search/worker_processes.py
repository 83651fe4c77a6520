"""Start worker processes without Ctrl-C, and end them at once with the processes of their targets."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from threading import Thread


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Block Ctrl-C in the processes that start now: this process ends them."""
    resource_tracker.ensure_running()  # starting it later would unblock Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in this worker: the process that started it ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_with_parent() -> None:
    """End this worker as soon as the process that started it is gone, however that ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def kill_processes(processes: Iterable[BaseProcess]) -> None:
    """Kill workers, whatever they do. The supervisors of their targets' processes then end those too."""
    for process in processes:
        process.kill()
