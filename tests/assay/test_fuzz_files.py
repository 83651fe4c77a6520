"""Fuzz test: two thousand broken files each end in a result, or in exit code 2 and one line."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from assay.cli import run
from tests.assay.mutations import JSON_FILE, TEXT_FILE
from tests.support.consumer_group_texts import consumer_group_texts

ROOT = Path(__file__).parents[2]
GROUPS = ("g-java-range", "g-java-sticky-hetero", "g-kip-static-rack", "g-reb-kip", "g-empty-classic", "g-ck-kip-regex")
TEXTS = [
    *sorted(ROOT.glob("captures/text/*/*.txt")),
    consumer_group_texts() / "4.3.1/g-reb-kip.describe-members-verbose.txt",
]
RUNS, TRIALS_A_RUN = 40, 50


class Trial(NamedTuple):
    """One command line on a broken file."""

    arguments: list[str]
    broken: Path


class Outcome(NamedTuple):
    """The result of one command line."""

    code: int
    out: str
    err: str


def run_trial(arguments: Sequence[str]) -> Outcome:
    """Run one command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    return Outcome(int(code), out.getvalue(), err.getvalue())


def broken_copy(random: Random, source: bytes, edits: Sequence[Callable[[Random, bytes], bytes]], path: Path) -> Path:
    """A file at `path` with a broken copy of `source`."""
    path.write_bytes(random.choice(edits)(random, source))
    return path


def captured_group(random: Random) -> bytes:
    """A bundled group on one line, as it is or without offsets and racks, so that more mutations hit the members."""
    group = json.loads((ROOT / f"captures/{random.choice(GROUPS)}.json").read_text())
    if random.random() < 0.7:
        group["topics"] = {topic: known["partitions"] for topic, known in group["topics"].items()}
    return json.dumps(group).encode()


def trial(random: Random, folder: Path) -> Trial:
    """A verb, a valid file, and one way to break it."""
    group = captured_group(random)
    as_json = random.choice([["--json"], ["--json"], ["--json"], []])
    verb = random.choice(["target", "optimum", "judge", "import", "many"])
    if verb == "import":
        text = broken_copy(random, random.choice(TEXTS).read_bytes(), TEXT_FILE, folder / "text.txt")
        return Trial(["import", str(text)], text)
    if verb == "many":
        lines = [captured_group(random) for _ in range(3)]
        lines[1] = random.choice(JSON_FILE)(random, lines[1])
        many = folder / "groups.jsonl"
        many.write_bytes(b"\n".join(lines))
        return Trial(random.choice([["judge", str(many), "range"], ["optimum", str(many)]]), many)
    if verb == "judge":
        members = json.loads(group)["members"]
        owned = {member["id"]: member["owned"] for member in members}
        answer = json.dumps({"format": "assay-assignment/1", "assignment": owned}).encode()
        files = folder / "group.json", folder / "answer.json"
        for file, content in zip(files, (group, answer), strict=True):
            file.write_bytes(content)
        broken = random.choice(files)
        broken_copy(random, broken.read_bytes(), JSON_FILE, broken)
        return Trial([verb, *map(str, files), "--like", "sticky", *as_json], broken)
    broken = broken_copy(random, group, JSON_FILE, folder / "group.json")
    words = ["optimum"] if verb == "optimum" else ["judge", random.choice(["range", "sticky", "fair", "optimal"])]
    return Trial([words[0], str(broken), *words[1:], *as_json], broken)


@pytest.mark.parametrize("number", range(RUNS))
def test_broken_files_end_in_a_result_or_in_one_line(number: int, tmp_path: Path) -> None:
    """The failure message has the seed and the file."""
    for seed in range(number * TRIALS_A_RUN, (number + 1) * TRIALS_A_RUN):
        arguments, broken = trial(Random(seed), tmp_path)
        try:
            code, out, err = run_trial(arguments)
        except Exception as raised:
            raise AssertionError(f"seed {seed}: {arguments} raised on {broken.read_bytes()[:2000]!r}") from raised

        shown = f"seed {seed}: {arguments}: {code}, {err!r}, {broken.read_bytes()[:2000]!r}"
        assert code in {0, 1, 2, 3}, shown
        assert code != 2 or 1 == len(err.splitlines()), shown
        assert "fault of assay's own" not in err, shown
        if "--json" in arguments and code != 2:
            assert isinstance(json.loads(out), dict), shown
