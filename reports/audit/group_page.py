"""The page of one group with its figures, written for its operator and colleagues."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from shlex import quote

from kafka_assay.assignors.ownership import loads
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.pipeline.audit.audit_row import COMPARABLE, TODAY, AuditRow
from kafka_assay.pipeline.audit.group_lines import holds_many
from kafka_assay.reports.audit.group_advice import advice_blocks, advise, advise_by_weight
from kafka_assay.reports.audit.overview import group_headline
from kafka_assay.reports.audit.records import GroupPage, explain_law
from kafka_assay.reports.audit.tables import GAP, HOST_SPREAD, IDLE, TOPIC_SPREAD, grade_cell, idle_cell, loads_value
from kafka_assay.reports.audit.weight_blocks import weight_blocks
from kafka_assay.reports.audit.what_if_blocks import audit_change_blocks, what_if_blocks
from kafka_assay.reports.figures.heat_map import heat_map_figure
from kafka_assay.reports.figures.loads import FEW, LoadsFigure, Profile
from kafka_assay.reports.figures.trade import TradePoint, trade_figure
from kafka_assay.reports.group_tables import hand_over_table, hosts_table
from kafka_assay.reports.render.blocks import (
    SIGNS,
    TONES,
    Block,
    Bullets,
    Code,
    Column,
    Fold,
    Heading,
    Line,
    Listing,
    Picture,
    Pictures,
    Section,
    Strong,
    Table,
    Tone,
    Value,
    number_cell,
    table_of,
    text_cell,
)
from kafka_assay.reports.wording.group_text import lag_sentence
from kafka_assay.reports.wording.safe_names import ShortNames, short_names
from kafka_assay.reports.wording.sentences import why_it_matters
from kafka_assay.reports.wording.words import quantity

OPEN_ROWS = 20
"""Up to this many members the hand-over table is open at first."""


def group_section(page: GroupPage) -> Section:
    """The page of one group."""
    blocks = [*_page_blocks(page)]
    if page.group.assumptions:
        blocks += [Heading("Assumptions"), Bullets(tuple(page.group.assumptions))]
    blocks += [Heading("Repeat"), Listing("\n".join(_commands(page)))]
    return Section(anchor=page.anchor, title=(Code(page.today.group),), blocks=tuple(blocks), page=True)


def _page_blocks(page: GroupPage) -> Iterator[Block]:
    names = short_names([page.group])
    yield group_headline(page.today, {})
    yield from _faults_of_today(page.today, names)
    if not page.today.members:
        return
    yield from [] if page.weights or page.today.by_lag is None else [lag_sentence(page.today)]
    yield from advice_blocks(advise_on(page))
    yield from _load_pictures(page)
    yield answer_table(page.answers)
    yield Heading("Ownership before and after")
    yield from _ownership_blocks(page)
    yield from _topic_pictures(page)
    placed = [(one.target, page.assignments[one.target]) for one in page.answers if one.target in page.assignments]
    hosts = hosts_table(page.group, placed)
    yield from [] if hosts is None else [hosts]
    yield from [] if page.weights is None else weight_blocks(page, page.weights)
    yield from audit_change_blocks(page.answers)
    yield from [] if page.facts is None else what_if_blocks(page.group, page.facts.what_ifs, names)
    yield Heading("Laws")
    yield from _law_blocks(page.answers, names)


def advise_on(page: GroupPage) -> tuple[Line, ...]:
    """What to do about the group: by weight if the audit has weights and they are known, else by loads."""
    by_weight = () if page.weights is None else advise_by_weight(page.answers, page.group, page.weights, page.prices)
    return by_weight or advise(page.answers, page.group, page.prices)


def _faults_of_today(today: AuditRow, names: ShortNames) -> list[Block]:
    lines: list[Line] = [
        (Strong(word.law), f": {explain_law(word, names)} {why_it_matters(word.law, json.loads(word.facts))}")
        for word in today.laws
        if word.verdict == "broken"
    ]
    return ["Today:", Bullets(tuple(lines))] if lines else []


def answer_table(answers: Sequence[AuditRow]) -> Table:
    """A row for each answer: its loads, its moves, and its grade."""
    columns = (
        Column("answer", "today's assignment, the optimum, or the assignor that was asked"),
        Column("verdict", "how far the answer is from the optimum"),
        Column("loads", "least to most loaded member, partitions", numeric=True),
        GAP,
        Column("moves", "partitions that change their owner", numeric=True),
        Column("needless", "moves more than the optimum needs", numeric=True),
        IDLE,
        TOPIC_SPREAD,
        HOST_SPREAD,
        Column("no owner", "partitions that no member would read", numeric=True),
    )
    caption = "Today, the optimum, and the answer of each assignor"
    return table_of(caption, columns, map(_answer_row, answers), sortable=True, rows_in_brief=20)


def _answer_row(answer: AuditRow) -> tuple[Value, ...]:
    gap, least = answer.gap, answer.optimal_moves
    needless = answer.moves - least if gap == 0 and answer.moves is not None and least is not None else None
    return (
        Code(answer.target),
        grade_cell(answer),
        loads_value(answer.least, answer.most),
        gap,
        answer.moves,
        needless,
        idle_cell(answer),
        number_cell(answer.topic_spread, 2),
        answer.host_spread,
        number_cell(answer.unassigned, tone=Tone.BAD if answer.unassigned else None),
    )


def _ownership_blocks(page: GroupPage) -> list[Block]:
    target = page.shown
    if target is None:
        return ["No answer to show."]
    today, then = page.assignments[TODAY], page.assignments[target]
    table = hand_over_table(page.group, today, then, target, page.labels())
    if len(page.group.members) <= OPEN_ROWS:
        return [table]
    return [Fold(f"Table of {quantity(len(page.group.members), 'member')}", (table,))]


def _law_blocks(answers: Sequence[AuditRow], names: ShortNames) -> list[Block]:
    verdicts: dict[str, dict[str, list[str]]] = {}
    for answer in answers:
        for law_word in answer.laws:
            expected = "" if law_word.expected is None else " (expected)"
            named = verdicts.setdefault(law_word.law, {}).setdefault(law_word.verdict, [])
            named.append(f"{answer.target}{expected}")
    columns = (
        Column("law", "what an answer has to satisfy (assay list laws)"),
        Column("broken by", "answers that break the law; expected: a declared failure"),
        Column("undecided", "answers on which the law could not be judged"),
        Column("kept by", "answers that keep the law"),
    )
    caption = "Verdicts by law: the laws for all assignors, and those that the assignor promises"
    table = table_of(caption, columns, ((Code(law), *_law_values(found)) for law, found in verdicts.items()))
    return [table, *_breach_blocks(answers, names)]


def _law_values(by_verdict: Mapping[str, Sequence[str]]) -> Iterator[Value]:
    for verdict in ("broken", "undecided", "kept"):
        named = by_verdict.get(verdict, ())
        sign = SIGNS[verdict]
        all_of_them = len(named) > 1 and len(by_verdict) == 1
        text = f"{sign} all {len(named)}" if all_of_them else f"{sign} {', '.join(named)}" if named else ""
        yield text_cell(text, tone=TONES[sign] if named else None)


def _breach_blocks(answers: Sequence[AuditRow], names: ShortNames) -> list[Block]:
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


def _commands(page: GroupPage) -> list[str]:
    file, lines = quote(page.today.file), []
    if page.today.line is not None:
        lines.append(f"sed -n {page.today.line}p {file} > group.jsonl")
        file = "group.jsonl"
    elif holds_many(page.today.file):  # read by Spark, which knows no numbers of lines
        filters = f"filters=[('index', '=', {page.today.index}), ('target', '=', 'today')]"
        read = f"import pyarrow.parquet as p; print(p.read_table('results.parquet', {filters})['document'][0])"
        lines += ["# in the folder of this audit", f'python -c "{read}" > group.json']
        file = "group.json"
    others = [answer.target for answer in page.answers if answer.target not in {TODAY, OPTIMAL}]
    judged = [f"assay judge {file} {quote(target)}" for target in others[:2]]
    whole = f"assay audit {file} --out out && assay report out"
    return [*lines, f"assay optimum {file}", *judged, f"assay whatif {file} --restart 50%", whole]


MOST_PROFILES = 9
"""The most rows of bars in one figure. The table beside it has all answers."""


def _load_pictures(page: GroupPage) -> list[Pictures]:
    """Loads, and loads against moves if some answer is less even than another one."""
    if page.facts is None:
        return []
    pictures = [Picture(name=_name_of("loads", page), drawing=loads_figure(page))]
    spots = [
        TradePoint(target=answer.target, moves=answer.moves or 0, excess=answer.gap or 0)
        for answer in page.answers
        if answer.own_grade in COMPARABLE
    ]
    if any(spot.excess for spot in spots):
        drawing = trade_figure(page.today.group, page.today.optimal_moves or 0, spots, page.facts.reachable)
        pictures.append(Picture(name=_name_of("moves", page), drawing=drawing))
    return [Pictures(tuple(pictures))]


def _topic_pictures(page: GroupPage) -> list[Pictures]:
    """The placement of topics today, and with the target that is shown."""
    shown = page.shown
    if page.facts is None or shown is None or not page.today.partitions:
        return []
    drawing = heat_map_figure(page.group, shown, page.assignments[TODAY], page.assignments[shown], page.labels())
    return [Pictures((Picture(name=_name_of("topics", page), drawing=drawing),))]


def _name_of(kind: str, page: GroupPage) -> str:
    return f"{kind}-{page.anchor.removeprefix('group-')}"


def loads_figure(page: GroupPage) -> LoadsFigure:
    """The loads of the answers that differ, as many as are readable. The worst one is always included."""
    profiles = _fold_profiles(
        [
            Profile(
                target=answer.target,
                loads=tuple(loads(page.group, page.assignments[answer.target]).values()),
                moves=None if answer.target == TODAY else answer.moves,
            )
            for answer in page.answers
            if answer.target in page.assignments
        ]
    )
    drawn = profiles if len(profiles) <= MOST_PROFILES else [*profiles[: MOST_PROFILES - 1], profiles[-1]]
    labels, best = page.labels(), page.today.optimal_loads
    return LoadsFigure(
        group=page.today.group,
        best=None if best is None else tuple(best),
        sound=not page.today.broken,
        members=tuple(labels[member] for member in page.group.member_ids()),
        profiles=tuple(drawn),
        left_out=sum(1 + len(profile.alike) for profile in profiles) - sum(1 + len(profile.alike) for profile in drawn),
    )


def _fold_profiles(profiles: Sequence[Profile]) -> list[Profile]:
    """The profiles with equal loads and moves as one. Today stays separate, because it has moved nothing yet."""
    first: dict[tuple[tuple[int, ...], int | None], list[Profile]] = {}
    for profile in profiles:
        # Bars without names are in the order of their heights.
        loads = profile.loads if len(profile.loads) <= FEW else tuple(sorted(profile.loads))
        first.setdefault((loads, profile.moves), []).append(profile)
    return [replace(lead, alike=tuple(other.target for other in others)) for lead, *others in first.values()]
