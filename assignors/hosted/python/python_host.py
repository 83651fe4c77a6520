"""
The process of a Python target: `python -P -m kafka_assay.assignors.hosted.python.python_host MODULE NAME FOLDER...`.

It speaks `assay-host/1`. Only this module imports foreign code, with `FOLDER...` on its `sys.path`. Foreign code can
neither read the questions nor corrupt the answers: its stdin is empty, and its prints go to stderr.
"""

from __future__ import annotations

import sys
from functools import partial

from kafka_assay.assignors.hosted.protocol import FORMAT
from kafka_assay.assignors.hosted.python.python_object import load_served
from kafka_assay.assignors.hosted.serving.host_server import ServedAssignor
from kafka_assay.assignors.hosted.serving.python_host_main import serve_until_end


def main(module: str, attribute: str, *folders: str) -> int:
    """Serve the `attribute` of the `module` until stdin ends. Returns the exit code."""
    sys.path[:] = list(dict.fromkeys([*folders, *sys.path]))
    return serve_until_end(partial(_served_assignors, module, attribute))


def _served_assignors(module: str, attribute: str) -> tuple[dict[str, ServedAssignor], dict[str, object]]:
    served, greeting = load_served(module, attribute)
    return {attribute: served}, {"format": FORMAT, "implementation": "python", "assignors": [attribute], **greeting}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
