"""`assay assign`: an assignor's answer for a group, with loads, kept and moved partitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.files.campaign_cases import add_case_of_option, read_campaign_case
from assay.files.inputs import answer_each, holds_many, read_group
from assay.options import TARGET_HELP, add_group_option, add_options
from assay.terminal.member_table import show_assumptions, show_members
from assay.terminal.output import emit, emit_json, note
from assay.terminal.refusal import note_refusal
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.assignment_format import assignment_document
from kafka_assay.assignors.formats.error_format import error_record
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Promise
from kafka_assay.assignors.ownership import loads, stickiness, unassigned_partitions, valid_owners
from kafka_assay.assignors.settings import refuse_strangers
from kafka_assay.properties.measures.claims import feed_back

if TYPE_CHECKING:
    import argparse

    from assay.files.inputs import Question
    from kafka_assay.assignors.interface import Target
    from kafka_assay.assignors.model import Assignment, Group

_LINE_LENGTH = 300


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="TARGET", help=TARGET_HELP)
    add_group_option(parser, required=False)
    add_case_of_option(parser)
    parser.set_defaults(seed=0)
    add_options(parser, "--setting", "--call-timeout", "--json", call_timeout=60.0)


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.hosted.targets import open_target

    if (args.group is None) == (args.case_of is None):
        raise AssayError("assay assign: expected either GROUP or --case-of DIR:NUMBER")
    if args.case_of is not None:
        group: Group | None = _group_of_case(args)
    else:
        group = None if holds_many(args.group) else read_group(args.group)
    if group is not None:
        refuse_strangers(args.settings, group)
    target = open_target(args.target, call_timeout=args.call_timeout, seed=args.seed, settings=args.settings)
    try:
        if group is None:
            return answer_each(args.group, lambda question: _answer_question(target, question))
        return _assign_one(target, group, args)
    finally:
        target.close()


def _group_of_case(args: argparse.Namespace) -> Group:
    from kafka_assay.assignors.life_run import LifeRun

    example, family, args.seed = read_campaign_case(args.case_of)
    if isinstance(example, LifeRun):
        raise AssayError(f"--case-of {args.case_of}: is a life ({family}): assay check repeats it")
    return example


def _assign_one(target: Target, group: Group, args: argparse.Namespace) -> ExitCode:
    try:
        assignment = target.assign(group)
    except AssignorFailed as failed:
        if args.json:
            emit_json(error_record(_no_answer_error(target, failed), file=args.group, index=0))
        note(f"assay: {_no_answer_error(target, failed)}")
        note_refusal(target)
        return _exit_code(failed)
    if args.json:
        emit_json(answer_document(target.name, group, assignment))
    else:
        _show(target.name, group, assignment)
        _say_which_round(target, group, assignment)
    return ExitCode.KEPT


def _answer_question(target: Target, question: Question) -> tuple[dict[str, Any], ExitCode]:
    try:
        assignment = target.assign(question.group)
    except AssignorFailed as failed:
        # The file has no error: the line gives the reason, the other groups are asked, and the exit code differs.
        return error_record(_no_answer_error(target, failed), file=question.file, index=question.index), _exit_code(
            failed
        )
    return answer_document(target.name, question.group, assignment), ExitCode.KEPT


def _no_answer_error(target: Target, failed: AssignorFailed) -> AssayError:
    message = " ".join(str(failed).split())[:_LINE_LENGTH]
    if isinstance(failed, CannotBeAsked):
        return AssayError(f"{target.name} {message}")
    return AssayError(f"{target.name} gave no answer: {message}")


def _exit_code(failed: AssignorFailed) -> ExitCode:
    """Broken if the assignor gave no answer; undecided if the group cannot be expressed to it."""
    return ExitCode.UNDECIDED if isinstance(failed, CannotBeAsked) else ExitCode.BROKEN


def answer_document(target: str, group: Group, assignment: Assignment) -> dict[str, Any]:
    """The answer as `assay-assignment/1`, with its figures."""
    kept, moved = stickiness(valid_owners(group), assignment)
    return assignment_document(
        assignment,
        target=target,
        loads=loads(group, assignment),
        kept=kept,
        moved=moved,
        unassigned=len(unassigned_partitions(group, assignment)),
    )


def _show(target: str, group: Group, assignment: Assignment) -> None:
    from kafka_assay.reports.wording.words import quantity

    show_members(group, assignment, f"{target} on {group.name or 'the group'}")
    kept, moved = stickiness(valid_owners(group), assignment)
    missing = len(unassigned_partitions(group, assignment))
    partitions = sum(loads(group, assignment).values())
    shared = f"{quantity(partitions, 'partition')} on {quantity(len(group.members), 'member')}"
    emit(f"{shared}; kept {kept}, moved {moved}, unassigned {missing}")
    show_assumptions(group)


def _say_which_round(target: Target, group: Group, assignment: Assignment) -> None:
    """If a cooperative assignor withholds partitions, say that its answer is one round of several."""
    from kafka_assay.reports.wording.words import number_in_words, quantity

    at_once = getattr(target, "answers_with_target", False)
    withheld = len(unassigned_partitions(group, assignment))
    if Promise.COOPERATIVE not in target.promises or at_once or not withheld:
        return
    rounds = _count_rounds(target, group, assignment)
    of_all = "several" if rounds is None else number_in_words(rounds)
    are = "is" if withheld == 1 else "are"
    emit(
        f"This is the first of {of_all} rounds: {quantity(withheld, 'partition')} {are} withheld "
        "until the present owners have given them up."
    )


def _count_rounds(target: Target, group: Group, assignment: Assignment) -> int | None:
    """The number of rounds until nothing is withheld; None if they never end, or if a round gives no answer."""
    for rounds in range(2, 2 * len(group.members) + 3):
        group = feed_back(group, assignment)
        try:
            assignment = target.assign(group)
        except AssignorFailed:
            return None
        if not unassigned_partitions(group, assignment):
            return rounds
    return None


COMMAND = Command(
    example="assay assign sticky captures/g-java-range.json",
    add_options=_add_options,
    run=_run,
)
