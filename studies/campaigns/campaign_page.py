"""
The published campaign: its record, and the generated parts of `docs/results/campaign.md`.

    python -m studies campaign_page DIR [DIR ...] --write
    python -m studies campaign_page --write

The first command reads the plans, sittings and summaries of finished campaigns, not their rows. It adds them to the
record, where they replace campaigns of the same name, and writes the page. The second one writes the page from the
record. Without `--write`, both print the generated parts. A kind of alarm that no finding names ends the command: a
person examines it, and names it in a file of `properties/known/`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.registry import reference_names
from kafka_assay.properties.known.known_findings import ANSWERS, KnownFinding, known_findings
from kafka_assay.reports.views.campaign_tables import CampaignRecords, read_campaign
from studies.campaigns.campaign_record import (
    CampaignFacts,
    FigureSpread,
    LawAlarms,
    LawCount,
    PublishedCampaign,
    TargetRecord,
    read_campaign_record,
    write_campaign_record,
)
from studies.campaigns.campaign_tables import PARTS
from studies.findings.finding_pages import FINDINGS, finding_rows, places_of_ids
from studies.output import ROOT, replace_parts
from tests.support.newest_releases import IMPLEMENTATION_OF

RECORD = ROOT / "docs" / "results" / "campaign.jsonl"
PAGE = ROOT / "docs" / "results" / "campaign.md"


def published_campaign(folders: Iterable[Path]) -> PublishedCampaign:
    """The campaigns in these folders. Raises `AssayError` if one is not finished, or has a target that is unknown."""
    found = [_finished_campaign(folder) for folder in folders]
    return PublishedCampaign(
        campaigns=tuple(_facts(one) for one in found),
        targets=tuple(target for one in found for target in _target_records(one)),
    )


def _finished_campaign(folder: Path) -> CampaignRecords:
    found = read_campaign(folder)
    if found is None:
        raise AssayError(f"{folder}: contains no campaign: expected the folder of assay campaign run")
    if found.pairs < found.plan.pairs:
        summarised = f"{found.pairs:,} of {found.plan.pairs:,} pairs are summarised"
        raise AssayError(f"{folder}: {summarised}: assay campaign resume {folder}")
    return found


def _facts(one: CampaignRecords) -> CampaignFacts:
    planned = ("seed", "groups", "families", "laws", "call_timeout", "code", "command")
    return CampaignFacts(
        name=one.folder.resolve().name,
        pairs=one.pairs,
        runs=one.runs,
        **{name: getattr(one.plan, name) for name in planned},
    )


def _target_records(one: CampaignRecords) -> Iterator[TargetRecord]:
    counts = {row["target"]: row for row in one.tables["targets"]}
    digests = {row["target"]: row["digest"] for row in one.tables["digests"]}
    for planned in one.plan.targets:
        name = planned.target
        implementation, count = _implementation_of(name), counts[name]
        yield TargetRecord(
            campaign=one.folder.resolve().name,
            target=name,
            version=planned.version,
            implementation=implementation,
            **{key: count[key] for key in ("pairs", "refused", "unanswered", "alarmed")},
            digest=digests[name],
            laws=_law_counts(row for row in one.tables["rates"] if row["target"] == name),
            alarms=_law_alarms([row for row in one.tables["kinds"] if row["target"] == name]),
            gaps=_spread(one, "gaps", "balance gap", name),
            moves=_spread(one, "moves", "needless moves", name),
            rounds=_spread(one, "rounds", "rounds", name),
        )


def _implementation_of(target: str) -> str | None:
    if target in IMPLEMENTATION_OF:
        return IMPLEMENTATION_OF[target]
    if target in reference_names():
        return None
    raise AssayError(f"{target}: expected a reference, or a target in tests/support/newest_releases.py")


def _law_counts(rates: Iterable[Mapping[str, Any]]) -> tuple[LawCount, ...]:
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rates:
        found[row["law"]].update({name: row[name] for name in ("of", "broken", "declared", "undecided")})
    return tuple(LawCount(law=law, **counts) for law, counts in sorted(found.items()))


def _law_alarms(kinds: Sequence[Mapping[str, Any]]) -> tuple[LawAlarms, ...]:
    """Kinds that differ only in their cause are one, unless there was no answer. Each has its smallest case."""
    alike: dict[str, dict[str, list[Mapping[str, Any]]]] = {}
    for row in sorted(kinds, key=lambda row: (row["family"], row["members"] + row["partitions"], row["case"])):
        if not row["declared"]:
            alike.setdefault(law_with_failure(row["law"], row["cause"]), {}).setdefault(row["family"], []).append(row)
    return tuple(
        LawAlarms(
            law=law,
            counts={family: sum(row["count"] for row in rows) for family, rows in families.items()},
            cases={family: rows[0]["case"] for family, rows in families.items()},
        )
        for law, families in sorted(alike.items())
    )


def law_with_failure(law: str, cause: str) -> str:
    """
    The law, with the kind of failure if there was no answer, as the list of known alarms writes it.

    >>> law_with_failure("returns-an-answer", "hang: no answer within # s")
    'returns-an-answer (hang)'
    >>> law_with_failure("returns-an-answer", "crash: the process ended, after the answer")
    'returns-an-answer (afterwards: crash)'
    """
    if law != ANSWERS or not cause:
        return law
    when = "afterwards: " if cause.endswith(", after the answer") else ""
    return f"{law} ({when}{cause.partition(':')[0].removesuffix(', after the answer')})"


def _spread(one: CampaignRecords, table: str, measure: str, target: str) -> FigureSpread | None:
    row = one.by_target(table).get(target)
    if row is None:
        return None
    worst = {(case["target"], case["measure"]): case["case"] for case in one.tables["worst"] if case["rank"] == 1}
    whole = {name: int(row[name]) for name in ("pairs", "above_zero", "p50", "p90", "p99", "p999", "max")}
    return FigureSpread(**whole, mean=float(f"{row['mean']:.4g}"), case=worst.get((target, measure)))


def generated_parts(
    published: PublishedCampaign, known: Sequence[KnownFinding], folder: Path = FINDINGS
) -> dict[str, list[str]]:
    """
    The lines of each generated part, by the name of its marks. `folder` has the pages of the findings.

    Raises `AssayError` if no file names an alarm.
    """
    if not published.campaigns:
        return {name: ["Not recorded yet."] for name in PARTS}
    places = places_of_ids(finding_rows(known), folder)
    return {name: list(lines(published, known, places)) for name, lines in PARTS.items()}


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("folders", type=Path, nargs="*", metavar="DIR", help="folders of finished campaigns")
    parser.add_argument("--write", action="store_true", help="write the record and the page")


def run(args: Namespace) -> None:
    """Print the generated parts, or write record and page."""
    published = read_campaign_record(RECORD)
    if args.folders:
        published = published.updated(published_campaign(args.folders))
    parts = generated_parts(published, known_findings())
    if args.write:
        if args.folders:
            write_campaign_record(published, RECORD)
        PAGE.write_text(replace_parts(PAGE.read_text("utf-8"), parts), encoding="utf-8")
    else:
        print("\n".join(line for lines in parts.values() for line in [*lines, ""]))
