"""Tests of `assay check`: what it prints, its exit codes, its record and the corpus of cases."""

from __future__ import annotations

import pytest

from tests.assay.shell import Shell

UNEVEN = "check python:mine:greedy --like +even --law even-when-equal --inputs clean"
"""It breaks the law on most groups."""


def test_broken_law_is_told_at_once_and_then_explained(shell: Shell) -> None:
    ended = shell(f"{UNEVEN} --groups 40 --fail-fast")

    first, fact, shrinking = ended.err.splitlines()
    assert 1 == ended.code
    assert first.startswith("✗ even-when-equal (clean) broke after ")
    assert "member" in fact
    assert shrinking.startswith("Shrinking 1 counterexample (at most ")
    assert "✗ BROKEN  even-when-equal (clean)   2 members, 2 partitions" in ended.out
    for word in ("topics ", "members ", "answer ", "What happened:", "Why it matters:", "Source:", "Replay:", "Test:"):
        assert f"  {word}" in ended.out


def test_failing_assignor_breaks_one_law(shell: Shell) -> None:
    ended = shell("check python:mine:fails --inputs missing-topics --groups 5 --json")

    cells = {cell["law"]: cell for cell in ended.document["cells"]}
    assert 1 == ended.code
    assert ("broken", "undecided") == (cells["returns-an-answer"]["verdict"], cells["one-owner-each"]["verdict"])
    assert "LookupError" == cells["returns-an-answer"]["counterexample"]["steps"][0]["error"]["type"]


@pytest.mark.parametrize(
    ("command", "verdict", "code"),
    [
        ("check range --groups 2 --inputs clean", "kept", 0),
        (f"{UNEVEN} --groups 40", "broken", 1),
        ("check range --seconds 1e-9 --inputs clean", "undecided", 3),
    ],
)
def test_top_level_verdict_agrees_with_the_exit_code(command: str, verdict: str, code: int, shell: Shell) -> None:
    ended = shell(command, "--json")

    assert (code, verdict) == (ended.code, ended.document["verdict"])
    assert ["format", "verdict"] == list(ended.document)[:2]
    assert shell(command).out.startswith(f"{ended.document['target']}: {verdict.upper()}: ", 2)


