"""Tests that a wrong command line, or a file that it cannot read, is one line and exit code 2, and writes nothing."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.assay.groups import CASE, CHAIN, LIFE, PAIR, WHOLE, answer_of
from tests.assay.shell import CAPTURES, ROOT, Shell
from tests.support.packed_files import unpacked

TEXTS = unpacked("consumer_groups")
RANGE = CAPTURES / "text/4.3.1/g-java-range.describe-members-verbose.txt"
STATIC = f"whatif {CAPTURES}/g-java-static.json"
CAPTURE = "capture --bootstrap-server localhost:9092"
EXAMPLE_HOST = ROOT / "docs/hosts/example_host.py"
EXAMPLE = shlex.quote(shlex.join([sys.executable, "-S", "-E", str(EXAMPLE_HOST)]))
NO_MODULE = shlex.quote(f"{sys.executable} -m kafka_assay.assignors.hosted.python.python_host '' no_such_module x")
STALE = "check python:mine:greedy --inputs stale-claims --seconds 60"

FILES = {
    "pair.json": PAIR,
    "chain.json": CHAIN,
    "whole.json": answer_of(WHOLE),
    "bare.json": {"assignment": WHOLE},
    "list.json": [],
    "text.json": answer_of({"a": {"t": ["0"]}}),
    "many.jsonl": "{}\n{}\n",
    "pairs.jsonl": '{"format":"assay-group/1","topics":{"t":1},"members":[]}\n' * 2,
    "one.jsonl": answer_of(WHOLE),
    "case.json": CASE,
    "empty-case.json": CASE | {"steps": []},
    "family.json": CASE | {"inputs": "stale"},
    "law.json": CASE | {"law": "one-owner"},
    "likely.json": CASE | {"path": {"status": "likely"}},
    "rumour.json": CASE | {"path": {"status": "shown", "source": "rumour"}},
    "life.json": LIFE,
    "life2.json": LIFE | {"format": "assay-life/2"},
    "lives/bad.json": LIFE | {"events": [{"leave": ["C7"]}]},
    "nobody.json": LIFE | {"protocol": "eager", "group": LIFE["group"] | {"members": []}, "events": []},
    "empty/readme.txt": "",
    "file": "",
    "client.properties": "security.protocol=TLS",
}
ERRORS = (
    ("lst", "unknown verb 'lst'; did you mean 'list'? (see assay --help)"),
    ("help", "unknown verb 'help'; did you mean '--help'? (see assay --help)"),
    ("version", "unknown verb 'version'; did you mean '--version'? (see assay --help)"),
    ("list law", "law"),
    ("audit pair.json --out out --weights lags", "did you mean 'lag'"),
    ("audit pair.json --out out --seconds 3", "--seconds 3: needs --weights"),
    ("bench --memry", "unrecognized arguments: --memry; did you mean '--memory'? (see assay bench --help)"),
    *(
        (f"bench range --workload {name}", f"'{name}': expected small, medium, large or PARTITIONSxMEMBERSxTOPICS-SUB")
        for name in (
            "1000x100x10",
            "1x0x1-HOMOGENEOUS-FULL",
            "1x1x0-HOMOGENEOUS-FULL",
            "1001x100x10-HOMOGENEOUS-FULL",
            "a-b-c",
            "huge",
        )
    ),
    ("campaign run c --groups 9", "the following arguments are required: TARGET"),
    ("campaign run c range", "the following arguments are required: --groups"),
    ("campaign run c stick --groups 9", "unknown assignor 'stick'; did you mean 'sticky'?"),
    ("campaign run c --groups 9 sticky --inputs clear", "did you mean 'clean'?"),
    ("campaign resume c", "c: contains no campaign: expected plan.json"),
    ("campaign resume c --groups 9", "unrecognized arguments: --groups 9 (see assay campaign resume --help)"),
    ("campaign show c --master loop", "unrecognized arguments: --master loop"),
    ("campaign run c range --groups 9 --seed -1", "--seed -1: expected a whole number from"),
    (f"campaign run c range --groups 9 --seed {2**63}", "to 2**63 - 1"),
    ("campaign run c range --groups 9 --master locl", "master: 'locl': expected local[N]"),
    ("campaign run /dev/null/c range --groups 9", "DIR /dev/null/c: Not a directory"),
    ("campaign run hdfs://host/c range --groups 9", "expected a folder that this machine sees"),
    ("campaign run s3a:/bucket/c range --groups 9", "expected a folder that this machine sees"),
    ("campaign show c", "c: contains no campaign"),
    ("campaign stop c", "unknown action 'stop'"),
    (f"{CAPTURE} --every 5", "--every S and --out DIR are given together"),
    (f"{CAPTURE} --out x", "--every S and --out DIR are given together"),
    (f"{CAPTURE} --client-config none.properties", "none.properties: no such file"),
    (f"{CAPTURE} --client-config client.properties", "client.properties: security.protocol: 'TLS': expected one of"),
    (f"{CAPTURE} --timeout 0", "expected a number of seconds above 0"),
    ("capture --bootstrap-server localhost", "expected HOST:PORT"),
    ("check range --law one-owner", "unknown law 'one-owner'; did you mean 'one-owner-each'"),
    ("check range --inputs stale", "unknown input family 'stale'; did you mean 'stale-claims'"),
    (
        "check range --law locally-balanced",
        "range does not promise 'local'; to check it anyway, add --like 'range,+local'",
    ),
    ("check stiky", "did you mean 'sticky'"),
    ("check range --groups 0", "expected a whole number, 1 or more"),
    ("check range --groups 40+x", "'40+x': expected DRAWN+STRUCTURED such as 4000+200"),
    ("check range --groups 0+0", "'0+0': expected DRAWN+STRUCTURED"),
    ("check range --groups 4+2", "--groups DRAWN+STRUCTURED: repeats one cell: expected one --inputs"),
    ("check range --like rang", "did you mean 'range'"),
    ("check range --inputs clean --groups 1 --out file", "--out file: File exists: expected a writable folder"),
    ("check range --case nowhere.json", "nowhere.json: no such file"),
    ("check range --case x.json --inputs clean", "--inputs: cannot be used with --case"),
    ("check range --case case.json --law even-when-equal", "range does not promise 'even'"),
    ("check range --case empty-case.json", "empty-case.json: steps: list []: expected at least one step"),
    ("check sticky --case likely.json", "path.status: 'likely': expected one of shown, constructed, faulty-client"),
    ("check sticky --case rumour.json", "path.source: 'rumour': expected one of model, wire, broker, or null"),
    (
        "check sticky --case c.json --path-seconds 3",
        "--path-seconds: cannot be used with --case, which does not search",
    ),
    (
        f"{STALE} --path-seconds -1",
        "--path-seconds: '-1': expected a number of seconds, 0 or more (see assay check --he",
    ),
    (f"{STALE} --path-seconds 60", "--path-seconds 60: expected less than 60, the whole check"),
    (f"{STALE} --only wire", "argument --only: invalid choice: 'wire' (choose from 'shown')"),
    (f"{STALE} --only shown --path-seconds 0", "--only: cannot be used with --path-seconds 0, which searches no paths"),
    ("check range --same-as rang", "unknown assignor 'rang'; did you mean 'range'?"),
    ("check range --maps", "--maps: needs --same-as"),
    ("check range --same-as range --law one-owner-each", "--law: cannot be used with --same-as"),
    ("check range --same-as range --like range", "--like: cannot be used with --same-as"),
    ("check range --law same-plan", "same-plan: compares two targets: add --same-as TARGET"),
    *(
        (command.replace("FILE", name), said)
        for command in ("check sticky --case FILE", "judge FILE sticky")
        for name, said in (
            ("family.json", "family.json: unknown input family 'stale'; did you mean 'stale-claims'? (see assay list)"),
            ("law.json", "law.json: unknown law 'one-owner'; did you mean 'one-owner-each'? (see assay list)"),
            ("lives/bad.json", "lives/bad.json: events[0].leave[0]: 'C7': expected a member of the group"),
            ("life2.json", "life2.json: format: 'assay-life/2': expected 'assay-life/1'"),
        )
    ),
    *(
        (f"{command} --case many.jsonl", "many.jsonl: contains many groups: expected one case, life or group, such as")
        for command in ("check sticky", "check sticky --same-as range")
    ),
    ("compare sticky", "the following arguments are required: CANDIDATE (see assay compare --help)"),
    *(
        (f"compare range range {options}", said)
        for options, said in (
            ("--tolerance moves=-1", "'moves=-1': expected MEASURE=NUMBER, at least 0, such as moves=0.1"),
            ("--tolerance moves=nan", "expected MEASURE=NUMBER, at least 0"),
            ("--tolerance mvoes=1", "unknown measure 'mvoes'; did you mean 'moves'?"),
            ("--out file", "--out file: File exists: expected a writable folder"),
            ("--inputs claen", "unknown input family 'claen'; did you mean 'clean'?"),
            ("--groups 1", "--groups 1: expected at least 2"),
            ("--groups 20 --seconds 3", "--groups: cannot be used with --seconds"),
            ("--master here", "master: 'here': expected local[N]"),
            ("--master local[2] --seconds 3", "--seconds: cannot be used with --master"),
            ("--accepted missing.toml", "--accepted missing.toml: cannot be read"),
            ("--comment html", "invalid choice: 'html'"),
        )
    ),
    ("compare base.json range", "base.json range: expected two targets, or two records"),
    ("compare base.json other.json --groups 20", "--groups: cannot be used with records"),
    ("compare base.json other.json", "base.json: no such file: expected a record"),
    ("host test no-such-program", "program not found: 'no-such-program'"),
    (f"host test {EXAMPLE_HOST}", f"'{EXAMPLE_HOST}' is not executable"),
    (f"host test {EXAMPLE.rstrip(chr(39))}#few'", "the host has no assignor 'few'; did you mean 'fewest'?"),
    (f"host test {EXAMPLE} --setting zone=a", "it accepts no settings: remove --setting zone=a"),
    ('host test "\'"', "exec:': the command cannot be split into words: No closing quotation"),
    (f"host test {NO_MODULE}", "no module 'no_such_module'"),
    (f"import {RANGE} --format kafka-topics", "invalid choice: 'kafka-topics'"),
    (
        f"import {RANGE} --group g-java-rang",
        "--group g-java-rang: no such group in these files; did you mean 'g-java-rang",
    ),
    (f"import {RANGE} samples.parquet", "expected only samples (.parquet, or folders), or only other files"),
    ("import none.parquet", "none.parquet: no such file or folder"),
    ("import none.txt", "no such file"),
    (
        f"import {TEXTS}/all-groups/describe-three-groups-one-missing.txt",
        "contains no group, because the tool failed: 'Error: Exec",
    ),
    (
        f"import {TEXTS}/3.9.2/g-does-not-exist.describe-members-verbose.txt",
        'contains no group, but "Error: Consumer g',
    ),
    (f"import {TEXTS}/4.3.1/g-simple.describe-members-verbose.txt", "its tables have no rows. If the group has no mem"),
    (f"import {CAPTURES}/g-simple.json", "g-simple.json: is a file of assay, which the other verbs read as it is"),
    (f"import {TEXTS}/4.3.1/g-java-static.describe-state.txt", "add its members view or its offsets view"),
    ("judge pair.json whole.json --picture a.gif", "ends in .png or .svg"),
    ("judge pair.json missing.json", "missing.json: no such file"),
    ("judge pair.json stikcy", "did you mean 'sticky'?"),
    ("judge pair.json", "no answer: expected a target, or a second file with the answer, or the key 'assignment'"),
    ("judge pair.json whole.json --like stikcy", "did you mean 'sticky'?"),
    ("judge pair.json text.json", "assignment.a.t[0]"),
    ("judge pair.json bare.json", "'assay-assignment/1'"),
    ("judge pair.json list.json", "list.json"),
    *(
        (f"judge pair.json range --call-timeout={seconds}", f"'{seconds}': expected a number of seconds above 0")
        for seconds in ("0", "-1", "nan", "inf", "soon")
    ),
    ("judge many.jsonl:3 sticky", "many.jsonl:3: "),
    ("judge life.json", "life.json: a life with several rebalances: give a target, which answers each rebalance"),
    ("judge life.json whole.json", "rebalances, but whole.json has one answer: give a target, which answers each"),
    ("judge nobody.json sticky", "the life never has a member, so nobody asks the target"),
    ("optimum chain.json --engine magic", "magic"),
    ("optimum chain.json --then topic-sprd", "did you mean 'topic-spread'"),
    ("optimum chain.json --then host-spread", "member 'C0' has no host"),
    ("optimum chain.json --then rack-match", "needs a member with a rack"),
    ("optimum chain.json --weights lag", "--weights"),
    ("optimum chain.json --weights lags", "did you mean 'lag'"),
    ("optimum chain.json --weights lag --engine ilp", "--engine ilp: cannot be used with --weights"),
    ("optimum chain.json --weights lag --then topic-spread", "--then topic-spread: cannot be used with --weights"),
    ("optimum chain.json --weights lag --proof c.json", "--proof c.json: cannot be used with --weights"),
    ("optimum chain.json --weights lag --seconds 0", "'0'"),
    ("optimum chain.json --seconds 5", "--seconds 5: needs --weights"),
    ("optimum pairs.jsonl --proof proof.json", "--proof"),
    ("optimum pairs.jsonl --proof -", "--proof"),
    ("optimum pair.json --frontier --picture x.gif", ".png or .svg"),
    ("optimum pair.json --frontier --moves -1", "--moves: '-1': expected a whole number, 0 or more"),
    ("optimum pair.json --frontier stick", "did you mean 'sticky'?"),
    ("replay", "LIFE|GROUP|drawn:A..B"),
    ("replay rolling-deplo sticky", "did you mean 'rolling-deploy'?"),
    ("replay nothing.json sticky", "no such file"),
    ("replay lives/bad.json sticky", "lives/bad.json: events[0].leave[0]: 'C7'"),
    ("replay empty sticky", "the folder has no .json file"),
    ("replay xyz sticky", "assay list lives"),
    ("replay kip-54-cost stiky", "stiky"),
    ("replay kip-54-cost sticky --leave nobody", "--leave nobody"),
    ("replay kip-54-cost sticky --clock rebalance=0", "above 0"),
    ("replay kip-54-cost sticky --rate deploys=1", "--rate: only for drawn months"),
    ("replay kip-54-cost sticky --master loop", "--master: only for drawn months"),
    ("replay rolling-deploy-static sticky --clock restrt=1", "did you mean 'restart'"),
    ("replay drawn:1..0 sticky", "drawn:1..0: expected drawn:NUMBER or drawn:A..B"),
    ("replay drawn:x sticky", "drawn:x: expected drawn:NUMBER"),
    ("replay drawn:0..1 stiky", "stiky"),
    ("replay drawn:0..1 sticky --rate deploy=1", "did you mean 'deploys'"),
    ("replay drawn:0..1 sticky --master mars", "master: 'mars'"),
    ("replay drawn:0..1 sticky --leave a", "--leave"),
    ("report /nowhere/at/all", "expected"),
    ("report . --pages -1", "expected"),
    (f"{STATIC} --leave pod-7", "--leave pod-7: expected a member of the group; did you mean 'pod-2'?"),
    (f"{STATIC} --grow order=24", "--grow order=24: expected a topic of the group; did you mean 'orders'?"),
    (f"{STATIC} --grow orders", "argument --grow: 'orders': expected TOPIC=N, such as orders=24"),
    (f"{STATIC} --restart 0%", "argument --restart: '0%': expected a percentage above 0 and up to 100, such as 50%"),
    (f"{STATIC} --join one", "argument --join: 'one': expected a whole number, 0 or more"),
    (f"{STATIC} --rolling 0", "argument --rolling: '0': expected a whole number, 1 or more"),
)


@pytest.fixture
def files(shell: Shell) -> Shell:
    """The shell, with files of every kind."""
    for name, content in FILES.items():
        shell.write(name, content)
    return shell


def written(folder: Path) -> set[Path]:
    """All that is in a folder."""
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


@pytest.mark.parametrize(("command", "said"), ERRORS, ids=[command.replace(f"{TEXTS}/", "") for command, _ in ERRORS])
def test_usage_error_is_one_line_and_writes_nothing(command: str, said: str, files: Shell) -> None:
    before = written(files.folder)

    line = files(command).refusal

    assert line.startswith("assay: ")
    assert said in line
    assert before == written(files.folder)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("judge pair.json whole.json --picture no/such/a.png", "cannot be written"),
        ("optimum pair.json --proof /no/such/folder/proof.json", "/no/such/folder/proof.json"),
        ("optimum pair.json --frontier --picture no/such/x.png", "cannot be written"),
        ("judge pairs.jsonl whole.json", "expected a .jsonl"),
        ("judge pairs.jsonl one.jsonl", "expected"),
        ("judge pairs.jsonl --check-proof whole.json", "expected a .jsonl"),
    ],
)
def test_file_that_cannot_be_used_after_the_answer_is_an_error(command: str, said: str, files: Shell) -> None:
    ended = files(command)

    assert 2 == ended.code
    assert said in ended.err
