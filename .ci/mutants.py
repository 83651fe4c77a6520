"""
Measure the tests: how many mutants of the product do they kill?

    tox run -e mutants -- --record before.jsonl
    tox run -e mutants -- --record after.jsonl --again before.jsonl

A mutant is the product with one change, such as `<` in the place of `<=`. Cosmic Ray says which there are; a seed puts
them in an order. The first `--count` whose line a test covers are judged, each by the fastest of these tests: as many
as need at most `--budget` seconds together without the mutant. A mutant on a line that runs at import is judged by
tests that cover its file. A mutant is *killed* if a test fails, or if they take longer than `--limit` seconds; the
limit is several times the budget. With `--again`, the mutants that the other record killed are judged again, by the
tests of this commit; those that survived are not, so that the second number is a lower bound. In a file that changed
since, a mutant is looked for by the text of its line; one whose line is gone, or stands there twice, counts in neither
number. The same command continues a record that was interrupted, and the coverage before it, folder by folder.

The tests run in a copy of the commit in `.tox/mutated`, in the shared environment. `tests/pipeline` is judged
without Spark.
"""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import signal
import subprocess
import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".tox" / "mutated"
PRODUCT = ("assignors", "properties/laws", "oracle", "pipeline")
TESTS = ("tests/assignors", "tests/properties", "tests/oracle", "tests/membership", "tests/pipeline")
OUTSIDE = ("generative", "integration", "cluster", "broker", "rust", "spark", "browser")
"""Marks of tests that start too much for one mutant."""

FORMAT = "assay-mutants/1"
Line = dict[str, Any]


class Mutant(NamedTuple):
    """One change of one file."""

    file: str
    line: int
    column: int
    operator: str
    occurrence: int

    @property
    def kind(self) -> str:
        """The kind of change. A `+` becomes eleven other operators, which are one kind."""
        return self.operator.partition("_")[0]


def mutants_of(tree: Path, file: str) -> Iterator[Mutant]:
    """Yield the mutants of one file, in the order of its text. Annotations are not changed: nothing evaluates them."""
    source = (tree / file).read_text("utf-8")
    annotations = [
        ((one.lineno, one.col_offset), (one.end_lineno or 0, one.end_col_offset or 0))
        for node in ast.walk(ast.parse(source))
        for one in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if isinstance(one, ast.expr)
    ]
    counts: Counter[str] = Counter()
    for node in ast_nodes(get_ast(source)):
        for name, operator in operators().items():
            for start, _ in operator.mutation_positions(node):
                if not any(first <= start < last for first, last in annotations):
                    yield Mutant(file, *start, name, counts[name])
                counts[name] += 1


def followed(tree: Path, mutant: Mutant, commit: str) -> Mutant | None:
    """The `mutant` of an older commit in this tree: the same change of the only line with the same text, or None."""
    words = ["git", "show", f"{commit}:{mutant.file}"]
    before = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    if not (tree / mutant.file).exists():
        return None
    source = (tree / mutant.file).read_text("utf-8")
    if source == before:
        return mutant
    text, lines = before.splitlines()[mutant.line - 1].strip(), source.splitlines()
    alike = [
        one for one in mutants_of(tree, mutant.file)
        if one.operator == mutant.operator and lines[one.line - 1].strip() == text
        and lines[one.line - 1][: one.column].strip() == before.splitlines()[mutant.line - 1][: mutant.column].strip()
    ]  # fmt: skip
    return alike[0] if len(alike) == 1 else None


@cache
def operators() -> dict[str, Any]:
    """The operators of Cosmic Ray that need no arguments."""
    classes = {name: get_operator(name) for name in operator_names()}
    return {name: operator() for name, operator in classes.items() if not operator.arguments()}


def in_order(tree: Path, seed: int) -> list[Mutant]:
    """All mutants in the order of the seed, one for each place and kind of change (a minute of processor time)."""
    places = defaultdict(list)
    for file in sorted(path for folder in PRODUCT for path in (tree / folder).rglob("*.py")):
        for mutant in mutants_of(tree, file.relative_to(tree).as_posix()):
            places[mutant.file, mutant.line, mutant.column, mutant.kind].append(mutant)
    draw = random.Random(seed)
    chosen = [draw.choice(mutants) for mutants in places.values()]
    draw.shuffle(chosen)
    return chosen


