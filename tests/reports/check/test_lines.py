from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.life import Life
from kafka_assay.assignors.model import Assignment, group_of
from kafka_assay.properties.measures.claims import without_claims
from kafka_assay.properties.records.case_format import Case, CasePath
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord, break_bound
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.check.document import explain_record
from kafka_assay.reports.check.lines import breach_lines, path_lines
from kafka_assay.reports.check.pasted_test import regression_test_text
from kafka_assay.reports.known_breaks import WHERE
from kafka_assay.reports.views.check import check_lines, headline_lines, worth_lines
from kafka_assay.reports.wording.sentences import explain_facts
from tests.reports.known import alarm_on, finding_of, put_in_place, row_of

GROUP = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0]}}, generation=3)
CASE = Case(
    law="even-when-equal",
    inputs="clean",
    target="mine",
    seed=0,
    versions={},
    steps=(TrialStep(group=GROUP, assignment={"C0": {"t0": [0, 1]}, "C1": {}}),),
    facts={"most": {"member": "C0", "load": 2}, "least": {"member": "C1", "load": 0}},
)
GIVEN: Assignment = {"C0": {"t0": [0]}}
KEPT = CheckCell(law="one-owner-each", inputs="clean", verdict="kept", examples=9, kept=9)
BROKEN = CheckCell(law="even-when-equal", inputs="clean", verdict="broken", examples=3, kept=2, counterexample=CASE)
OPEN = CheckCell(law="nothing-left-out", inputs="racks", verdict="undecided", reason="time was up")


def record_of_cells(*cells: CheckCell, like: str | None = "fair") -> CheckRecord:
    """Return the record of a check with these cells."""
    record = CheckRecord(
        target="mine", version="1", like=like, seed=0, seconds=1.5, budget=9.0, examples=9, groups=12, cells=cells
    )
    return explain_record(
        record, command="assay check mine", replay_of=lambda cell: f"assay check mine --case {cell.law}.json"
    )


def lines_of(*cells: CheckCell, like: str | None = "fair") -> list[str]:
    """Return all lines below the matrix."""
    return [" " * line.indent + line.text for line in check_lines(record_of_cells(*cells, like=like))]


def test_broken_law_has_its_lines_in_order() -> None:
    """Law, smallest group, answer, fact, why it matters, source, replay."""
    assert [
        "",
        "BROKEN  even-when-equal (clean)   2 members, 2 partitions",
        f"  The law: {LAW_BY_ID[CASE.law].says}.",
        "  topics   t0: 2",
        "  members  C0 subscribes to t0, claims t0-0 at generation 3",
        "           C1 subscribes to t0",
        "  answer   C0: t0-0 t0-1   C1: nothing",
        f"  What happened: {explain_facts(CASE.law, CASE.facts)}",
        f"  Why it matters: {LAW_BY_ID[CASE.law].effect.text}",
        "  Source: KIP-54, definition of balanced, first bullet; RoundRobinAssignor's Javadoc",
        "  Replay:  assay check mine --case even-when-equal.json",
        "  Test:    assay judge even-when-equal.json mine --as-test",
    ] == lines_of(KEPT, BROKEN)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ((KEPT,), "mine: KEPT: 1 law"),
        ((KEPT, BROKEN), "mine: BROKEN: even-when-equal"),
        ((KEPT, OPEN), "mine: UNDECIDED: nothing broken, but 1 cell of the matrix is undecided"),
        ((KEPT, replace(BROKEN, expected="known")), "mine: KEPT: 2 laws, with 1 expected failure"),
        ((), "mine: UNDECIDED: nothing was checked, because no law is defined on such a group"),
    ],
)
def test_first_line_is_the_verdict(cells: tuple[CheckCell, ...], said: str) -> None:
    """An expected failure is not broken, and an unchecked law is not kept."""
    assert said == headline_lines(record_of_cells(*cells))[0].text


def test_laws_broken_together_are_shown_together() -> None:
    """The weakest first, in the clean family although another has a smaller group, then the law that implies it."""
    stronger = replace(BROKEN, law="locally-balanced", counterexample=replace(CASE, law="locally-balanced", facts={}))
    tiny = replace(CASE.steps[0], group=group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]}))
    smaller = replace(BROKEN, inputs="racks", counterexample=replace(CASE, steps=(tiny,)))

    lines = lines_of(stronger, smaller, BROKEN)

    first, second = (line.split()[1] for line in lines if line.startswith("BROKEN"))
    assert ("even-when-equal", "locally-balanced") == (first, second)
    assert lines.index("  Also breaks on inputs: racks") > lines.index("  topics   t0: 2")
    assert "  This law implies even-when-equal, so it breaks with it." in lines


