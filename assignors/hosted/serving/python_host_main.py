"""What a Python host does from its start to its end: it opens what it is to serve, greets, and answers."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.protocol import WRONG_QUESTION, compact_json
from kafka_assay.assignors.hosted.serving.host_pipes import take_over_pipes
from kafka_assay.assignors.hosted.serving.host_server import ServedAssignor, serve


def serve_until_end(opened: Callable[[], tuple[Mapping[str, ServedAssignor], Mapping[str, object]]]) -> int:
    """
    Serve the assignors that `opened` finds, with the greeting that it gives, until stdin ends. Returns the exit
    code.

    Foreign code is to be imported by `opened` and not before: from then on it can neither read the questions nor spoil
    the answers.
    """
    asked, answered = take_over_pipes()
    try:
        assignors, greeting = opened()
    except AssayError as wrong:
        answered.write(compact_json({"format": WRONG_QUESTION, "message": str(wrong)}) + b"\n")
        answered.flush()
        return 2
    gc.freeze()  # what is loaded now stays: it need not be looked through again and again
    serve(assignors, greeting, asked, answered)
    return 0
