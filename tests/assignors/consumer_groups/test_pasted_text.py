"""What people paste around the text of kafka-consumer-groups: the group is read as from the text alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from kafka_assay.assignors.model import Group
from tests.assignors.consumer_groups.imported import owned, refusal_of
from tests.assignors.consumer_groups.test_described_groups import KAFKA_PYTHON_2
from tests.assignors.consumer_groups.text_of_releases import MEMBERS, NAME, OFFSETS, STATE, TEXTS, printed, read

OFFSETS_2_3, MEMBERS_2_3 = printed("2.3.1", OFFSETS), printed("2.3.1", MEMBERS)
Habit = Callable[[list[str]], list[str]]


def _before(*prefixes: str) -> Habit:
    """Each line behind a prefix; of several prefixes, in turns."""
    return lambda lines: [prefixes[place % len(prefixes)] + line for place, line in enumerate(lines)]


def _around(*above: str, below: str = "") -> Habit:
    return lambda lines: [*above, *lines, *below.split("\n")]


def _split(lines: list[str]) -> list[list[str]]:
    """The cells of each line. No cell of these texts has a space but the last. An instance id may be blank."""
    header, column = lines[0].split(), lines[0].find("GROUP-INSTANCE-ID")
    cells = [header]
    for line in lines[1:]:
        is_blank = column >= 0 and line[column] == " "
        cells.append(line.split(maxsplit=len(header) - 1 - is_blank))
        if is_blank:
            cells[-1].insert(header.index("GROUP-INSTANCE-ID"), "")
    return cells


def _markdown(lines: list[str], start: str = "| ", rule: str = ":--|") -> list[str]:
    header, *rows = (f"{start}{' | '.join(cells)} |" for cells in _split(lines))
    return [header, start.rstrip() + rule * (header.count("|") - 1), *(row.replace("_", "\\_") for row in rows)]


def _separated(sign: str) -> Habit:
    return lambda lines: [sign.join(f'"{cell}"' if sign in cell else cell for cell in cells) for cells in _split(lines)]


COMMAND = "kafka-consumer-groups.sh --bootstrap-server b:9092 --describe --group four-clients"
HABITS: dict[str, Habit] = {
    "compose": _before("kafka-1  | "),
    "compose, other services": lambda lines: [
        part for line in lines for part in (f"kafka_1  | {line}", "zookeeper_1  | [2026-01-02 10:00:00,123] INFO x 1")
    ],
    "compose in colours": _before("\x1b[36mkafka_1  |\x1b[0m "),
    "kubectl logs": _before("[pod/kafka-0/kafka] "),
    "times": _before("2026-03-01T10:00:00.123Z ", "2026-03-01T10:00:00.4567Z "),
    "bracketed times": _before("[2026-03-01 10:00:00,123] ", "[2026-03-01 10:00:01,4] "),
    "journal": _before("Mar 01 10:00:00 host kafka[12]: ", "Mar 01 10:00:01 host kafka[12]: "),
    "line numbers": lambda lines: [f"{number:>3}: {line}" for number, line in enumerate(lines, start=9)],
    "doubled lines": lambda lines: [part for line in lines for part in (line, line)],
    "indented": _before("    "),
    "no trailing spaces": lambda lines: [line.rstrip() for line in lines],
    "carriage returns": lambda lines: [f"{line}\r" for line in lines],
    "hard spaces": lambda lines: [line.replace(" ", "\xa0") for line in lines],
    "sorted rows": lambda lines: [lines[0], *sorted(lines[1:])],
    "log lines": lambda lines: [
        part for line in lines for part in (line, "[2026-01-02 10:00:00,123] WARN slow (org.x)")
    ],
    "quoted": _before("> "),
    "quoted twice": _before("> > "),
    "quoted fence": lambda lines: [f"> {line}".rstrip() for line in ("```", f"$ {COMMAND}", *lines, "```")],
    "diff": _before("+"),
    "entities": lambda lines: [line.replace("  ", "&nbsp; ") for line in lines],
    "wide spaces": lambda lines: [line.replace("  ", "\u2003 ") for line in lines],
    "colours": lambda lines: [f"\x1b[32m{line}\x1b[39m\x1b[K" for line in lines],
    "code": lambda lines: [f"`{line}`" for line in lines],
    "fence": _around("I see this:", "```console", below="```\nWhat is wrong with 1 and 2?"),
    "other fence": _around("~~~", below="~~~\nWhat is wrong?"),
    "quotes": _around("`", below="`"),
    "string of a program": _around("const text = `", below="`);"),
    "sentence about the group": _around("Consumer group `four-clients` has four members, one of them idle:"),
    "html": _around("<pre>", below="</pre>"),
    "wiki": _around("{noformat}", below="{noformat}"),
    "prompt": _around(f"[root@host kafka]# {COMMAND}", below="[root@host kafka]# echo $?\n0"),
    "bare prompt": _around(f"bash-5.1$ {COMMAND}", below="bash-5.1$\nThat is all."),
    "prompt of a container": _around(f"I have no name!@kafka-0:/$ {COMMAND}", below="I have no name!@kafka-0:/$ "),
    "prompt of Windows": _around(f"C:\\kafka_2.13-3.9.0>{COMMAND}", below="C:\\kafka_2.13-3.9.0>dir\n 1 File(s)  2"),
    "prompt of a theme": _around(f"❯ {COMMAND}", below="❯ "),
    "command in parts": _around("$ kafka-consumer-groups.sh \\", "  --describe \\", "  --group four-clients"),
    "watch": _around(f"Every 2.0s: {COMMAND}      host: Mon Mar  1 10:00:00 2026", ""),
    "date": _around("Mon Mar  1 10:00:00 UTC 2026", below="real\t0m3.112s"),
    "logger": lambda lines: [
        *lines[:2],
        "WARNING: x",
        "SLF4J: x",
        "log4j:WARN x",
        "WARN[0000] x",
        "--More--",
        *lines[2:],
    ],
    "Markdown": _markdown,
    "quoted Markdown": lambda lines: _markdown(lines, start="> | "),
    "frame": lambda lines: [line.replace("|", "│") for line in _markdown(lines, rule="───┼")],
    "Jira": lambda lines: (
        [line.replace(" |", "||").replace("| ", "||", 1) for line in _markdown(lines)[:1]] + _markdown(lines)[2:]
    ),
    "Markdown by hand": lambda lines: [_markdown(lines)[0].replace("-", " ").title(), *_markdown(lines)[2:]],
    "rule of a text": lambda lines: [lines[0], "=" * 9 + "  " + "=" * 9, *lines[1:]],
    "sentence": _around(below="As you see, nobody reads two of them."),
    "prompt without a user": _around(f"[kafka-0 bin]# {COMMAND}", below="[kafka-0 bin]# "),
    "list of groups": _around("$ kafka-consumer-groups.sh --list --state", "GROUP  STATE", "x  Empty", f"$ {COMMAND}"),
    "reset": _around("GROUP  TOPIC  PARTITION  NEW-OFFSET", "four-clients  orders  0  0", ""),
    "CSV": _separated(","),
    "TSV": _separated("\t"),
    "hosts without a slash, double spaced": lambda lines: [
        part for line in lines for part in (re.sub(r" /(127\S+)", r" \1 ", line), "")
    ],
}


def owners(group: Group) -> set[tuple[str, object, str]]:
    """What each member owns, and its host without the slash that some print."""
    return {(one.id, one.owned, (one.host or "").lstrip("/")) for one in group.members}


AS_CELLS = {"Markdown", "quoted Markdown", "frame", "Jira", "Markdown by hand", "CSV", "TSV"}


@pytest.mark.parametrize(
    ("release", "view", "habit"),
    # In 0.10.2 cells may touch.
    [(*text, habit) for text in TEXTS for habit in HABITS if text[0] != "0.10.2.2" or habit not in AS_CELLS],
)
def test_pasted_text_gives_the_same_group(release: str, view: str, habit: str) -> None:
    lines = printed(release, view).split("\n")
    plain = read("\n".join(lines))

    found = read("\n".join(HABITS[habit](lines)))

    assert plain.topics == found.topics
    assert owners(plain) == owners(found)


def test_views_in_one_markdown_page_add_up() -> None:
    table = _markdown(MEMBERS_2_3.split("\n"))
    view = [
        "| GROUP | COORDINATOR (ID) | ASSIGNMENT-STRATEGY | STATE | #MEMBERS |",
        "|---|---|---|---|---|",
        "| four-clients | 127.0.0.1:34529 (1) | range | Stable | 4 |",
    ]

    group = read("\n".join([*table, "", "And its state:", "", *view]))

    assert ("range", "Stable", 4) == (group.strategy, group.state, len(group.members))
    assert read(MEMBERS_2_3, printed("2.3.1", STATE)) == group


@pytest.mark.parametrize("view", [OFFSETS, MEMBERS, STATE])
def test_rows_of_tabs_and_spaces_are_read_below_a_header_of_tabs(view: str) -> None:
    text = printed("2.3.1", view)
    header, *rows = text.split("\n")

    mixed = "\n".join([re.sub(r" +(?!\(ID)", "\t", header), *(row.replace(" ", "\t", 1) for row in rows)])

    assert read(MEMBERS_2_3, text) == read(MEMBERS_2_3, mixed)


@pytest.mark.parametrize("columns", [(1, 2, 5, 6), (1, 2, 6)])
@pytest.mark.parametrize("sign", [" | ", " "])
def test_some_columns_are_enough_where_none_is_cut_off(columns: tuple[int, ...], sign: str) -> None:
    """Signs show it, or the random end of each member's id."""
    rows = _split(OFFSETS_2_3.split("\n"))

    group = read("\n".join(sign.join(row[place] for place in columns) for row in rows))

    assert owned(read(OFFSETS_2_3)) == owned(group)


