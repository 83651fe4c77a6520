"""What a terminal, a container, a log or a mail adds to the output of a program that somebody pasted."""

from __future__ import annotations

import re
from itertools import pairwise
from textwrap import dedent

from kafka_assay.assignors.consumer_groups.text_layouts import COLUMNS

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[=>()][AB0]?)")
_SERVICE = re.compile(r"\s*[\w.-]+\s*\|")
"""What docker compose writes before each line of a service."""
_QUOTE = re.compile(r"\s*(?:> ?)+")
_FIRST = re.compile(r"(?<![\w#.-])(?:GROUP|TOPIC|CONSUMER-ID|COORDINATOR)(?=[\s|`*,;\"])")
_WORD = re.compile(r"[^\s|`*,;\"]+")
_NAMES = COLUMNS | {"MEMBER-ID"}
_KEY = re.compile(r"\s*(?:(?:- )?[\w./-]+:(?: |$)|[{[])")
_CODE = re.compile(r"\s*`([^`]+)`\s*")
_COMMENT = re.compile(r"^([ \t]*(?:#|//) ?)[{[].*\n(?:\1.*\n)*\1.*[}\]][ \t]*$", re.MULTILINE)
"""JSON whose lines are comments of a script."""
_SPACES = re.compile("[\xa0\u2000-\u200a\u202f\u3000]")
_BARS = str.maketrans("│┃║", "|||")

COMMAND = re.compile(r".*(?:kafka-consumer-groups|--describe\b).*")
PROMPT = re.compile(
    r"\s*(?:\([\w.-]+\) ?)?(?:\[?[^|@]{1,40}@[^\s|]{1,60}?(?:[:~ ][^|]{0,80}?)?\]?[$#%>❯]|\w*sh-[\d.]+[$#%]|[$%❯➜λ»]"
    r"|\[[^\]|]{1,60}\] ?[$#%]|(?:PS )?[A-Za-z]:\\[^|<>]*>|(?:[~/]|\S{1,60}:)\S*(?: \w+)? ?[$#%])"
    r"(?P<command> .*|[^\s$#%>].*)?"
)
"""A shell's prompt, with the command that was typed after it."""
FENCE = re.compile(r"\s*(`{3,}|~{3,}).*")
RULE = re.compile(r"(?=.*(?:--|==|[─━═]))[\s|:+=_\-─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╞╡╪]+")
"""A line of a Markdown table, or of a frame, between rows."""
_CHATTER = re.compile(
    r"\s*(pod \".+\" deleted( from .+ namespace)?|command terminated with exit code \d+"
    r"|Defaulted container .+|If you don't see a command prompt, try pressing enter\.|Unable to use a TTY - .+"
    r"|(SLF4J|log4j):.*|(.*\bVM warning|WARN|WARNING|ERROR|INFO|DEBUG)[: ].*|Picked up \w+_OPTIONS: .*"
    r"|\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d.*|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b.* \d\d:\d\d:\d\d .*\d{4}"
    r"|--More--.*|\(END\)|WARN\[\d+\].*|time=\".*|(Error from server|error|warning)\b.*: .*"
    r"|(real|user|sys)\s+\d+m[\d.]+s|[#>]( .*)?|</?(pre|code|p|br|div|details|summary)\b.*>"
    r"|[{[]/?(code|noformat)\b.*[]}]|[`'\";)]+)"
)
"""What shells, kubectl, loggers and web pages write directly above or below a table."""
_SENTENCE = re.compile(r"(?!.*\s\s\S)(?!.*(?:^|\s)\d+(?:\s|$))\s*\S+(?: \S+){2,}[.?!:]\s*")
"""A torn row has wide gaps, or numbers."""


def is_chatter(line: str) -> bool:
    """Whether a line that is no row of a table can stand directly below one."""
    bare = line.strip()  # else these patterns would try every place in a long gap
    return _SENTENCE.fullmatch(line) is not None or any(
        one.fullmatch(bare) for one in (_CHATTER, COMMAND, PROMPT, FENCE, RULE)
    )


