"""
The published campaign: `docs/campaign.jsonl` and the generated parts of `docs/campaign.md`.

    python -m studies campaign_page DIR [DIR ...] --write
    python -m studies campaign_page --write

The first command reads the plans, sittings and summaries of finished campaigns, not their rows. It adds them to the
record, where they replace campaigns of the same name, and writes the page. The second one writes the page from the
record. Without `--write`, both print the generated parts. They name the kinds of alarm that no finding names, for a
person to examine.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from studies.campaigns.campaign_record import PublishedCampaign, read_campaign_record, write_campaign_record
from studies.campaigns.campaign_tables import PARTS
from studies.campaigns.finished_campaign import published_campaign
from studies.campaigns.known_kinds import examine_kinds, read_known
from studies.output import ROOT, replace_part

RECORD = ROOT / "docs" / "campaign.jsonl"
PAGE = ROOT / "docs" / "campaign.md"


def generated_parts(published: PublishedCampaign) -> dict[str, list[str]]:
    """The lines of each generated part, by the name of its marks."""
    if not published.campaigns:
        return {name: ["Not recorded yet."] for name in PARTS}
    known = read_known()
    return {name: list(lines(published, known)) for name, lines in PARTS.items()}


def page(text: str, published: PublishedCampaign) -> str:
    """The page with its generated parts updated. What a person wrote between them stays."""
    for name, lines in generated_parts(published).items():
        text = replace_part(text, f"<!-- {name} -->", f"<!-- end of {name} -->", lines)
    return text


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("folders", type=Path, nargs="*", metavar="DIR", help="folders of finished campaigns")
    parser.add_argument("--write", action="store_true", help="write docs/campaign.jsonl and docs/campaign.md")


def run(args: Namespace) -> None:
    """Print the generated parts, or write record and page; name the new kinds on stderr."""
    published = read_campaign_record(RECORD)
    if args.folders:
        published = published.updated(published_campaign(args.folders))
    if args.write:
        if args.folders:
            write_campaign_record(published, RECORD)
        PAGE.write_text(page(PAGE.read_text("utf-8"), published), encoding="utf-8")
    else:
        print("\n".join(line for lines in generated_parts(published).values() for line in [*lines, ""]))
    known = read_known()
    for kind in (kind for one in published.releases for kind in examine_kinds(one, known) if kind.is_new):
        print(f"new: {kind.target} {kind.law} {kind.family} {kind.count}", file=sys.stderr)
