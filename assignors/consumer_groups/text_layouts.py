"""
The headers of kafka-consumer-groups in each release, and lines that a terminal wrapped joined again.

What `ConsumerGroupCommand` of Apache Kafka prints (in Scala up to 3.7, in Java since 3.8):

* 0.9: cells joined by commas, `CURRENT OFFSET` and `LOG END OFFSET` with spaces, the last column OWNER.
* 0.10.0 and 0.10.1: columns of fixed width, the last one OWNER.
* 0.10.2 to 1.0: no column GROUP, since one group is described at a time. HOST follows CONSUMER-ID without a space if
  that has 50 characters or more. Consumers that use ZooKeeper have no HOST and CLIENT-ID. Idle members have a row.
* 1.1 to 2.2: also a members view and a state view (KIP-175), without GROUP. Columns are as wide as their longest cell.
* 2.3: GROUP comes first (KAFKA-7471). Up to 3.9 the column COORDINATOR (ID) has 25 characters, whatever is in it.
* 2.6: GROUP-INSTANCE-ID, if a member has one.
* 3.8 and 3.9: assignments without topics; no empty line between groups.
* 4.0: epochs and two assignments (KIP-1099), LEADER-EPOCH, and UPGRADED where members have both protocols.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from kafka_assay.assignors.errors import InvalidGroup

_OFFSETS = "TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG"
_MEMBER = "HOST CLIENT-ID #PARTITIONS"
_EPOCHS = "CURRENT-EPOCH CURRENT-ASSIGNMENT TARGET-EPOCH TARGET-ASSIGNMENT"
_STATE = "COORDINATOR (ID) ASSIGNMENT-STRATEGY STATE"
OWNERS = f"GROUP {_OFFSETS} OWNER"
LAYOUTS = (
    f"{_OFFSETS} CONSUMER-ID HOST CLIENT-ID",
    f"{_OFFSETS} CONSUMER-ID",
    f"CONSUMER-ID {_MEMBER}",
    f"CONSUMER-ID {_MEMBER} ASSIGNMENT",
    f"{_STATE} #MEMBERS",
    f"GROUP {_OFFSETS} CONSUMER-ID HOST CLIENT-ID",
    "GROUP TOPIC PARTITION LEADER-EPOCH CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID",
    *(
        f"GROUP CONSUMER-ID {instance}{_MEMBER}{rest}"
        for instance in ("", "GROUP-INSTANCE-ID ")
        for rest in ("", " ASSIGNMENT", f" {_EPOCHS}", f" {_EPOCHS} UPGRADED")
    ),
    f"GROUP {_STATE} #MEMBERS",
    f"GROUP {_STATE} GROUP-EPOCH TARGET-ASSIGNMENT-EPOCH #MEMBERS",
    OWNERS,
)
"""The headers of all releases, with one space between columns. The first that fits completes one that was cut off."""
_WITHOUT_SPACES = frozenset(layout.replace(" ", "") for layout in LAYOUTS)
_COLUMN = re.compile(r"\S+(?: \(ID\))?")
COLUMNS = frozenset(column for layout in LAYOUTS for column in _COLUMN.findall(layout))
_FIRST = ("GROUP", "TOPIC", "CONSUMER-ID", "COORDINATOR")
_HEADER = re.compile(r"\s*(GROUP|TOPIC|CONSUMER-ID|COORDINATOR \(ID\))(\s+(#?[A-Z][A-Z0-9-]*|\(ID\)))+\s*")
_SECOND = {*COLUMNS, "(ID)", "COORDINATOR", "MEMBER", "TYPE", "NEW-OFFSET"}
"""What follows the first column of some tool's table (also those of share groups and streams groups)."""
_MOST_PARTS = 8


def is_header(line: str) -> bool:
    """Whether `line` is a header, whole or cut off."""
    return is_cut(line) or (_HEADER.fullmatch(line) is not None and line.split()[1] in _SECOND)


def columns_of(header: str) -> list[tuple[str, int]]:
    """The names of the columns, with the place where each starts."""
    return [(found.group(), found.start()) for found in _COLUMN.finditer(header)]


def is_cut(header: str) -> bool:
    """Whether it is the start of a layout, at least two words, and no layout itself."""
    if not header.lstrip().startswith(_FIRST):
        return False
    words = " ".join(header.split())
    return " " in words and words not in LAYOUTS and any(layout.startswith(words) for layout in LAYOUTS)


def unwrapped(lines: Sequence[str], ends_table: Callable[[str], bool]) -> Iterator[tuple[int, str]]:
    """
    The numbered lines, with the lines joined again that a terminal wrapped at its width.

    If a header and the lines below it are a longer layout together, it was wrapped, and the rows under it as well. A
    header that stays incomplete was cut off, and raises `InvalidGroup`.
    """
    end = 0
    for place, line in enumerate(lines):
        if place < end:
            continue
        rows = _end_of_header(lines, place)
        if rows > place + 1 or is_cut(line):
            end = next((one for one in range(rows, len(lines)) if ends_table(lines[one])), len(lines))
            yield from _unwrapped_table([(one + 1, lines[one].rstrip()) for one in range(place, end)], rows)
        else:
            yield place + 1, line


def _end_of_header(lines: Sequence[str], place: int) -> int:
    """The place below a header: below the last line that makes it a longer layout, if there is one."""
    end, header = place + 1, ""
    if is_cut(lines[place]) or " ".join(lines[place].split()) in LAYOUTS:
        for number, line in enumerate(lines[place : place + 2 * _MOST_PARTS], start=end):
            header += "".join(line.split())
            end = number if line.strip() and header in _WITHOUT_SPACES else end
    return end


def _unwrapped_table(lines: Sequence[tuple[int, str]], last: int) -> Iterator[tuple[int, str]]:
    """
    The header, which ends in the line numbered `last`, and its rows.

    Each row takes as many lines as its last column needs. The longest line has the width of the terminal, or one less
    if it ended with a space.
    """
    block = [(number, line) for number, line in lines if line]
    start = sum(number <= last for number, _ in block)
    longest = max(len(line) for _, line in block)
    for width in (longest, longest + 1):
        header = "".join(line.ljust(width) for _, line in block[:start])
        if " ".join(header.split()) in LAYOUTS:
            break
    else:
        number, line = block[0]
        raise InvalidGroup(f"line {number}", " ".join(line.split()[-3:]), f"a whole header ({_why_cut(line)})")
    yield block[0][0], header
    needed = columns_of(header)[-1][1] // width + 1
    while start < len(block):
        end = start + needed
        while end < len(block) and len(block[end - 1][1]) == width:
            end += 1
        yield block[start][0], "".join(line.ljust(width) for _, line in block[start:end]).rstrip()
        start = end


def _why_cut(header: str) -> str:
    words = " ".join(header.split())
    rest = next(layout.removeprefix(words) for layout in LAYOUTS if layout.startswith(words) and layout != words)
    return f"it is cut off before {rest.strip()!r}; write the tool's output to a file"
