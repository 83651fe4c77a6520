"""The generated parts of the campaign page, made from the record and the findings."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.known.known_findings import ANSWERS, KnownFinding, failure_kind, id_order
from kafka_assay.reports.known_breaks import known_breaks
from kafka_assay.reports.views.campaign_tables import interval_text
from kafka_assay.reports.wording.words import quantity
from studies.campaigns.campaign_record import CampaignFacts, FigureSpread, PublishedCampaign, TargetRecord
from studies.findings.finding_pages import Places, link_to
from studies.output import join_alike, table_head, table_row


def examine_kinds(target: TargetRecord, findings: Sequence[KnownFinding]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Law and family of each alarm of `target` -> the ids of the `findings` that describe it."""
    found = {}
    for alarms in target.alarms:
        law, _, error = alarms.law.removesuffix(")").partition(" (")
        failure = failure_kind(error) if law == ANSWERS else None
        for family in alarms.counts:
            filed = known_breaks(target.target, law, family, failure, findings)
            found[alarms.law, family] = tuple(client.id for _, client in filed)
    return found


def unseen_findings(seen: Collection[str], findings: Iterable[KnownFinding]) -> list[str]:
    """The findings and policies that were not `seen`. A campaign has no consumer programs on the wire."""
    clients = [client for one in findings if one.kind != "withdrawn" for client in one.clients if client.fixed is None]
    return [one.id for one in clients if one.id not in seen and not one.target.startswith("wire:")]


MOST_LAWS = 3
"""The laws of a target that are shown with their rates."""
FOLDER = "findings/"
_NOTHING = "–"

Known = Sequence[KnownFinding]


def what_was_run(published: PublishedCampaign, _: Known, __: Places) -> Iterator[str]:
    """The parts of the campaign, what they share, and the commands."""
    parts = published.campaigns
    references, releases = ({one.target for one in rows} for rows in (published.references, published.releases))
    implementations = {one.implementation for one in published.releases}
    yield (
        f"{published.pairs:,} pairs: {quantity(len(references), 'reference')}, and "
        f"{quantity(len(releases), 'assignor')} of {quantity(len(implementations), 'implementation')}."
    )
    yield from ("", table_head("part", ">targets", ">groups", ">pairs", "seed", "begun (UTC)", ">judging, min", "on"))
    for one in parts:
        targets = sum(target.campaign == one.name for target in published.targets)
        minutes = sum(run.seconds for run in one.runs) / 60
        where = ", ".join(dict.fromkeys(f"`{run.master}`" for run in one.runs))
        begun = one.runs[0].begun[:16].replace("T", " ") if one.runs else _NOTHING
        counts = (targets, f"{one.groups:,}", f"{one.pairs:,}")
        yield table_row(f"`{one.name}`", *counts, one.seed, begun, f"{minutes:,.0f}", where)
    yield ""
    for label, texts_of in _facts(parts).items():
        yield f"* {label}: {join_alike((f'`{one.name}`', text) for one in parts for text in texts_of(one))}."
    if len({(one.seed, one.families) for one in parts}) == 1 < len(parts):
        fewest = min(one.groups for one in parts)
        yield f"* Seed and families are the same, so groups 0 to {fewest - 1:,} are the same in all parts."
    yield from ("", "```", *(shlex.join(one.command) for one in parts), "```")


def _facts(parts: Sequence[CampaignFacts]) -> dict[str, Callable[[CampaignFacts], list[str]]]:
    """What the parts were run with: functions that give the texts of a part."""
    common = set.intersection(*(set(one.families) for one in parts))
    return {
        "Version of the code that draws, solves and judges": lambda one: [f"`{one.code}`"],
        "Versions": lambda one: [
            ", ".join(f"{name} {version}" for name, version in run.versions.items() if version is not None)
            for run in one.runs
        ],
        "Laws": lambda one: [f"`--laws {one.laws}`"],
        "Limit of one call": lambda one: [f"{one.call_timeout:g} s"],
        "Families of all parts": lambda one: [", ".join(name for name in one.families if name in common)],
        "Other families": lambda one: [", ".join(name for name in one.families if name not in common) or "none"],
    }


def reference_table(published: PublishedCampaign, _: Known, __: Places) -> Iterator[str]:
    """A row for each reference: its groups, its alarms with their upper bound, and what it declares."""
    rows = published.references
    yield table_head("reference", ">groups", ">alarms", "alarms, % (95 %)", ">undecided", "broken as declared")
    for one in rows:
        declared = ", ".join(f"{law.law} {law.declared:,}" for law in one.laws if law.declared)
        yield _reference_row(_name_of(one, published), [one], declared or _NOTHING)
    yield _reference_row("**all**", rows, "")


