"""
Search the path to each published finding, and keep it in the finding's case.

    python -m studies finding_paths --histories 20000 --seconds 600
    python -m studies finding_paths sarama-1 sarama-2 --again

The search is that of `assay check`, with more histories. It goes on where the record of the case ends, so the same
command continues an interrupted run, and does nothing where a path is shown or enough histories were searched.
`--seconds` limits the search for one finding. A path counts as shown only if `assay check TARGET --case FILE` shows it
again; `--again` asks so for all, and searches where it does not. `--histories 0` only prints the paths.

A history shows a finding only if its group has no oddity that the finding's own group lacks: another fault may cause
such a break. There is no model of kafka-go, kafka-node and no-kafka, so no histories are searched for them.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from contextlib import closing
from dataclasses import replace

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.membership.client_families import FAMILIES
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.paths.path_search import PathSearch
from kafka_assay.properties.records.case_format import Case, CasePath, case_to_json
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check_group
from kafka_assay.reports.wording.path_story import with_story
from studies.findings.finding_pages import MUSEUM, FindingRow, finding_rows
from studies.output import show_progress, table_head, table_row

HISTORIES, SECONDS = 20_000, 600.0
TRIES = 5
"""Some clients answer at random and keep a law by chance."""
ODDITIES = frozenset(
    {"empty-subscriptions", "foreign-claims", "ghost-claims", "missing-topics", "racks", "repeated-topics"}
)
"""The traits of a group that have faults of their own."""


def search_path(name: str, case: Case, histories: int, seconds: float) -> CasePath | None:
    """
    The path to the break of `case`, after so many histories in all or so many seconds; None if the law is kept.

    The search goes on after the histories that the case's own path counts.
    """
    law, place = LAW_BY_ID[case.law], (case.law, case.inputs)
    with closing(open_target(name, seed=case.seed)) as target:
        evidence = next(
            (one for _ in range(TRIES) for one in find_breaks(target, law, case.example, family=case.inputs)), None
        )
        if evidence is None:
            return None
        search = PathSearch(
            target=target,
            seed=case.seed,
            budget=Budget(seconds=seconds),
            most=histories,
            searched=0 if case.path is None else case.path.histories,
            without=ODDITIES - traits(evidence.group),
        )
        search.run({case.law: law}, {place: evidence})
    return search.paths[place]


def replayed_path(name: str, case: Case) -> CasePath | None:
    """The path of `case` as `assay check NAME --case` shows it, in a process of its own; None if it does not."""
    law = LAW_BY_ID[case.law]
    with closing(open_target(name, seed=case.seed)) as target:
        for _ in range(TRIES):
            record = check_group(target, case.example, inputs=case.inputs, laws=[law], seed=case.seed, path=case.path)
            shown = [cell.counterexample.path for cell in record.cells if cell.counterexample is not None]
            if shown and shown[0] is not None:
                return shown[0]
    return None


def graded_path(row: FindingRow, case: Case, histories: int, seconds: float) -> CasePath | None:
    """The path of the finding's case; None if its target keeps the law."""
    known, name = case.path, row.client.target
    if known is not None and known.life is not None and (again := replayed_path(name, case)) is not None:
        return replace(again, source=known.source)
    if row.client.implementation not in FAMILIES:
        return CasePath(status="constructed")
    path = search_path(name, case, histories, seconds)
    if path is None or path.life is None:
        return path
    return replayed_path(name, replace(case, path=path)) or CasePath(status="constructed", histories=path.histories)


def is_open(path: CasePath | None, histories: int) -> bool:
    """Whether a search of so many histories can say more than `path` does."""
    return path is None or (path.status == "constructed" and path.histories < histories)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="only these findings")
    parser.add_argument("--histories", type=int, default=HISTORIES, help="for each finding (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each finding (default %(default)g)")
    parser.add_argument("--again", action="store_true", help="replay the known paths, too")


def run(args: Namespace) -> int:
    """Search the paths that are open, and print those of the findings that the command line names, or of all."""
    failed, lines = 0, [table_head("finding", "law", "path", "shown by", ">events", ">histories searched")]
    for one, row in finding_rows().items():
        if one.startswith(MUSEUM) or not row.client.cases or (args.ids and one not in args.ids):
            continue
        case, reason = row.read_case(), "no broken law"
        if args.histories and (args.again or is_open(case.path, args.histories)):
            show_progress(one)
            try:
                path = graded_path(row, case, args.histories, args.seconds)
            except AssayError as wrong:
                path, reason = None, str(wrong)
            if path is not None:
                case = replace(case, path=with_story(path))
                text = json.dumps(case_to_json(case), ensure_ascii=False, indent=1)
                row.case_file.write_text(text + "\n", encoding="utf-8")
            else:
                failed += 1
                show_progress(f"{one}: {reason}\n")
        found = case.path or CasePath(status="constructed")
        events = "" if found.life is None else len(found.life.events)
        lines.append(table_row(one, case.law, found.status, found.source or "", events, f"{found.histories:,}"))
    print("\n".join(lines))
    return 1 if failed else 0
