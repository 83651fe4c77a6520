"""`assay optimum --weights`: balance weights instead of partitions, starting from the references' answers."""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from assay.exit_codes import ExitCode
from assay.files.inputs import answer_each, holds_many, read_group
from assay.options import parse_seconds
from assay.terminal.member_table import show_optimum
from assay.terminal.output import emit, emit_json, progress_display
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.reports.wording.weight_words import WEIGHT_WORDS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kafka_assay.assignors.model import Assignment, Group
    from kafka_assay.oracle.weighted.weights import WeightedFigures, WeightedOptimum

SECONDS = 10.0
STAGES = 4
ASKED_FIRST = ("lag-global", "lag", "sticky", "optimal")
"""The references that come closest to the optimum. They are asked first."""

MOST_PARTITIONS = 100_000
"""For groups with more partitions only `ASKED_FIRST` are asked, because others would take minutes."""


def add_weight_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--weights",
        metavar="WHAT",
        help="balance weights instead of partition counts: lag (from the offsets) or weights (from the group file)",
    )
    parser.add_argument(
        "--time-limit",
        type=parse_seconds,
        metavar="S",
        help=f"with --weights: seconds for the references' first plans, and again for the search "
        f"(default {SECONDS:g} each)",
    )


def wants_weights(args: argparse.Namespace) -> bool:
    """Whether weights are requested. Raises `AssayError` if another option excludes them."""
    if args.weights is None:
        if args.time_limit is not None:
            raise AssayError(f"--time-limit {args.time_limit:g}: needs --weights")
        return False
    from kafka_assay.oracle.weighted.weights import parse_weight_kind

    parse_weight_kind(args.weights)
    for option, reason in (
        ("engine", "weights have only one engine"),
        ("then", "weights have their own levels"),
        ("certificate", "a weighted optimum has no certificate"),
    ):
        if (value := getattr(args, option)) is not None:
            raise AssayError(f"--{option} {value}: cannot be used with --weights: {reason}")
    require_libraries("assay optimum --weights", "ortools", "scipy")
    return True


def solve_weights(args: argparse.Namespace) -> ExitCode:
    """Solve one group, or each group of a `.jsonl`."""
    if holds_many(args.group):
        return answer_each(args.group, lambda question: _answer_question(question.group, args))
    group = read_group(args.group)
    optimum = _solve_group(group, args)
    if args.json:
        emit_json(weighted_document(group, optimum))
    else:
        _show(group, optimum)
    return _exit_code(optimum)


def _answer_question(group: Group, args: argparse.Namespace) -> tuple[dict[str, Any], ExitCode]:
    optimum = _solve_group(group, args)
    return weighted_document(group, optimum), _exit_code(optimum)


def _exit_code(optimum: WeightedOptimum) -> ExitCode:
    return ExitCode.KEPT if optimum.status == "proved" else ExitCode.UNDECIDED


def _solve_group(group: Group, args: argparse.Namespace) -> WeightedOptimum:
    from kafka_assay.oracle.weighted.search import WeightedRequest, solve_weighted
    from kafka_assay.oracle.weighted.weights import weights_of

    weights_of(group, args.weights)  # report an input error before the search
    limit = SECONDS if args.time_limit is None else args.time_limit
    with progress_display() as shown:
        task = shown.add_task("asking the references", total=STAGES + 1)

        def told(what: str) -> None:
            shown.advance(task)
            shown.update(task, description=what)

        request = WeightedRequest(by=args.weights, seconds=limit, report_stage=told)
        return solve_weighted(group, request, reference_answers(group, limit, request.clock))


def reference_answers(group: Group, limit: float, clock: Callable[[], float]) -> list[Assignment]:
    """
    The references' answers to `group`, the most promising references first, without failures.

    A large group is put to the most promising ones only. After `limit` seconds no further one is asked.
    """
    from kafka_assay.assignors.hosted.targets import open_target
    from kafka_assay.assignors.interface import AssignorFailed
    from kafka_assay.assignors.registry import default_names

    ends, answers = clock() + limit, []
    partitions = sum(topic.partitions for topic in group.topics)
    names = dict.fromkeys([*ASKED_FIRST, *(default_names() if partitions <= MOST_PARTITIONS else [])])
    for name in names:
        if clock() > ends:
            break
        with closing(open_target(name)) as target:
            try:
                answers.append(target.assign(group))
            except AssignorFailed:
                continue
    return answers


