"""
The blocks of findings and of the museum's entries that show the output of `assay check`.

    python -m studies finding_blocks --write
    python -m studies finding_blocks museum-3 sarama-1

runs the replay commands and puts their lines into the pages. Without `--write` it names the blocks that differ. Some
clients answer at random: a finding's block stays if five runs print different ones.
"""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from textwrap import dedent

from studies.findings.finding_pages import FINDINGS, MUSEUM, FindingRow, finding_rows, places_of_ids, section_of
from studies.findings.museum import entry_section, entry_targets
from studies.output import ROOT

TRIES = 5
"""Some clients break a law only by chance."""

_BLOCK = re.compile(r"(?<=^```\n)(?:topics |\$ assay check ).*?(?=^```$)", flags=re.MULTILINE | re.DOTALL)
_GROUP = re.compile(r"^  topics .*?(?=^  Why it matters)", flags=re.MULTILINE | re.DOTALL)
_BROKEN = re.compile(r"^✗ BROKEN  .*?(?=^  Why it matters)", flags=re.MULTILINE | re.DOTALL)
_KEPT = re.compile(r"^✓ .*?$", flags=re.MULTILINE)


def finding_block(words: Sequence[str], section: str) -> str | None:
    """
    The lines that a replay prints from the topics to the broken law; None if no try shows a broken law.

    If the runs differ, the client answers at random, and the section's own block is returned.
    """
    found: set[str] = set()
    for printed in _printed_parts(words, _GROUP):
        found.add(dedent(printed))
        if any(replace_block(section, block) == section for block in found):
            break
    own = _BLOCK.search(section)
    return next(iter(found), None) if len(found) < 2 or own is None else own[0]


def museum_block(row: FindingRow) -> str | None:
    """The block of an entry, with both releases; None if a command does not print what the entry says."""
    has, fixed = (["assay", "check", target, *row.replay_words[3:]] for target in entry_targets(row.client))
    broken, kept = (next(_printed_parts(*one), None) for one in ((has, _BROKEN), (fixed, _KEPT)))
    if broken is None or kept is None:
        return None
    return f"$ {' '.join(has)}\n{broken}$ {' '.join(fixed)}\n{kept}\n"


def _printed_parts(words: Sequence[str], pattern: re.Pattern[str]) -> Iterator[str]:
    for _ in range(TRIES):
        done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        found = pattern.search(done.stdout)
        if found is not None:
            yield found[0]


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
        section = entry_section(one, text) if one.startswith(MUSEUM) else section_of(one, text)
        if section is None or _BLOCK.search(section) is None or (args.ids and one not in args.ids):
            continue
        block = museum_block(row) if one.startswith(MUSEUM) else finding_block(row.replay_words, section)
        new = section if block is None else replace_block(section, block)
        if block is None or new != section:
            different += 1
            print(f"{one}: {'does not show the fault' if block is None else 'differs'}")
        if args.write:
            page.write_text(text.replace(section, new), encoding="utf-8")
    return 1 if different and not args.write else 0
