"""
The sources of Python targets: two revisions of the current repository, checked out side by side in folders of their
own; and the file and line of a class or function, without importing it.
"""

from __future__ import annotations

import ast
import os
import re
import signal
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from assay.output import note
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.atomic_file import is_running
from kafka_assay.assignors.hosted.python.python_host import project_folders
from kafka_assay.assignors.hosted.tools import run_tool
from kafka_assay.reports.comparison.ci_results import SourcePlace

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
        head, changed = (
            _git(text, *words).strip() for words in (("rev-parse", "HEAD"), ("diff", "--name-only", "HEAD"))
        )
        if changed and found[1].commit == head:
            note(f'--git: uncommitted work is not compared; --git "{form["base"]}..$(git stash create)" compares it')
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
        if line.startswith("worktree ") and owner is not None and not is_running(owner[1]):
            _remove(text, folder)
            with suppress(OSError):
                folder.parent.rmdir()


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


def find_source(target: str, here: Path, root: Path) -> SourcePlace | None:
    """
    The place of the target `python:MODULE:NAME`, if its module is in the folder `here` or in `src` there; else None.

    The path is relative to `root`. The line is 1 if the file does not define the name.
    """
    kind, _, rest = target.partition(":")
    if kind != "python":
        return None
    module, _, name = rest.partition(":")
    stem = module.replace(".", "/")
    places = [folder / f"{stem}{end}" for folder in project_folders(here) for end in (".py", "/__init__.py")]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        return None
    return SourcePlace(found.relative_to(root).as_posix(), defining_line(found.read_bytes(), name.split(".")))


def defining_line(source: bytes, name: Sequence[str]) -> int:
    r"""
    The line on which `source` defines or imports a name, given as its words; 1 if it does not.

    >>> defining_line(b"x = 1\nclass A:\n    def b(): ...\n", ["A", "b"]), defining_line(b"(", ["A"])
    (3, 1)
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            inside: ast.AST | None = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return 1
    line = 1
    for word in name:
        found = [one for one in _statements(inside) if word in _bound_names(one)]
        if not found:
            break
        line = found[-1].lineno
        inside = found[-1] if isinstance(found[-1], ast.ClassDef) else None
    return line


def _statements(inside: ast.AST | None) -> Iterator[ast.stmt]:
    """The statements of a module or class, also those under `if`, `try` and `with`."""
    for one in ast.iter_child_nodes(inside) if inside else ():
        if isinstance(one, ast.stmt):
            yield one
        if isinstance(one, ast.If | ast.Try | ast.With | ast.ExceptHandler):
            yield from _statements(one)


def _bound_names(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Assign(targets=targets):
            return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {one.asname or one.name for one in names}
        case _:
            return set()
