"""
Make the published results: the findings' index and heads, museum, campaign and state pages.

    python -m studies results --write
    python -m studies results --measure --write
    python -m studies results --measure laws since --only kafka-python --write

The files are made from the findings in `properties/known/` and the records of the state and of the campaign. Without
`--write` the command names the files that differ, and ends with 1. `--measure` first makes the measurements that are
missing, or whose target, verdicts or options changed since; it can be interrupted. A measured break that no finding
names ends the command.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path

from kafka_assay.properties.known.known_findings import findings_in
from studies.campaigns.campaign_page import generated_parts
from studies.campaigns.campaign_record import read_campaign_record
from studies.findings.finding_pages import KNOWN, finding_rows, places_of_ids
from studies.findings.findings_index import finding_files, museum_table
from studies.output import ROOT, GeneratedFiles, replace_parts
from studies.state.measuring import MEASURES, RECORD, measure_pending, pending_measurements, read_state
from studies.state.state_pages import STATES, badge_svg, implementation_page, overview_parts
from studies.state.states import read_states

DIFFERENT, UNDECIDED = 1, 3
DOCS = ROOT / "docs"


def result_files(known: Path = KNOWN, docs: Path = DOCS) -> GeneratedFiles:
    """Every file below `docs` that is made from `known` and the records. Raises `AssayError` for an unknown break."""
    findings = findings_in(known)
    rows, folder, state = finding_rows(findings), docs / "results" / "findings", docs / "results" / "state"
    states, places = read_states(read_state(state / RECORD.name), findings), places_of_ids(rows, folder)
    campaign = generated_parts(read_campaign_record(docs / "results" / "campaign.jsonl"), findings, folder)
    parts: dict[Path, Mapping[str, Iterable[str]]] = {
        docs / "results" / "campaign.md": campaign,
        docs / "results" / "museum.md": {"museum": museum_table(rows)},
        state / "README.md": overview_parts(states, rows, places),
    }
    filled = {page: replace_parts(page.read_text(encoding="utf-8"), lines) for page, lines in parts.items()}
    texts = finding_files(findings, folder) | filled
    for one in states:
        name = one["implementation"]
        texts[state / f"{name}.md"] = implementation_page(one, rows, places)
        texts[state / f"{name}.svg"] = badge_svg(one["badge"])
    texts[state / STATES] = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in states)
    owned = (path for kind in ("md", "svg", "png") for path in state.glob(f"*.{kind}"))
    return GeneratedFiles(texts, owned)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    said = f"make what is missing of these measurements (default: all): {', '.join(MEASURES)}"
    parser.add_argument("--measure", nargs="*", choices=MEASURES, metavar="MEASURE", help=said)
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="measure targets with this text")
    parser.add_argument("--write", action="store_true", help="write the files")


def run(args: Namespace) -> int:
    """Measure if asked to, and write the files, or name those that differ and return 1."""
    failed = 0 if args.measure is None else measure_pending(RECORD, args.measure or MEASURES, args.only)
    stale = result_files().compare(write=args.write)
    waiting = len(list(pending_measurements(read_state(RECORD), MEASURES)))
    if waiting:
        print(f"{waiting} measurements are missing or stale: --measure makes them", file=sys.stderr)
    return DIFFERENT if stale else UNDECIDED if failed else 0
