"""The page of one group, written for its operator and colleagues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote

from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.pipeline.audit.audit_row import TODAY
from kafka_assay.pipeline.audit.grading import grade
from kafka_assay.pipeline.audit.page_facts import PageFacts
from kafka_assay.pipeline.whatif.present import present_assignor
from kafka_assay.reports.audit.group_advice import advice_blocks, advise
from kafka_assay.reports.audit.group_pictures import group_pictures
from kafka_assay.reports.audit.overview import group_headline
from kafka_assay.reports.audit.records import AuditedAnswer, AuditedGroup, GroupDetails, explain_law, stakes_of
from kafka_assay.reports.audit.tables import GRADE_TONES, gap_of, loads_cell, number_cell
from kafka_assay.reports.audit.weight_blocks import weight_advice, weight_blocks
from kafka_assay.reports.audit.what_if_blocks import audit_change_blocks, what_if_blocks
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    Fold,
    Heading,
    Line,
    Listing,
    Picture,
    Pictures,
    Prose,
    Section,
    Strong,
    Table,
    Tone,
)
from kafka_assay.reports.render.verdict_signs import SIGNS, TONES
from kafka_assay.reports.tables.hand_overs import hand_over_table
from kafka_assay.reports.tables.topology import hosts_table
from kafka_assay.reports.wording.grades import GRADE_SIGNS
from kafka_assay.reports.wording.safe_names import member_labels
from kafka_assay.reports.wording.short_names import ShortNames, short_names
from kafka_assay.reports.wording.words import quantity

OPEN_ROWS = 20
"""Up to this many members the hand-over table is open at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPage:
    """
    The input of a page.

    It holds the figures, the group, its anchor, the order of the answers, the target of the hand-over table, the
    `facts` for its pictures and what-ifs (None: it has neither), and the weights of the audit.
    """

    group: AuditedGroup
    details: GroupDetails
    anchor: str
    order: Sequence[str]
    chosen: str
    facts: PageFacts | None = None
    weights: str | None = None

    def answers(self) -> list[AuditedAnswer]:
        """The answers in the order of the whole report."""
        places = {target: place for place, target in enumerate(self.order)}
        return sorted(self.group.answers, key=lambda answer: places.get(answer.target, len(places)))

    def shown_target(self) -> str | None:
        """The target shown in detail: the chosen one, else the optimum; None if neither answered."""
        return next((name for name in (self.chosen, OPTIMAL) if name in self.details.assignments), None)


def group_section(page: GroupPage) -> Section:
    """The page of one group."""
    names = short_names([page.details.group])
    first: list[Block] = [Prose(group_headline(page.group)), *_faults_of_today(page.group.today, names)]
    if not page.group.members:
        return _section(page, [*first, *_closing_blocks(page)])
    first += advice_blocks(advise(page.group, present_assignor(page.details.group)), page.group)
    first += [] if page.weights is None else weight_advice(page.answers(), page.weights)
    pictures = _pictures(page)
    return _section(
        page,
        [
            *first,
            *([Pictures(pictures[:2])] if pictures else []),
            answer_table(page.group, page.answers()),
            Heading("Ownership before and after"),
            *_ownership_blocks(page),
            *([Pictures(pictures[2:])] if pictures[2:] else []),
            *_host_blocks(page),
            *([] if page.weights is None else weight_blocks(page.details, page.answers(), page.weights, _labels(page))),
            *audit_change_blocks(page.answers()),
            *([] if page.facts is None else what_if_blocks(page.details.group, page.facts.what_ifs, names)),
            Heading("Laws"),
            *_law_blocks(page.answers(), names),
            *_closing_blocks(page),
        ],
    )


def _pictures(page: GroupPage) -> tuple[Picture, ...]:
    if page.facts is None:
        return ()
    name = page.anchor.removeprefix("group-")
    return group_pictures(page.group, page.details, page.answers(), page.shown_target(), page.facts.reachable, name)


def _section(page: GroupPage, blocks: list[Block]) -> Section:
    return Section(anchor=page.anchor, title=(Code(page.group.name),), blocks=tuple(blocks), page=True)


def _faults_of_today(today: AuditedAnswer, names: ShortNames) -> list[Block]:
    lines: list[Line] = [
        (Strong(law_word.law), f": {explain_law(law_word, names)} {stakes_of(law_word)}")
        for law_word in today.laws
        if law_word.verdict == "broken"
    ]
    return [Prose(("Today:",)), Bullets(tuple(lines))] if lines else []


def answer_table(group: AuditedGroup, answers: Sequence[AuditedAnswer]) -> Table:
    """A row for each answer: its loads, its moves, and its grade."""
    return Table(
        caption="Today, the optimum, and the answer of each assignor",
        columns=(
            Column(title="answer", meaning="today's assignment, the optimum, or the assignor that was asked"),
            Column(title="verdict", meaning="how far the answer is from the optimum"),
            Column(title="loads", meaning="least to most loaded member, partitions", numeric=True),
            Column(title="gap (Σ load²)", meaning="sum of squared loads above the best possible", numeric=True),
            Column(title="moves", meaning="partitions that change their owner", numeric=True),
            Column(title="needless", meaning="moves more than the optimum needs", numeric=True),
            Column(
                title="topic spread",
                meaning="mean over topics: most minus least partitions per subscriber",
                numeric=True,
            ),
            Column(
                title="host spread",
                meaning="partitions of the most loaded host minus those of the least loaded",
                numeric=True,
            ),
            Column(title="no owner", meaning="partitions that no member would read", numeric=True),
        ),
        rows=tuple(_answer_row(group, answer) for answer in answers),
        sortable=True,
    )


