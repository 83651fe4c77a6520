"""
The blocks of the findings' pages that show the output of `assay check`: group, answer, sentence.

    python -m studies finding_blocks --write

runs each finding's replay command and puts its lines into the first such block of the section. Without `--write` it
names the blocks that differ. Some clients answer at random: a block stays if five runs print different ones.
"""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from textwrap import dedent

from studies.findings.finding_pages import FINDINGS, finding_rows, places_of_ids, section_of
from studies.output import ROOT

TRIES = 5
"""Some clients break a law only by chance."""

_BLOCK = re.compile(r"(?<=^```\n)topics .*?(?=^```$)", flags=re.MULTILINE | re.DOTALL)
_PRINTED = re.compile(r"^  topics .*?(?=^  Why it matters)", flags=re.MULTILINE | re.DOTALL)


def finding_block(words: Sequence[str], section: str) -> str | None:
    """
    The lines that a replay prints from the topics to the broken law; None if no try shows a broken law.

    If the runs differ, the client answers at random, and the section's own block is returned.
    """
    found: set[str] = set()
    for _ in range(TRIES):
        done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        found |= {dedent(block) for block in _PRINTED.findall(done.stdout)[:1]}
        if any(replace_block(section, block) == section for block in found):
            break
    own = _BLOCK.search(section)
    return next(iter(found), None) if len(found) < 2 or own is None else own[0]


def replace_block(section: str, block: str) -> str:
    """The section with `block` in place of its first block of this kind."""
    return _BLOCK.sub(lambda _: block, section, count=1)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="only these findings")
    parser.add_argument("--write", action="store_true", help="write into the pages")


def run(args: Namespace) -> int:
    """Compare or replace the blocks of the findings that the command line names, or of all that have a section."""
    different = 0
    rows = finding_rows()
    places = places_of_ids(rows)
    for one, row in rows.items():
        page = FINDINGS / places[one]
        text = page.read_text(encoding="utf-8")
        section = section_of(one, text)
        if section is None or not row.client.cases or (args.ids and one not in args.ids):
            continue
        block = finding_block(row.replay_words, section)
        new = section if block is None else replace_block(section, block)
        if block is None or new != section:
            different += 1
            print(f"{one}: {'no broken law' if block is None else 'differs'}")
        if args.write:
            page.write_text(text.replace(section, new), encoding="utf-8")
    return 1 if different and not args.write else 0
