"""`assay capture`: read the groups of a live cluster as `assay-group/1`, one group per line. It never joins."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from assay.command import Command, ExitCode
from assay.files.inputs import read_bytes
from assay.options import add_options, parse_seconds
from assay.output import emit_json, first_of, note
from kafka_assay.assignors.errors import AssayError, error_record
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.formats.documents import decode_utf8
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import Group
from kafka_assay.reports.wording.words import series

if TYPE_CHECKING:
    from kafka_assay.assignors.live_groups.capture import Capture
    from kafka_assay.assignors.live_groups.client_settings import ClientSettings


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bootstrap-server", metavar="HOST:PORT", required=True, help="a broker of the cluster, or several with commas"
    )
    add_options(parser, "--group")
    parser.add_argument(
        "--client-config",
        metavar="FILE",
        help="a client's properties file with TLS and SASL settings, as Kafka's tools read it",
    )
    parser.add_argument("--every", metavar="S", type=parse_seconds, help="capture again every S seconds; needs --out")
    add_options(parser, "--out")
    parser.add_argument(
        "--timeout", metavar="S", type=parse_seconds, default=10.0, help="the limit of each request (default 10 s)"
    )


def _run(args: argparse.Namespace) -> ExitCode:
    if (args.every is None) != (args.out is None):
        raise AssayError(
            "--every S and --out DIR are given together: a sample every S seconds into DIR/samples.parquet"
        )
    require_libraries("assay capture", "kio")
    settings = _settings(args)
    if args.every is not None:
        return _keep_sampling(args, settings)
    return _show(_capture(args, settings))


def _keep_sampling(args: argparse.Namespace, settings: ClientSettings) -> ExitCode:
    from kafka_assay.pipeline.samples import SAMPLES, keep_sampling

    require_libraries("assay capture --every", "pyarrow")
    folder = args.out / SAMPLES
    note(f"a sample every {args.every:g} s into {folder}, until Ctrl-C")
    tally = keep_sampling(lambda: _capture(args, settings).groups, args.every, args.out, note)
    failed = f", {tally.failed} of them without an answer" if tally.failed else ""
    note(f"assay: interrupted; {tally.looks} samples with {tally.groups} groups are in {folder}{failed}")
    return ExitCode.INTERRUPTED


def _settings(args: argparse.Namespace) -> ClientSettings:
    from kafka_assay.assignors.live_groups.client_settings import client_settings, parse_properties

    if args.client_config is None:
        return client_settings({}, seconds=args.timeout)
    try:
        return client_settings(parse_properties(decode_utf8(read_bytes(args.client_config))), seconds=args.timeout)
    except AssayError as wrong:
        where = "" if str(wrong).startswith(args.client_config) else f"{args.client_config}: "
        raise AssayError(f"{where}{wrong}") from None


def _capture(args: argparse.Namespace, settings: ClientSettings) -> Capture:
    from kafka_assay.assignors.live_groups.capture import capture_groups
    from kafka_assay.assignors.live_groups.cluster import Cluster

    with Cluster(args.bootstrap_server, settings) as cluster:
        return capture_groups(cluster, args.group)


def _show(capture: Capture) -> ExitCode:
    refused = []
    for index, group in enumerate(capture.groups):
        if isinstance(group, Group):
            emit_json(group_to_json(group))
        else:
            refused.append(AssayError(f"group {group.name!r} cannot be read: {group.why}"))
            emit_json(error_record(refused[-1], index=index, name=group.name))
    if not capture.groups:
        note("no consumer group that this user may describe")
    if capture.skipped:
        # Their members are no consumers: those of Kafka Connect, of share groups and of streams groups.
        note(f"left out, no consumer groups: {series(capture.skipped, most=3)}")
    if refused:
        raise AssayError(first_of(refused))
    said = [group for group in capture.groups if getattr(group, "assumptions", ())]
    if said:
        note(f"what could not be read is said in the assumptions of {len(said)} of {len(capture.groups)} groups")
    return ExitCode.KEPT


COMMAND = Command(
    "assay capture --bootstrap-server localhost:9092 --client-config client.properties > groups.jsonl",
    _add_options,
    _run,
)
