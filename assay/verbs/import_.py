"""`assay import`: convert the output of other tools to `assay-group/1`, one group per line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command, ExitCode
from assay.files.inputs import read_bytes
from assay.options import add_options
from assay.output import emit_json, first_of, note
from kafka_assay.assignors.errors import AssayError, InvalidGroup, error_record, short_repr, spelling_tip
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.reports.wording.words import series

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from kafka_assay.assignors.consumer_groups.text_table import TextPage
    from kafka_assay.assignors.model import Group

_TEXT = "kafka-consumer-groups"
_SAMPLES = "samples"


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="the text of kafka-consumer-groups --describe: members, offsets and state views (-: stdin); or "
        "DIR/samples.parquet of assay capture",
    )
    parser.add_argument(
        "--format",
        choices=(_TEXT, _SAMPLES),
        help="what the files are (default: samples end in .parquet, or are folders)",
    )
    add_options(parser, "--group")
    parser.add_argument(
        "--subscription",
        action="append",
        default=[],
        metavar="MEMBER_OR_CLIENT=T,T",
        help="the topics that a member subscribes to (may be repeated)",
    )
    parser.add_argument(
        "--partitions",
        action="append",
        default=[],
        metavar="T=N",
        help="the number of partitions of a topic (may be repeated)",
    )


def _run(args: argparse.Namespace) -> ExitCode:
    samples = [Path(path).suffix == ".parquet" or Path(path).is_dir() for path in args.files]
    formats = {args.format} if args.format else {_SAMPLES if is_sample else _TEXT for is_sample in samples}
    if len(formats) > 1:
        raise AssayError(f"expected files of one kind: {_TEXT} or {_SAMPLES}")
    return _import_samples(args) if _SAMPLES in formats else _import_text(args)


def _import_text(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.consumer_groups.group_from_views import (
        group_from_views,
        parse_hints,
        refuse_unknown_names,
    )
    from kafka_assay.assignors.consumer_groups.views import read_views
    from kafka_assay.assignors.formats.group_format import group_to_json

    known = parse_hints(args.subscription, args.partitions)
    pages = [_read_page(path) for path in args.files]
    views = read_views(pages)
    if not views:
        raise AssayError(f"{', '.join(args.files)}: {_why_no_group(pages)}")
    for name in args.group:
        if name not in views:
            raise AssayError(f"--group {name}: no such group in the text{spelling_tip(name, views)}")
    views = {name: shown for name, shown in views.items() if not args.group or name in args.group}
    refuse_unknown_names(known, views.values())
    groups: list[Group] = []
    refused: list[AssayError] = []
    for index, shown_of_one in enumerate(views.values()):
        try:
            groups.append(group_from_views(shown_of_one, known))
        except AssayError as wrong:
            refused.append(wrong)
            if len(views) > 1:
                emit_json(error_record(wrong, file=", ".join(args.files), index=index))
            continue
        emit_json(group_to_json(groups[-1]))
    if refused:
        raise AssayError(first_of(refused))
    errors = [notice for page in pages for notice in page.notices if notice.startswith("Error")]
    for line in [*errors, *_assumptions(groups)]:
        note(line)
    return ExitCode.KEPT


def _import_samples(args: argparse.Namespace) -> ExitCode:
    """Each sampled group as a record around the group, with the time; samples without a group are counted."""
    from kafka_assay.assignors.formats.documents import parse_json
    from kafka_assay.pipeline.samples import read_samples

    if args.subscription or args.partitions:
        raise AssayError("--subscription and --partitions add to the text of kafka-consumer-groups, not to samples")
    require_libraries("assay import", "pyarrow")
    unread = 0
    for path in args.files:
        if not Path(path).exists():
            raise AssayError(f"{path}: no such file or folder")
        for sample in read_samples(Path(path)):
            if args.group and sample.name not in args.group:
                continue
            if sample.document is None:
                unread += 1
                continue
            group = parse_json(sample.document.encode())
            emit_json({"captured_at": sample.captured_at.isoformat(timespec="milliseconds"), "group": group})
    if unread:
        note(f"samples without a group, because it could not be read (column error): {unread}")
    return ExitCode.KEPT


def _read_page(path: str) -> TextPage:
    from kafka_assay.assignors.consumer_groups.text_table import parse_page
    from kafka_assay.assignors.formats.documents import decode_utf8

    try:
        return parse_page(decode_utf8(read_bytes(path)), path)
    except InvalidGroup as wrong:
        raise AssayError(f"{path}: {wrong}") from None


def _why_no_group(pages: list[TextPage]) -> str:
    notices = [notice for page in pages for notice in page.notices]
    if notices:
        return f"contains no group, but {short_repr(notices[0], 200)}"
    if any(page.tables for page in pages):
        return "its tables have no rows. If the group has no members, give the offsets view (--describe alone)"
    return "contains no table of kafka-consumer-groups: expected a header with GROUP, TOPIC, PARTITION, CONSUMER-ID ..."


def _assumptions(groups: Iterable[Group]) -> list[str]:
    """Each assumption once, with its groups."""
    made: dict[str, list[str]] = {}
    for group in groups:
        for sentence in group.assumptions:
            made.setdefault(sentence, []).append(str(group.name))
    return [f"assumed for {series(names, most=3)}: {sentence}" for sentence, names in made.items()]


COMMAND = Command("assay import captures/text/4.3.1/g-java-range.*.txt > group.jsonl", _add_options, _run)
