"""`assay optimum`: the best possible assignment of a group, with its proof, and the frontier of balance and moves."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from assay.command import Command, ExitCode
from assay.files.inputs import STANDARD_INPUT, answer_each, holds_many, read_group
from assay.files.out_folder import check_picture_name, write_picture
from assay.opened_targets import open_targets
from assay.options import CALL_OF_GIVEN, TARGET_HELP, add_group_option, add_options, add_targets, parse_whole_number
from assay.output import emit_result, note, progress_display
from kafka_assay.assignors.errors import ERROR_FORMAT, AssayError
from kafka_assay.assignors.extras import installed_versions, require_libraries
from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.settings import refuse_strangers
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.certificate.certificate_file import certificate_to_json
from kafka_assay.oracle.solve import solve
from kafka_assay.oracle.third_level import ThirdLevel, parse_third_level, refine
from kafka_assay.oracle.weighted.weights import WeightedOptimum, parse_weight_kind, weights_of

if TYPE_CHECKING:
    from kafka_assay.oracle.optimum import Engine, Optimum
    from kafka_assay.reports.frontier import FrontierReport
    from kafka_assay.reports.render.blocks import Block

ENGINES: tuple[Engine, ...] = ("flow", "ilp", "exhaustive")
SECONDS = 10.0
STAGES = 4
ASKED_FIRST = ("lag-global", "lag", "sticky", "optimal")
"""The references that come closest to the optimum of weights. They are asked first."""
MOST_PARTITIONS = 100_000
"""For weights in groups with more partitions only `ASKED_FIRST` are asked, because others would take minutes."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_group_option(parser)
    add_targets(parser, f"show where its answer lies beside the frontier: {TARGET_HELP}")
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        help="flow: any size (default); ilp: integer program; exhaustive: tries all assignments, tiny groups only",
    )
    parser.add_argument(
        "--then",
        metavar="LEVEL",
        help="among all optimal plans, choose the best by topic-spread, host-spread or rack-match, with proof",
    )
    parser.add_argument(
        "--proof", metavar="FILE", help="write the plan and its proof to FILE, for assay judge --check-proof"
    )
    parser.add_argument(
        "--frontier", action="store_true", help="show the best balance for each number of moves, and each TARGET"
    )
    parser.add_argument(
        "--moves", type=parse_whole_number, metavar="K", help="also show the best plan with at most K moves"
    )
    add_options(
        parser,
        "--weights",
        "--seconds",
        "--picture",
        "--setting",
        "--call-timeout",
        "--json",
        seconds=f"{SECONDS:g} with --weights",
        call_timeout=CALL_OF_GIVEN,
    )


_Answer: TypeAlias = "tuple[dict[str, Any], ExitCode, Callable[[], Iterable[Block]]]"
"""The result for one group: as JSON, its exit code, and a function that makes its blocks."""


def _run(args: argparse.Namespace) -> ExitCode:
    _check_options(args)
    proofs = _ProofFile(args.proof, args.group) if args.proof else None
    many = holds_many(args.group)
    group = None if many else read_group(args.group)
    if group is not None:
        refuse_strangers(args.settings, group)
    with ExitStack() as stack:
        targets = open_targets(stack, args, dict.fromkeys(args.targets))

        def answer(group: Group, index: int = 0) -> _Answer:
            return _weigh(group, args) if args.weights else _solve(group, args, targets, proofs, index)

        if group is None:
            return answer_each(args.group, lambda question: [answer(question.group, question.index)[:2]])
        document, code, blocks = answer(group)
    emit_result(lambda: document, blocks, as_json=args.json)
    return code


def _wants_frontier(args: argparse.Namespace) -> bool:
    return bool(args.frontier or args.targets or args.moves is not None or args.picture)


def _check_options(args: argparse.Namespace) -> None:
    """Raise `AssayError` for options that exclude each other, for a wrong name, or if a library is missing."""
    check_picture_name(args.picture)
    if args.picture and holds_many(args.group):
        raise AssayError(f"{args.group} contains many groups: --picture needs a single group")
    if args.then is not None:
        parse_third_level(args.then)
        require_libraries("assay optimum --then", "ortools")
    if args.engine == "ilp":
        require_libraries("assay optimum --engine ilp", "ortools")
    if args.weights is None:
        if args.seconds is not None:
            raise AssayError(f"--seconds {args.seconds:g}: needs --weights")
        if _wants_frontier(args):
            require_libraries("assay optimum --frontier", "ortools")
        return
    parse_weight_kind(args.weights)
    if _wants_frontier(args):
        raise AssayError("--weights: cannot be used with TARGET, --frontier, --moves and --picture, which count moves")
    for option, reason in (
        ("engine", "weights have only one engine"),
        ("then", "weights have their own levels"),
        ("proof", "a weighted optimum has no proof that can be checked"),
    ):
        if (value := getattr(args, option)) is not None:
            raise AssayError(f"--{option} {value}: cannot be used with --weights: {reason}")
    require_libraries("assay optimum --weights", "ortools", "scipy")


