"""`assay whatif`: what a deploy or a grown topic costs: moves, and partitions without a reader."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from assay.command import Command, ExitCode
from assay.files.inputs import answer_each, holds_many, read_group
from assay.opened_targets import open_targets
from assay.options import CALL_OF_GIVEN, CHANGES, TARGET_HELP, add_group_option, add_options, parse_change
from assay.output import emit_result
from kafka_assay.assignors.settings import refuse_strangers

if TYPE_CHECKING:
    import argparse

    from kafka_assay.assignors.interface import Target
    from kafka_assay.assignors.model import Group
    from kafka_assay.reports.views.whatif import WhatIfReport


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_group_option(parser)
    parser.add_argument(
        "targets",
        metavar="TARGET",
        nargs="*",
        help=f"{TARGET_HELP}; default: the group's own, all that a Kafka client or broker ships, and the optimum",
    )
    add_options(parser, *CHANGES, "--setting", "--call-timeout", "--json", call_timeout=CALL_OF_GIVEN)


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.registry import OPTIMAL, SHIPPED
    from kafka_assay.reports.views.whatif import whatif_blocks

    group = None if holds_many(args.group) else read_group(args.group)
    if group is not None:
        refuse_strangers(args.settings, group)
    with ExitStack() as stack:
        names = dict.fromkeys(args.targets or (*SHIPPED, OPTIMAL))
        targets = open_targets(stack, names, call_timeout=args.call_timeout, settings=args.settings)
        if group is None:
            return answer_each(
                args.group, lambda question: [(_report(question.group, targets, args).document(), ExitCode.KEPT)]
            )
        report = _report(group, targets, args)
    emit_result(report.document, lambda: whatif_blocks(report), as_json=args.json)
    return ExitCode.KEPT


def _report(group: Group, targets: list[Target], args: argparse.Namespace) -> WhatIfReport:
    from kafka_assay.assignors.interface import AssignorFailed
    from kafka_assay.pipeline.whatif.change import plan_change
    from kafka_assay.pipeline.whatif.what_if import LeftOut, best_loads_after, find_outcome, is_present
    from kafka_assay.reports.views.whatif import WhatIfReport

    planned = plan_change(group, parse_change(args))
    outcomes, left_out = [], []
    for target in targets:
        try:
            outcomes.append(find_outcome(target, group, planned, present=is_present(target, group)))
        except AssignorFailed as failed:
            left_out.append(LeftOut(target.name, str(failed)))
    return WhatIfReport(
        group=group,
        planned=planned,
        # The group's own assignor first, the others in the given order.
        targets=tuple(sorted(outcomes, key=lambda outcome: not outcome.present)),
        left_out=tuple(left_out),
        best_loads=best_loads_after(group, planned),
    )


COMMAND = Command("assay whatif captures/g-java-rr-hetero.json --restart 50%", _add_options, _run)
