"""`assay judge`: check an assignment against the laws, and show its gap to the optimum."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import EXIT_CODES, ExitCode
from assay.files.inputs import answer_each, holds_many
from assay.options import add_group_option, add_options
from assay.terminal.output import emit_json
from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    import argparse

    from assay.files.inputs import Question
    from kafka_assay.assignors.model import Assignment, Group
    from kafka_assay.assignors.promises import Likeness
    from kafka_assay.oracle.certificate.certificate_file import Certificate, CertifiedAnswer
    from kafka_assay.properties.judging.judgement import Gap, LawVerdict
    from kafka_assay.properties.trials.trial import Trial
    from kafka_assay.reports.render.plain_text import TextLine


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_group_option(parser)
    parser.add_argument(
        "assignment",
        metavar="ASSIGNMENT",
        nargs="?",
        help="the answer; for a .jsonl of groups a .jsonl of answers. Default: the key 'assignment' of each record",
    )
    parser.add_argument(
        "--like",
        metavar="NAME",
        help="the promises to check: those of a reference, with +promise or -promise, such as fair,+sticky",
    )
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        help="check the proof in FILE that the answer is optimal; for a .jsonl of groups a .jsonl",
    )
    add_options(parser, "--json")


def _run(args: argparse.Namespace) -> ExitCode:
    from assay.files.answers import answer_finder, read_only_question
    from assay.files.certificates import certificate_finder
    from kafka_assay.assignors.promises import parse_likeness

    like = parse_likeness(args.like)
    if args.assignment is not None:
        _refuse_target(args.group, args.assignment)
    answer_of = answer_finder(args.group, args.assignment)
    proof_of = certificate_finder(args.certificate, args.group) if args.certificate else lambda _: None
    if holds_many(args.group):
        return answer_each(args.group, lambda asked: _answer_question(asked, answer_of(asked), like, proof_of(asked)))
    question = read_only_question(args.group)
    judgement = _Judgement(question.group, answer_of(question), like, proof_of(question))
    if args.json:
        emit_json(judgement.document())
    else:
        from assay.terminal.terminal_lines import print_lines

        print_lines(judgement.lines())
    return judgement.code


def _refuse_target(group: str, answer: str) -> None:
    """Raise `AssayError` if a target is given instead of its answer, and name the verbs that ask targets."""
    from kafka_assay.assignors.hosted.target_kinds import is_target
    from kafka_assay.assignors.registry import reference_names

    if Path(answer).exists() or not is_target(answer, reference_names()):
        return
    explain = shlex.join(["assay", "explain", group, answer])
    assign = shlex.join(["assay", "assign", answer, group, "--json"])
    file = "FILE.jsonl" if holds_many(group) else "FILE.json"
    raise AssayError(
        f"{answer}: a target, where judge takes a file with an assignment: "
        f"`{explain}` says what its answer is worth, `{assign} > {file}` writes it down"
    )


def _answer_question(
    question: Question, answer: Assignment, like: Likeness, certificate: Certificate | None
) -> tuple[dict[str, Any], ExitCode]:
    judgement = _Judgement(question.group, answer, like, certificate)
    return judgement.document(), judgement.code


class _Judgement:
    """One judged answer: the laws, the gap, and the certificate's verdict."""

    def __init__(self, group: Group, answer: Assignment, like: Likeness, certificate: Certificate | None) -> None:
        from kafka_assay.assignors.interface import Promise
        from kafka_assay.properties.judging.evidence import GivenAnswer
        from kafka_assay.properties.judging.finding import judge_example, judged_laws
        from kafka_assay.properties.registry import promised_laws

        self.like = like
        self.group = group
        one_round = Promise.COOPERATIVE in like.promises
        given = GivenAnswer(answer=answer, promises=like.promises)
        findings = list(judge_example(given, promised_laws(like.promises), group, family=None))
        self.trial: Trial = findings[0].rebalance.trial
        self.judged: list[LawVerdict] = judged_laws(findings)
        self.certified = None if certificate is None else _certify(group, answer, certificate)
        self.gap: Gap | None = None if one_round else _gap(group, answer, self.certified)

    @property
    def code(self) -> ExitCode:
        """
        Broken if a law is broken; undecided if the certificate does not prove the answer, because that breaks no law.
        """
        from kafka_assay.properties.verdict import gravest_verdict

        word = gravest_verdict(one.verdict.word for one in self.judged)
        return EXIT_CODES["undecided" if word == "kept" and self.certified and self.certified.refused else word]

    def document(self) -> dict[str, Any]:
        """The judgement as `assay-judgement/1`."""
        from kafka_assay.reports.answer.verdict_lines import ONLY_VALIDITY, law_record
        from kafka_assay.reports.wording.short_names import short_names

        document: dict[str, Any] = {
            "format": "assay-judgement/1",
            "like": self.like.text,
            "laws": [law_record(one, short_names([self.group])) for one in self.judged],
            "gap": None if self.gap is None else self.gap._asdict(),
        }
        if self.certified:
            document["certificate"] = {"proves": not self.certified.refused, "reason": self.certified.refused}
        if self.like.text is None:
            document["note"] = ONLY_VALIDITY
        if self.group.assumptions:
            document["assumptions"] = list(self.group.assumptions)
        return document

    def lines(self) -> list[TextLine]:
        """The judgement for people."""
        from kafka_assay.reports.answer.verdict_lines import (
            ONLY_VALIDITY,
            answer_summary,
            assumption_lines,
            gap_sentence,
            headline,
            law_lines,
            why_no_plan,
        )
        from kafka_assay.reports.render.plain_text import TextLine
        from kafka_assay.reports.wording.short_names import short_names

        loads = self.trial.loads
        about = answer_summary(loads)
        lines = [headline(self.judged), TextLine(f"{self.group.name}: {about}" if self.group.name else about, 2)]
        if self.certified and self.certified.refused:
            lines.insert(0, TextLine(f"NOT PROVED by the certificate: {self.certified.refused}", word="undecided"))
        elif self.certified:
            lines.append(TextLine("The certificate proves that no answer is better.", word="kept"))
        lines += law_lines(self.judged, short_names([self.group]))
        if self.gap is None:
            lines.append(TextLine("This is one round of a cooperative assignor. It is not compared with the optimum."))
        else:
            lines.append(TextLine(gap_sentence(self.gap, why_no_plan(self.group, self.trial.answer))))
        if self.like.text is None:
            lines.append(TextLine(ONLY_VALIDITY))
        return [*lines, *assumption_lines(self.group.assumptions)]


def _certify(group: Group, answer: Assignment, certificate: Certificate) -> CertifiedAnswer:
    from kafka_assay.oracle.certificate.certificate_file import certify_answer

    return certify_answer(group, answer, certificate)


def _gap(group: Group, answer: Assignment, proved: CertifiedAnswer | None) -> Gap:
    from kafka_assay.oracle.certificate.certificate_file import figures_of
    from kafka_assay.properties.judging.judgement import Gap, gap_of

    if proved is None or proved.optimum is None:
        from kafka_assay.oracle.solve import solve

        return gap_of(group, answer, solve(group))
    # A valid certificate proves the optimum, so no solver is needed.
    squares, moves = figures_of(group, answer)
    return Gap(squares, proved.optimum.sum_of_squares, moves, proved.optimum.moves)


COMMAND = Command(
    example="assay judge group.json assignment.json --like sticky",
    add_options=_add_options,
    run=_run,
)
