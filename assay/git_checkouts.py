"""Two revisions of the current repository, checked out side by side in folders of their own."""

from __future__ import annotations

import os
import re
import signal
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.tools import run_tool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

PREFIX = "assay-compare-"
DIGITS = 8
_FORM = re.compile(r"(?P<base>[^.\s](?:\S*[^.\s])?)\.\.(?P<candidate>[^.\s]\S*)")
_WITHOUT_HOOKS = ("-c", "core.hooksPath=/dev/null")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """A `revision` as the user names it, the hash of its commit, and the folder where it is checked out."""

    revision: str
    commit: str
    folder: Path

    @property
    def version(self) -> str:
        """The revision and the first digits of its commit; only these digits where the revision is the hash."""
        digits = self.commit[:DIGITS]
        return digits if self.revision.startswith(digits) else f"{self.revision} {digits}"


@contextmanager
def check_out(text: str) -> Iterator[tuple[Path, Checkout, Checkout]]:
    """
    The root of the repository around the current folder, and checkouts of both ends of the range `text`.

    The checkouts are removed at the end, after an interrupt and a termination too. Those of a process that was killed
    are removed by the next one. Raises `AssayError`.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise AssayError(f"--git {text}: expected BASE..CANDIDATE, such as main..HEAD")
    root = Path(_git(text, "rev-parse", "--show-toplevel").strip())
    _remove_leftovers(text)
    with ExitStack() as stack:
        stack.enter_context(_interrupted_by_termination())
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-")))
        found = []
        for side in ("base", "candidate"):
            folder = place / side
            stack.callback(_remove, text, folder)
            found.append(_check_out_one(text, form[side], folder))
        yield root, found[0], found[1]


def _check_out_one(text: str, revision: str, folder: Path) -> Checkout:
    try:
        commit = _git(text, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
    except AssayError:
        raise AssayError(
            f"--git {text}: {revision!r} is no revision of this repository (a shallow clone lacks older ones)"
        ) from None
    _git(text, *_WITHOUT_HOOKS, "worktree", "add", "--detach", "--quiet", str(folder), commit)
    return Checkout(revision=revision, commit=commit, folder=folder)


def _remove(text: str, folder: Path) -> None:
    with suppress(AssayError):  # it may not exist yet; the folder itself is removed in any case
        _git(text, "worktree", "remove", "--force", "--force", str(folder))


def _remove_leftovers(text: str) -> None:
    """Remove the checkouts of processes that were killed."""
    for line in _git(text, "worktree", "list", "--porcelain").splitlines():
        folder = Path(line.removeprefix("worktree "))
        owner = re.fullmatch(rf"{PREFIX}(\d+)-.*", folder.parent.name)
        if line.startswith("worktree ") and owner is not None and not _is_running(int(owner[1])):
            _remove(text, folder)
            with suppress(OSError):
                folder.parent.rmdir()


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _git(text: str, *words: str) -> str:
    return run_tool(("git", *words), folder=Path.cwd(), target_text=f"--git {text}")


@contextmanager
def _interrupted_by_termination() -> Iterator[None]:
    """Treat a termination as Ctrl-C, so that the checkouts are removed."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
