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
from collections.abc import Sequence
from pathlib import Path

from kafka_assay.properties.known.known_findings import KnownFinding, known_findings
from studies.campaigns.campaign_record import PublishedCampaign, read_campaign_record, write_campaign_record
from studies.campaigns.campaign_tables import PARTS
from studies.campaigns.finished_campaign import published_campaign
from studies.findings.finding_pages import FINDINGS, finding_rows, places_of_ids
from studies.output import ROOT, replace_parts

RECORD = ROOT / "docs" / "results" / "campaign.jsonl"
PAGE = ROOT / "docs" / "results" / "campaign.md"


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
