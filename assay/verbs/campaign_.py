"""`assay campaign`: the laws over millions of drawn groups, on Spark, into Parquet."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.files.out_folder import make_folder
from assay.options import TARGET_HELP, add_options, parse_whole_number
from assay.terminal.output import emit, emit_json, note, progress_display
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.pipeline.spark.hadoop_files import is_remote, local_path
from kafka_assay.reports.wording.safe_names import escape_unprintable

if TYPE_CHECKING:
    import argparse

    from kafka_assay.pipeline.campaign.campaign_run import CampaignProgress

CALL_TIMEOUT = 5.0
LAWS = "default"
MOST_SEED = 2**63 - 1
_OF_RUN = ("targets", "cases", "families", "laws", "like", "call_timeout", "seed")
_ACTIONS = ("run", "resume", "show")
MASTER = (
    "run and resume: the Spark master (default: local[*], all cores of this machine); loop: one case after another in "
    "this process, without Spark"
)


def _parse_cases(text: str) -> int:
    cases = parse_whole_number(text.replace("_", "").replace(",", ""))
    if not cases:
        raise ArgumentTypeError(f"{text!r}: expected at least 1")
    return cases


def _parse_directory(text: str) -> Path:
    if is_remote(text):
        raise ArgumentTypeError(f"{text!r}: expected a folder that this machine sees, such as /shared/c")
    return Path(local_path(text))


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        metavar="run|resume|show",
        choices=_ACTIONS,
        help="run: plan a campaign and judge it; resume: judge what is missing; show: print its status",
    )
    parser.add_argument("directory", metavar="DIR", type=_parse_directory, help="the folder of the campaign")
    new = parser.add_argument_group("options of run")
    new.add_argument("--targets", nargs="+", metavar="TARGET", help=TARGET_HELP)
    new.add_argument(
        "--cases",
        type=_parse_cases,
        metavar="N",
        help="the number of pairs of a group and a target; every target gets the same N / targets groups",
    )
    new.add_argument("--families", nargs="+", metavar="FAMILY", help="input families (default: all)")
    new.add_argument(
        "--laws",
        choices=("default", "all"),
        help="default: laws that ask further questions only on one group in 16; all: every law on every group",
    )
    new.add_argument("--like", metavar="NAME", help="the promises to check, as in assay check, for every target")
    add_options(new, "--call-timeout", "--seed", call_timeout=CALL_TIMEOUT)
    parser.set_defaults(call_timeout=None, seed=None)
    parser.add_argument("--master", metavar="URL", help=MASTER)
    add_options(parser, "--json")


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.pipeline.spark.run_facts import LOOP

    require_libraries(
        "assay campaign", "pyarrow", *([] if args.master == LOOP or args.action == "show" else ["pyspark"])
    )
    _refuse_useless_options(args)
    if args.action == "run":
        _plan(args)
    if args.action != "show":
        _judge(args)
    return _show(args)


def _refuse_useless_options(args: argparse.Namespace) -> None:
    """Raise `AssayError` for an option that this action would ignore, and for a master or seed that cannot be."""
    from kafka_assay.pipeline.spark.run_facts import LOOP
    from kafka_assay.pipeline.spark.session import check_master

    if args.action != "run":
        given = [f"--{name.replace('_', '-')}" for name in _OF_RUN if getattr(args, name) is not None]
        if given:
            raise AssayError(f"assay campaign {args.action}: {', '.join(given)}: only for run: the plan in DIR decides")
    if args.action == "show" and args.master is not None:
        raise AssayError("assay campaign show: --master: only for run and resume")
    if args.seed is not None and not 0 <= args.seed <= MOST_SEED:
        raise AssayError(f"--seed {args.seed}: expected a whole number from 0 to 2**63 - 1")
    if args.master != LOOP:
        check_master(args.master)


def _plan(args: argparse.Namespace) -> None:
    from kafka_assay.pipeline.campaign.campaign_run import start_campaign
    from kafka_assay.pipeline.campaign.planning import plan_campaign, refuse_used_folder

    if not args.targets or not args.cases:
        raise AssayError("assay campaign run: --targets and --cases are required (see assay campaign --help)")
    refuse_used_folder(args.directory)
    plan = plan_campaign(
        tuple(args.targets),
        cases=args.cases,
        families=tuple(args.families or ()),
        seed=args.seed or 0,
        laws=args.laws or LAWS,
        like=args.like,
        call_timeout=args.call_timeout or CALL_TIMEOUT,
        command=("assay", *sys.argv[1:]),
    )
    make_folder(args.directory, "DIR")
    start_campaign(args.directory, plan)


def _judge(args: argparse.Namespace) -> None:
    from kafka_assay.pipeline.campaign.campaign_run import resume_campaign
    from kafka_assay.reports.check.document import explain_case

    with progress_display(quiet=args.json) as display:
        bar = display.add_task("starting", total=None)

        def watch(now: CampaignProgress) -> None:
            display.update(bar, description=progress_text(now), completed=round(now.done), total=now.pairs)

        resume_campaign(args.directory, args.master, watch, explain_case)


def progress_text(now: CampaignProgress) -> str:
    """
    What is done, how fast, and how long the rest will take at that rate.

    >>> from kafka_assay.pipeline.campaign.campaign_run import CampaignProgress
    >>> progress_text(CampaignProgress(done=500, pairs=7700, here=500, seconds=2.5, step="judging"))
    'judging, 200 pairs/s, 36 s left'
    """
    left = now.seconds_left
    if left is None:
        return now.step
    time_left = f"{left:.0f} s" if left < 120 else f"{left / 60:.0f} min" if left < 7200 else f"{left / 3600:.1f} h"
    return f"{now.step}, {now.rate:,.0f} pairs/s, {time_left} left"


def _show(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.pipeline.campaign.plan import read_plan
    from kafka_assay.pipeline.campaign.status import campaign_status
    from kafka_assay.reports.campaign.status_lines import status_lines, unexercised_line

    plan = read_plan(args.directory)
    status = campaign_status(args.directory, plan)
    if args.json:
        emit_json(status.document())
    else:
        for line in status_lines(status, plan, args.directory):
            emit(escape_unprintable(line))
    unexercised = status.unexercised or ()
    if unexercised:
        note(escape_unprintable(unexercised_line(unexercised)))
    return ExitCode.UNDECIDED if any(one.silent for one in unexercised) else ExitCode.KEPT


COMMAND = Command(
    example="assay campaign run out/c --targets sticky kafka-python:sticky --cases 20000 && assay report out/c",
    add_options=_add_options,
    run=_run,
)
