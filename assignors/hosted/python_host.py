"""
The process in which Python targets live: `python -P -m assignors.hosted.python_host TARGET FOLDER...`.

It speaks `assay-host/1`. Foreign code is imported here and nowhere else, finds `FOLDER...` on its `sys.path`, and can
neither read the questions nor spoil the answers: its stdin is empty, and what it prints goes to stderr.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from assignors.errors import AssayError
from assignors.hosted.channel import own_channel
from assignors.hosted.protocol import FORMAT, WRONG_QUESTION, compact
from assignors.hosted.served import Served, plainly_served, serve
from assignors.hosted.target_name import ClientName, PythonName, ReferenceName, target_name
from assignors.registry import maker

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """
    Open the target that the first argument names, and serve it until stdin ends. Returns the exit code.
    """
    asked, answered = own_channel()
    text, *folders = arguments
    sys.path[:] = list(dict.fromkeys([*folders, *sys.path]))
    try:
        assignors, greeting = _opened(text)
    except AssayError as wrong:
        answered.write(compact({"format": WRONG_QUESTION, "message": str(wrong)}) + b"\n")
        answered.flush()
        return 2
    serve(assignors, greeting, asked, answered)
    return 0


def _opened(text: str) -> tuple[dict[str, Served], dict[str, object]]:
    match target_name(text):
        case PythonName() as name:
            from assignors.hosted.python_object import served_object

            served, said = served_object(name)
            return {name.attribute: served}, _greeting("python", [name.attribute], said)
        case ClientName() as name:
            return _client(name)
        case ReferenceName(reference):
            # One of ours beside the process that judges it: whether it answers the same there.
            return {reference: plainly_served(maker(reference))}, _greeting("kafka-assay", [reference], {})
        case other:
            raise AssayError(f"this host opens no {type(other).__name__}")


def _client(name: ClientName) -> tuple[dict[str, Served], dict[str, object]]:
    from assignors.hosted.clients import CLIENTS, found_release

    release = found_release(name)
    if name.client == "kafka-python":
        from assignors.hosted.kafka_python import served_assignors
    else:
        from assignors.hosted.aiokafka_classes import served_assignors
    return served_assignors(), _greeting(
        name.client, list(CLIENTS[name.client]), {"version": release, "like": CLIENTS[name.client]}
    )


def _greeting(implementation: str, assignors: list[str], said: dict[str, object]) -> dict[str, object]:
    return {"format": FORMAT, "implementation": implementation, "assignors": assignors, **said}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
