"""`assay explain`: explain an answer in sentences, as a picture, as a regression test."""

from __future__ import annotations

from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import EXIT_CODES, ExitCode
from assay.files.inputs import READABLE, STANDARD_INPUT, Question, answer_each, holds_many, read_document
from assay.files.picture import check_picture_name, write_picture
from assay.law_choice import note_law_not_promised
from assay.options import add_options
from assay.terminal.output import emit, emit_json
from assay.terminal.refusal import note_refusal
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.settings import NO_SETTINGS, refuse_strangers, settings_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kafka_assay.assignors.interface import Target
    from kafka_assay.assignors.life_run import Example
    from kafka_assay.assignors.model import Assignment, Group
    from kafka_assay.properties.judging.evidence import GivenAnswer
    from kafka_assay.properties.judging.finding import Finding
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.reports.answer.explanation import Explanation


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "group",
        metavar="GROUP|CASE",
        help="a .json file with one group or case, or a .jsonl file with one group per line (-: stdin)",
    )
    parser.add_argument(
        "subject",
        metavar="TARGET|ASSIGNMENT",
        nargs="?",
        help="a target, or a .json file (for many groups a .jsonl file) with the answer. Default: the case's target, "
        "or the key 'assignment' of each record",
    )
    parser.add_argument(
        "--like",
        metavar="NAME",
        help="the promises to check: those of a reference, with +promise or -promise, such as fair,+sticky",
    )
    parser.add_argument("--picture", metavar="FILE", help="draw the result into FILE.png or FILE.svg")
    parser.add_argument("--as-test", action="store_true", help="print a pytest regression test instead")
    parser.set_defaults(seed=0)
    add_options(parser, "--setting", "--call-timeout", "--json", call_timeout=10.0)


def _run(args: argparse.Namespace) -> ExitCode:
    check_picture_name(args.picture)
    if holds_many(args.group):
        if args.picture or args.as_test:
            raise AssayError(f"{args.group} contains many groups: --picture and --as-test need a single group")
        return _run_many(args)
    question, example, case = _read_question(args.group)
    subject = args.subject or (case.target if case else None) or None
    if case is not None:
        # The answers of a case were given under its seed and settings.
        args.seed = case.seed
        args.settings = args.settings or case.settings.where_accepted()
    if subject is None or _is_file(subject):
        _refuse_settings(args)
        if case is None:
            _refuse_life(args.group, example, subject)
        answer = _answer_finder(args.group, subject)(question)
        explanation = _explain_answer(question, answer, args.like, None if case is None else case.law)
        return _show(explanation, args, question.group, target=None)
    if case is None:
        refuse_strangers(args.settings, question.group)
    with closing(_open_target(subject, args)) as target:
        if case is not None:
            note_law_not_promised(case.law, target)
        explanation = _explain_target(example, target, None if case is None else case.law)
        note_refusal(target)
        return _show(explanation, args, example, target=target)


def _run_many(args: argparse.Namespace) -> ExitCode:
    if args.subject is None or _is_file(args.subject):
        _refuse_settings(args)
        answer_of = _answer_finder(args.group, args.subject)
        return answer_each(args.group, lambda one: _document(_explain_answer(one, answer_of(one), args.like)))
    with closing(_open_target(args.subject, args)) as target:
        return answer_each(args.group, lambda one: _document(_explain_target(one.group, target)))


def _answer_finder(groups: str, answers: str | None) -> Callable[[Question], Assignment]:
    from assay.files.answers import answer_finder

    return answer_finder(groups, answers, "a target, or a second file with the answer")


def _refuse_life(path: str, example: Example, answer: str | None) -> None:
    """Raise `AssayError` if `example` is a life: it has no answers yet, and one answer would not be enough."""
    from kafka_assay.assignors.life_run import LifeRun

    if isinstance(example, LifeRun):
        given = "" if answer is None else f", but {answer} has one answer"
        raise AssayError(f"{path}: a life with several rebalances{given}: give a target, which answers each rebalance")


def _refuse_settings(args: argparse.Namespace) -> None:
    """Raise `AssayError` if settings are given with only an answer to explain."""
    if args.settings and not args.settings.optional:
        raise AssayError(f"{' '.join(args.settings.words())}: settings need a target, but an answer was given")


def _is_file(subject: str) -> bool:
    return subject == STANDARD_INPUT or Path(subject).suffix.lower() in READABLE


def _open_target(subject: str, args: argparse.Namespace) -> Target:
    from kafka_assay.assignors.hosted.targets import open_target

    return open_target(subject, like=args.like, call_timeout=args.call_timeout, seed=args.seed, settings=args.settings)


def _read_question(path: str) -> tuple[Question, Example, Case | None]:
    """The group in a file; the group or life that led to it; and the case, if the file is one."""
    from assay.files.cases import read_example
    from kafka_assay.assignors.life_run import LifeRun

    example, case = read_example(path)
    start = example.life.group if isinstance(example, LifeRun) else example
    group = start if case is None else case.group
    document = read_document(path)
    assert isinstance(document, dict)
    question = Question(file=path, index=0, line=None, group=group, record=document)
    return question, example, case