@pytest.mark.parametrize("nobody", ["none", "<none>", "null", "N/A", "—", "–", ""])
def test_word_for_nobody_is_no_member(nobody: str) -> None:
    """Also an empty cell, where separators show that the row is whole."""
    text = "|GROUP|TOPIC|PARTITION|CURRENT-OFFSET|LOG-END-OFFSET|LAG|CONSUMER-ID|HOST|CLIENT-ID|\n|--|\n"

    group = read(f"{text}|billing|t|0|1,000|1,002,000|1001000|a|/h|c|\n|billing|t|1|-|9|-{f'|{nobody}' * 3}|\n")

    assert ["a"] == list(group.member_ids())
    assert ((1002000, 9), (1000, None)) == (group.topics[0].end_offsets, group.topics[0].committed_offsets)


@pytest.mark.parametrize(("member", "rest", "whole"), [("a", "", False), ("a", " ", True), ("", "", True)])
def test_blank_client_id_is_one_where_the_row_is_whole(member: str, rest: str, whole: bool) -> None:
    """The padding is there, or the member's id shows it: it is made of the client id and a random end."""
    name = f"{member}-31cf44d8-abe1-43e3-97c9-f234e73366be"
    header = f"GROUP   TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG {'CONSUMER-ID':<{len(name)}} HOST CLIENT-ID"
    row = f"billing t     0         1              1              0   {name} /h  {rest}"

    if whole:
        assert (name, None) == ((one := read(f"{header}\n{row}\n").members[0]).id, one.client_id)
    else:
        assert "line 2 CLIENT-ID: '': expected text, or -" in refusal_of(f"{header}\n{row}\n")


