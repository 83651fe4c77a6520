"""The main program of a Python host: take over its pipes, open what it serves, greet, and answer until stdin ends."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping
from fcntl import F_DUPFD_CLOEXEC, fcntl
from typing import BinaryIO

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_server import (
    RequestHandler,
    ServedAssignor,
    document_line,
    replies_to,
    serve,
    write_line,
)
from kafka_assay.assignors.hosted.protocol import WRONG_QUESTION, compact_json

_STDIN, _STDOUT, _STDERR, _OTHERS = range(4)


def take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """
    Move stdin and stdout to descriptors that no other code uses, and return them.

    An empty stdin, and stderr, take their places. If this process was started without stdin, it is empty too. Output to
    a missing stdout or stderr is discarded.
    """
    questions, answers, printed = (_move_descriptor(descriptor) for descriptor in (_STDIN, _STDOUT, _STDERR))
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, _STDIN)
    os.dup2(printed, _STDOUT)
    for descriptor in {empty, printed} - {_STDIN, _STDOUT, _STDERR}:
        os.close(descriptor)
    return os.fdopen(questions, "rb"), os.fdopen(answers, "wb")


def _move_descriptor(descriptor: int) -> int:
    """A copy of `descriptor` above the three standard ones; for a closed one, a descriptor of the null device."""
    try:
        return fcntl(descriptor, F_DUPFD_CLOEXEC, _OTHERS)
    except OSError:
        nowhere = os.open(os.devnull, os.O_RDWR)
        return fcntl(nowhere, F_DUPFD_CLOEXEC, _OTHERS)


def serve_side_by_side(
    assignors: Mapping[str, ServedAssignor],
    greeting: Mapping[str, object],
    questions: BinaryIO,
    answers: BinaryIO,
    *,
    workers: int,
) -> None:
    """Serve as `serve` does, but up to `workers` questions at a time. Replies have the order of the questions."""
    from concurrent.futures import Future, ThreadPoolExecutor
    from queue import SimpleQueue
    from threading import Thread

    write_line(answers, document_line(greeting))
    handler = RequestHandler(assignors, ())
    waiting: SimpleQueue[Future[str] | None] = SimpleQueue()

    def write_in_order() -> None:
        while (reply := waiting.get()) is not None:
            write_line(answers, reply.result())

    writer = Thread(target=write_in_order)
    writer.start()
    with ThreadPoolExecutor(workers) as pool:
        for reply in replies_to(handler, questions):
            waiting.put(pool.submit(reply))
    waiting.put(None)
    writer.join()


def serve_until_end(
    opened: Callable[[], tuple[Mapping[str, ServedAssignor], Mapping[str, object]]], *, workers: int = 1
) -> int:
    """
    Serve the assignors and the greeting that `opened` returns, until stdin ends. Returns the exit code.

    Up to `workers` questions are answered at a time.

    Foreign code must be imported inside `opened`, not earlier. From then on it can neither read the questions nor
    corrupt the answers.
    """
    questions, answers = take_over_pipes()
    try:
        assignors, greeting = opened()
    except AssayError as wrong:
        answers.write(compact_json({"format": WRONG_QUESTION, "message": str(wrong)}) + b"\n")
        answers.flush()
        return 2
    gc.freeze()  # everything loaded so far stays, so the garbage collector can skip it
    if workers > 1:
        serve_side_by_side(assignors, greeting, questions, answers, workers=workers)
    else:
        serve(assignors, greeting, questions, answers)
    return 0