def weighted_document(group: Group, optimum: WeightedOptimum) -> dict[str, Any]:
    """
    The weighted optimum as `assay-optimum/1`. It has no certificate, only the solver's status and the bounds.
    """
    from kafka_assay.assignors.ownership import loads, stickiness, valid_owners

    counts = sorted(loads(group, optimum.assignment).values())
    kept, moves = stickiness(valid_owners(group), optimum.assignment)
    today, best = _weights_of_members(group, optimum)
    return {
        "format": "assay-optimum/1",
        "engine": "cp-sat" if optimum.certificate is None else "flow",
        "status": optimum.status,
        "loads": counts,
        "sum_of_squares": sum(load * load for load in counts),
        "moves": moves,
        "kept": kept,
        "assignment": optimum.assignment,
        "certificate": optimum.certificate,
        "weighted": {
            "by": optimum.by,
            **_figures_document(optimum.figures),
            "bound": _figures_document(optimum.bound),
            "gap": _figures_document(optimum.gap),
            "r_score": json_number(optimum.r_score),
            "grain": None if optimum.grain is None else json_number(optimum.grain),
            "today": {
                "max": json_number(max(today.values(), default=Fraction(0))),
                "sum_of_squares": json_number(_squares(today)),
            },
            "members": {
                member: {"today": json_number(weight), "best": json_number(best[member])}
                for member, weight in today.items()
            },
        },
    }


def _weights_of_members(group: Group, optimum: WeightedOptimum) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The weight of each member today, and with the optimum."""
    from kafka_assay.oracle.weighted.weights import member_weights, weights_of
    from kafka_assay.pipeline.audit.captured_assignment import captured_assignment

    weights = weights_of(group, optimum.by)
    return (
        member_weights(group, weights, captured_assignment(group)),
        member_weights(group, weights, optimum.assignment),
    )


def _squares(weights: dict[str, Fraction]) -> Fraction:
    return sum((weight * weight for weight in weights.values()), Fraction(0))


def _figures_document(figures: WeightedFigures) -> dict[str, int | float]:
    return {
        "max": json_number(figures.most),
        "sum_of_squares": json_number(figures.squares),
        "moved": json_number(figures.moved),
    }


def json_number(value: Fraction) -> int | float:
    """
    A fraction as a JSON number: an integer if it is whole or too large for a float.

    >>> from fractions import Fraction
    >>> json_number(Fraction(6, 2)), json_number(Fraction(7, 2))
    (3, 3.5)
    """
    try:
        return int(value) if value.denominator == 1 else float(value)
    except OverflowError:
        return int(value)


def weighted_headline(optimum: WeightedOptimum) -> str:
    """The three levels in one line, each with its certainty, and the R-score."""
    names = ("heaviest member", "sum of squares", "moved")
    levels = zip(names, optimum.figures.sort_key(), optimum.bound.sort_key(), strict=True)
    levels_text = ", ".join(
        f"{name} {_short_number(found)}{_bound_text(found, bound)}" for name, found, bound in levels
    )
    return f"{levels_text}, R-score {float(optimum.r_score):.3g}: {optimum.status}"


def _bound_text(found: Fraction, bound: Fraction) -> str:
    if found == bound:
        return ""
    return (
        f" (at least {_short_number(bound)})"
        if found > 2 * bound
        else f" (at most {float(found / bound - 1):.2g} above)"
    )


def _short_number(value: Fraction) -> str:
    plain = json_number(value)
    return f"{plain:,}" if abs(plain) < 10**15 else f"{plain:.6g}" if isinstance(plain, float) else f"{plain:,}"


def _show(group: Group, optimum: WeightedOptimum) -> None:
    emit(weighted_headline(optimum))
    if optimum.grain is not None:
        emit(f"The solver counted in units of {_short_number(optimum.grain)}. Figures and bounds are exact.")
    today, best = _weights_of_members(group, optimum)
    most = _short_number(max(today.values(), default=Fraction(0)))
    emit(f"today: heaviest member {most}, sum of squares {_short_number(_squares(today))}")
    word, meaning = WEIGHT_WORDS[optimum.by]
    columns = {f"{word} today": today, f"{word} best": best}
    show_optimum(
        group,
        optimum.assignment,
        {title: {member: _short_number(weight) for member, weight in one.items()} for title, one in columns.items()},
    )
    emit(f"{word}: {meaning}, today and with the best plan. load, kept, gained, lost: partitions with the best plan.")
