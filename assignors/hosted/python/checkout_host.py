"""
The process of a Python target in a checkout of its own: `... checkout_host CHECKOUT MODULE NAME FOLDER...`.

It is `python_host`, except that it works in the folder `CHECKOUT`, and refuses a module from elsewhere: an installed
copy of the same package must not stand in for a checkout without that module.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.protocol import FORMAT
from kafka_assay.assignors.hosted.python.python_object import load_served
from kafka_assay.assignors.hosted.serving.host_server import ServedAssignor
from kafka_assay.assignors.hosted.serving.python_host_main import serve_until_end


def main(checkout: str, module: str, attribute: str, *folders: str) -> int:
    """Serve the `attribute` of the `module` until stdin ends. Returns the exit code."""
    os.chdir(checkout)
    sys.path[:] = list(dict.fromkeys([*folders, *sys.path]))
    return serve_until_end(partial(_served_assignors, Path(checkout), module, attribute))


def _served_assignors(
    checkout: Path, module: str, attribute: str
) -> tuple[dict[str, ServedAssignor], dict[str, object]]:
    served, greeting = load_served(module, attribute)
    file = getattr(sys.modules[module], "__file__", None)
    if file is None or not Path(file).resolve().is_relative_to(checkout.resolve()):
        raise AssayError(f"no module {module!r} in this checkout")
    return {attribute: served}, {"format": FORMAT, "implementation": "python", "assignors": [attribute], **greeting}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