def yaml_in(text: str) -> str:
    """The `text` with `---` for fences, prompts and commands, and without what has no key between these."""
    lines = text.split("\n")
    rules = [place for place, line in enumerate(lines) if FENCE.fullmatch(line) or PROMPT.fullmatch(line)]
    for start, end in pairwise([-1, *rules, len(lines)]):
        part = lines[start + 1 : end]
        lines[start + 1 : end] = part if any(map(_KEY.match, part)) else [""] * len(part)
    for place in rules:
        lines[place] = "---"
    return "\n".join(lines)


def header_line(text: str, needed: frozenset[str] = frozenset()) -> int | None:
    """The number of the first line with the header of a table, which has one of the `needed` columns; None if none."""
    for found in _FIRST.finditer(text):
        start = text.rfind("\n", 0, found.start()) + 1
        end = text.find("\n", start)
        names = text[found.start() : end if end >= 0 else len(text)]
        if _is_header(names) and (not needed or needed.intersection(_WORD.findall(names))):
            return text.count("\n", 0, start) + 1
    return None


def table_lines(text: str) -> list[str]:
    """The lines of a text with tables, with plain bars and spaces. The marks of code around a line are left out."""
    # Not splitlines: a client id may contain a character that Python treats as the end of a line.
    lines = (line.translate(_BARS).replace("&nbsp;", " ").rstrip("\r") for line in text.split("\n"))
    return [found[1] if (found := _CODE.fullmatch(line)) else line for line in lines]


def plain_text(text: str) -> str:
    r"""
    Remove colours and hard spaces, the prefix that all lines have, and the prefix of a table's header and rows.

    Line numbers stay. A prefix with numbers (a time, a line number) is one with other numbers in the rows.

    >>> plain_text("> {\n> }"), plain_text("\x1b[1mkafka_1  | {\nkafka_1  | }")
    ('{\n}', '{\n}')
    >>> plain_text("10:00:01 GROUP TOPIC PARTITION LAG\n10:00:02 g t0 0 5\n").split("\n")
    ['GROUP TOPIC PARTITION LAG', 'g t0 0 5', '']
    """
    text = _SPACES.sub(" ", _ESCAPES.sub("", text).replace("\ufeff", "").replace("\r\n", "\n"))
    text = _COMMENT.sub(lambda found: "\n".join(line.removeprefix(found[1]) for line in found[0].split("\n")), text)
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    services = {found.group() if (found := _SERVICE.match(line)) else "" for line in filled}
    if len(services) == 1 and "" not in services:
        gap = " " * all(line.removeprefix(*services)[:1] in {"", " "} for line in filled)
        services = {services.pop() + gap}
    if filled and all(line.lstrip().startswith(">") for line in filled):
        lines = [_QUOTE.sub("", line, count=1) for line in lines]
    elif len(services) == 1:
        lines = [line.removeprefix(*services) if line.strip() != next(iter(services)).strip() else "" for line in lines]
    prefixes = {prefix for line in lines if (prefix := _prefix_of_header(line))}
    for prefix in prefixes:
        own = re.compile(_pattern_of(prefix))
        of_service = _SERVICE.fullmatch(prefix.rstrip()) is not None
        lines = [
            line[found.end() :] if (found := own.match(line)) else "" if of_service and _SERVICE.match(line) else line
            for line in lines
        ]
    return dedent("\n".join(lines))


def _prefix_of_header(line: str) -> str:
    """What stands before the names of columns in `line`; empty where it is no header, or where a table begins there."""
    found = _FIRST.search(line)
    if found is None or not found.start():
        return ""
    names = line[found.start() :]
    if not _is_header(names):
        return ""
    prefix = line[: found.start()]
    return prefix if prefix.strip("|`* \t") and "|" not in names else prefix.rstrip("|`* \t")


def _is_header(names: str) -> bool:
    return names == names.upper() and len(_NAMES.intersection(_WORD.findall(names))) > 2


def _pattern_of(prefix: str) -> str:
    body = prefix.strip()
    tail = prefix[len(prefix.rstrip()) :]
    return r"\s*" + re.sub(r"\d+", r"\\d+", re.escape(body)) + "".join(re.escape(sign) + "?" for sign in tail)
