"""The main program of a Python host: open what it serves, greet, and answer."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.protocol import WRONG_QUESTION, compact_json
from kafka_assay.assignors.hosted.serving.host_pipes import take_over_pipes
from kafka_assay.assignors.hosted.serving.host_server import ServedAssignor, serve


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
        from kafka_assay.assignors.hosted.serving.parallel_server import serve_side_by_side

        serve_side_by_side(assignors, greeting, questions, answers, workers=workers)
    else:
        serve(assignors, greeting, questions, answers)
    return 0
