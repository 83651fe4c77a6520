"""
Make the published results: the findings' index and heads, the museum's table, and the state of the assignors.

    python -m studies results --write
    python -m studies results --measure --write
    python -m studies results --measure laws since --only kafka-python --write

The files are made from the findings in `properties/known/` and the record `docs/results/state/record.jsonl`. Without
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
from kafka_assay.reports.render.drawing import draw
from studies.campaigns.campaign_page import generated_parts
from studies.campaigns.campaign_record import read_campaign_record
from studies.findings.finding_pages import FINDINGS, KNOWN, finding_rows, places_of_ids
from studies.findings.findings_index import finding_files
from studies.findings.museum import museum_table
from studies.output import ROOT, replace_part
from studies.state.badge_svg import badge_svg
from studies.state.implementations import REFERENCES
from studies.state.measuring import FOLDER, MEASURES, RECORD, measure_pending, pending_measurements
from studies.state.state_figure import StateFigure
from studies.state.state_pages import implementation_page, overview_parts
from studies.state.state_record import read_state
from studies.state.states import read_states

DIFFERENT, UNDECIDED = 1, 3
MUSEUM, CAMPAIGN = "results/museum.md", "campaign.md"


def result_files(known: Path = KNOWN, docs: Path = ROOT / "docs") -> dict[Path, bytes]:
    """
    Every file below `docs` that is made from the findings in `known` and the records in `docs`, with its content.

    Raises `AssayError` if a file is wrong, or if no file names a measured break.
    """
    findings = findings_in(known)
    rows = finding_rows(findings)
    results = docs / "results"
    texts = finding_files(findings, results / FINDINGS.name)
    places = places_of_ids(rows, results / FINDINGS.name)
    texts[docs / MUSEUM] = _filled(docs / MUSEUM, {"museum": museum_table(rows)})
    published = read_campaign_record(docs / "campaign.jsonl")
    texts[docs / CAMPAIGN] = _filled(docs / CAMPAIGN, generated_parts(published, findings))
    state = results / FOLDER.name
    states = read_states(read_state(state / RECORD.name), findings)
    texts[state / "README.md"] = _filled(state / "README.md", overview_parts(states))
    for one in states:
        texts[state / f"{one.implementation}.md"] = implementation_page(one, places)
        texts[state / f"{one.implementation}.json"] = json.dumps(one.to_json(), indent=1, ensure_ascii=False) + "\n"
        texts[state / f"{one.implementation}.svg"] = badge_svg(one.badge)
    figure = draw(StateFigure(states=[one for one in states if one.implementation != REFERENCES])).png
    return {**{path: text.encode() for path, text in texts.items()}, state / "state.png": figure}


def _filled(page: Path, parts: Mapping[str, Iterable[str]]) -> str:
    text = page.read_text(encoding="utf-8")
    for name, lines in parts.items():
        text = replace_part(text, f"<!-- {name} -->", f"<!-- end of {name} -->", lines)
    return text


def stale_files(files: dict[Path, bytes], docs: Path = ROOT / "docs") -> list[Path]:
    """The files that are missing or differ, and those of the state's folder that are no longer made."""
    state = docs / "results" / FOLDER.name
    made = {path for kind in ("*.md", "*.json", "*.svg", "*.png") for path in state.glob(kind)} | files.keys()
    return sorted(path for path in made if not path.exists() or path.read_bytes() != files.get(path))


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument(
        "--measure",
        nargs="*",
        choices=MEASURES,
        metavar="MEASURE",
        help=f"make what is missing of these measurements (default: all): {', '.join(MEASURES)}",
    )
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="measure targets with this text")
    parser.add_argument("--write", action="store_true", help="write the files")


def run(args: Namespace) -> int:
    """Measure if asked to, and write the files, or name those that differ and return 1."""
    failed = 0
    if args.measure is not None:
        failed = measure_pending(RECORD, args.measure or MEASURES, args.only)
    files = result_files()
    stale = stale_files(files)
    for path in stale:
        if args.write and path in files:
            path.write_bytes(files[path])
        elif args.write:
            path.unlink()
        print(f"{'written' if args.write else 'differs'}: {path.relative_to(ROOT)}")
    waiting = len(list(pending_measurements(read_state(RECORD), MEASURES)))
    if waiting:
        print(f"{waiting} measurements are missing or stale: --measure makes them", file=sys.stderr)
    if stale and not args.write:
        return DIFFERENT
    return UNDECIDED if failed else 0
