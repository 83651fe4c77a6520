"""
Read the input of verbs: one group (`.json`), many (`.jsonl`, one per line), or folders of both.

A malformed file with one group is an input error. A bad line of many gets an `assay-error/1` instead of a result. The
other groups are answered, and the exit code at the end reports the input error.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from glob import glob
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from assay.command import ExitCode
from assay.output import emit_json, first_of, is_read, note
from kafka_assay.assignors.errors import AssayError, InvalidGroup, error_record, nearest_word
from kafka_assay.assignors.formats.documents import group_in, parse_json, parse_json_line, require_workable
from kafka_assay.assignors.model import Group

STANDARD_INPUT = "-"
MANY = frozenset({".jsonl"})
READABLE = frozenset({".json", ".jsonl"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """
    One group of a file: `index` counts from 0, `line` (from 1) is None if the file is one document.

    `record` is the parsed document around the group, if a record wraps it; else the group's own.
    """

    file: str
    index: int
    line: int | None
    group: Group
    record: dict[str, Any] = field(hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class QuestionText:
    """The text of a question, which may hold no group."""

    file: str
    index: int
    line: int | None
    data: bytes

    def parse(self) -> Question:
        """The question. Raises `InvalidGroup`."""
        record = parse_json(self.data) if self.line is None else parse_json_line(self.data)
        group = require_workable(group_in(record))
        assert isinstance(record, dict), "every document that holds a group is an object"
        return Question(file=self.file, index=self.index, line=self.line, group=group, record=record)

    @property
    def place(self) -> str:
        """The file, and the line if it has several."""
        return self.file if self.line is None else f"{self.file} line {self.line}"


def holds_many(path: str) -> bool:
    """Whether `path` holds one group per line: a `.jsonl`, or standard input (`-`)."""
    return path == STANDARD_INPUT or Path(path).suffix.lower() in MANY


def is_file(text: str) -> bool:
    """Whether a word of a command means a file, not a target: `-`, an existing file, or the name of a missing one."""
    if text == STANDARD_INPUT or Path(text).is_file():
        return True
    return Path(text).suffix.lower() in READABLE and not _is_target(text)


def _is_target(text: str) -> bool:
    from kafka_assay.assignors.hosted.target_kinds import is_target
    from kafka_assay.assignors.registry import reference_names

    return is_target(text, reference_names())


def read_document(path: str) -> object:
    """The JSON document in the file at `path`, or in a line: `FILE.jsonl:LINE`. Raises `AssayError`, which names it."""
    file, _, number = path.rpartition(":")
    try:
        if is_line(path):
            return parse_json(next((line for here, line in _read_lines(file) if here == int(number)), b""))
        data = read_bytes(path)
    except InvalidGroup as wrong:
        raise AssayError(f"{path}: {wrong}") from None
    try:
        return parse_json(data)
    except InvalidGroup as wrong:
        from kafka_assay.assignors.consumer_groups.import_formats import advise_import

        raise AssayError(advise_import(path, data.decode("utf-8", "replace")) or f"{path}: {wrong}") from None


def is_line(text: str) -> bool:
    """
    Whether a text names a line of a file with many groups, counted from 1.

    >>> is_line("groups.jsonl:3"), is_line("everyday:3")
    (True, False)
    """
    file, _, number = text.rpartition(":")
    return number.isdecimal() and Path(file).suffix.lower() in MANY and not Path(text).exists()


def read_group(path: str) -> Group:
    """The one group in the file at `path`. Raises `AssayError`, which names the file."""
    try:
        with _without_collection():
            return require_workable(group_in(read_document(path)))
    except InvalidGroup as wrong:
        raise AssayError(f"{path}: {wrong}") from None


@contextmanager
def _without_collection() -> Iterator[None]:
    """Keep the garbage collector from what is read: it has no cycles, and looking at it takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def read_questions(path: str) -> Iterator[QuestionText]:
    """
    The texts of groups in the file at `path`, one after another. Of a `.jsonl` only one line is in memory at a time.

    Standard input may also hold one group, over any number of lines.
    """
    if not holds_many(path):
        yield QuestionText(path, 0, None, read_bytes(path))
        return
    lines: Iterator[tuple[int, bytes]] = filter(lambda numbered: numbered[1].strip(), _read_lines(path))
    first = next(lines, None)
    if first is None:
        raise AssayError(f"{path}: the file is empty: expected one group per line")
    if path == STANDARD_INPUT and not _is_json(first[1]):
        rest = list(lines)
        whole = b"".join(line for _, line in [first, *rest])
        if _is_json(whole) or (rest and not any(_is_json(line) for _, line in rest)):
            yield QuestionText(path, 0, None, whole)
            return
        lines = iter(rest)
    for index, (number, line) in enumerate(chain([first], lines)):
        yield QuestionText(path, index, number, line)