@pytest.mark.parametrize("row", ["billing2  t", "| billing2 | 1", "b2 0 1"])
def test_torn_row_below_an_empty_line_is_refused(row: str) -> None:
    text = "\n".join(_markdown(OFFSETS_2_3.split("\n"))) if row[0] == "|" else OFFSETS_2_3

    assert "expected" in refusal_of(f"{text}\n\n{row}   0    5\n")


DESCRIBED = json.dumps(
    {
        "groupId": NAME,
        "state": "Stable",
        "members": [
            {"memberId": one, "clientId": "c", "assignment": topics} for one, topics in owned(read(MEMBERS_2_3)).items()
        ],
    },
    indent=2,
)
CURL = (
    "  % Total    % Received % Xferd  Average Speed\n100   483  100   483    0     0   9660      0 --:--:-- --:--:--\n"
)
YAML = (
    "apiVersion: v1\nkind: KafkaConnector\nmetadata: {name: billing}\nstatus:\n  connectorStatus:\n    name: orders\n"
)
YAML += "    connector: {state: RUNNING, worker_id: w}\n    tasks:\n    - {id: 0, state: RUNNING, worker_id: w}\n"
RPK = "GROUP  billing\nCOORDINATOR  1\nSTATE  Stable\nBALANCER  range\nMEMBERS  1\n"
RPK += "TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG  MEMBER-ID  CLIENT-ID  HOST\n"
RPK += "t      0          3               5               2    a          c          ::1\n"
JSON_HABITS = {
    "fence": "I see:\n\n```json\n{}\n```\nWhy?\n",
    "prompt": "$ node describe.js\n{}\n$ \n",
    "progress of curl": CURL + "{}",
    "headers": "HTTP/1.1 200 OK\nDate: Mon, 02 Mar 2026 10:00:00 GMT\nContent-Type: application/json\n\n{}",
    "sentence": "it prints `{}` and I wonder why [sic]",
    "first line quoted": "> {}\n",
    "sentence about a group": "Consumer group `four-clients` in JSON:\n{}\n",
    "key in a sentence": 'What does `"memberId": null` mean?\n{}',
}