ROUNDS: list[Assignment] = [{"C1": {}}, GIVEN, GIVEN]


@pytest.mark.parametrize(
    ("steps", "shown"),
    [
        (
            [
                CASE.steps[0],
                TrialStep(
                    group=GROUP, assignment={"C0": {}, "C1": {"t0": [0, 1]}}, why="its own answer becomes the claims"
                ),
            ],
            ["  then     its own answer becomes the claims", "  answer   C0: nothing   C1: t0-0 t0-1"],
        ),
        (
            [CASE.steps[0], *(TrialStep(group=GROUP, assignment=answer, why="the next round") for answer in ROUNDS)],
            ["  then     round 3: the members join again with what they own", "  answer   C0: t0-0"],
        ),
        (
            [
                CASE.steps[0],
                TrialStep(
                    group=replace(GROUP, members=GROUP.members[::-1]),
                    assignment={},
                    why="the same group, members listed in another order",
                ),
            ],
            [
                "  compare  the same group, members listed in another order",
                "  topics   t0: 2",
                "  members  C1 subscribes to t0",
            ],
        ),
    ],
)
def test_further_questions_state_their_difference(steps: list[TrialStep], shown: list[str]) -> None:
    """A cooperative answer is shown as it is in the first round, and as it is once it stays."""
    lines = lines_of(replace(BROKEN, counterexample=replace(CASE, steps=tuple(steps))))

    place = lines.index(shown[0])
    assert shown == lines[place : place + len(shown)]


def test_undecided_cells_are_grouped_by_reason() -> None:
    """Without promises only the general laws are checked, and the last line says so."""
    lines = lines_of(
        OPEN, replace(OPEN, law="one-owner-each"), replace(OPEN, inputs="clean", examples=2, reason="no plan")
    )

    assert ["racks: time was up", "nothing-left-out (clean): no plan"] == lines
    assert lines_of(KEPT, like=None)[-1].startswith("Only the laws for all assignors were checked")


BROKEN_REPLAY = "assay check mine --case even-when-equal.json"
ELSEWHERE = replace(BROKEN, inputs="racks", counterexample=replace(CASE, inputs="racks"))


