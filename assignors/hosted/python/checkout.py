"""A Python target in a checkout that is not the current one: an older version of the user's own assignor."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_command import python_host_command
from kafka_assay.assignors.hosted.python.family import PythonName
from kafka_assay.assignors.hosted.python.module_folders import project_folders
from kafka_assay.assignors.hosted.targets.target_name import parse_target


def checkout_target(text: str, *, checkout: Path, root: Path, here: Path) -> str:
    """
    The target `text` (`python:...`) with the modules of `checkout`, as the text of another target.

    `root` is the current checkout, `here` the current folder in it. Their folders on the search path are replaced by
    those of `checkout`. Raises `AssayError` for any other kind of target.
    """
    name = parse_target(text)
    if not isinstance(name, PythonName):
        raise AssayError(
            f"{text}: --git takes a python: target; name two jars or modules as BASE and CANDIDATE instead"
        )
    folders = _folders_in(checkout, root, [*project_folders(here), *map(Path, filter(None, sys.path))])
    place = str(checkout / here.relative_to(root))
    command = python_host_command(
        f"{__package__}.checkout_host", place, name.module, name.attribute, *folders, assignor="", target_text=text
    )
    return f"exec:{shlex.join(command.words)}"


def _folders_in(checkout: Path, root: Path, folders: Sequence[Path]) -> list[str]:
    """The `folders`, those inside `root` replaced by the same in `checkout`. A virtual environment stays as it is."""
    found = [
        checkout / folder.relative_to(root)
        if folder.is_relative_to(root) and not folder.is_relative_to(Path(sys.prefix))
        else folder
        for folder in folders
    ]
    return list(dict.fromkeys(map(str, found)))