def _answer_row(group: AuditedGroup, answer: AuditedAnswer) -> tuple[Cell, ...]:
    met = grade(answer)
    least = group.optimal_moves
    even = gap_of(group, answer) == 0
    needless = answer.moves - least if even and answer.moves is not None and least is not None else None
    return (
        Cell(line=(Code(answer.target),)),
        Cell(line=(f"{GRADE_SIGNS[met]} {met}",), key=list(type(met)).index(met), tone=GRADE_TONES.get(met, Tone.BAD)),
        loads_cell(answer.least, answer.most),
        number_cell(gap_of(group, answer)),
        number_cell(answer.moves),
        number_cell(needless),
        number_cell(answer.topic_spread, 2),
        number_cell(answer.host_spread),
        number_cell(answer.unassigned, tone=Tone.BAD if answer.unassigned else None),
    )


def _ownership_blocks(page: GroupPage) -> list[Block]:
    target = page.shown_target()
    if target is None:
        return [Prose(("No answer to show.",))]
    group, assignments = page.details.group, page.details.assignments
    table = hand_over_table(group, assignments[TODAY], assignments[target], target, _labels(page))
    if len(group.members) <= OPEN_ROWS:
        return [table]
    return [Fold((f"Table of {quantity(len(group.members), 'member')}",), (table,))]


def _labels(page: GroupPage) -> dict[str, str]:
    return member_labels([(member.id, member.client_id) for member in page.details.group.members])


def _host_blocks(page: GroupPage) -> list[Block]:
    given = page.details.assignments
    answers = [(answer.target, given[answer.target]) for answer in page.answers() if answer.target in given]
    table = hosts_table(page.details.group, answers)
    return [] if table is None else [table]


def _law_blocks(answers: Sequence[AuditedAnswer], names: ShortNames) -> list[Block]:
    verdicts: dict[str, dict[str, list[str]]] = {}
    for answer in answers:
        for law_word in answer.laws:
            expected = "" if law_word.expected is None else " (expected)"
            named = verdicts.setdefault(law_word.law, {}).setdefault(law_word.verdict, [])
            named.append(f"{answer.target}{expected}")
    table = Table(
        caption="Verdicts by law: the laws for all assignors, and those that the assignor promises",
        columns=(
            Column(title="law", meaning="what an answer has to satisfy (assay list laws)"),
            Column(title="broken by", meaning="answers that break the law; expected: a declared failure"),
            Column(title="undecided", meaning="answers on which the law could not be judged"),
            Column(title="kept by", meaning="answers that keep the law"),
        ),
        rows=tuple((Cell(line=(Code(law),)), *_law_cells(by_verdict)) for law, by_verdict in verdicts.items()),
    )
    return [table, *_breach_blocks(answers, names)]


def _law_cells(by_verdict: Mapping[str, Sequence[str]]) -> Iterator[Cell]:
    for verdict in ("broken", "undecided", "kept"):
        named = by_verdict.get(verdict, ())
        sign = SIGNS[verdict]
        all_of_them = len(named) > 1 and len(by_verdict) == 1
        text = f"{sign} all {len(named)}" if all_of_them else f"{sign} {', '.join(named)}" if named else ""
        yield Cell(line=(text,), tone=TONES[sign] if named else None)


def _breach_blocks(answers: Sequence[AuditedAnswer], names: ShortNames) -> list[Block]:
    lines: list[Line] = []
    for answer in answers:
        if answer.could_not_be_asked:
            lines.append((Code(answer.target), f" {answer.error}"))
        elif answer.error is not None and answer.sum_of_squares is None:
            lines.append((Code(answer.target), f" gave no answer: {answer.error}"))
        for law_word in answer.laws:
            if law_word.verdict == "kept" or answer.target == TODAY:
                continue
            expected = f" Expected: {law_word.expected}" if law_word.expected is not None else ""
            explained = f": {explain_law(law_word, names)}{expected}"
            lines.append((Code(answer.target), ", ", Strong(law_word.law), explained))
    return [Bullets(tuple(lines))] if lines else []


def _closing_blocks(page: GroupPage) -> list[Block]:
    """The assumptions, and the commands to repeat everything."""
    blocks: list[Block] = []
    assumptions = page.details.group.assumptions
    if assumptions:
        blocks += [Heading("Assumptions"), Bullets(tuple((sentence,) for sentence in assumptions))]
    return [*blocks, Heading("Repeat"), Listing("\n".join(_commands(page)))]


def _commands(page: GroupPage) -> list[str]:
    file = quote(page.group.file)
    lines = []
    if page.group.line is not None:
        lines.append(f"sed -n {page.group.line}p {file} > group.jsonl")
        file = "group.jsonl"
    lines.append(f"assay optimum {file}")
    others = [answer.target for answer in page.answers() if answer.target not in {TODAY, OPTIMAL}]
    lines += [f"assay explain {file} {quote(target)}" for target in others[:2]]
    lines.append(f"assay whatif {file} --restart 50%")
    lines.append(f"assay audit {file} --out out && assay report out")
    return lines
