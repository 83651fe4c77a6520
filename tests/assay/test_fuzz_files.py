"""
Fuzz test: two thousand broken files each end in a result, or in exit code 2 and one line.

The files are valid ones with seeded mutations, like those that disks, editors and scripts make.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.assay.shell import CAPTURES, Shell
from tests.support.client_logs import LOGS
from tests.support.engines.corruption import corrupted
from tests.support.packed_files import unpacked

GROUPS = ("g-java-range", "g-java-sticky-hetero", "g-kip-static-rack", "g-reb-kip", "g-empty-classic", "g-ck-kip-regex")
TEXTS = [
    *sorted(CAPTURES.glob("text/*/*.txt")),
    unpacked("consumer_groups") / "4.3.1/g-reb-kip.describe-members-verbose.txt",
    *sorted(LOGS.glob("*.log")),
]
RUNS, TRIALS_A_RUN = 40, 50
STRANGE_BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x00", b"\t", b"\r", b"\xe2\x80\xa8", *map(str.encode, '"{],-'))


def mutated_document(random: Random, text: bytes) -> bytes:
    """
    A JSON document that is changed in one to three places.

    Partition counts become tiny or larger than allowed: a mutant is quick to answer.
    """
    return json.dumps(corrupted(random, json.loads(text)), separators=(",", ":"), default=str).encode()


def with_cut(random: Random, text: bytes) -> bytes:
    """The beginning of a file, or the file with a piece missing or repeated."""
    start = random.randrange(len(text) + 1)
    rest = random.choice([len(text), start + random.randint(1, 80), max(0, start - random.randint(1, 200))])
    return text[:start] + text[rest:]


def with_replaced_bytes(random: Random, text: bytes) -> bytes:
    """A file with bytes replaced, some of them with invalid UTF-8."""
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(text) + 1)
        text = text[:start] + random.choice(STRANGE_BYTES) + text[start + random.randint(0, 1) :]
    return text


def with_huge_value(random: Random, text: bytes) -> bytes:
    """A file with one huge number or very deep nesting."""
    digits = [place for place in range(len(text)) if text[place : place + 1].isdigit()] or [0]
    start = random.choice(digits)
    return text[:start] + random.choice([b"9" * 12, b"9" * 5000, b"1e999", b"[" * 3000, b"-"]) + text[start + 1 :]


def with_other_lines(random: Random, text: bytes) -> bytes:
    """A text with its lines in another order, or with the spaces of some joined or turned into tabs."""
    lines = text.split(b"\n")
    if random.random() < 0.5:
        random.shuffle(lines)
    for place in range(len(lines)) if random.random() < 0.5 else [random.randrange(len(lines))]:
        lines[place] = random.choice([b" ", b"\t"]).join(lines[place].split())
    return b"\n".join(lines)


ANY_FILE = (*3 * (with_cut,), with_replaced_bytes, with_huge_value)
JSON_FILE = (*ANY_FILE, *5 * (mutated_document,))
TEXT_FILE = (*ANY_FILE, *2 * (with_other_lines,))


def broken_copy(random: Random, source: bytes, edits: Sequence[Callable[[Random, bytes], bytes]], path: Path) -> Path:
    """A file at `path` with a broken copy of `source`."""
    path.write_bytes(random.choice(edits)(random, source))
    return path


def captured_group(random: Random) -> bytes:
    """A bundled group on one line, as it is or without offsets and racks, so that more mutations hit the members."""
    group = json.loads((CAPTURES / f"{random.choice(GROUPS)}.json").read_text())
    if random.random() < 0.7:
        group["topics"] = {topic: known["partitions"] for topic, known in group["topics"].items()}
    return json.dumps(group).encode()


def broken_trial(random: Random, folder: Path) -> tuple[list[str], Path]:
    """A command line, and the file that it reads and that is broken."""
    group = captured_group(random)
    as_json = random.choice([["--json"], ["--json"], ["--json"], []])
    verb = random.choice(["target", "optimum", "judge", "import", "many"])
    if verb == "import":
        text = broken_copy(random, random.choice(TEXTS).read_bytes(), TEXT_FILE, folder / "text.txt")
        return (["import", str(text), *random.choice([[], ["--life"]])], text)
    if verb == "many":
        lines = [captured_group(random) for _ in range(3)]
        lines[1] = random.choice(JSON_FILE)(random, lines[1])
        many = folder / "groups.jsonl"
        many.write_bytes(b"\n".join(lines))
        return (random.choice([["judge", str(many), "range"], ["optimum", str(many)]]), many)
    if verb == "judge":
        members = json.loads(group)["members"]
        owned = {member["id"]: member["owned"] for member in members}
        answer = json.dumps({"format": "assay-assignment/1", "assignment": owned}).encode()
        files = folder / "group.json", folder / "answer.json"
        for file, content in zip(files, (group, answer), strict=True):
            file.write_bytes(content)
        broken = random.choice(files)
        broken_copy(random, broken.read_bytes(), JSON_FILE, broken)
        return ([verb, *map(str, files), "--like", "sticky", *as_json], broken)
    broken = broken_copy(random, group, JSON_FILE, folder / "group.json")
    words = ["optimum"] if verb == "optimum" else ["judge", random.choice(["range", "sticky", "fair", "optimal"])]
    return ([words[0], str(broken), *words[1:], *as_json], broken)


@pytest.mark.parametrize(
    "number", [*range(RUNS // 2), *(pytest.param(one, marks=pytest.mark.integration) for one in range(RUNS // 2, RUNS))]
)
def test_broken_files_end_in_a_result_or_in_one_line(number: int, shell: Shell) -> None:
    """The failure message has the seed and the file."""
    for seed in range(number * TRIALS_A_RUN, (number + 1) * TRIALS_A_RUN):
        arguments, broken = broken_trial(Random(seed), shell.folder)
        try:
            code, out, err = shell("", *arguments)
        except Exception as raised:
            raise AssertionError(f"seed {seed}: {arguments} raised on {broken.read_bytes()[:2000]!r}") from raised

        shown = f"seed {seed}: {arguments}: {code}, {err!r}, {broken.read_bytes()[:2000]!r}"
        assert code in {0, 1, 2, 3}, shown
        assert code != 2 or 1 == len(err.splitlines()), shown
        assert "fault of assay's own" not in err, shown
        if "--json" in arguments and code != 2:
            assert isinstance(json.loads(out), dict), shown
