"""The counterexamples of a check as lines: every broken law on its smallest group, and the command that repeats it."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from kafka_assay.assignors.life import Life
from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import CLEAN, FAMILIES
from kafka_assay.properties.measures.claims import without_claims
from kafka_assay.properties.measures.permutations import IN_ANOTHER_ORDER
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.registry import LAW_BY_ID, weakest_first
from kafka_assay.properties.runner.worker_pool import WorkerLost
from kafka_assay.properties.search.check_search import FirstBreak, News, ShrinkingStarts
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.check.document import explain_breach
from kafka_assay.reports.known_breaks import WHERE, KnownBreak, known_ids, known_lines, known_of_case
from kafka_assay.reports.render.blocks import TextLine
from kafka_assay.reports.wording.group_text import (
    answer_in_words,
    members_in_words,
    size_in_words,
    stderr_text,
    topics_in_words,
)
from kafka_assay.reports.wording.life_story import (
    asked_questions,
    group_rows,
    life_sentences,
    object_sentences,
    path_line,
    path_sentences,
    shown_answers,
    step_label,
)
from kafka_assay.reports.wording.safe_names import short_names, shorten_members
from kafka_assay.reports.wording.sentences import explain_facts, why_it_matters
from kafka_assay.reports.wording.words import quantity, series


def broken_cells(record: CheckRecord) -> list[CheckCell]:
    """The cells that broke without a declared failure."""
    return [cell for cell in record.cells if cell.verdict == "broken" and not cell.expected]


def proof_lines(record: CheckRecord, *, only_shown: bool = False) -> Iterator[TextLine]:
    """Every broken law on its smallest group, the weakest first; then declared failures, then undecided cells."""
    left_out = [
        cell for cell in record.cells if only_shown and cell.verdict == "broken" and path_status(cell) != "shown"
    ]
    broken = [cell for cell in broken_cells(record) if cell not in left_out]
    known = {(cell.law, cell.inputs): known_of_case(record.target, case_of(cell)) for cell in broken}
    yield from _known_overview(known)
    for fallen in weakest_first(cell.law for cell in broken):
        for law in (fallen.weakest, *fallen.stronger):
            found = [cell for cell in broken if cell.law == law]
            yield TextLine("")
            here = {cell.inputs: known[law, cell.inputs] for cell in found}
            yield from _broken_lines(smallest_cell(found), here, record.target, fallen.weakest)
    for cell in record.cells:
        if cell.verdict == "broken" and cell.expected and cell not in left_out:
            steps = case_of(cell).steps
            yield TextLine("")
            yield TextLine(f"EXPECTED  {cell.law} ({cell.inputs}): {cell.expected}")
            yield from group_lines(steps[0].group)
            yield from (TextLine(sentence, 2) for sentence in life_sentences(steps))
    if left_out:
        counts = Counter(map(path_status, left_out))
        grades = series([f"{count:,} {status}" for status, count in sorted(counts.items())])
        yield TextLine("")
        yield TextLine(f"Left out (--only shown): {quantity(len(left_out), 'counterexample')}: {grades}")
    yield from _undecided_lines(record.cells)
    if any(known.values()):
        yield TextLine(WHERE)


def _known_overview(known: Mapping[tuple[str, str], Sequence[KnownBreak]]) -> Iterator[TextLine]:
    """Where several laws broke: the laws that each known finding or policy describes, and those with other breaks."""
    if len({law for law, _ in known}) < 2 or not any(known.values()):
        return
    laws: dict[str, dict[str, None]] = {}
    for (law, _), found in known.items():
        for one in known_ids([found]):
            laws.setdefault(one, {})[law] = None
    described = "; ".join(f"{one} ({', '.join(several)})" for one, several in laws.items())
    new = list(dict.fromkeys(law for (law, _), found in known.items() if not found))
    yield TextLine("")
    yield TextLine(f"Known: {described}" + (f". Not known on some inputs: {', '.join(new)}" if new else ""))


def path_status(cell: CheckCell) -> str:
    """The grade of the path to a broken cell's counterexample."""
    path = case_of(cell).path
    return "not searched" if path is None else path.status


def case_of(cell: CheckCell) -> Case:
    """The case of a broken cell."""
    assert cell.counterexample is not None, "a broken cell has a counterexample"
    return cell.counterexample


def smallest_cell(found: Iterable[CheckCell]) -> CheckCell:
    """The cell to show of one law's broken cells: the clean family's, else the one with the smallest group."""
    return min(found, key=lambda cell: case_rank(case_of(cell), cell.inputs))


def case_rank(case: Case, inputs: str | None) -> tuple[bool, int, int, int, int]:
    """The place of a case among those of a law: clean groups first, then few events, members and partitions."""
    group, events = case.steps[0].group, sum(step.event is not None for step in case.steps)
    partitions = sum(topic.partitions for topic in group.topics)
    order = list(FAMILIES).index(inputs) if inputs in FAMILIES else len(FAMILIES)
    return inputs != CLEAN, events, len(group.members), partitions, order


