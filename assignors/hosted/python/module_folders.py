"""The folders of a project in which the user's own Python modules are looked for first."""

from __future__ import annotations

from pathlib import Path


def project_folders(here: Path) -> tuple[Path, Path]:
    """
    The folder `here` and `src` in it, whether or not they exist.

    >>> [folder.as_posix() for folder in project_folders(Path("shop"))]
    ['shop', 'shop/src']
    """
    return here, here / "src"
