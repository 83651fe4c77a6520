"""
The process in which Python targets live: `python -P -m assignors.hosted.python_host TARGET FOLDER...`.

It speaks `assay-host/1`. Foreign code is imported here and nowhere else, finds `FOLDER...` on its `sys.path`, and can
neither read the questions nor spoil the answers: its stdin is empty, and what it prints goes to stderr.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from assignors.errors import AssayError
from assignors.hosted.clients import found_release
from assignors.hosted.host_life import live
from assignors.hosted.protocol import FORMAT
from assignors.hosted.served import Served, plainly_served
from assignors.hosted.target_name import ClientName, PythonName, ReferenceName, target_name
from assignors.registry import maker

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """
    Open the target that the first argument names, and serve it until stdin ends. Returns the exit code.
    """
    text, *folders = arguments
    sys.path[:] = list(dict.fromkeys([*folders, *sys.path]))
    return live(partial(_opened, text))


def _opened(text: str) -> tuple[dict[str, Served], dict[str, object]]:
    match target_name(text):
        case PythonName() as name:
            from assignors.hosted.python_object import served_object

            served, said = served_object(name)
            return {name.attribute: served}, _greeting("python", [name.attribute], said)
        case ClientName() as name:
            from assignors.hosted.client_host import served_client

            return served_client(name.client, found_release(name))
        case ReferenceName(reference):
            # One of ours beside the process that judges it: whether it answers the same there.
            return {reference: plainly_served(maker(reference))}, _greeting("kafka-assay", [reference], {})
        case other:
            raise AssayError(f"this host opens no {type(other).__name__}")


def _greeting(implementation: str, assignors: list[str], said: dict[str, object]) -> dict[str, object]:
    return {"format": FORMAT, "implementation": implementation, "assignors": assignors, **said}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