def _reference_row(name: str, rows: Sequence[TargetRecord], declared: str) -> str:
    asked, alarmed, undecided = (sum(getattr(one, key) for one in rows) for key in ("asked", "alarmed", "undecided"))
    return table_row(name, f"{asked:,}", f"{alarmed:,}", interval_text(alarmed, asked), f"{undecided:,}", declared)


def implementation_table(published: PublishedCampaign, known: Known, places: Places) -> Iterator[str]:
    """A row for each released assignor: pairs, breaks, missing answers, and the broken laws with their findings."""
    titles = ("with a break, %", "no answer, %", ">undecided", "broken laws, % of the pairs that decide them")
    yield table_head("target", ">pairs", *titles)
    for one in published.releases:
        shares = (interval_text(one.alarmed, one.asked), interval_text(one.unanswered, one.asked))
        laws = _law_texts(one, known, places)
        yield table_row(_name_of(one, published), f"{one.asked:,}", *shares, f"{one.undecided:,}", laws)


def _law_texts(one: TargetRecord, known: Known, places: Places) -> str:
    """The most frequently broken laws with rates, then the names of the others; each with its findings."""
    filed, texts = examine_kinds(one, known), []
    for place, count in enumerate(one.broken_laws):
        mine = {id_ for (law, _), ids in filed.items() if law.partition(" (")[0] == count.law for id_ in ids}
        links = ", ".join(link_to(id_, places, FOLDER) for id_ in sorted(mine, key=id_order))
        rate = f" {interval_text(count.broken - count.declared, count.of)}" if place < MOST_LAWS else ""
        texts.append(f"{count.law}{rate} ({links})")
    shown, others, declared = texts[:MOST_LAWS], texts[MOST_LAWS:], [law.law for law in one.laws if law.declared]
    if others:
        shown.append(f"also {', '.join(others)}")
    if declared:
        shown.append(f"as declared: {', '.join(declared)}")
    return "; ".join(shown) or "none"


def filing_lines(published: PublishedCampaign, known: Known, places: Places) -> Iterator[str]:
    """How many kinds findings name, and the findings that did not occur. Raises `AssayError` if none names a kind."""
    laws: set[tuple[str, str]] = set()
    seen: set[str] = set()
    for one in published.releases:
        for (law, family), ids in examine_kinds(one, known).items():
            if not ids:
                raise AssayError(f"{one.target}: {law} on {family}: no file of properties/known names this alarm")
            laws.add((one.target, law))
            seen.update(ids)
    yield f"Findings name all {len(laws):,} combinations of a target and a broken law."
    links = ", ".join(link_to(one, places, FOLDER) for one in unseen_findings(seen, known)) or "none"
    yield from ("", f"Findings and policies of which no kind occurred: {links}.")


def figure_table(published: PublishedCampaign, _: Known, __: Places) -> Iterator[str]:
    """A row for each target: how its balance gaps, needless moves and rounds are distributed."""
    yield table_head(
        "target", ">answers", ">less balanced, %", ">gap: p50 / p90 / p99 / p99.9 / max", ">case",
        ">needless moves, %", ">moves: p50 / p90 / p99 / p99.9 / max", ">case", ">rounds: p50 / p99 / max", ">case",
    )  # fmt: skip
    for one in published.targets:
        rounds = _NOTHING if one.rounds is None else _slashed(one.rounds.p50, one.rounds.p99, one.rounds.max)
        answers = _NOTHING if one.gaps is None else f"{one.gaps.pairs:,}"
        cells = (answers, *_spread_cells(one.gaps), *_spread_cells(one.moves), rounds, _case_of(one.rounds))
        yield table_row(_name_of(one, published), *cells)


def _name_of(one: TargetRecord, published: PublishedCampaign) -> str:
    """The target, and the part that these are the results of if it has several."""
    parts = sum(other.target == one.target for other in published.targets)
    return f"`{one.target}`" if parts == 1 else f"`{one.target}` ({one.campaign})"


def _spread_cells(one: FigureSpread | None) -> tuple[str, str, str]:
    if one is None:
        return _NOTHING, _NOTHING, _NOTHING
    figures = _slashed(one.p50, one.p90, one.p99, one.p999, one.max)
    return f"{100 * one.above_zero / one.pairs:.3g}", figures, _case_of(one)


def _slashed(*figures: int) -> str:
    return " / ".join(f"{figure:,}" for figure in figures)


def _case_of(one: FigureSpread | None) -> str:
    return _NOTHING if one is None or one.case is None else str(one.case)


PARTS: Mapping[str, Callable[[PublishedCampaign, Known, Places], Iterator[str]]] = {
    "run": what_was_run,
    "references": reference_table,
    "implementations": implementation_table,
    "new": filing_lines,
    "figures": figure_table,
}
"""The name of the marks -> the lines between them."""
