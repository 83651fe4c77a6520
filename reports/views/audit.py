"""The chapter of an audit: the distance of real groups from the best possible, and the effect of each assignor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import join

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.pipeline.audit.audit_row import TODAY, AuditRow, Grade, LawWord
from kafka_assay.pipeline.audit.audit_summary import KEPT_WORST
from kafka_assay.pipeline.audit.page_facts import PAGED, find_page_facts, read_page_facts
from kafka_assay.pipeline.campaign.plan import PLAN
from kafka_assay.reports.audit.group_page import advise_on, answer_table, group_section
from kafka_assay.reports.audit.overview import first_paragraph, first_sentences, grades_picture, group_headline
from kafka_assay.reports.audit.records import Audit, GroupPage, explain_law, read_audit, read_pages
from kafka_assay.reports.audit.tables import assignor_table, group_table
from kafka_assay.reports.audit.weight_blocks import weight_section, weight_sentence
from kafka_assay.reports.render.blocks import (
    Bullets,
    Chapter,
    Code,
    Fold,
    Line,
    Pictures,
    Section,
    how_section,
    pieces_of,
    whole_section,
)
from kafka_assay.reports.render.junit import JUnitCase, JUnitSuite, Outcome, law_outcome
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.wording.safe_names import anchors
from kafka_assay.reports.wording.words import quantity, run_place

PLACE = 0
PAGES_OF_LARGE, PICTURED_OF_LARGE = KEPT_WORST, 20
"""The pages of a large audit, and how many of these have figures, which are most of a page's size."""
MOST_ACTIONS = 10
"""The most groups that the section of actions names."""
FULL_IN_BRIEF = 3
"""The number of groups that Markdown shows in full."""


def chapter(directory: Path, wishes: ReportOptions) -> Chapter | None:
    """The audit in `directory`, if there is one: an overview of all groups, and pages for the worst."""
    if (directory / PLAN).exists():
        return None  # a campaign, whose table has the same name
    audit = read_audit(directory, PAGES_OF_LARGE if wishes.pages is None else max(wishes.pages, FULL_IN_BRIEF))
    if audit is None:
        return None
    _check_wish(wishes.chosen, audit)
    found = audit.summary.in_order()
    most = wishes.pages if wishes.pages is not None else PAGED if audit.is_whole else PAGES_OF_LARGE
    pictured = most if wishes.pages is not None or audit.is_whole else PICTURED_OF_LARGE
    weights, by_index = audit.origin.weights, {answers[0].index: answers for answers in audit.groups}
    worst = [by_index[row.index] for row in audit.rows if row.index in by_index]
    known = read_page_facts(directory)
    prices = {index: facts.prices for index, facts in known.items()}
    read = [
        replace(page, weights=weights, prices=prices.get(page.today.index, {}))
        for page in read_pages(directory, worst[: max(most, MOST_ACTIONS)], [one.target for one in found])
    ]
    names = anchors("group-", [answers[0].group for answers in worst[:most]])
    links = {answers[0].index: name for answers, name in zip(worst[:most], names, strict=True)}
    pages = []
    for place, (page, name) in enumerate(zip(read, names, strict=False)):
        index = page.today.index
        facts = (known.get(index) or find_page_facts(index, page.group)) if place < pictured else None
        pages.append(replace(page, anchor=name, chosen=wishes.chosen, facts=facts))
    return Chapter(
        title=f"Audit of {quantity(len(audit.rows), 'consumer group')}",
        lead=first_paragraph(audit, links),
        answers=first_sentences(
            audit.summary, links, audit.bad_lines, "" if weights is None else weight_sentence(audit.rows, weights)
        ),
        sections=(
            *_actions(audit, read, links),
            _groups(audit, links, pages),
            *([] if weights is None else [weight_section(audit.rows, weights, links)]),
            whole_section(
                "assignors", "Results by assignor", Pictures((grades_picture(found),)), assignor_table(found)
            ),
            *_unreadable(audit),
            _how(audit),
            *(group_section(page) for page in pages),
        ),
        suites=audit_suites(audit, [one.target for one in found]),
    )


def _check_wish(chosen: str, audit: Audit) -> None:
    targets = [target for target in audit.summary.tallies if target != TODAY]
    if chosen not in targets and chosen != ReportOptions().chosen:
        tip = spelling_tip(chosen, targets)
        raise AssayError(f"--chosen {chosen!r}{tip}: expected one of the audit's targets: {', '.join(targets)}")


def _groups(audit: Audit, links: Mapping[int, str], pages: Sequence[GroupPage]) -> Section:
    table = group_table(audit, links)
    note = (
        f"Only the worst {len(pages):,} of {quantity(len(audit.rows), 'group')} got a page. "
        "For more pages: assay report DIR --pages N."
        if len(pages) < len(audit.rows)
        else "Every group has its own page: click its name."
    )
    brief = [
        Fold(("Answers of each assignor for ", Code(page.today.group)), (answer_table(page.answers),))
        for page in [page for page in pages if page.today.is_bad][:FULL_IN_BRIEF]
    ]
    blocks = note, table
    return Section(anchor="groups", title="Groups, worst first", blocks=blocks, in_brief=(table, *brief))


