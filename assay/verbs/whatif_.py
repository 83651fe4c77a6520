"""`assay whatif`: what a deploy or a grown topic costs: moves, and partitions without a reader."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.command import Command, ExitCode
from assay.files.inputs import answer_each, holds_many, read_group
from assay.opened_targets import open_targets
from assay.options import CALL_OF_GIVEN, CHANGES, TARGET_HELP, add_group_option, add_options, add_targets, parse_change
from assay.output import emit_result
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import CONNECT, Group
from kafka_assay.assignors.settings import refuse_strangers
from kafka_assay.oracle.weighted.weights import parse_weight_kind

if TYPE_CHECKING:
    from kafka_assay.reports.views.member_counts import CountReport
    from kafka_assay.reports.views.whatif import WhatIfReport


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_group_option(parser)
    usual = "all that a Kafka client or broker ships, and the optimum; of Connect the optimum alone"
    add_targets(parser, f"{TARGET_HELP}; default: {usual}")
    add_options(parser, *CHANGES, "--members", "--threads", "--weights")
    add_options(parser, "--setting", "--call-timeout", "--json", call_timeout=CALL_OF_GIVEN)


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.registry import OPTIMAL, SHIPPED

    if args.weights is not None:
        parse_weight_kind(args.weights)
    if args.members is None and args.threads > 1:
        raise AssayError(f"--threads {args.threads}: needs --members A..B")
    report_of = _whatif_report if args.members is None else _count_report
    group = None if holds_many(args.group) else read_group(args.group)
    if group is not None:
        refuse_strangers(args.settings, group)
    with ExitStack() as stack:
        of_connect = group is not None and group.strategy == CONNECT
        names = dict.fromkeys(args.targets or ((OPTIMAL,) if of_connect else (*SHIPPED, OPTIMAL)))
        targets = open_targets(stack, args, names)
        if group is None:
            return answer_each(
                args.group, lambda question: [(report_of(question.group, targets, args).document(), ExitCode.KEPT)]
            )
        report = report_of(group, targets, args)
    emit_result(report.document, report.blocks, as_json=args.json)
    return ExitCode.KEPT


def _count_report(group: Group, targets: list[Target], args: argparse.Namespace) -> CountReport:
    from kafka_assay.pipeline.whatif.member_counts import count_members
    from kafka_assay.reports.views.member_counts import CountReport

    change = parse_change(args)
    if other := replace(change, grow=()):
        given = next(option for option in CHANGES if getattr(other, option.removeprefix("--")))
        raise AssayError(f"--members: joins and leaves by itself: leave out {given} (--grow can be added)")
    table = count_members(group, targets, args.members, args.threads, change, args.weights)
    return CountReport(
        group=group, counts=args.members, threads=args.threads, change=change, by=args.weights, table=table
    )


def _whatif_report(group: Group, targets: list[Target], args: argparse.Namespace) -> WhatIfReport:
    from kafka_assay.pipeline.whatif.change import plan_change
    from kafka_assay.pipeline.whatif.what_if import LeftOut, best_loads_after, find_outcome
    from kafka_assay.reports.views.whatif import WhatIfReport

    planned = plan_change(group, parse_change(args))
    outcomes, left_out = [], []
    for target in targets:
        try:
            outcomes.append(find_outcome(target, group, planned, args.weights))
        except AssignorFailed as failed:
            left_out.append(LeftOut(target.name, str(failed)))
    return WhatIfReport(
        group=group,
        planned=planned,
        # The group's own assignor first, the others in the given order.
        targets=tuple(sorted(outcomes, key=lambda outcome: not outcome.present)),
        left_out=tuple(left_out),
        best_loads=best_loads_after(group, planned),
        by=args.weights,
    )


COMMAND = Command("assay whatif captures/g-java-rr-hetero.json --restart 50%", _add_options, _run)
