"""`assay judge`: who gets what, the laws, the distance from the optimum, and what to change, for any answer."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import EXIT_CODES, Command, ExitCode
from assay.files.cases import answer_finder, find_example, proof_finder
from assay.files.inputs import Question, answer_each, gravest_code, holds_many, is_file, read_document
from assay.files.out_folder import check_picture_name, write_picture
from assay.opened_targets import note_law_not_promised, open_targets
from assay.options import CALL_OF_GIVEN, add_options
from assay.output import emit, emit_blocks, emit_json, note_refusal
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Promise, Target
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import CONNECT, Assignment, Group
from kafka_assay.assignors.settings import NO_SETTINGS, refuse_strangers, settings_of
from kafka_assay.oracle.certificate.certificate_file import certify_answer
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.verdict import Broken, gravest_verdict

if TYPE_CHECKING:
    from kafka_assay.properties.judging.evidence import GivenAnswer
    from kafka_assay.properties.judging.finding import Finding
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.reports.explanation import Explanation


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "group",
        metavar="GROUP|CASE",
        help="a .json file with one group, case or life, a .jsonl file with one group per line (-: stdin), "
        "FILE.jsonl:LINE, or DIR:NUMBER (a group of a campaign)",
    )
    parser.add_argument(
        "subjects",
        metavar="TARGET|ANSWER",
        nargs="*",
        help="a target, or a .json file (for many groups a .jsonl file) with the answer. Default: the case's target, "
        "or the key 'assignment' of each record",
    )
    add_options(parser, "--like", "--picture")
    parser.add_argument("--as-test", action="store_true", help="print a pytest regression test instead")
    parser.add_argument(
        "--check-proof",
        metavar="FILE",
        help="check the proof of assay optimum --proof that the answer is optimal; for a .jsonl of groups a .jsonl",
    )
    add_options(parser, "--setting", "--call-timeout", "--json", call_timeout=CALL_OF_GIVEN)


def _run(args: argparse.Namespace) -> ExitCode:
    check_picture_name(args.picture)
    many = holds_many(args.group)
    if (args.picture or args.as_test) and (many or len(args.subjects) > 1):
        raise AssayError("--picture and --as-test: expected a single group, and a single target or answer")
    with ExitStack() as stack:
        if many:
            from kafka_assay.reports.views.judgement import judgement_document

            judge = _Judge(args, stack, None)
            return answer_each(
                args.group,
                lambda one: (
                    (judgement_document(found), _exit_code(found)) for found in judge.judge_all(one, one.group)
                ),
            )
        question, example, case = _read_question(args.group)
        if case is None:
            _refuse_life(args, example)
            refuse_strangers(args.settings, question.group)
        judge = _Judge(args, stack, case)
        codes = []
        for number, explanation in enumerate(judge.judge_all(question, example)):
            if number and not args.json:
                emit("")
            test = judge.regression_test(explanation, example) if args.as_test else None
            _show(explanation, args, test)
            codes.append(_exit_code(explanation))
    return gravest_code(codes)


def _read_question(path: str) -> tuple[Question, Example, Case | None]:
    """The group in a file, or of a campaign; the group or life that led to it; and the case, if the file is one."""
    example, case, family, _ = find_example(path, seed=0)
    start = example.life.group if isinstance(example, LifeRun) else example
    group = start if case is None else case.group
    document = read_document(path) if case is not None or family is None else {}
    assert isinstance(document, dict)
    return Question(file=path, index=0, line=None, group=group, record=document), example, case


def _refuse_life(args: argparse.Namespace, example: Example) -> None:
    """Raise `AssayError` if an answer to a life is given: a life has several rebalances."""
    given = next((name for name in args.subjects if is_file(name)), None)
    if isinstance(example, LifeRun) and (given or not args.subjects):
        but = f", but {given} has one answer" if given else ""
        why = f"a life with several rebalances{but}: give a target, which answers each rebalance"
        raise AssayError(f"{args.group}: {why}")


class _Judge:
    """Judges what each target and each file of answers says, in the order given."""

    def __init__(self, args: argparse.Namespace, stack: ExitStack, case: Case | None) -> None:
        """Open the targets; `stack` closes them. Raises `AssayError` if one cannot be opened."""
        from kafka_assay.assignors.promises import parse_likeness

        self.args = args
        self.case = case
        self.like = parse_likeness(args.like)
        self.proof_of = proof_finder(args.check_proof, args.group) if args.check_proof else None
        names: list[str | None] = list(dict.fromkeys(args.subjects)) or [(case and case.target) or None]
        targets = [name for name in names if name is not None and not is_file(name)]
        if args.settings and not targets:
            raise AssayError(f"{' '.join(args.settings.words())}: settings need a target, but an answer was given")
        if case is not None:  # its answers were given under its seed and settings
            args.seed, args.settings = case.seed, args.settings or case.settings.where_accepted()
        self.opened = open_targets(stack, args, targets)
        opened = dict(zip(targets, self.opened, strict=True))
        # Each is a target, or finds the answer to a question in a file.
        self.subjects = [opened.get(name or "") or answer_finder(args.group, name) for name in names]

    def judge_all(self, question: Question, example: Example) -> Iterator[Explanation]:
        """The explanation of each subject's answer. Raises `AssayError` if there is no answer to judge."""
        from kafka_assay.properties.judging.evidence import GivenAnswer

        for one in self.subjects:
            given = GivenAnswer(answer=one(question), promises=self.like.promises) if callable(one) else one
            yield self._judge(given, question, example)

    def _judge(self, asked: Target | GivenAnswer, question: Question, example: Example) -> Explanation:
        from kafka_assay.properties.judging.evidence import GivenAnswer
        from kafka_assay.properties.judging.finding import judged_laws
        from kafka_assay.reports.explanation import Explanation
        from kafka_assay.reports.wording.life_story import life_sentences
        from kafka_assay.reports.wording.words import display_name

        given = isinstance(asked, GivenAnswer)
        law = None if self.case is None else self.case.law
        if law is not None and not isinstance(asked, GivenAnswer):
            note_law_not_promised(law, asked)
        findings = _judge_example(question.group if given else example, asked, law)
        rebalance = findings[0].rebalance
        trial = rebalance.trial
        proof = None if self.proof_of is None or trial.failure is not None else self.proof_of(question)
        certified = None if proof is None else certify_answer(trial.group, trial.answer, proof)
        best: Assignment | None
        if given and Promise.COOPERATIVE in asked.promises:
            best = None
        elif proof is not None and certified is not None and certified.optimum is not None:
            # A valid certificate proves the optimum, so no solver is needed.
            best = trial.answer if certified.refused is None else proof.assignment
        else:
            best = solve(trial.group).assignment
        name, like = ("", self.like.text) if isinstance(asked, GivenAnswer) else (asked.name, asked.like)
        subject = name or "The answer"
        explanation = Explanation(
            title=f"{subject} on {display_name(trial.group.name)}" if trial.group.name else subject,
            trial=trial,
            judged=judged_laws(findings),
            best=best,
            like=like,
            excused={one.law.id: one.expected.reason for one in findings if one.expected is not None},
            story=() if given else life_sentences(rebalance.asked_steps),
            law=law,
            target=name,
            certified=certified,
        )
        note_refusal(asked)
        return explanation

    def regression_test(self, explanation: Explanation, example: Example) -> str:
        """The text of a pytest test of this answer. Raises `AssayError` if no law was decided."""
        from kafka_assay.reports.check.pasted_test import pasted_test_text
        from kafka_assay.reports.views.judgement import judgement_sentences

        judged = sorted(explanation.judged, key=lambda one: one.law != explanation.law)
        laws = [one.law for one in judged if one.verdict.word in ("broken", "kept")]
        if not laws:
            raise AssayError(f"--as-test: {explanation.title}: no law was decided, so there is nothing to test")
        target = next(iter(self.opened), None)
        return pasted_test_text(
            example if target else explanation.group,
            [law for law in laws if law in explanation.broken] or laws,
            " ".join(judgement_sentences(explanation)[: len(explanation.story) + 2]),
            target=target.name if target else None,
            answer=explanation.answer,
            like=explanation.like,
            seed=0 if target is None or self.case is None else self.case.seed,
            settings=NO_SETTINGS if target is None else settings_of(target),
        )


