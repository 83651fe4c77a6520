"""The host's side of the protocol with several questions at a time, for assignors that mostly wait."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from kafka_assay.assignors.hosted.serving.host_server import (
    RequestHandler,
    ServedAssignor,
    document_line,
    replies_to,
    write_line,
)


def serve_side_by_side(
    assignors: Mapping[str, ServedAssignor],
    greeting: Mapping[str, object],
    questions: BinaryIO,
    answers: BinaryIO,
    *,
    workers: int,
) -> None:
    """Serve as `serve` does, but up to `workers` questions at a time. Replies have the order of the questions."""
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