class Suite:
    """The tests of a commit: what each covers, and how long it takes."""

    def __init__(self, commit: str, python: Path) -> None:
        self.tree, self._python, self._stem = WORK / commit, python, WORK / f"{commit}"
        # Unpacked each time: what was killed before may have left a mutant in it, or only a part of the files.
        shutil.rmtree(self.tree, ignore_errors=True)
        self.tree.mkdir(parents=True)
        pack, unpack = ("git", "archive", commit), ("tar", "-x", "-C", str(self.tree))
        archive = subprocess.run(pack, cwd=ROOT, stdout=subprocess.PIPE, check=True)
        subprocess.run(unpack, input=archive.stdout, check=True)
        self.seconds: dict[str, float] = {}
        self._data: list[Path] = []

    def cover(self, tests: Sequence[str]) -> None:
        """Run the tests in these folders once, one folder after the other. What was finished before is kept."""
        folders = {path.parent for one in tests for path in (self.tree / one).rglob("test_*.py")}
        for folder in sorted(folders, key=lambda path: ("hosted" in path.parts, path)):
            name = folder.relative_to(self.tree).as_posix()
            data = self._stem.with_suffix(f".{name.replace('/', '-')}")
            times = data.with_suffix(f"{data.suffix}-times")
            if not data.exists():
                print(f"coverage of {name}", flush=True)
                times.unlink(missing_ok=True)
                self._cover_folder(folder, data.with_suffix(".unfinished"), times)
                data.with_suffix(".unfinished").rename(data)
            lines = map(json.loads, times.read_text("utf-8").splitlines() if times.exists() else ())
            self.seconds |= {line["test"]: line["seconds"] for line in lines if line["passed"]}
            self._data.append(data)

    def _cover_folder(self, folder: Path, data: Path, times: Path) -> None:
        """Only the files of this folder itself."""
        words = ["coverage", "run", f"--data-file={data}", f"--include={','.join(f'{one}/*' for one in PRODUCT)}"]
        words += ["-m", "pytest", "-q", "-m", " and ".join(f"not {mark}" for mark in OUTSIDE)]
        words += [path.relative_to(self.tree).as_posix() for path in sorted(folder.glob("test_*.py"))]
        environment = self._environment(ASSAY_TEST_TIMES=str(times))
        with self._stem.with_suffix(".log").open("a") as log:
            command = [self._python, "-m", *words, *PLUGIN]
            subprocess.run(command, cwd=self.tree, env=environment, stdout=log, stderr=log, check=False)

    def _environment(self, **more: str) -> dict[str, str]:
        plain = {"PYTHONPATH": f"{self.tree}:{ROOT / '.ci'}", "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg"}
        return {**os.environ, **plain, **more}

    def covering(self, file: str, line: int) -> list[str]:
        """The tests that cover a line, or, if it runs at import, its file; the fastest first."""
        at_line, in_file = self._contexts(file)
        tests = at_line.get(line) or in_file
        return sorted(tests & self.seconds.keys(), key=lambda test: (self.seconds[test], test))

    @cache  # noqa: B019 (there is one suite)
    def _contexts(self, file: str) -> tuple[dict[int, set[str]], set[str]]:
        """Line -> its tests, and the tests of all lines."""
        command = [self._python, "-c", READ, self.tree / file, *self._data]
        printed = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        lines = {int(line): set(tests) for line, tests in json.loads(printed).items()}
        return lines, set().union(*lines.values())

    def first(self, tests: Sequence[str], budget: float, most: int = 400) -> list[str]:
        """The first tests that need at most this many seconds together."""
        chosen, total = [], 0.0
        for test in tests[:most]:
            total += self.seconds[test]
            if total > budget:
                break
            chosen.append(test)
        return chosen

    def failure(self, tests: Sequence[str], limit: float) -> str | None:
        """The first failure of these tests in the tree as it is: a test, `timeout`, `error`, or None."""
        chosen = self._stem.with_suffix(".chosen")
        chosen.write_text("\n".join(tests), encoding="utf-8")
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        words = [self._python, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", *PLUGIN, *files]
        environment = self._environment(ASSAY_CHOSEN_TESTS=str(chosen))
        with self._stem.with_suffix(".output").open("w+", encoding="utf-8", errors="replace") as output:
            process = subprocess.Popen(
                words, cwd=self.tree, env=environment, stdout=output, stderr=output, start_new_session=True
            )
            code = wait(process, limit)
            if code is None:
                return "timeout"
            output.seek(0)
            said = [line for line in output if line.startswith(("FAILED ", "ERROR "))]
        if code == 0:
            return None
        return said[0].split(" ", 1)[1].partition(" - ")[0].strip() if said else "error"


PLUGIN = ("-p", "covered_lines", "-p", "no:cacheprovider")

READ = """
import coverage, json, sys
file, *paths = sys.argv[1:]
lines = {}
for path in paths:
    data = coverage.CoverageData(path)
    data.read()
    for line, tests in data.contexts_by_lineno(file).items():
        lines.setdefault(line, set()).update({*tests} - {""})
print(json.dumps({line: sorted(tests) for line, tests in lines.items()}))
"""
"""Prints line -> the tests that cover it, by the shared environment's coverage."""


def wait(process: subprocess.Popen[bytes], limit: float) -> int | None:
    """The exit code, or None if the process took longer. A pause of this process (SIGSTOP) does not count."""
    left, last = limit, time.monotonic()
    while (code := process.poll()) is None and left > 0:
        time.sleep(0.1)
        now = time.monotonic()
        left, last = left - min(now - last, 1.0), now
    if code is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return code


def judge(suite: Suite, mutant: Mutant, covering: Sequence[str], args: Namespace, earlier: Line | None) -> Line:
    """What the tests say about one mutant. The test that killed it earlier is asked first, if it is still there."""
    path = suite.tree / mutant.file
    facts = {**mutant._asdict(), "covering": len(covering)}
    first = [test for test in ([earlier["by"]] if earlier else ()) if test in suite.seconds]
    tests = list(dict.fromkeys([*first, *suite.first(covering, args.budget)]))
    if not tests:
        return {**facts, "outcome": "not covered"}
    source, stat = path.read_text("utf-8"), path.stat()
    started = time.monotonic()
    try:
        path.write_text(mutate_code(source, operators()[mutant.operator], mutant.occurrence), encoding="utf-8")
        failed = suite.failure(tests, args.limit)
    finally:
        path.write_text(source, encoding="utf-8")
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    outcome = {None: "survived", "timeout": "timeout", "error": "error"}.get(failed, "killed")
    seconds = round(time.monotonic() - started, 1)
    return {**facts, "outcome": outcome, "by": failed, "tests": len(tests), "seconds": seconds}


def was_killed(line: Line) -> bool:
    """Whether the tests noticed the mutant. An error is one too: the tests cannot even be collected."""
    return line["outcome"] in ("killed", "timeout", "error")


def read(path: Path) -> list[Line]:
    """The lines of a record, its header first."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def mutant_of(line: Line) -> Mutant:
    """The mutant that a line of a record is about."""
    return Mutant(*(line[field] for field in Mutant._fields))


def run(args: Namespace) -> None:
    """Judge the mutants, one line of the record for each."""
    words = ["git", "rev-parse", "--short=8", args.commit]
    commit = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    suite = Suite(commit, args.python.absolute())
    suite.cover(args.tests)
    done = {mutant_of(line): line for line in read(args.record)[1:]}
    before = {mutant_of(line): line for line in read(args.again)[1:]} if args.again else {}
    asked: list[Mutant] = [] if args.again else in_order(suite.tree, args.seed)
    if args.again:
        since = read(args.again)[0]["commit"]
        found = {followed(suite.tree, mutant, since): line for mutant, line in before.items()}
        before = {mutant: line for mutant, line in found.items() if mutant is not None}
        asked = list(before)
        killed = sum(map(was_killed, before.values()))
        print(f"{len(asked)} mutants are still there, of which the tests of {since} killed {killed}", flush=True)
    if not args.record.exists():
        header = {
            "format": FORMAT, "commit": commit, "date": datetime.now(UTC).date().isoformat(), "seed": args.seed,
            "limit": args.limit, "budget": args.budget, "mutants": len(asked), "tests": args.tests,
            "cosmic_ray": version("cosmic-ray"), "again": str(args.again or ""),
        }  # fmt: skip
        args.record.write_text(f"{json.dumps(header)}\n", encoding="utf-8")
    judged: list[Line] = []
    for mutant in asked:
        if len(judged) == args.count:
            break
        covering = suite.covering(mutant.file, mutant.line)
        line, earlier = done.get(mutant), before.get(mutant)
        if earlier and not was_killed(earlier):
            line = earlier
        elif not covering and not earlier:
            continue
        elif line is None or (not was_killed(line) and line["covering"] != len(covering)):
            line = judge(suite, mutant, covering, args, earlier)
            with args.record.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(line)}\n")
        judged.append(line)
        count = sum(map(was_killed, judged))
        print(
            f"{count} of {len(judged)} killed; {mutant.file}:{mutant.line} {mutant.operator} {line['outcome']}",
            flush=True,
        )
    by = sorted({line["by"] for line in judged if line.get("by")} & suite.seconds.keys())
    print(f"{sum(map(was_killed, judged))} of {len(judged)}: {dict(Counter(line['outcome'] for line in judged))}")
    if by:
        print(f"the tests that killed them, on the product as it is: {suite.failure(by, 3600) or 'all pass'}")


def main() -> None:
    """Read the command line."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", default=TESTS, help=f"folders of tests (default: {' '.join(TESTS)})")
    parser.add_argument("--python", type=Path, default=ROOT / ".tox" / "assay" / "bin" / "python")
    parser.add_argument("--commit", default="HEAD", help="the commit that is measured (default HEAD)")
    parser.add_argument("--count", type=int, default=300, help="mutants (default 300)")
    parser.add_argument("--seed", type=int, default=0, help="the order of the mutants (default 0)")
    parser.add_argument("--budget", type=float, default=12.0, help="seconds of the tests without a mutant (default 12)")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of the tests with a mutant (default 60)")
    parser.add_argument("--record", type=Path, required=True, help="the record to write, or to continue")
    parser.add_argument("--again", type=Path, help="a record whose mutants are judged again")
    run(parser.parse_args())


if __name__ == "__main__":
    main()
