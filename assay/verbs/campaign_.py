"""`assay campaign`: the laws over millions of drawn groups, on Spark, into Parquet."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command, ExitCode
from assay.files.out_folder import make_folder
from assay.options import CALL_OF_DRAWN, TARGET_HELP, add_options
from assay.output import emit_result, note, progress_display
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.pipeline.spark.hadoop_files import is_remote, local_path
from kafka_assay.reports.wording.safe_names import escape_unprintable

if TYPE_CHECKING:
    from kafka_assay.pipeline.campaign.campaign_run import CampaignProgress

MOST_SEED = 2**63 - 1
PLAN_OPTIONS = ("--groups", "--inputs", "--seed", "--laws", "--like", "--call-timeout")


def _parse_directory(text: str) -> Path:
    if is_remote(text):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a folder that this machine sees, such as /shared/c")
    return Path(local_path(text))


def _add_options(parser: argparse.ArgumentParser, *spellings: str, makes_plan: bool = False) -> None:
    parser.add_argument("directory", metavar="DIR", type=_parse_directory, help="the folder of the campaign")
    if makes_plan:
        parser.add_argument("targets", nargs="+", metavar="TARGET", help=TARGET_HELP)
        add_options(parser, *PLAN_OPTIONS, call_timeout=CALL_OF_DRAWN)
    add_options(parser, *spellings, "--json")


def _run(args: argparse.Namespace) -> ExitCode:
    """Plan a campaign, and judge it."""
    from kafka_assay.pipeline.campaign.campaign_run import start_campaign
    from kafka_assay.pipeline.campaign.plan import DEFAULT_LAWS, plan_campaign, refuse_used_folder

    _check_master(args)
    if args.groups is None:
        raise AssayError("the following arguments are required: --groups (see assay campaign run --help)")
    if not 0 <= args.seed <= MOST_SEED:
        raise AssayError(f"--seed {args.seed}: expected a whole number from 0 to 2**63 - 1")
    refuse_used_folder(args.directory)
    targets = tuple(dict.fromkeys(args.targets))
    plan = plan_campaign(
        targets,
        cases=args.groups * len(targets),
        families=tuple(args.inputs or ()),
        seed=args.seed,
        laws=args.laws or DEFAULT_LAWS,
        like=args.like,
        call_timeout=args.call_timeout,
        command=("assay", *sys.argv[1:]),
    )
    make_folder(args.directory, "DIR")
    start_campaign(args.directory, plan)
    return _judge(args)


def _check_master(args: argparse.Namespace) -> None:
    from kafka_assay.pipeline.spark.session import LOOP, check_master

    require_libraries("assay campaign", "pyarrow", *([] if args.master == LOOP else ["pyspark"]))
    if args.master != LOOP:
        check_master(args.master)


def _judge(args: argparse.Namespace) -> ExitCode:
    """Judge what is missing."""
    from kafka_assay.pipeline.campaign.campaign_run import resume_campaign
    from kafka_assay.reports.check.document import explain_case

    _check_master(args)
    with progress_display(quiet=args.json) as display:
        bar = display.add_task("starting", total=None)

        def watch(now: CampaignProgress) -> None:
            display.update(bar, description=progress_text(now), completed=round(now.done), total=now.pairs)

        resume_campaign(args.directory, args.master, watch, explain_case)
    return _show(args)


def progress_text(now: CampaignProgress) -> str:
    """
    What is done, how fast, and how long the rest will take at that rate.

    >>> from kafka_assay.pipeline.campaign.campaign_run import CampaignProgress
    >>> progress_text(CampaignProgress(done=500, pairs=7700, rate=200.0, step="judging"))
    'judging, 200 pairs/s, 36 s left'
    """
    if not now.rate:
        return now.step
    left = (now.pairs - now.done) / now.rate
    time_left = f"{left:.0f} s" if left < 120 else f"{left / 60:.0f} min" if left < 7200 else f"{left / 3600:.1f} h"
    return f"{now.step}, {now.rate:,.0f} pairs/s, {time_left} left"


def _show(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.pipeline.campaign.plan import read_plan
    from kafka_assay.pipeline.campaign.status import campaign_status
    from kafka_assay.reports.views.campaign import status_blocks, unexercised_line

    require_libraries("assay campaign", "pyarrow")
    plan = read_plan(args.directory)
    status = campaign_status(args.directory, plan)
    emit_result(status.document, lambda: status_blocks(status, plan, args.directory), as_json=args.json)
    unexercised = status.unexercised or ()
    if unexercised:
        note(escape_unprintable(unexercised_line(unexercised)))
    return ExitCode.UNDECIDED if any(one.silent for one in unexercised) else ExitCode.KEPT


ACTIONS = {
    "run": Command(
        "assay campaign run out/c sticky kafka-python:sticky --groups 10000 && assay report out/c",
        lambda parser: _add_options(parser, "--master", makes_plan=True),
        _run,
        "Plan a campaign, and judge it: the same groups for every target. It writes verdicts as Parquet.",
    ),
    "resume": Command(
        "assay campaign resume out/c",
        lambda parser: _add_options(parser, "--master"),
        _judge,
        "Judge what is missing of a stopped campaign. The plan in DIR says what.",
    ),
    "show": Command(
        "assay campaign show out/c", _add_options, _show, "Print the status of a campaign, finished or running."
    ),
}