@pytest.mark.parametrize(
    ("release", "last", "said"),
    [
        ("3", "3", ["Known: stand-in-1 (finding, 2 to 3): A partition is lost", "Not known on inputs: racks"]),
        ("4", "3", []),
        ("1", "3", []),
    ],
)
def test_known_break_is_named_at_an_affected_release(
    release: str, last: str, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After what the block says about the group, and before the command."""
    put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on(CASE.law, "clean"), last=last)))
    record = replace(record_of_cells(BROKEN, ELSEWHERE), target=f"npm:stand-in@{release}:x")

    lines = [line.text for line in check_lines(record)]

    before, after = lines.index("Also breaks on inputs: racks"), lines.index(f"Replay:  {BROKEN_REPLAY}")
    assert said == lines[before + 1 : after]
    assert (WHERE in lines) == bool(said)


def test_policy_is_shown_as_policy_and_a_declared_failure_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch, finding_of(row_of("stand-in-2", alarm_on(CASE.law, "clean")), kind="policy"))
    policy, declared = (
        replace(record_of_cells(cell), target="npm:stand-in@2:x") for cell in (BROKEN, replace(BROKEN, expected="ties"))
    )

    assert "Known: stand-in-2 (policy): the manual says so." in [line.text for line in check_lines(policy)]
    assert "broken" == policy.verdict
    lines = [line.text for line in check_lines(declared)]
    assert "EXPECTED  even-when-equal (clean): ties" in lines
    assert not [line for line in lines if "known" in line.lower()]


def test_laws_are_listed_by_what_describes_their_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(
        monkeypatch,
        finding_of(row_of("stand-in-1", alarm_on("even-when-equal", "clean"), alarm_on("one-owner-each", "clean"))),
        finding_of(row_of("stand-in-2", alarm_on("even-when-equal", "clean")), kind="policy"),
    )
    laws = ("even-when-equal", "one-owner-each", "nothing-left-out")
    cells = [replace(BROKEN, law=law, counterexample=replace(CASE, law=law, facts={})) for law in laws]
    record = replace(record_of_cells(), target="npm:stand-in@2:x", cells=tuple(cells))

    assert (
        "Known: stand-in-1 (even-when-equal, one-owner-each); stand-in-2 (even-when-equal). "
        "Not known on some inputs: nothing-left-out"
    ) == [line.text for line in check_lines(record)][1]


def kept_cell(law: str, inputs: str, draws: int) -> CheckCell:
    """A cell that so many drawn examples kept."""
    return CheckCell(law=law, inputs=inputs, verdict="kept", examples=draws, drawn=draws, bound=break_bound(draws))


def worth_of(*cells: CheckCell) -> list[str]:
    """The lines that say what the counts of these cells are worth."""
    return [line.text for line in worth_lines(record_of_cells(*cells))]


def test_kept_law_says_how_rare_a_fault_would_be() -> None:
    """Three over the number of groups, nearly."""
    assert [
        "one-owner-each kept on 41,200 drawn groups: a fault hits fewer than 1 in 13,753 of such groups (95 %)"
    ] == worth_of(kept_cell("one-owner-each", "clean", 41_000), kept_cell("one-owner-each", "racks", 200))


def test_laws_with_the_same_count_share_a_line() -> None:
    cells = [kept_cell(law, "clean", 3_000) for law in ("one-owner-each", "nothing-left-out")]
    few = [kept_cell("needless-moves-when-equal", "clean", 20), kept_cell("even-when-equal", "clean", 90)]

    assert [
        "2 laws kept on 3,000 drawn groups: a fault hits fewer than 1 in 1,002 of such groups (95 %)",
        "2 laws kept on at least 20 (needless-moves-when-equal): a fault hits fewer than 1 in 7 of such groups",
    ] == worth_of(*cells, *few)


@pytest.mark.parametrize(
    ("kind", "trace", "said"),
    [
        ("crash", "reading\npanic: no such file\n\ngoroutine 1 [running]:", ["stderr   panic: no such file"]),
        ("hang", "waits for the lock", ["stderr   waits for the lock"]),
        ("crash", "", []),
        ("KeyError", "Traceback: its stack", []),
    ],
)
def test_last_words_of_a_dead_host_stand_under_its_answer(kind: str, trace: str, said: list[str]) -> None:
    step = replace(CASE.steps[0], assignment=None, error={"type": kind, "message": "no answer", "trace": trace})
    dead = replace(CASE, steps=(step,), facts={"error": kind, "message": "no answer"}, law="returns-an-answer")

    assert said == [line.text for line in breach_lines(dead) if line.text.lstrip().startswith("stderr")]


def test_few_groups_exclude_no_fault_and_what_to_do_is_said() -> None:
    few = "even-when-equal kept on 3 drawn groups: too few to say how rare a fault is (--seconds, --groups: more)"
    assert [few] == worth_of(kept_cell("even-when-equal", "clean", 3))


def test_law_that_is_broken_in_one_family_excludes_nothing_in_others() -> None:
    assert [] == worth_of(BROKEN, kept_cell(BROKEN.law, "racks", 900))


def test_path_begins_with_its_group_unless_that_stands_above() -> None:
    above = without_claims(CASE.steps[0].group, CASE.steps[0].group.member_ids())
    start = group_of({"t0": 2, "t1": 1}, {"b": ["t1", "t0"], "a": ["t0"]})
    paths = (CasePath(status="shown", life=Life(group=group, events=())) for group in (above, start))

    same, other = ([line.text for line in path_lines(replace(CASE, path=path))] for path in paths)

    assert ["New group: t0: 2   t1: 1; b subscribes to t1 t0; a subscribes to t0."] == other[1:]
    assert len(same) == 1


FIRST = replace(CASE.steps[0], why=None)


@pytest.mark.parametrize("steps", [(FIRST, FIRST), (replace(FIRST, assignment=None, error={"type": "KeyError"}),)])
def test_law_that_one_answer_cannot_show_has_no_test(steps: tuple[TrialStep, ...]) -> None:
    """A law on two questions, and a missing answer."""
    assert regression_test_text(replace(CASE, steps=steps), target=None, like=None) is None