def _explain_answer(
    question: Question, answer: Assignment, like_text: str | None, law: str | None = None
) -> Explanation:
    from kafka_assay.assignors.interface import Promise
    from kafka_assay.assignors.promises import parse_likeness
    from kafka_assay.properties.judging.evidence import GivenAnswer
    from kafka_assay.properties.judging.finding import judged_laws
    from kafka_assay.reports.answer.explanation import explain_trial

    like = parse_likeness(like_text)
    given = GivenAnswer(answer=answer, promises=like.promises)
    last = _judge_example(question.group, given, law)
    optimum = None if Promise.COOPERATIVE in like.promises else _optimum(question.group)
    title = _title("The answer", question.group)
    return explain_trial(title, last[0].rebalance.trial, judged_laws(last), optimum, like=like.text, law=law)


def _explain_target(example: Example, target: Target, law: str | None = None) -> Explanation:
    from kafka_assay.properties.judging.finding import judged_laws
    from kafka_assay.reports.answer.explanation import explain_trial
    from kafka_assay.reports.wording.life_story import life_sentences

    last = _judge_example(example, target, law)
    rebalance = last[0].rebalance
    trial, story = rebalance.trial, life_sentences(rebalance.asked_steps)
    title = _title(target.name, trial.group)
    return explain_trial(
        title,
        trial,
        judged_laws(last),
        _optimum(trial.group),
        like=target.like,
        excused={one.law.id: one.expected.reason for one in last if one.expected is not None},
        story=story,
        law=law,
        target=target.name,
    )


def _judge_example(example: Example, target: Target | GivenAnswer, law: str | None) -> list[Finding]:
    """
    The findings of the rebalance to explain.

    Of a life it is the first rebalance that breaks `law` (None: any law, unless declared), else the last one.
    """
    from kafka_assay.properties.judging.finding import judge_example
    from kafka_assay.properties.registry import promised_laws
    from kafka_assay.properties.verdict import Broken

    last: list[Finding] = []
    findings = judge_example(target, promised_laws(target.promises), example, family=None)
    for _, found in groupby(findings, key=lambda finding: id(finding.rebalance)):
        last = list(found)
        broken = [one for one in last if isinstance(one.verdict, Broken)]
        if any(one.expected is None if law is None else one.law.id == law for one in broken):
            break
    if not last:
        raise AssayError("the life never has a member, so nobody asks the target")
    return last


def _title(subject: str, group: Group) -> str:
    from kafka_assay.reports.wording.words import display_name

    return f"{subject} on {display_name(group.name)}" if group.name else subject


def _optimum(group: Group) -> Any:
    from kafka_assay.oracle.solve import solve

    return solve(group)


def _exit_code(explanation: Explanation) -> ExitCode:
    from kafka_assay.properties.verdict import gravest_verdict

    if explanation.judged and all(one.law in explanation.excused for one in explanation.judged):
        return ExitCode.KEPT
    return EXIT_CODES[
        gravest_verdict(one.verdict.word for one in explanation.judged if one.law not in explanation.excused)
    ]


def _document(explanation: Explanation) -> tuple[dict[str, Any], ExitCode]:
    return explanation.document(), _exit_code(explanation)


def _show(explanation: Explanation, args: argparse.Namespace, example: Example, target: Target | None) -> ExitCode:
    if args.picture:
        from kafka_assay.reports.figures.explanation_content import explanation_figure

        write_picture(explanation_figure(explanation), Path(args.picture))
    test = _regression_test(explanation, example, target, args.seed) if args.as_test else None
    if args.json:
        emit_json(explanation.document() | ({"test": test} if test is not None else {}))
    elif test is not None:
        emit(test.rstrip("\n"))
    else:
        from assay.terminal.terminal_lines import print_lines
        from kafka_assay.reports.answer.explanation_lines import explanation_lines

        print_lines(explanation_lines(explanation))
    return _exit_code(explanation)


def _regression_test(explanation: Explanation, example: Example, target: Target | None, seed: int) -> str:
    from kafka_assay.reports.check.pasted_test import PastedSubject, pasted_test_text

    judged = sorted(explanation.judged, key=lambda one: one.law != explanation.law)
    broken = [one.law for one in judged if one.verdict.word == "broken"]
    kept = [one.law for one in judged if one.verdict.word == "kept"]
    if not broken and not kept:
        raise AssayError(f"--as-test: {explanation.title}: no law was decided, so there is nothing to test")
    subject = PastedSubject(
        target=target.name if target else None,
        answer=explanation.answer,
        like=explanation.like,
        seed=seed,
        settings=NO_SETTINGS if target is None else settings_of(target),
    )
    about = " ".join(sentence for sentence in explanation.sentences[: len(explanation.story) + 2])
    return pasted_test_text(subject, example, broken, kept, about)


COMMAND = Command(
    example="assay explain captures/g-java-rr-hetero.json range --picture finding.png",
    add_options=_add_options,
    run=_run,
)
