"""`assay import`: convert the output of other tools to `assay-group/1`, one group per line."""

from __future__ import annotations

import argparse
import gzip
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command, ExitCode
from assay.files.inputs import read_bytes
from assay.options import add_options, add_repeatable
from assay.output import emit_json, first_of, note
from kafka_assay.assignors.errors import AssayError, InvalidGroup, error_record, short_repr, spelling_tip
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.formats.documents import decode_text, parse_json
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.formats.life_format import life_to_json
from kafka_assay.assignors.model import Group
from kafka_assay.reports.wording.words import series

if TYPE_CHECKING:
    from kafka_assay.assignors.consumer_groups.views import Views

_SAMPLES = "samples"


def _add_options(parser: argparse.ArgumentParser) -> None:
    from kafka_assay.assignors.consumer_groups.import_formats import FORMAT_NAMES

    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="what another tool says about groups, such as the text of kafka-consumer-groups --describe (-: stdin); "
        "several files of one group add up; or DIR/samples.parquet of assay capture",
    )
    parser.add_argument(
        "--format",
        choices=(*FORMAT_NAMES, _SAMPLES),
        help="what the files are (default: found by the content of each; samples end in .parquet, or are folders)",
    )
    add_options(parser, "--group")
    add_repeatable(parser, "--subscription", "MEMBER_OR_CLIENT=T,T", "the topics that a member subscribes to")
    add_repeatable(parser, "--partitions", "T=N", "the number of partitions of a topic")
    parser.add_argument(
        "--life",
        action="store_true",
        help="of a log: each group's life, with every rebalance that the log recorded, for assay replay",
    )


def _run(args: argparse.Namespace) -> ExitCode:
    if args.format not in {None, _SAMPLES}:
        return _import_texts(args, args.format)
    samples = [args.format == _SAMPLES or Path(path).suffix == ".parquet" or Path(path).is_dir() for path in args.files]
    if any(samples) and not all(samples):
        raise AssayError(f"expected only samples (.parquet, or folders), or only other files: {', '.join(args.files)}")
    return _import_samples(args) if all(samples) else _import_texts(args, None)


def _import_texts(args: argparse.Namespace, format_name: str | None) -> ExitCode:
    from kafka_assay.assignors.consumer_groups.group_from_views import (
        group_from_views,
        parse_hints,
        refuse_unknown_names,
    )
    from kafka_assay.assignors.consumer_groups.import_formats import read_source
    from kafka_assay.assignors.consumer_groups.log_views import finish_logs
    from kafka_assay.assignors.consumer_groups.recorded_life import life_from_log
    from kafka_assay.assignors.consumer_groups.views import SourceText

    known = parse_hints(args.subscription, args.partitions)
    views: dict[str, Views] = {}
    notices: list[str] = []
    for path in args.files:
        file = "" if path == "-" else Path(path).stem
        source = SourceText(text=_read_file(path), group_names=tuple(args.group), file=file, path=path)
        notices += read_source(source, path, views, format_name)
    finish_logs(views, args.group)
    if not views:
        raise AssayError(f"{', '.join(args.files)}: {_why_no_group(notices)}")
    for name in args.group:
        if name not in views:
            raise AssayError(f"--group {name}: no such group in these files{spelling_tip(name, views)}")
    views = {name: shown for name, shown in views.items() if not args.group or name in args.group}
    if args.life and len(views) > 1:
        raise AssayError(f"--life: one group at a time, with --group NAME; these files have {', '.join(views)}")
    refuse_unknown_names(known, views.values())
    groups: list[Group] = []
    refused: list[AssayError] = []
    for index, shown_of_one in enumerate(views.values()):
        try:
            life = life_from_log(shown_of_one, known) if args.life else None
            groups.append(life.group if life else group_from_views(shown_of_one, known))
        except AssayError as wrong:
            refused.append(wrong)
            if len(views) > 1:
                emit_json(error_record(wrong, file=", ".join(args.files), index=index))
            continue
        emit_json(life_to_json(life) if life else group_to_json(groups[-1]))
    if refused:
        raise AssayError(first_of(refused))
    errors = [notice for notice in notices if notice.startswith("Error") or "Exception" in notice]
    for line in [*errors, *_assumptions(groups)]:
        note(line)
    return ExitCode.KEPT


def _import_samples(args: argparse.Namespace) -> ExitCode:
    """Each sampled group as a record around the group, with the time; samples without a group are counted."""
    from kafka_assay.pipeline.samples import read_samples

    if args.subscription or args.partitions:
        raise AssayError("--subscription and --partitions add to other formats, not to samples")
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


def _read_file(path: str) -> str:
    """The text of a file, or of a rotated log that was compressed (gzip)."""
    data = read_bytes(path)
    try:
        return decode_text(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data)
    except InvalidGroup as wrong:
        raise AssayError(f"{path}: {wrong}") from None
    except (EOFError, OSError, zlib.error) as wrong:
        raise AssayError(f"{path}: {wrong}: expected whole gzip data") from None


def _why_no_group(notices: list[str]) -> str:
    if notices and (notices[0].startswith("Error while") or "Exception" in notices[0]):
        return f"contains no group, because the tool failed: {short_repr(notices[0], 200)}"
    if notices:
        return f"contains no group, but {short_repr(notices[0], 200)}"
    return "its tables have no rows. If the group has no members, give the offsets view (--describe alone)"


def _assumptions(groups: Iterable[Group]) -> list[str]:
    """Each assumption once, with its groups."""
    made: dict[str, list[str]] = {}
    for group in groups:
        for sentence in group.assumptions:
            made.setdefault(sentence, []).append(str(group.name))
    return [f"assumed for {series(names, most=3)}: {sentence}" for sentence, names in made.items()]


COMMAND = Command("assay import captures/text/4.3.1/g-java-range.*.txt > group.jsonl", _add_options, _run)
