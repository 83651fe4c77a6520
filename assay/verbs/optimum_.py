"""`assay optimum`: the best possible assignment of a group, with its proof."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.files.certificates import CertificateFile
from assay.files.inputs import answer_each, holds_many, read_group
from assay.options import add_group_option, add_options
from assay.terminal.member_table import show_optimum
from assay.terminal.output import emit, emit_json, note
from assay.weighing import add_weight_options, solve_weights, wants_weights
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.reports.wording.words import quantity

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from assay.files.inputs import Question
    from kafka_assay.assignors.model import Group
    from kafka_assay.oracle.optimum import Engine, Optimum
    from kafka_assay.oracle.third_level import ThirdLevel

ENGINES: tuple[Engine, ...] = ("flow", "ilp", "exhaustive")
MOST_LOADS = 12
SAID = {
    "topic-spread": "squared loads per topic and member {:,}",
    "host-spread": "squared loads of hosts {:,}",
    "rack-match": "rack matches {:,}",
}


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_group_option(parser)
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        help="flow: any size (default); ilp: integer program; exhaustive: tries all assignments, tiny groups only",
    )
    parser.add_argument(
        "--certificate", metavar="FILE", help="write the plan and its proof to FILE, for assay judge --certificate"
    )
    add_weight_options(parser)
    parser.add_argument(
        "--then",
        metavar="LEVEL",
        help="among all optimal plans, choose the best by topic-spread, host-spread or rack-match, with proof",
    )
    add_options(parser, "--json")


def _run(args: argparse.Namespace) -> ExitCode:
    if args.then is not None:
        from kafka_assay.oracle.third_level import parse_third_level

        parse_third_level(args.then)
        require_libraries("assay optimum --then", "ortools")
    if args.engine == "ilp":
        require_libraries("assay optimum --engine ilp", "ortools")
    if wants_weights(args):
        return solve_weights(args)
    proofs = CertificateFile(args.certificate, args.group) if args.certificate else None
    if holds_many(args.group):
        return answer_each(args.group, lambda question: _answer_question(question, args, proofs))
    group = read_group(args.group)
    optimum, level = _solve(group, args)
    if proofs is not None and optimum.status == "proved":
        proofs.write(group, optimum)
    if args.json:
        emit_json(optimum_document(optimum, level))
    else:
        _show(group, optimum, level)
    return _exit_code(optimum)


def _answer_question(
    question: Question, args: argparse.Namespace, proofs: CertificateFile | None
) -> tuple[dict[str, Any], ExitCode]:
    optimum, level = _solve(question.group, args)
    if proofs is not None and optimum.status == "proved":
        proofs.write(question.group, optimum, question.index)
    return optimum_document(optimum, level), _exit_code(optimum)


def _solve(group: Group, args: argparse.Namespace) -> tuple[Optimum, ThirdLevel | None]:
    """The optimum. With `--then`, the optimum that is best on that level too, and its quality there."""
    engine: Engine = args.engine or ENGINES[0]
    if args.then is None:
        return solve_and_verify(group, engine), None
    from kafka_assay.oracle.solve import solve
    from kafka_assay.oracle.third_level import refine

    refined, level = refine(group, solve(group, engine), args.then)
    optimum = verify_optimum(group, refined)
    return optimum, level if optimum.status == "proved" else replace(level, status="undecided")


def solve_and_verify(group: Group, engine: Engine) -> Optimum:
    """The optimum, its certificate checked."""
    from kafka_assay.oracle.solve import solve

    return verify_optimum(group, solve(group, engine))


def verify_optimum(group: Group, optimum: Optimum) -> Optimum:
    """Verify the certificate. If it is refused, the plan stays, but its status becomes undecided."""
    from kafka_assay.oracle.certificate.certificate import verify

    refusal = verify(group, optimum.assignment, optimum.certificate)
    if refusal is None:
        return optimum
    note(f"assay: the certificate does not prove this plan: {refusal}")
    return replace(optimum, status="undecided")


def optimum_document(optimum: Optimum, level: ThirdLevel | None = None) -> dict[str, Any]:
    """The optimum as `assay-optimum/1`, with `then` if a third level was requested."""
    then = {} if level is None else {"then": {"by": level.by, "value": level.value, "status": level.status}}
    return {
        "format": "assay-optimum/1",
        "engine": optimum.engine,
        "status": optimum.status,
        "loads": list(optimum.loads),
        "sum_of_squares": optimum.sum_of_squares,
        "moves": optimum.moves,
        "kept": optimum.kept,
        "assignment": optimum.assignment,
        "certificate": optimum.certificate,
        **then,
    }


def optimum_headline(optimum: Optimum, level: ThirdLevel | None = None) -> str:
    """
    The result in one line: loads from the highest down, moves, a third level if requested, and how certain they are.
    """
    moves = quantity(optimum.moves, "move")
    then = "" if level is None else f", then {SAID[level.by].format(level.value)}, {level.status}"
    return f"loads {short_loads(optimum.loads)}, {moves}, {optimum.status}{then}"


def short_loads(loads: Sequence[int]) -> str:
    """
    Loads from the highest down: one by one if they are few, else the number of members with each.

    >>> short_loads([29, 29, 30, 30])
    '30/30/29/29'
    >>> short_loads([1] * 10 + [2] * 990)
    '2 (990 members), 1 (10 members)'
    """
    falling = sorted(loads, reverse=True)
    if len(falling) <= MOST_LOADS:
        return "/".join(map(str, falling)) or "none"
    return ", ".join(f"{load} ({len(list(same))} members)" for load, same in groupby(falling))


def _exit_code(optimum: Optimum) -> ExitCode:
    return ExitCode.KEPT if optimum.status == "proved" else ExitCode.UNDECIDED


def _show(group: Group, optimum: Optimum, level: ThirdLevel | None) -> None:
    emit(optimum_headline(optimum, level))
    show_optimum(group, optimum.assignment)


COMMAND = Command(
    example="assay optimum captures/g-kip-hetero.json --certificate proof.json",
    add_options=_add_options,
    run=_run,
)