def _actions(audit: Audit, read: Sequence[GroupPage], links: Mapping[int, str]) -> tuple[Section, ...]:
    """What to do about the worst groups, one sentence each."""
    lines: list[Line] = []
    for page in [page for page in read if page.today.is_bad][:MOST_ACTIONS]:
        what_to_do, *_ = advise_on(page)
        lines.append((*group_headline(page.today, links), " ", *pieces_of(what_to_do)))
    more = sum(1 for row in audit.rows if row.is_bad) - len(lines)
    if not lines:
        return ()
    lines += [f"{quantity(more, 'more group')}: see the table below."] if more > 0 else []
    return (whole_section("actions", "What needs action", Bullets(tuple(lines))),)


def _unreadable(audit: Audit) -> tuple[Section, ...]:
    if not audit.unreadable:
        return ()
    lines: list[Line] = [(Code(place), f": {why}") for place, why in audit.unreadable]
    more = audit.bad_lines - len(lines)
    lines += [f"{more:,} more are in the folder errors."] if more > 0 else []
    return (whole_section("unreadable", "Lines that could not be read as a group", Bullets(tuple(lines))),)


def _how(audit: Audit) -> Section:
    origin = audit.origin
    versions = ", ".join(f"{name} {version}" for name, version in (origin.versions or {}).items() if version)
    sentences = [
        "" if origin.seed is None else f"Seed {origin.seed}.",
        "" if origin.master is None or origin.cores is None else f"Judged {run_place(origin.master, origin.cores)}.",
        f"Versions: {versions}." if versions else "",
    ]
    how = " ".join(part for part in sentences if part) or "The record of the run (audit.json) is missing."
    command = join(origin.command) if origin.command else "assay audit PATH... --out DIR"
    return how_section("how", how, command, WORDS)


WORDS = (
    """Optimum: the least sum of squared loads that the subscriptions allow, reached with the fewest moves. It is proved
    for each group.""",
    """Move: a partition that does not stay with its valid owner. The valid owner is the only member that claims the
    partition at the newest generation, if it subscribes to the topic.""",
    """Σ load²: the sum of the squared loads of all members. The gap is the difference to the least possible sum; 0 is
    the best balance.""",
    """Today: what a group's text or capture shows is what is assigned, not what is read (assign(), a member that does
    not fetch).""",
    """Laws: an assignor is checked only against the laws that it promises, and today's assignment only against the laws
    for all assignors. Today's balance is compared with the optimum, but a worse balance breaks no law. A law that could
    not be judged is undecided, never kept.""",
    """Rebalancing: the captured state is PreparingRebalance, CompletingRebalance, Assigning or Reconciling. Today's
    assignment is about to change, so it is not judged. The answers of the assignors are.""",
)


MOST_CASES = 50_000
"""With more cases than this the kept ones are counted instead of listed: no CI server shows them."""


def audit_suites(audit: Audit, order: Sequence[str]) -> tuple[JUnitSuite, ...]:
    """The suites in the order of `order`."""
    total = sum(len(answer.laws) for group in audit.groups for answer in group)
    return tuple(_suite(audit, target, all_cases=total <= MOST_CASES) for target in order)


def _suite(audit: Audit, target: str, *, all_cases: bool) -> JUnitSuite:
    answers = [answer for group in audit.groups for answer in group if answer.target == target]
    words = [(answer, law_word) for answer in answers for law_word in answer.laws]
    listed = [(answer, law_word) for answer, law_word in words if all_cases or law_word.verdict != "kept"]
    notes = [("version", version) for version in dict.fromkeys(answer.version for answer in answers) if version]
    if not audit.is_whole:
        notes.append(("groups listed", f"the worst {len(audit.groups):,} of {len(audit.rows):,}"))
    if not all_cases:
        notes.append(("kept, not listed", f"{len(words) - len(listed):,}"))
    cases = tuple(
        JUnitCase(where=answer.group, name=law_word.law, outcome=_outcome(answer, law_word))
        for answer, law_word in listed
    )
    return JUnitSuite(name=target, cases=cases, notes=tuple(notes))


def _outcome(answer: AuditRow, law_word: LawWord) -> Outcome:
    is_moving = answer.target == TODAY and answer.own_grade is Grade.REBALANCING
    if is_moving and law_word.verdict != "kept":
        return Outcome("skipped", f"the group was rebalancing ({answer.state})")
    said = "" if law_word.verdict == "kept" else explain_law(law_word)
    return law_outcome(law_word.verdict, law_word.expected, said, f"{law_word.law} is broken", said)