def _broken_lines(
    cell: CheckCell, known: Mapping[str, Sequence[KnownBreak]], target: str, weakest: str
) -> Iterator[TextLine]:
    """A broken law on its smallest group. `known` has the families that break it, with what describes each break."""
    case = case_of(cell)
    yield TextLine(f"BROKEN  {cell.law} ({cell.inputs})   {steps_in_words(case.steps)}", word="broken")
    yield from breach_lines(case)
    if weakest != cell.law:
        yield TextLine(f"This law implies {weakest}, so it breaks with it.", 2)
    others = [inputs for inputs in known if inputs != cell.inputs]
    if others:
        yield TextLine(f"Also breaks on inputs: {series(others, most=len(others))}", 2)
    if cell.saved is not None:
        yield TextLine(f"Comes from the saved case {cell.saved} (--no-corpus tries none)", 2)
    yield from (TextLine(line, 2) for line in known_lines(known, "on inputs"))
    yield TextLine(f"Replay:  {cell.replay}", 2)
    test = _command_for_a_test(cell.replay, target)
    if test is not None:
        yield TextLine(f"Test:    {test}", 2)


def breach_lines(case: Case) -> Iterator[TextLine]:
    """The law, the group of a counterexample, the answers, what they show, its meaning, and the source of the law."""
    steps = case.steps
    names = short_names(step.group for step in steps)
    yield TextLine(f"The law: {LAW_BY_ID[case.law].says}.", 2)
    yield from group_lines(steps[0].group, case.life)
    for why, step in shown_answers(asked_questions(steps)):
        if why:
            yield TextLine(f"{step_label(why):<9}{why}", 2)
        if why.endswith(IN_ANOTHER_ORDER):
            yield from group_lines(step.group)
        yield TextLine(f"answer   {answer_in_words(shorten_members(step.assignment, names), step.error)}", 2)
        stderr = stderr_text(step.error)
        if stderr:
            yield TextLine(f"stderr   {stderr}", 2)
    yield TextLine(f"What happened: {' '.join([*object_sentences(steps), explain_breach(case)])}", 2)
    yield TextLine(f"Why it matters: {why_it_matters(case.law, case.facts, case.target)}", 2)
    yield TextLine(f"Source: {LAW_BY_ID[case.law].source}", 2)
    yield from path_lines(case)


def path_lines(case: Case) -> Iterator[TextLine]:
    """
    How a live group gets to the break of `case`, if that was searched.

    The path begins with its new group, unless that is the group above without its claims.
    """
    if case.path is not None:
        yield TextLine(f"Path to this group: {path_line(case)}", 2)
        above = case.steps[0].group
        if case.path.life is not None and case.path.life.group != without_claims(above, above.member_ids()):
            start = case.path.life.group
            yield TextLine(f"New group: {topics_in_words(start)}; {'; '.join(members_in_words(start))}.", 4)
        yield from (TextLine(sentence, 4) for sentence in path_sentences(case.path))


def kept_options(words: Sequence[str]) -> list[str]:
    """The options of a command that the same question in another command needs too, with their values."""
    return [word for pair in pairwise(words) if pair[0] in {"--like", "--setting", "--call-timeout"} for word in pair]


def _command_for_a_test(replay: str, target: str) -> str | None:
    """The command that prints a regression test of the same case; None if `replay` names no case."""
    words = shlex.split(replay)
    if "--case" not in words or "--same-as" in words:
        return None
    before, file = words[: words.index("assay")], words[words.index("--case") + 1]
    return shlex.join([*before, "assay", "judge", file, target, *kept_options(words), "--as-test"])


def steps_in_words(steps: Sequence[TrialStep]) -> str:
    """The size of a case: its group, and its rebalances if there are several."""
    lived = sum(step.event is not None for step in steps)
    size = size_in_words(steps[0].group)
    return f"{size}, {quantity(lived + 1, 'rebalance')}" if lived else size


def group_lines(group: Group, life: Life | None = None) -> Iterator[TextLine]:
    """The topics and the members of a group, and the clients of its life."""
    yield from (TextLine(f"{label:<9}{text}", 2) for label, text in group_rows(group, life))


def _undecided_lines(cells: Sequence[CheckCell]) -> Iterator[TextLine]:
    """The undecided cells, one line for each reason."""
    by_reason: dict[str, dict[str, None]] = {}
    for cell in cells:
        if cell.verdict == "undecided":
            # A family without any example is undecided as a whole.
            family = cell.inputs
            by_reason.setdefault(cell.reason or "", {})[f"{cell.law} ({family})" if cell.examples else family] = None
    for reason, places in by_reason.items():
        yield TextLine(f"{series(list(places))}: {reason}", word="undecided")


LONGEST = 200
"""The most characters of a sentence about a counterexample that is not shrunk yet."""


def news_lines(news: News) -> Iterator[str]:
    """The lines for people."""
    match news:
        case FirstBreak(law, inputs, evidence, seconds):
            names = short_names(step.group for step in evidence.steps)
            sentence = explain_facts(law, evidence.facts, names)
            yield f"✗ {law} ({inputs}) broke after {seconds:.1f} s, {size_in_words(evidence.group)}, not shrunk yet:"
            yield f"  {sentence if len(sentence) <= LONGEST else sentence[:LONGEST].rstrip() + ' ...'}"
        case ShrinkingStarts(cells, seconds):
            yield f"Shrinking {quantity(cells, 'counterexample')} (at most {seconds:.0f} s)"
        case WorkerLost(reason, None, _):
            yield f"A worker process ended ({reason}); the others go on"
        case WorkerLost(reason, ShrinkJob(law=law, family=family), given_up):
            what = "it is shown as it was found" if given_up else "another one shrinks it again"
            yield f"A worker process ended ({reason}) on a counterexample of {law} ({family}); {what}"
        case WorkerLost(reason, job, given_up):
            what = "no more of them are judged" if given_up else "others judge them again"
            yield f"A worker process ended ({reason}) on groups of {job.family}; {what}"