def save_standard_input(folder: Path) -> Path:
    """Save standard input in `folder` as `.jsonl`; as `.json` if its first line is no document. Raises `AssayError`."""
    lines = (line for _, line in _read_lines(STANDARD_INPUT))
    first = next((line for line in lines if line.strip()), None)
    if first is None:
        raise AssayError("-: standard input is empty: expected one group per line")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"standard-input{'.jsonl' if _is_json(first) else '.json'}"
    try:
        with file.open("wb") as saved:
            saved.write(first)
            saved.writelines(lines)
    except OSError as wrong:
        raise AssayError(f"{file}: cannot be written: {wrong.strerror or wrong}") from None
    return file


def _is_json(data: bytes) -> bool:
    """Whether `data` is a complete JSON object, of a group or not. A part of one, such as `},` or `7`, is not."""
    try:
        return isinstance(parse_json(data), dict)
    except InvalidGroup:
        return False


@contextmanager
def _open_input(path: str) -> Iterator[BinaryIO]:
    """The file at `path`, or standard input. Raises `AssayError` if it cannot be opened or read."""
    # None if the program was started without one.
    if path == STANDARD_INPUT and (sys.stdin is None or sys.stdin.closed):
        raise AssayError("-: standard input is closed or has been read already")
    if not path:
        raise AssayError(f"{path!r}: expected the path of a file")
    try:
        with sys.stdin.buffer if path == STANDARD_INPUT else Path(path).open("rb") as file:
            yield file
    except FileNotFoundError:
        raise AssayError(f"{path}: no such file{_path_tip(path)}") from None
    except IsADirectoryError:
        raise AssayError(f"{path}: is a folder: expected a file") from None
    except (OSError, ValueError) as wrong:
        # ValueError: the path contains a NUL.
        raise AssayError(f"{path!r}: cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None


def read_bytes(path: str) -> bytes:
    """The contents of the file at `path`. Raises `AssayError` if it cannot be read."""
    with _open_input(path) as file:
        return file.read()


def _read_lines(path: str) -> Iterator[tuple[int, bytes]]:
    with _open_input(path) as file:
        yield from enumerate(file, start=1)


def _path_tip(path: str) -> str:
    if _is_target(path):
        return ": expected a file, but this is a target"
    # By stem: otherwise any two names that end in .json would be similar.
    try:
        by_stem = {entry.stem: entry.name for entry in sorted(Path(path).parent.iterdir())}
    except (OSError, ValueError):
        return ""
    found = nearest_word(Path(path).stem, by_stem)
    return "" if found is None else f"; did you mean {by_stem[found]!r}?"


def answer_each(path: str, answers: Callable[[Question], Iterable[tuple[dict[str, Any], ExitCode]]]) -> ExitCode:
    """
    Print a JSON line for each result of `answers` to each group in `path`, in order, with `index` and `name` added.

    A line that is not a group, or for which `answers` raises `AssayError`, gets an `assay-error/1` instead. The exit
    code is the gravest met: input error, then broken, then undecided. It stops early if stdout is closed.
    """
    met = set()
    bad: list[str] = []
    for text in read_questions(path):
        if not is_read():
            break
        try:
            question = text.parse()
            for result, code in answers(question):
                emit_json({**result, "index": question.index, "name": question.group.name})
                met.add(code)
        except AssayError as wrong:
            emit_json(error_record(wrong, file=path, index=text.index))
            bad.append(f"{text.place}: {wrong}")
    if bad:
        note(f"assay: {first_of(bad)}")
        return ExitCode.USAGE_ERROR
    return gravest_code(met)


def gravest_code(met: Iterable[ExitCode]) -> ExitCode:
    """The gravest exit code of several judgements: broken, then undecided, then kept."""
    return max(met, key=(ExitCode.KEPT, ExitCode.UNDECIDED, ExitCode.BROKEN).index, default=ExitCode.KEPT)


def group_files(paths: Iterable[str]) -> list[str]:
    """
    The files that `paths` name: files as given, folders searched for `.json` and `.jsonl`, in the order of their names.

    A path that does not exist may be a pattern (`groups/*.jsonl`).
    """
    found: dict[str, None] = {}
    # Path.glob takes no absolute pattern.
    expanded = ([path] if Path(path).exists() else sorted(glob(path)) or [path] for path in paths)  # noqa: PTH207
    for path in chain.from_iterable(expanded):
        here = Path(path)
        if not here.is_dir():
            if not here.exists():
                raise AssayError(f"{path}: no such file or folder{_path_tip(path)}")
            found[path] = None
            continue
        inside = sorted(
            str(entry)
            for entry in here.rglob("*")
            if entry.suffix.lower() in READABLE
            and entry.is_file()
            and not any(part.startswith(".") for part in entry.relative_to(here).parts)
        )
        if not inside:
            raise AssayError(f"{path}: the folder has no .json or .jsonl file")
        found.update(dict.fromkeys(inside))
    return list(found)
