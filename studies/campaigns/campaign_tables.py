"""The generated parts of the campaign page, made from the record and the findings."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.known.known_findings import ANSWERS, KnownFinding, failure_kind, id_order
from kafka_assay.reports.known_breaks import known_breaks
from kafka_assay.reports.views.campaign_tables import interval_text
from kafka_assay.reports.wording.words import quantity
from studies.campaigns.campaign_record import (
    CampaignFacts,
    FigureSpread,
    LawCount,
    PublishedCampaign,
    TargetRecord,
)
from studies.findings.finding_pages import Places, link_to
from studies.output import join_alike, table_head, table_row


@dataclass(frozen=True, slots=True, kw_only=True)
class ExaminedKind:
    """
    A kind of alarm: how often it occurred, its smallest case, and the ids of the findings that describe it.

    `law` has the type of the error in brackets if there was no answer.
    """

    target: str
    law: str
    family: str
    count: int
    case: int
    findings: tuple[str, ...]

    def __str__(self) -> str:
        """The sentence about a kind that no finding describes."""
        return f"{self.target}: {self.law} on {self.family}: no file of properties/known names this alarm"


def examine_kinds(target: TargetRecord, findings: Sequence[KnownFinding]) -> Iterator[ExaminedKind]:
    """Each kind of alarm of `target`, with the `findings` that describe it."""
    for alarms in target.alarms:
        law, _, error = alarms.law.removesuffix(")").partition(" (")
        failure = failure_kind(error) if law == ANSWERS else None
        for family, count in alarms.counts.items():
            filed = known_breaks(target.target, law, family, failure, findings)
            yield ExaminedKind(
                target=target.target,
                law=alarms.law,
                family=family,
                count=count,
                case=alarms.cases[family],
                findings=tuple(client.id for _, client in filed),
            )


def unseen_findings(kinds: Iterable[ExaminedKind], findings: Iterable[KnownFinding]) -> list[str]:
    """The findings and policies of which no kind occurred. A campaign has no consumer programs on the wire."""
    seen = {one for kind in kinds for one in kind.findings}
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
    yield from (_part_row(one, published) for one in parts)
    yield ""
    for label, texts in _facts(parts).items():
        alike = join_alike((f"`{name}`", line) for name, lines in texts.items() for line in lines)
        yield f"* {label}: {alike}."
    if len({(one.seed, one.families) for one in parts}) == 1 < len(parts):
        fewest = min(one.groups for one in parts)
        yield f"* Seed and families are the same, so groups 0 to {fewest - 1:,} are the same in all parts."
    yield from ("", "```", *(shlex.join(one.command) for one in parts), "```")


def _part_row(one: CampaignFacts, published: PublishedCampaign) -> str:
    targets = sum(target.campaign == one.name for target in published.targets)
    minutes = sum(run.seconds for run in one.runs) / 60
    where = ", ".join(dict.fromkeys(f"`{run.master}`" for run in one.runs))
    begun = one.runs[0].begun[:16].replace("T", " ") if one.runs else _NOTHING
    return table_row(
        f"`{one.name}`", targets, f"{one.groups:,}", f"{one.pairs:,}", one.seed, begun, f"{minutes:,.0f}", where
    )


def _facts(parts: Sequence[CampaignFacts]) -> dict[str, dict[str, list[str]]]:
    """What the parts were run with: the texts of each part, by its name."""
    common = set.intersection(*(set(one.families) for one in parts))
    return {
        "Version of the code that draws, solves and judges": {one.name: [f"`{one.code}`"] for one in parts},
        "Versions": {
            one.name: [
                ", ".join(f"{name} {version}" for name, version in run.versions.items() if version is not None)
                for run in one.runs
            ]
            for one in parts
        },
        "Laws": {one.name: [f"`--laws {one.laws}`"] for one in parts},
        "Limit of one call": {one.name: [f"{one.call_timeout:g} s"] for one in parts},
        "Families of all parts": {
            one.name: [", ".join(name for name in one.families if name in common)] for one in parts
        },
        "Other families": {
            one.name: [", ".join(name for name in one.families if name not in common) or "none"] for one in parts
        },
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
        laws = _law_texts(one, list(examine_kinds(one, known)), places)
        yield table_row(_name_of(one, published), f"{one.asked:,}", *shares, f"{one.undecided:,}", laws)


def _law_texts(one: TargetRecord, kinds: Sequence[ExaminedKind], places: Places) -> str:
    """The most frequently broken laws with rates, then the names of the others; each with its findings."""
    texts = []
    for place, count in enumerate(one.broken_laws):
        mine = {id_ for kind in kinds if kind.law.partition(" (")[0] == count.law for id_ in kind.findings}
        links = ", ".join(link_to(id_, places, FOLDER) for id_ in sorted(mine, key=id_order))
        rate = f" {interval_text(count.broken - count.declared, count.of)}" if place < MOST_LAWS else ""
        texts.append(f"{count.law}{rate} ({links})")
    shown, others = texts[:MOST_LAWS], texts[MOST_LAWS:]
    if others:
        shown.append(f"also {', '.join(others)}")
    shown += _declared_text(one.laws)
    return "; ".join(shown) or "none"


def _declared_text(laws: Sequence[LawCount]) -> list[str]:
    declared = [one.law for one in laws if one.declared]
    return [f"as declared: {', '.join(declared)}"] if declared else []


def filing_lines(published: PublishedCampaign, known: Known, places: Places) -> Iterator[str]:
    """How many kinds findings name, and the findings that did not occur. Raises `AssayError` if none names a kind."""
    kinds = [kind for one in published.releases for kind in examine_kinds(one, known)]
    for kind in kinds:
        if not kind.findings:
            raise AssayError(str(kind))
    alike = len({(one.target, one.law) for one in kinds})
    yield f"Findings name all {alike:,} combinations of a target and a broken law."
    unseen = unseen_findings(kinds, known)
    links = ", ".join(link_to(one, places, FOLDER) for one in unseen) or "none"
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
    share = f"{100 * one.above_zero / one.pairs:.3g}"
    return share, _slashed(one.p50, one.p90, one.p99, one.p999, one.max), _case_of(one)


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
