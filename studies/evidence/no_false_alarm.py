"""
No false alarm: what the published campaign found when it put very many groups to every reference.

    python -m studies no_false_alarm --write

`assay campaign run DIR REFERENCE.. --groups N` makes the numbers, `campaign_page` adds them to its record. The exit
code is 1 if a reference broke a law undeclared, or a verdict is undecided.
"""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace

from studies.campaigns.campaign_page import RECORD
from studies.campaigns.campaign_record import TargetRecord, read_campaign_record
from studies.evidence.evidence_record import EvidenceTable, add_evidence_options, publish


def alarms_table(targets: list[TargetRecord]) -> EvidenceTable:
    """A row for each reference: groups, verdicts, the laws that broke as declared, alarms and undecided verdicts."""
    rows = []
    for one in targets:
        counts = (one.asked, sum(law.of for law in one.laws), one.alarmed, one.undecided)
        groups, verdicts, alarms, undecided = (f"{count:,}" for count in counts)
        declared = ", ".join(law.law for law in one.laws if law.declared) or "–"
        rows.append((f"`{one.target}`", groups, verdicts, declared, alarms, undecided))
    columns = ("reference", ">groups", ">verdicts", "broken as declared", ">alarms", ">undecided")
    return EvidenceTable(table="References", columns=columns, rows=tuple(rows))


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    add_evidence_options(parser)


def run(args: Namespace) -> int:
    """Sum the references' part of the record."""
    published = read_campaign_record(RECORD)
    found = published.references
    alarms, undecided = sum(one.alarmed for one in found), sum(one.undecided for one in found)
    verdicts, pairs = sum(law.of for one in found for law in one.laws), sum(one.asked for one in found)
    names = {one.campaign for one in found}
    campaigns = [one for one in published.campaigns if one.name in names]
    args.command = "; ".join(shlex.join(one.command) for one in campaigns)
    args.commit = ", ".join(dict.fromkeys(one.code for one in campaigns))
    args.day = max(run_.begun for one in campaigns for run_ in one.runs)[:10]
    result = f"{alarms} alarms and {undecided} undecided in {verdicts:,} verdicts on {pairs:,} groups of all references"
    publish("no-false-alarm", args, result, [alarms_table(found)])
    return 1 if alarms or undecided else 0
