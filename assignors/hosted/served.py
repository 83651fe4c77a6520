"""
The other side of `assay-host/1`: serves assignors of this process to whoever asks on stdin.

Nothing that is asked ends it: an unknown assignor, a malformed group, an assignor that raises whatever it likes are
all answered with an error.
"""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from assignors.errors import AssayError, nearest
from assignors.group_format import group_from_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from assignors.model import Group

_TRACE = 8_000

Put: TypeAlias = "Callable[[Any, Group], Callable[[], Any]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """
    One assignor to serve.

    `fresh` makes an assignor object; `put` makes the call that answers a group, everything that it needs ready, so
    that the call alone is timed; `read` turns what came back into member -> topic -> ids.
    """

    fresh: Callable[[], Any]
    put: Put
    read: Callable[[Any], object]


def serve(assignors: Mapping[str, Served], greeting: Mapping[str, object], asked: BinaryIO, answered: BinaryIO) -> None:
    """
    Greet, then answer every line of `asked` on `answered`, until there are no more.
    """
    _say(answered, _text(greeting))
    desk = _Desk(assignors)
    for line in asked:
        _say(answered, desk.reply(line))


def _say(answered: BinaryIO, line: str) -> None:
    answered.write(line.encode("ascii") + b"\n")
    answered.flush()


class _Desk:
    def __init__(self, assignors: Mapping[str, Served]) -> None:
        self._assignors = assignors
        self._instances: dict[tuple[str, str], Any] = {}

    def reply(self, line: bytes) -> str:
        """
        The line that answers `line`.
        """
        number: object = None
        try:
            question = json.loads(line)
            number = question.get("id") if isinstance(question, dict) else None
            return self._answer(number, question)
        except BaseException as raised:  # noqa: BLE001 - foreign code may raise anything, SystemExit too
            return _text({"id": number, "error": _described(raised)})

    def _answer(self, number: object, question: Any) -> str:
        if not isinstance(question, dict):
            raise AssayError("a question is an object with 'id', 'assignor' and 'group'")
        served = self._served(question.get("assignor"))
        group = group_from_json(question.get("group"))
        call = served.put(self._object(question["assignor"], served, question.get("instance")), group)
        start = time.perf_counter_ns()
        came_back = call()
        nanoseconds = time.perf_counter_ns() - start
        return _text({"id": number, "assignment": served.read(came_back), "nanoseconds": nanoseconds})

    def _served(self, name: object) -> Served:
        if not isinstance(name, str) or name not in self._assignors:
            raise AssayError(f"no assignor is called {name!r}{nearest(str(name), self._assignors)}")
        return self._assignors[name]

    def _object(self, name: str, served: Served, instance: str | None) -> Any:
        if instance is None:
            return served.fresh()
        if (name, instance) not in self._instances:
            self._instances[name, instance] = served.fresh()
        return self._instances[name, instance]


def _described(raised: BaseException) -> dict[str, str]:
    message, trace = "", ""
    with suppress(Exception):  # a foreign exception may fail to print itself
        message = str(raised)
    theirs = raised.__traceback__
    while theirs is not None and theirs.tb_frame.f_code.co_filename == __file__:
        theirs = theirs.tb_next
    with suppress(Exception):
        trace = "".join(traceback.format_exception(type(raised), raised, theirs))[-_TRACE:]
    return {"type": type(raised).__name__, "message": message, "trace": trace}


def _text(document: object) -> str:
    return json.dumps(document, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> object:
    """
    What JSON has no word for but can hold no doubt: mappings, sets and other collections, and integers of numpy.
    """
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    # Before integers: an array of numpy has `__index__`, too, and gives its only element away as a number.
    try:
        values = iter(value)
    except TypeError:
        if hasattr(value, "__index__"):
            return index(value)
        raise TypeError(f"the answer holds a {type(value).__name__}, which JSON cannot") from None
    return list(values)
