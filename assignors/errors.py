"""Errors that a user can fix, shown in one line without a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import get_close_matches
from reprlib import Repr
from typing import Any

_MOST_COMPARED = 300
"""A longer name matches no known word, and comparing megabytes would take minutes."""
ERROR_FORMAT = "assay-error/1"
_LONGEST_VALUE = 200


class AssayError(Exception):
    """A usage or input error. Its text is the one line that the user sees; the exit code is 2."""


class TargetGone(AssayError):
    """A target cannot be started any more. That is no answer and no finding, so the work stops."""


class InvalidGroup(AssayError):
    """
    A group, or an answer to one, is malformed at `path`.

    `path` is a JSON path (`members[1].id`), `value` the value found there, `expected` a description of a valid value.
    """

    def __init__(self, path: str, value: object, expected: str) -> None:
        """Keep the three parts for machine output; the message joins them."""
        self.path = path
        self.value = value
        self.expected = expected
        super().__init__(f"{path or 'the document'}: {short_repr(value)}: expected {expected}")

    def __reduce__(self) -> tuple[type[InvalidGroup], tuple[str, object, str]]:
        """Pickle the three parts, so that the error can return from another process."""
        return InvalidGroup, (self.path, self.value, self.expected)


def short_repr(value: object, limit: int = 60) -> str:
    """
    The repr of `value` on one line, cut to `limit` characters, for a message.

    It reads only the start of a large or deeply nested value.

    >>> short_repr("a" * 100, limit=10)
    "'aaaaaa..."
    """
    if isinstance(value, str):
        text = repr(value[:limit])
    elif value is None or isinstance(value, bool):
        text = json.dumps(value)  # the form that it has in the file
    else:
        short = Repr()
        short.maxlevel, short.maxstring, short.maxlong, short.maxother = 3, limit, limit, limit
        text = short.repr(value)
        if isinstance(value, (dict, list)):
            text = f"{'object' if isinstance(value, dict) else 'list'} {text}"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def some_names(names: Iterable[str], limit: int = 8) -> str:
    """
    The first `limit` of the `names`, and the number of the others.

    >>> some_names(["a", "b", "c"], limit=2)
    'a, b and 1 more'
    """
    given = list(names)
    more = len(given) - limit
    return ", ".join(given[:limit]) + (f" and {more} more" if more > 0 else "")


def spelling_tip(name: str, known: Iterable[str]) -> str:
    """
    A tip that names the known word nearest to `name`, or the empty string.

    >>> spelling_tip("membres", ["members", "topics"])
    "; did you mean 'members'?"
    """
    found = nearest_word(name, known)
    return "" if found is None else f"; did you mean {found!r}?"


def nearest_word(name: str, known: Iterable[str]) -> str | None:
    """The known word nearest to `name`, or None where none is near."""
    return next(iter(get_close_matches(name[:_MOST_COMPARED], list(known), n=1)), None)


def error_record(wrong: AssayError, *, index: int, **place: Any) -> dict[str, Any]:
    """What replaces the result for the group with this `index`; `place` says where it was read (`file`, `line`)."""
    path, value = (wrong.path, wrong.value) if isinstance(wrong, InvalidGroup) else ("", None)
    plain = value is None or isinstance(value, (bool, int, str))
    return {
        "format": ERROR_FORMAT,
        "index": index,
        **place,
        "path": path,
        "value": value if plain and len(str(value)) <= _LONGEST_VALUE else short_repr(value, _LONGEST_VALUE),
        "message": str(wrong),
    }