@pytest.mark.parametrize("habit", JSON_HABITS)
def test_json_in_other_text_gives_the_same_group(habit: str) -> None:
    assert read(DESCRIBED) == read(JSON_HABITS[habit].replace("{}", DESCRIBED))


@pytest.mark.parametrize("sign", ["# ", "  //"])
def test_json_in_comments_is_read(sign: str) -> None:
    answer = "\n".join(f"{sign}{line}" for line in DESCRIBED.split("\n"))

    assert read(DESCRIBED) == read(
        f"# Describe it:\ncurl dashboard/api\n{sign}\n{answer}\n\n# Again:\ncurl dashboard/api\n"
    )


@pytest.mark.parametrize("width", [31, 80, 132])
def test_json_that_a_terminal_wrapped_is_read(width: int) -> None:
    line = json.dumps(json.loads(DESCRIBED))

    wrapped = "\n".join(line[start : start + width] for start in range(0, len(line), width))

    assert read(DESCRIBED) == read(f"$ curl -s dashboard/api\n{wrapped}\n$ ")


def test_dict_that_python_printed_is_read() -> None:
    document = {**json.loads(DESCRIBED), "error": None, "is_simple": False}
    document = {"brokers": {1: {None: ("b", 9092)}}, NAME: document}

    assert read(DESCRIBED) == read(f">>> print(describe())\n{document}\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{DESCRIBED}\nand\n{DESCRIBED[:200]}", "line 63 column 1: "),
        (f'"clientId": "x"\n}},\n{DESCRIBED}', "line 1: '\"clientId\":': expected JSON from its first bracket on"),
        (f"{DESCRIBED},\n  ]\n}}", "]': expected JSON from its first bracket on"),
        (
            f"{OFFSETS_2_3}\n\n\n{DESCRIBED}",
            "has text of kafka-consumer-groups --describe, and JSON of describeGroups",
        ),
        (
            f"{OFFSETS_2_3}\n\n\n[{KAFKA_PYTHON_2}]",
            "has text of kafka-consumer-groups --describe, and JSON of describeGroups",
        ),
        (
            f"{OFFSETS_2_3}\n\nINFO Stabilized group billing generation 3 with 2 members (kafka.x)\n",
            "has log of a group's leader, members or coordinator, and text of kafka-consumer-groups --describe: put",
        ),
    ],
)
def test_text_that_holds_more_is_refused(text: str, says: str) -> None:
    assert says in refusal_of(text)


@pytest.mark.parametrize("habit", ["fence", "prompt", "bare prompt", "quoted", "compose", "indented"])
@pytest.mark.parametrize("text", [YAML, RPK])
def test_yaml_and_rpk_are_read_as_people_paste_them(text: str, habit: str) -> None:
    assert read(text) == read("\n".join(HABITS[habit](text.strip().split("\n"))))
