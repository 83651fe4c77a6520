"""
The blocks of docs/results/museum.md: the output of the two replay commands of each entry.

    python -m studies museum_blocks --write

runs both commands of each entry and puts their lines into the page. Without `--write` it names the entries that differ.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace

from studies.findings.finding_blocks import printed_part
from studies.findings.museum_page import PAGE, MuseumEntry, read_entries

_BLOCK = re.compile(r"(?<=^```\n)\$ assay check .*?(?=^```$)", flags=re.MULTILINE | re.DOTALL)
_BROKEN = re.compile(r"^✗ BROKEN  .*?(?=^  Why it matters)", flags=re.MULTILINE | re.DOTALL)
_KEPT = re.compile(r"^✓ .*?$", flags=re.MULTILINE)


def entry_block(entry: MuseumEntry) -> str | None:
    """The block of an entry; None if a command does not print what the entry says."""
    has, fixed = (["assay", "check", target, "--case", entry.file] for target in (entry.has, entry.fixed))
    broken, kept = printed_part(has, _BROKEN), printed_part(fixed, _KEPT)
    if broken is None or kept is None:
        return None
    return f"$ {' '.join(has)}\n{broken}$ {' '.join(fixed)}\n{kept}\n"


def replace_entry_block(text: str, block: str) -> str:
    """The text of an entry with `block` in place of its own."""
    return _BLOCK.sub(lambda _: block, text, count=1)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--entry", type=int, action="append", metavar="N", help="only this entry (repeatable)")
    parser.add_argument("--write", action="store_true", help="write into docs/results/museum.md")


def run(args: Namespace) -> int:
    """Compare or replace the blocks of the entries that the command line names, or of all."""
    page = PAGE.read_text(encoding="utf-8")
    different = 0
    for entry in read_entries(page):
        if args.entry is not None and entry.number not in args.entry:
            continue
        block = entry_block(entry)
        text = entry.text if block is None else replace_entry_block(entry.text, block)
        if block is None or text != entry.text:
            different += 1
            print(f"{entry.number}: {'does not stand' if block is None else 'differs'}")
        page = page.replace(entry.text, text)
    if args.write:
        PAGE.write_text(page, encoding="utf-8")
    return 1 if different and not args.write else 0
