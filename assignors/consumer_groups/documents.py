"""JSON and YAML of other programs, in which each program spells a key in its own way: `memberId`, `member_id`, ..."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

from kafka_assay.assignors.consumer_groups.pasted_text import yaml_in
from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.formats.documents import parse_json
from kafka_assay.assignors.formats.json_values import INT64, array_at, integer_at, object_at, path_to, text_at

YAML = re.compile(
    r"^(?:(?:- )?(?:group_name|apiVersion|kind):|status:(?=(?:\n .*)*?\n +connector(?:s|Status):))", re.MULTILINE
)
"""Keys that begin the YAML of rpk, of a Kubernetes resource, and of its status alone."""
_START = re.compile(r"""[{[](?=\s*(?:["'{[\]}]|\Z|GroupInformation\())|GroupInformation\(""")
"""Where JSON, or Python's text of a dict or of a group, begins; no time and no name in brackets."""
_BRACKET = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}[\]()]""", re.DOTALL)
_OF_PYTHON = re.compile(r"[\s{[]+'|[\s{[]*GroupInformation\(")
_NAMELESS = re.compile(r"(?<=[\s[])\((?=\w+=)")
"""Where kafka-python leaves out the name of a type."""
_PIECE = re.compile(rf"""(?<!`)["'][\w-]+["']\s*:|^\s*[}}\]]+,?\s*$|{YAML.pattern}""", re.MULTILINE)
"""A piece of an object outside of any, or YAML beside JSON."""
_OF_A_GROUP = re.compile(
    r'"(?:members|members_details|worker_id|partition_count|consumer_group_id)"|GroupInformation', re.IGNORECASE
)
"""A key that only groups have, of each JSON format."""


@lru_cache(maxsize=1)
def documents_in(text: str) -> tuple[tuple[str, Any], ...]:
    r"""
    (path, value) of each JSON or YAML document in `text`; none where it is neither. Raises `InvalidGroup`.

    JSON documents may follow each other, and other text may stand around them, but no piece of JSON.

    >>> documents_in('$ curl b/lag\\n{"a": 1}'), documents_in("{'a': None}")
    ((('', {'a': 1}),), (('', {'a': None}),))
    >>> documents_in('{"a": 1}{"a": 2}'), documents_in("GROUP TOPIC")
    ((('[0]', {'a': 1}), ('[1]', {'a': 2})), ())
    """
    if not _START.match(text.lstrip()) and "GroupInformation(" not in text and YAML.search(text):
        documents = _yaml_documents(yaml_in(text))
    else:
        documents = list(_embedded_documents(text))
    return tuple(("" if len(documents) == 1 else f"[{place}]", one) for place, one in enumerate(documents))


def documents_beside(text: str) -> str:
    """The whole JSON documents, and Python's, in a text that holds something else, and not those that are broken."""
    parts: list[str] = []
    end = 0 if _OF_A_GROUP.search(text) else len(text)
    while found := _START.search(text, end):
        try:
            end = json.JSONDecoder().raw_decode(text, found.start())[1]
            parts.append(text[found.start() : end])
        except (ValueError, RecursionError):
            end = found.start() + 1
            if found.group() == "GroupInformation(":
                parts.append(text[found.start() : _end_of(text, found.start())])
    return "\n".join(parts)


def _embedded_documents(text: str) -> Iterator[Any]:
    decoder, end = json.JSONDecoder(), 0
    while found := _START.search(text, end):
        _refuse_pieces(text, end, found.start())
        start = found.start()
        try:
            end = decoder.raw_decode(text, start)[1]
            yield parse_json(text[start:end])
        except (ValueError, RecursionError, InvalidGroup):
            end = _end_of(text, start)
            yield _repaired(text[start:end], text, start)
    if end:
        _refuse_pieces(text, end, len(text))


def _refuse_pieces(text: str, start: int, end: int) -> None:
    """Raise `InvalidGroup` where an object between two places has lost its beginning."""
    if found := _PIECE.search(text, start, end):
        line = text.count("\n", 0, found.start()) + 1
        raise InvalidGroup(f"line {line}", found.group().strip(), "JSON from its first bracket on")


def _end_of(text: str, start: int) -> int:
    """Where the bracket at `start` is closed; the end of the text where it is not."""
    depth = 0
    for found in _BRACKET.finditer(text, start):
        depth += {"{": 1, "[": 1, "(": 1, "}": -1, "]": -1, ")": -1}.get(found.group(), 0)
        if not depth:
            return found.end()
    return len(text)


def _repaired(one: str, text: str, start: int) -> Any:
    """The value that Python printed or a terminal wrapped. Raises `InvalidGroup`, with the place in `text`."""
    widths = {len(line) for line in one.split("\n")[:-1]}
    is_wrapped = len(widths) == 1 and min(widths) > 30  # by a terminal, within words as well
    for whole in (one, one.replace("\n", "")) if is_wrapped else (one,):
        if _OF_PYTHON.match(one):
            with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
                return _python_value(ast.parse(_NAMELESS.sub("_(", whole.strip()), mode="eval").body)
        with suppress(InvalidGroup):
            return parse_json(whole)
    column = start - text.rfind("\n", 0, start) - 1
    return parse_json("\n" * text.count("\n", 0, start) + " " * column + one)


def _python_value(node: ast.expr) -> Any:
    """The value of an expression, as JSON has it: with text as keys, and an object for `Name(key=value)`."""
    if isinstance(node, ast.Call) and not node.args:
        return {str(one.arg): _python_value(one.value) for one in node.keywords}
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return {str(ast.literal_eval(key)): _python_value(one) for key, one in pairs if key is not None}
    if isinstance(node, (ast.List, ast.Tuple)):
        return [_python_value(one) for one in node.elts]
    return ast.literal_eval(node)


def _yaml_documents(text: str) -> list[Any]:
    """The documents of `text`. Every scalar stays text, because YAML would take the id `0x10` for a number."""
    require_libraries("assay import of YAML", "yaml")
    import yaml

    try:
        return [_yaml_value(node) for node in yaml.compose_all(text, yaml.BaseLoader) if node is not None]
    except yaml.YAMLError as wrong:
        mark = getattr(wrong, "problem_mark", None)
        place = "" if mark is None else f"line {mark.line + 1} column {mark.column + 1}"
        raise InvalidGroup(place, getattr(wrong, "problem", None) or str(wrong), "YAML") from None
    except RecursionError:
        raise InvalidGroup("", text[:40], "YAML with fewer levels") from None


def _yaml_value(node: Any) -> Any:
    if node.id == "scalar":
        return node.value
    if node.id == "sequence":
        return [_yaml_value(one) for one in node.value]
    found: dict[str, Any] = {}
    for key, value in node.value:
        if key.id != "scalar" or key.value in found:
            raise InvalidGroup(f"line {key.start_mark.line + 1}", str(key.value), "an object with each key once")
        found[key.value] = _yaml_value(value)
    return found


def plain_key(key: str) -> str:
    """The `key` as it is compared: without case, `_` and `-`."""
    return key.replace("_", "").replace("-", "").lower()


def number_in(value: Any) -> Any:
    """The `value` as an integer where it is the text of one, as in YAML and in the offsets of kafkajs."""
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,19}", value, re.ASCII) else value


class Fields:
    """An object of a document. A key is asked for in its plain form, under each of its names; `path` is its place."""

    def __init__(self, value: object, path: str) -> None:
        """Check that it is an object. Raises `InvalidGroup`."""
        self.path = path
        self._found = {plain_key(key): (path_to(path, key), one) for key, one in object_at(value, path).items()}

    def has(self, *names: str) -> bool:
        """Whether one of these keys is there, even as null."""
        return any(name in self._found for name in names)

    def get(self, *names: str) -> tuple[str, Any]:
        """The path and the value of the first of these keys that is not null; the value is None where all are."""
        found = [self._found[name] for name in names if name in self._found]
        return next((one for one in found if one[1] is not None), ("", None))

    def text(self, *names: str) -> str | None:
        """The text there; None where it is empty."""
        path, value = self.get(*names)
        return None if value is None else text_at(value, path) or None

    def number(self, *names: str, most: int = INT64) -> int | None:
        """The number there, which may be written as text; None for -1."""
        path, value = self.get(*names)
        number = None if value in {None, ""} else integer_at(number_in(value), path, most=most, least=-1)
        return None if number == -1 else number

    def inner(self, name: str) -> Fields | None:
        """The object there; None where there is none."""
        path, value = self.get(name)
        return None if value is None else Fields(value, path)

    def objects(self, *names: str) -> list[Fields]:
        """The objects in the list there, or in the values of the object there."""
        path, value = self.get(*names)
        if isinstance(value, dict):
            return Fields(value, path).values()
        return [Fields(one, path_to(path, place)) for place, one in enumerate(array_at(value or [], path))]

    def values(self) -> list[Fields]:
        """All values, which are objects."""
        return [Fields(value, path) for path, value in self._found.values()]