def _judge_example(example: Example, asked: Target | GivenAnswer, law: str | None) -> list[Finding]:
    """The findings of the first rebalance that breaks `law` (None: any law, unless declared), else of the last one."""
    from kafka_assay.properties.judging.finding import judge_example
    from kafka_assay.properties.registry import LAW_BY_ID, promised_laws

    last: list[Finding] = []
    of_connect = isinstance(example, Group) and example.strategy == CONNECT and not asked.promises
    laws = [LAW_BY_ID["returns-an-answer"]] if of_connect else promised_laws(asked.promises)
    findings = judge_example(asked, laws, example, family=None)
    for _, found in groupby(findings, key=lambda finding: id(finding.rebalance)):
        last = list(found)
        broken = [one for one in last if isinstance(one.verdict, Broken)]
        if any(one.expected is None if law is None else one.law.id == law for one in broken):
            break
    if not last:
        raise AssayError("the life never has a member, so nobody asks the target")
    return last


def _exit_code(explanation: Explanation) -> ExitCode:
    """Broken by an unexpected failure; undecided by an undecided law, or by a proof that does not prove the answer."""
    words = [one.verdict.word for one in explanation.judged if one.law not in explanation.excused]
    word = gravest_verdict(words) if words or not explanation.judged else "kept"
    unproved = explanation.certified is not None and explanation.certified.refused is not None
    return EXIT_CODES["undecided" if word == "kept" and unproved else word]


def _show(explanation: Explanation, args: argparse.Namespace, test: str | None) -> None:
    from kafka_assay.reports.views.judgement import judgement_blocks, judgement_document

    if args.picture:
        from kafka_assay.reports.figures.explanation_content import explanation_figure

        write_picture(explanation_figure(explanation), Path(args.picture))
    if args.json:
        emit_json(judgement_document(explanation) | ({} if test is None else {"test": test}))
    elif test is not None:
        emit(test.rstrip("\n"))
    else:
        emit_blocks(judgement_blocks(explanation))


COMMAND = Command("assay judge captures/g-java-rr-hetero.json range --picture finding.png", _add_options, _run)
