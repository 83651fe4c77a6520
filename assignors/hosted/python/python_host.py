"""
The user's own assignor in a process of its own: `python:mypackage.assignors:Mine`.

`python -P -m ...python.python_host CHECKOUT MODULE NAME FOLDER...` speaks `assay-host/1`. Only this process imports
foreign code, with `FOLDER...` on its `sys.path`. Foreign code can neither read the questions nor corrupt the answers:
its stdin is empty, and its prints go to stderr.

If `CHECKOUT` is not empty, the process works in this folder and refuses a module from elsewhere: an installed copy of
the same package must not stand in for a checkout without that module.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_command import HostCommand, python_host_command
from kafka_assay.assignors.hosted.host_main import serve_until_end
from kafka_assay.assignors.hosted.host_server import ServedAssignor
from kafka_assay.assignors.hosted.protocol import FORMAT
from kafka_assay.assignors.hosted.python.python_object import load_served, project_folders
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import TargetName


def host_command(name: TargetName) -> HostCommand:
    """The command that starts a process which imports the module, from the folders of this process."""
    here = Path.cwd()
    return _command(name, "", [*project_folders(here), *(Path(folder or here) for folder in sys.path)])


def checkout_target(text: str, *, checkout: Path, root: Path, here: Path) -> str:
    """
    The target `text` (`python:...`) with the modules of `checkout`, as the text of another target.

    `root` is the current checkout, `here` the current folder in it. Their folders on the search path are replaced by
    those of `checkout`. Raises `AssayError` for any other kind of target.
    """
    name = parse_target(text)
    if name.kind.word != "python":
        raise AssayError(
            f"{text}: --git takes a python: target; name two jars or modules as BASE and CANDIDATE instead"
        )
    folders = _folders_in(checkout, root, [*project_folders(here), *map(Path, filter(None, sys.path))])
    return f"exec:{shlex.join(_command(name, str(checkout / here.relative_to(root)), folders).words)}"


def _folders_in(checkout: Path, root: Path, folders: Sequence[Path]) -> list[Path]:
    """The `folders`, those inside `root` replaced by the same in `checkout`. A virtual environment stays as it is."""
    return [
        checkout / folder.relative_to(root)
        if folder.is_relative_to(root) and not folder.is_relative_to(Path(sys.prefix))
        else folder
        for folder in folders
    ]


def _command(name: TargetName, checkout: str, folders: Sequence[Path]) -> HostCommand:
    words = (checkout, name["module"], name.assignor, *dict.fromkeys(map(str, folders)))
    return python_host_command("python.python_host", *words, assignor=name.assignor, target_text=name.text)


def main(checkout: str, module: str, attribute: str, *folders: str) -> int:
    """Serve the `attribute` of the `module` until stdin ends. Returns the exit code."""
    if checkout:
        os.chdir(checkout)
    sys.path[:] = list(dict.fromkeys([*folders, *sys.path]))
    return serve_until_end(partial(_served_assignors, checkout, module, attribute))


def _served_assignors(
    checkout: str, module: str, attribute: str
) -> tuple[dict[str, ServedAssignor], dict[str, object]]:
    served, greeting = load_served(module, attribute)
    file = getattr(sys.modules[module], "__file__", None) or ""
    if checkout and not Path(file).resolve().is_relative_to(Path(checkout).resolve()):
        raise AssayError(f"no module {module!r} in this checkout")
    return {attribute: served}, {"format": FORMAT, "implementation": "python", "assignors": [attribute], **greeting}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
