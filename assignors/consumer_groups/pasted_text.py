"""What a terminal, a container, a log or a mail adds to the output of a program that somebody pasted."""

from __future__ import annotations

import re

from kafka_assay.assignors.consumer_groups.text_layouts import COLUMNS

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[=>()][AB0]?)")
_SERVICE = re.compile(r"\s*[\w.-]+\s*\|")
"""What docker compose writes before each line of a service."""
_QUOTE = re.compile(r"\s*(?:> ?)+")
_FIRST = re.compile(r"(?<![\w#.-])(?:GROUP|TOPIC|CONSUMER-ID|COORDINATOR)(?=[\s|`*])")
_WORD = re.compile(r"[^\s|`*]+")
_NAMES = COLUMNS | {"MEMBER-ID"}
_CODE = re.compile(r"\s*`([^`]+)`\s*")
_SPACES = re.compile("[\xa0\u2000-\u200a\u202f\u3000]")
_BARS = str.maketrans("│┃║", "|||")

COMMAND = re.compile(r".*(?:kafka-consumer-groups|--describe\b).*")
PROMPT = re.compile(
    r"\s*(?:\([\w.-]+\) ?)?(?:\[?[^|@]{1,40}@[^\s|]{1,60}?(?:[:~ ][^|]{0,80}?)?\]?[$#%>❯]|\w*sh-[\d.]+[$#%]|[$%❯➜λ»]"
    r"|(?:PS )?[A-Za-z]:\\[^|<>]*>|(?:[~/]|\S{1,60}:)\S*(?: \w+)? ?[$#%])(?P<command> .*|[^\s$#%>].*)?"
)
"""A shell's prompt, with the command that was typed after it."""
FENCE = re.compile(r"\s*(`{3,}|~{3,}).*")
RULE = re.compile(r"(?=.*(?:--|[─━═]))[\s|:+=_\-─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╞╡╪]+")
"""A line of a Markdown table, or of a frame, between rows."""
_CHATTER = re.compile(
    r"\s*(pod \".+\" deleted( from .+ namespace)?|command terminated with exit code \d+"
    r"|Defaulted container .+|If you don't see a command prompt, try pressing enter\.|Unable to use a TTY - .+"
    r"|(SLF4J|log4j):.*|(.*\bVM warning|WARN|WARNING|ERROR|INFO|DEBUG)[: ].*|Picked up \w+_OPTIONS: .*"
    r"|\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d.*|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b.* \d\d:\d\d:\d\d .*\d{4}"
    r"|(real|user|sys)\s+\d+m[\d.]+s|[#>]( .*)?|</?(pre|code|p|br|div|details|summary)\b.*>"
    r"|[{[]/?(code|noformat)\b.*[]}])"
)
"""What shells, kubectl, loggers and web pages write directly above or below a table."""


def is_chatter(line: str) -> bool:
    """Whether a line that is no row of a table can stand directly below one."""
    return any(one.fullmatch(line) for one in (_CHATTER, COMMAND, PROMPT, FENCE, RULE))


def table_lines(text: str) -> list[str]:
    """The lines of a text with tables, with plain spaces and bars. The marks of code around a line are left out."""
    # Not splitlines: a client id may contain a character that Python treats as the end of a line.
    lines = (_SPACES.sub(" ", line).translate(_BARS).rstrip("\r") for line in text.split("\n"))
    return [found[1] if (found := _CODE.fullmatch(line)) else line for line in lines]


def plain_text(text: str) -> str:
    r"""
    Remove colours, the prefix that all lines have, and what stands before a table's header and before its rows.

    Line numbers stay. A prefix with numbers (a time, a line number) is one with other numbers in the rows.

    >>> plain_text("> {\n> }"), plain_text("\x1b[1mkafka_1  | {\nkafka_1  | }")
    ('{\n}', ' {\n }')
    >>> plain_text("10:00:01 GROUP TOPIC PARTITION LAG\n10:00:02 g t0 0 5\n").split("\n")
    ['GROUP TOPIC PARTITION LAG', 'g t0 0 5', '']
    """
    text = _ESCAPES.sub("", text).replace("\ufeff", "").replace("\r\n", "\n")
    lines = (text if "\n" in text else text.replace("\r", "\n")).split("\n")
    filled = [line for line in lines if line.strip()]
    services = {found.group() if (found := _SERVICE.match(line)) else "" for line in filled}
    if filled and all(line.lstrip().startswith(">") for line in filled):
        lines = [_QUOTE.sub("", line, count=1) for line in lines]
    elif len(services) == 1:
        lines = [line.removeprefix(*services) for line in lines]
    prefixes = {prefix for line in lines if (prefix := _prefix_of_header(line))}
    for prefix in prefixes:
        own = re.compile(_pattern_of(prefix))
        of_service = _SERVICE.fullmatch(prefix.rstrip()) is not None
        lines = [
            line[found.end() :] if (found := own.match(line)) else "" if of_service and _SERVICE.match(line) else line
            for line in lines
        ]
    return "\n".join(lines)


def _prefix_of_header(line: str) -> str:
    """What stands before the names of columns in `line`; empty where it is no header, or where a table begins there."""
    found = _FIRST.search(line)
    if found is None or not found.start():
        return ""
    names = line[found.start() :]
    if names != names.upper() or len(_NAMES.intersection(_WORD.findall(names))) < 3:
        return ""
    prefix = line[: found.start()]
    return prefix if prefix.strip("|`* \t") and "|" not in names else prefix.rstrip("|`* \t")


def _pattern_of(prefix: str) -> str:
    body = prefix.strip()
    tail = prefix[len(prefix.rstrip()) :]
    return r"\s*" + re.sub(r"\d+", r"\\d+", re.escape(body)) + "".join(re.escape(sign) + "?" for sign in tail)