def test_module_in_src_wins_over_an_installed_one(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is in `src` only; an older version without the assignor is installed."""
    shell.write("src/shop/__init__.py", "def greedy(group):\n    return {}\n")
    shell.write("installed/shop/__init__.py")
    monkeypatch.syspath_prepend(shell.folder / "installed")

    ended = shell("check python:shop:greedy --law answers-every-member --inputs clean --groups 5")

    assert 1 == ended.code
    assert "✗ python:shop:greedy: BROKEN" in ended.out


def test_missing_module_names_both_folders(shell: Shell) -> None:
    ended = shell("check python:shop.none:greedy")

    where = f"in {shell.folder}, in {shell.folder}/src or on sys.path"
    assert (2, f"assay: python:shop.none:greedy: no module 'shop' {where}\n") == (ended.code, ended.err)


def test_fail_fast_ends_at_the_first_break(shell: Shell) -> None:
    """Without a limit of examples, the search would otherwise last for most of the time."""
    found = shell("check python:mine:greedy --like +even --law even-when-equal --fail-fast --json").document

    assert (None, "broken") == (found["examples"], found["verdict"])
    assert found["groups"] < 2_000
    assert found["command"].endswith("--seconds 45 --seed 0 --fail-fast")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_printed_replay_repeats_a_kept_cell(jobs: str, shell: Shell) -> None:
    whole = shell("check roundrobin --inputs racks --law even-when-equal --seconds 2 --json").cell

    again = shell.repeat(whole["replay"], "--jobs", jobs, "--json").cell

    assert whole["drawn"] > 0
    assert f"--groups {whole['limit']}" in whole["replay"]
    assert whole == again


def test_summary_says_what_the_count_is_worth(shell: Shell) -> None:
    lines = shell("check roundrobin --inputs clean --law one-owner-each --groups 600+0").lines

    told = "one-owner-each kept on 600 drawn groups: a fault hits fewer than 1 in 201 of such groups (95 %)"
    assert told == lines[-1]


def test_counterexample_is_saved_repeated_and_tried_first(shell: Shell) -> None:
    """The second check names the file and needs a single example."""
    cell = shell(f"{UNEVEN} --groups 100 --json").cell
    (file,) = (shell.folder / ".assay" / "cases").iterdir()
    again = shell.repeat(cell["replay"], "--json")
    first = shell(f"{UNEVEN} --groups 0+1 --json").document
    second = shell(f"{UNEVEN} --groups 0+1 --no-corpus --json").document

    case = cell["counterexample"]
    assert cell["examples"] == cell["drawn"] + cell["structured"]
    assert case["group"] == case["steps"][-1]["group"]
    assert (1, "broken", cell["inputs"]) == (again.code, again.cell["verdict"], again.cell["inputs"])
    assert case["steps"] == again.cell["counterexample"]["steps"]
    assert ([file.name], "broken") == (first["corpus"], first["cells"][0]["verdict"])
    assert ([], "kept") == (second["corpus"], second["cells"][0]["verdict"])


def test_broken_file_in_the_corpus_is_named_and_ignored(shell: Shell) -> None:
    shell.write(".assay/cases/half.json", '{"format":')

    ended = shell("check range --inputs clean --groups 2")

    assert 0 == ended.code
    assert "skipped: .assay/cases/half.json" in ended.err


def test_corpus_that_cannot_be_written_does_not_end_the_check(shell: Shell) -> None:
    shell.write(".assay")

    ended = shell(f"{UNEVEN} --groups 100")

    assert 1 == ended.code
    assert "cannot write counterexamples" in ended.err
    assert "--law even-when-equal --inputs clean --seed 0 --groups" in ended.out


def test_interrupted_check_writes_finished_groups_and_exits_130(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from kafka_assay.assignors.hosted.targets import ReferenceTarget

    calls = iter(range(8))

    def interrupted(self: object, group: object) -> dict[str, dict[str, list[int]]]:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return {}

    monkeypatch.setattr(ReferenceTarget, "assign", interrupted)

    ended = shell("check range --inputs clean --groups 50 --out out --json")

    found = shell.read("out/check-range.json")
    assert (130, True) == (ended.code, found["interrupted"])
    assert found == ended.document
    assert 8 >= found["groups"] > 0


ODD = '''
def dealt(group, names):
    """Every partition of a topic to the next subscriber in the order of these names."""
    answer = {name: {} for name in names}
    for topic in group.topics:
        readers = {member.id for member in group.members if topic.name in member.subscription}
        takers = [name for name in names if name in readers]
        for partition in range(topic.partitions if takers else 0):
            answer[takers[partition % len(takers)]].setdefault(topic.name, []).append(partition)
    return answer


class Remembers:
    """Deals by name, and backwards for ever once it has seen a generation newer than 0."""

    def __init__(self):
        self.newest = 0

    def assign(self, group):
        names = sorted(member.id for member in group.members)
        backwards = self.newest > 0
        self.newest = max([self.newest, *(member.generation or 0 for member in group.members)])
        return dealt(group, names[::-1] if backwards else names)


def hashed(group):
    """Deals in the order of a set."""
    return dealt(group, list({member.id for member in group.members}))
'''
REPEATED = "--like +repeatable,+fixed --law same-question-same-answer --inputs clean --groups 100 --json"


def test_stateful_assignor_is_found_and_replayed(shell: Shell) -> None:
    shell.write("odd.py", ODD)
    cell = shell(f"check python:odd:Remembers {REPEATED}").cell

    case = cell["counterexample"]
    assert "reused object" == case["facts"]["way"]
    assert (2, {"t0": 1}) == (len(case["steps"][0]["group"]["members"]), case["steps"][0]["group"]["topics"])
    assert [None, None, "a", "a"] == [step["instance"] for step in case["steps"]]
    assert "Called on an object that had answered a newer generation before" in case["explanation"]
    assert case["steps"] == shell.repeat(cell["replay"], "--json").cell["counterexample"]["steps"]


def test_hash_order_is_found_by_another_process(shell: Shell) -> None:
    """Within one process a set keeps its order; another hash seed changes it."""
    shell.write("odd.py", ODD)

    case = shell(f"check python:odd:hashed {REPEATED}").cell["counterexample"]

    assert "another process" == case["facts"]["way"]
    assert "in another process" == case["steps"][-1]["why"]
