"""
`assay judge`: the laws and the gap, for an answer from anywhere.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.inputs import answer_each, holds_many, read_document
from assay.output import emit_json
from assignors.errors import AssayError, shown

if TYPE_CHECKING:
    import argparse

    from assay.inputs import Question
    from assignors.model import Assignment, Group
    from assignors.promises import Likeness
    from properties.judgement import Gap, Judged
    from properties.trial import Trial
    from reports.judged import Line

CODES = {"kept": ExitCode.KEPT, "broken": ExitCode.BROKEN, "undecided": ExitCode.UNDECIDED}


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "group", metavar="GROUP", help="a .json with one group, or a .jsonl with one a line (- is stdin)"
    )
    parser.add_argument(
        "assignment",
        metavar="ASSIGNMENT",
        nargs="?",
        help="the answer; for a .jsonl of groups a .jsonl of answers. Left out: the key 'assignment' of each record",
    )
    parser.add_argument(
        "--like",
        metavar="NAME",
        help="whose promises the answer is held to: a reference, with +promise or -promise after commas",
    )
    parser.add_argument("--certificate", metavar="FILE", help="check this proof that the answer is optimal")


def _run(args: argparse.Namespace) -> ExitCode:
    from assay.answers import answers_to, one_question
    from assignors.promises import likeness

    like = likeness(args.like)
    if args.assignment is not None:
        _refuse_target(args.group, args.assignment)
    if holds_many(args.group):
        if args.certificate:
            raise AssayError(f"--certificate {args.certificate}: proves one answer, and {args.group} holds many groups")
        answer_of = answers_to(args.group, args.assignment)
        return answer_each(args.group, lambda question: _answered(question, answer_of(question), like))
    question = one_question(args.group)
    answer = answers_to(args.group, args.assignment)(question)
    judgement = _Judgement(question.group, answer, like, _certificate(args.certificate))
    if args.json:
        emit_json(judgement.document())
    else:
        from assay.told import tell

        tell(judgement.lines())
    return judgement.code


def _refuse_target(group: str, answer: str) -> None:
    """
    Raise `AssayError` where a target stands in the place of its answer, and say which verbs ask it.
    """
    from assignors.hosted.target_name import is_target
    from assignors.registry import reference_names

    if Path(answer).exists() or not is_target(answer, reference_names()):
        return
    explain = shlex.join(["assay", "explain", group, answer])
    assign = shlex.join(["assay", "assign", answer, group, "--json"])
    file = "FILE.jsonl" if holds_many(group) else "FILE.json"
    raise AssayError(
        f"{answer}: a target, where judge takes a file with an assignment: "
        f"`{explain}` says what its answer is worth, `{assign} > {file}` writes it down"
    )


def _answered(question: Question, answer: Assignment, like: Likeness) -> tuple[dict[str, Any], ExitCode]:
    judgement = _Judgement(question.group, answer, like, None)
    return judgement.document(), judgement.code


def _certificate(path: str | None) -> object:
    if path is None:
        return None
    document = read_document(path)
    # The whole output of `assay optimum` will do: its certificate stands in it.
    inside = document.get("certificate") if isinstance(document, dict) else None
    found = document if inside is None else inside
    if not isinstance(found, dict) or not {"kind", "members", "topics", "levels"} <= found.keys():
        expected = "a certificate with kind, members, topics and levels, or the output of `assay optimum --json`"
        raise AssayError(f"{path}: {shown(found)}: expected {expected}")
    return found


class _Judgement:
    """
    One answer judged: the laws, the gap, and what a certificate is worth.
    """

    def __init__(self, group: Group, answer: Assignment, like: Likeness, certificate: object) -> None:
        from assignors.interface import Promise
        from properties.judgement import judge
        from properties.trial import Trial

        self.like = like
        self.group = group
        one_round = Promise.COOPERATIVE in like.promises
        self.trial: Trial = Trial(group, answer=answer, cooperative=one_round)
        self.judged: list[Judged] = judge(self.trial, like.promises)
        self.certified = certificate is not None
        self.refused = _refused(group, answer, certificate) if self.certified else None
        self.gap: Gap | None = None if one_round else _gap(group, answer, proved=self.certified and not self.refused)

    @property
    def code(self) -> ExitCode:
        """
        Broken where a law is, or where the certificate proves nothing.
        """
        from reports.judged import overall

        return ExitCode.BROKEN if self.refused else CODES[overall(self.judged)]

    def document(self) -> dict[str, Any]:
        """
        The judgement as `assay-judgement/1`.
        """
        from reports.judged import NOT_ASKED, ONLY_VALIDITY, law_record

        document: dict[str, Any] = {
            "format": "assay-judgement/1",
            "like": self.like.text,
            "laws": [law_record(one) for one in self.judged],
            "gap": None if self.gap is None else self.gap._asdict(),
        }
        if self.certified:
            document["certificate"] = {"proves": self.refused is None, "reason": self.refused}
        if self.like.text is None:
            document["note"] = ONLY_VALIDITY
        elif not self.judged:
            document["note"] = NOT_ASKED
        if self.group.assumptions:
            document["assumptions"] = list(self.group.assumptions)
        return document

    def lines(self) -> list[Line]:
        """
        The judgement for people.
        """
        from reports.judged import (
            ONLY_VALIDITY,
            Line,
            about_answer,
            assumption_lines,
            gap_sentence,
            headline,
            law_lines,
            what_is_no_plan,
        )

        loads = self.trial.loads
        about = about_answer(loads)
        lines = [headline(self.judged), Line(f"{self.group.name}: {about}" if self.group.name else about, 2)]
        if self.refused:
            lines.insert(0, Line(f"REFUSED: the certificate proves nothing: {self.refused}", word="broken"))
        elif self.certified:
            lines.append(Line("The certificate proves that no answer is better.", word="kept"))
        lines += law_lines(self.judged)
        if self.gap is None:
            lines.append(Line("One round of a cooperative assignor: no gap is given."))
        else:
            lines.append(Line(gap_sentence(self.gap, what_is_no_plan(self.group, self.trial.answer))))
        if self.like.text is None:
            lines.append(Line(ONLY_VALIDITY))
        return [*lines, *assumption_lines(self.group.assumptions)]


def _refused(group: Group, answer: Assignment, certificate: object) -> str | None:
    from oracle.certificate import verify

    return verify(group, answer, certificate)


def _gap(group: Group, answer: Assignment, *, proved: bool) -> Gap:
    from assignors.ownership import loads, stickiness, valid_owners
    from properties.judgement import Gap, gap
    from properties.terms import sum_of_squares

    if not proved:
        from oracle.solve import solve

        return gap(group, answer, solve(group))
    # A certificate that proves the answer optimal says what the optimum is: no solver is needed.
    squares = sum_of_squares(loads(group, answer).values())
    moves = stickiness(valid_owners(group), answer).moved
    return Gap(squares, squares, moves, moves)


COMMAND = Command(
    says="the laws and the gap, for an answer from anywhere",
    example="assay judge group.json assignment.json --like sticky",
    add_options=_add_options,
    run=_run,
)