def _solve(
    group: Group, args: argparse.Namespace, targets: Sequence[Target], proofs: _ProofFile | None, index: int
) -> _Answer:
    from kafka_assay.reports.views.optimum import optimum_blocks, optimum_document

    optimum, level = _find_optimum(group, args)
    if proofs is not None and optimum.status == "proved":
        proofs.write(group, optimum, index)
    report = _find_frontier(group, args, targets) if _wants_frontier(args) else None
    if args.picture and report is not None:
        from kafka_assay.reports.figures.trade import frontier_figure

        write_picture(frontier_figure(report), Path(args.picture))

    document = optimum_document(optimum, level) | ({} if report is None else report.document())
    return document, _exit_code(optimum), lambda: optimum_blocks(group, optimum, level, report)


def _exit_code(optimum: Optimum | WeightedOptimum) -> ExitCode:
    return ExitCode.KEPT if optimum.status == "proved" else ExitCode.UNDECIDED


def _find_optimum(group: Group, args: argparse.Namespace) -> tuple[Optimum, ThirdLevel | None]:
    """The optimum, and with `--then` its quality there. If its certificate is refused, the status is undecided."""
    optimum, level = solve(group, args.engine or ENGINES[0]), None
    if args.then is not None:
        optimum, level = refine(group, optimum, args.then)
    refusal = verify(group, optimum.assignment, optimum.certificate)
    if refusal is None:
        return optimum, level
    note(f"assay: the certificate does not prove this plan: {refusal}")
    return replace(optimum, status="undecided"), level and replace(level, status="undecided")


class _ProofFile:
    """A file for proofs, in the order of the groups. It is created with the first one."""

    def __init__(self, path: str, groups: str) -> None:
        """Raises `AssayError` if `path` cannot hold the proofs of the file `groups`."""
        if path == STANDARD_INPUT:
            raise AssayError("--proof -: expected the path of a file")
        if holds_many(groups) and not holds_many(path):
            raise AssayError(f"--proof {path}: one proof for the many groups of {groups}: expected a .jsonl")
        if not Path(path).parent.is_dir():
            raise AssayError(f"{path}: cannot be written: no such folder {str(Path(path).parent)!r}")
        self.path = path
        self.lines = 0
        self.versions = installed_versions(("kafka-assay", "ortools", "numpy"))

    def write(self, group: Group, optimum: Optimum, index: int = 0) -> None:
        """Write the certificate of group `index`. Earlier groups without a certificate get a line that says so."""
        while self.lines < index:
            self._add({"format": ERROR_FORMAT, "index": self.lines, "message": "this group has no certificate"})
        self._add(certificate_to_json(group, optimum, self.versions))

    def _add(self, document: dict[str, Any]) -> None:
        try:
            with Path(self.path).open("a" if self.lines else "w", encoding="utf-8") as file:
                file.write(f"{compact_json(document)}\n")
        except (OSError, ValueError) as wrong:
            raise AssayError(f"{self.path}: cannot be written: {getattr(wrong, 'strerror', None) or wrong}") from None
        self.lines += 1


def _find_frontier(group: Group, args: argparse.Namespace, targets: Sequence[Target]) -> FrontierReport:
    """The frontier, beside it today's assignment (if members claim anything) and each target's settled answer."""
    from kafka_assay.pipeline.audit.answer_figures import captured_assignment
    from kafka_assay.pipeline.audit.audit_row import TODAY
    from kafka_assay.properties.judging.evidence import GivenAnswer, make_trial
    from kafka_assay.properties.trials.ask_modes import PlainTarget
    from kafka_assay.reports.frontier import frontier_report

    trials = []
    if any(member.owned for member in group.members):
        trials.append((TODAY, make_trial(GivenAnswer(answer=captured_assignment(group)), group)))
    trials += [(target.name, make_trial(PlainTarget(target), group)) for target in targets]
    return frontier_report(group, trials, args.moves)


def _weigh(group: Group, args: argparse.Namespace) -> _Answer:
    """Balance weights instead of partitions, starting from the references' answers."""
    from kafka_assay.oracle.weighted.search import WeightedRequest, solve_weighted
    from kafka_assay.reports.views.optimum import weighted_blocks, weighted_document

    weights_of(group, args.weights)  # report an input error before the search
    limit = SECONDS if args.seconds is None else args.seconds
    with progress_display(quiet=args.json) as display:
        task = display.add_task("asking the references", total=STAGES + 1)

        def show_stage(what: str) -> None:
            display.advance(task)
            display.update(task, description=what)

        request = WeightedRequest(by=args.weights, seconds=limit, report_stage=show_stage)
        optimum = solve_weighted(group, request, reference_answers(group, limit, request.clock))

    return weighted_document(group, optimum), _exit_code(optimum), lambda: weighted_blocks(group, optimum)


def reference_answers(group: Group, limit: float, clock: Callable[[], float]) -> list[Assignment]:
    """
    The references' answers to `group`, the most promising references first, without failures.

    A large group is put to the most promising ones only. After `limit` seconds no further one is asked.
    """
    from kafka_assay.assignors.hosted.targets import open_target
    from kafka_assay.assignors.registry import default_names

    ends, answers = clock() + limit, []
    partitions = sum(topic.partitions for topic in group.topics)
    for name in dict.fromkeys([*ASKED_FIRST, *(default_names() if partitions <= MOST_PARTITIONS else [])]):
        if clock() > ends:
            break
        with closing(open_target(name)) as target, suppress(AssignorFailed):
            answers.append(target.assign(group))
    return answers


COMMAND = Command(
    "assay optimum captures/g-java-rr-hetero.json sticky range --frontier --picture frontier.png", _add_options, _run
)
