"""The formats that `assay import` reads: one table. A format reads what a text says about groups into their `Views`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from shlex import quote

from kafka_assay.assignors.consumer_groups import burrow, connect, described_groups, java_text, rpk_text
from kafka_assay.assignors.consumer_groups.documents import YAML, documents_beside, documents_in
from kafka_assay.assignors.consumer_groups.log_views import is_log, read_log
from kafka_assay.assignors.consumer_groups.pasted_text import header_line, plain_text
from kafka_assay.assignors.consumer_groups.text_table import is_tool_text
from kafka_assay.assignors.consumer_groups.text_views import read_tool_text
from kafka_assay.assignors.consumer_groups.views import SourceText, Views
from kafka_assay.assignors.errors import AssayError, InvalidGroup


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFormat:
    """
    A format: its `name` as `--format` spells it, and what it is, in a few words (`about`).

    `recognises` says whether a text looks like it. `read` adds to the groups (name -> views) what a text says, and
    returns the remarks of the tool that printed it. It raises `InvalidGroup` (with a place in the text) or
    `AssayError`. `is_document`: the text is JSON or YAML.
    """

    name: str
    about: str
    recognises: Callable[[str], bool]
    read: Callable[[SourceText, dict[str, Views]], tuple[str, ...]]
    is_document: bool = False


_TOOL = ImportFormat(
    name="kafka-consumer-groups",
    about="text of kafka-consumer-groups --describe",
    recognises=is_tool_text,
    read=read_tool_text,
)
_OF_TOOL = frozenset({"CONSUMER-ID", "OWNER", "#PARTITIONS", "#MEMBERS"})
"""Columns that no other program's table has."""

FORMATS = (
    ImportFormat(name="log", about="log of a group's leader, members or coordinator", recognises=is_log, read=read_log),
    ImportFormat(
        name="rpk",
        about="text, JSON or YAML of rpk group describe",
        recognises=rpk_text.recognises,
        read=rpk_text.read,
    ),
    _TOOL,
    ImportFormat(
        name="java-admin",
        about="ConsumerGroupDescription as Java prints it",
        recognises=java_text.recognises,
        read=java_text.read,
    ),
    ImportFormat(name="burrow", about="JSON of /lag", recognises=burrow.recognises, read=burrow.read, is_document=True),
    ImportFormat(
        name="connect",
        about="JSON of /connectors?expand=status&expand=info, or KafkaConnector and KafkaMirrorMaker2 as YAML",
        recognises=connect.recognises,
        read=connect.read,
        is_document=True,
    ),
    ImportFormat(
        name="describe-groups",
        about="JSON of describeGroups of an admin client or a dashboard",
        recognises=described_groups.recognises,
        read=described_groups.read,
        is_document=True,
    ),
)
"""In the order in which a text is compared with them: the first that recognises it reads it."""

FORMAT_NAMES = tuple(one.name for one in FORMATS)


def advise_import(file: str, beginning: str) -> str | None:
    """What to do first if `beginning`, with which `file` begins, is in one of the formats; otherwise None."""
    known: ImportFormat | None = None
    with suppress(AssayError):
        known = _known_format(beginning, plain_text(beginning))
    if known is None:
        return None
    life = f", or, for a whole life, assay import {quote(file)} --life > life.json" if known.name == "log" else ""
    command = f"assay import {quote(file)} > groups.jsonl"
    return f"{file}: {known.about}, not groups of assay. Import it first: {command}{life}"


def _known_format(text: str, plain: str) -> ImportFormat | None:
    """The first format that recognises a text: a log as it is, any other as `plain` text."""
    return next((one for one in FORMATS if one.recognises(text if one.name == "log" else plain)), None)


def find_format(text: str, plain: str, name: str | None = None) -> ImportFormat:
    """The format called `name`, or else the one that recognises the text. Raises `AssayError`."""
    named = (one for one in FORMATS if one.name == name)
    found = _known_format(text, plain) if name is None else next(named, None)
    if found is None:
        known = ", ".join(f"{one.name} ({one.about})" for one in FORMATS)
        raise AssayError(f"{_why_unknown(plain)}. Formats that can be imported: {known}")
    if name is None:
        _refuse_two(found, plain)
    return found


def _refuse_two(found: ImportFormat, plain: str) -> None:
    """Raise `AssayError` where a text has groups in another form, too."""
    documents = plain if found.is_document else documents_beside(plain)
    others = [] if found.is_document or not YAML.search(plain) else ["YAML"]
    for one in FORMATS[1:]:
        if one is found or (one is _TOOL and header_line(plain, _OF_TOOL) is None):
            continue
        with suppress(InvalidGroup):
            if one.recognises(documents if one.is_document else plain):
                others.append(one.about)
    if others:
        raise AssayError(
            f"has {found.about}, and {others[0]}: put each into a file of its own, or name one by --format"
        )


def _why_unknown(text: str) -> str:
    if not text.strip():
        return "is empty"
    if any(isinstance(one, dict) and str(one.get("format")).startswith("assay-") for _, one in documents_in(text)):
        return "is a file of assay, which the other verbs read as it is"
    return "is in no known format"


def read_source(source: SourceText, file: str, groups: dict[str, Views], name: str | None = None) -> tuple[str, ...]:
    """
    Add what `source` says about groups to `groups`, in the format called `name` or found by the content.

    Returns the remarks of the tool that printed it. Raises `AssayError`, which names the `file`.
    """
    try:
        text = source.text if "\n" in source.text else source.text.replace("\r", "\n")
        plain = plain_text(text)
        known = find_format(text, plain, name)
        return known.read(replace(source, text=text if known.name == "log" else plain), groups)
    except AssayError as wrong:
        raise AssayError(f"{file}: {wrong}") from None
