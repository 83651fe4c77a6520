from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kafka_assay.properties.records.case_format import write_case
from kafka_assay.reports.comparison.changes import headline, reason_of_failure
from kafka_assay.reports.comparison.document import FORMAT
from kafka_assay.reports.render.blocks import Chapter, Heading, Tone, words_of
from kafka_assay.reports.report import write_report
from kafka_assay.reports.views.comparison import MOST, changes_of, comparison_comment, lines_of
from tests.reports.blocks import chapter_in
from tests.reports.comparison.records import (
    BROKEN_LINE,
    LESS_EVEN_LINE,
    MOVES_LINE,
    SAME_LINE,
    SECONDS_LINE,
    TWO_TIMED_LINE,
    UNSHARED_LINE,
    document,
    record,
)

LAW = BROKEN_LINE["measure"]
VARIES = {**SAME_LINE, "measure": "law:same-question-same-answer", "outcome": "newly-broken", "candidate": 45}
UNREPEATED = "The candidate does not repeat its answers, so"
ACCEPTED_MOVES = {**MOVES_LINE, "outcome": "accepted", "reason": "balance first (until 2.0)"}
WITHIN = {**MOVES_LINE, "outcome": "worse-within-tolerance"}
ACCEPTED_LAW = {**BROKEN_LINE, "outcome": "accepted", "reason": "#12 (until 2.0)"}
NEWLY_KEPT = {**BROKEN_LINE, "outcome": "newly-kept", "base": 3, "candidate": 0, "worse_groups": 0, "better_groups": 3}


def families(*names: str) -> list[dict[str, object]]:
    """The broken law in each of these families."""
    return [{**BROKEN_LINE, "inputs": name} for name in names]


def test_whole_report_has_the_expected_text(tmp_path: Path) -> None:
    made = record()
    path = next(write_case(line.case, tmp_path / "cases") for line in made.lines if line.case is not None)

    text = comparison_comment(made, tmp_path)

    assert text.splitlines() == [
        "## `sticky@main` → `sticky@my-branch`: **REGRESSED**",
        "",
        "* stable-group-moves-nothing newly broken in clean (3 of 400 groups).",
        "* moves per rebalance 0.250 before, now 0.560: worse.",
        "* time of one call ×0.71 (0.68 .. 0.74): better.",
        "",
        "2,000 groups, paired, seed 7.",
        "",
        "| what | outcome | inputs | base | candidate | difference | worse / better | effect |",
        "|---|---|---|---:|---:|---:|---:|---|",
        "| `stable-group-moves-nothing` | ✗ NEWLY BROKEN | clean | 0 of 400 | 3 of 400 | +3 | 3 / 0 | small |",
        (
            "| moves per rebalance | − WORSE | all | 0.250 (0.000 more than the best plan) | "
            "0.560 (0.310 more than the best plan) | +0.270 .. +0.350 | 412 / 3 | large |"
        ),
        "| time of one call | + better |  | 2 ms | 1.4 ms | ×0.71 (0.68 .. 0.74) |  | medium |",
        "",
        "### stable-group-moves-nothing, clean: newly broken",
        "",
        "The law: with its own settled answer as the claims, it moves nothing.",
        "",
        "    topics     t0: 2",
        "    members    C0 subscribes to t0",
        "               C1 subscribes to nothing",
        "    base       C0: t0-0 t0-1   C1: nothing",
        "               asked again → C0: t0-0 t0-1   C1: nothing",
        "    candidate  C0: t0-0 t0-1   C1: nothing",
        "               asked again → C0: nothing   C1: nothing",
        "",
        "t0-1 moved from C0 to C1.",
        "",
        f"Repeat: `assay check b --case {path}`",
        "",
        "<details><summary>Everything else that was compared</summary>",
        "",
        "* 1 cell (law × inputs) kept by both.",
        "* Not compared: locally-balanced (the base does not promise it).",
        "* Noise of this machine: the base against itself differs by up to 3.4% in time.",
        "",
        "</details>",
        "",
        "Repeat: `assay compare a b`",
    ]


SAYS: dict[str, tuple[list[dict[str, object]], list[str]]] = {
    "a law broken in another family has its total": (
        [
            BROKEN_LINE,
            {
                **BROKEN_LINE,
                "inputs": "racks",
                "outcome": "better",
                "base": 240,
                "candidate": 171,
                "case": None,
                "groups": 505,
                "worse_groups": 10,
                "better_groups": 79,
            },
        ],
        [
            "* stable-group-moves-nothing newly broken in clean (3 of 400 groups; over all families 240 before",
            (
                "| clean | 0 of 400 (all families: 240 of 905) | 3 of 400 (all families: 174 of 905) | "
                "+3 (all families: -66) | 3 / 0 | small |"
            ),
            ("stable-group-moves-nothing` | ✗ NEWLY BROKEN, but better in racks |"),
        ],
    ),
    "a law that changed in several ways has one row": (
        [
            {**BROKEN_LINE, "inputs": "racks", "outcome": "unstable", "reason": "the base does not repeat its answers"},
            BROKEN_LINE,
            *({**NEWLY_KEPT, "inputs": name} for name in ("large", "mixed", "everyday")),
        ],
        [
            (
                "* stable-group-moves-nothing newly broken in clean (3 of 400 groups; over all families 9 before, now "
                "6 of 2,000); unstable in racks, newly kept in large and 2 more families."
            ),
            "| ✗ NEWLY BROKEN, but unstable in racks, newly kept in large and 2 more families | clean |",
        ],
    ),
    "more moves for a better balance": (
        [{**MOVES_LINE, "outcome": "worse-for-balance", "gap_where_moves_differ": [151.7, 0.1]}],
        [
            "* moves per rebalance 0.250 before, now 0.560: worse, for a better balance.",
            (
                "| − worse, for a better balance: on the 415 groups whose moves differ the balance gap was 151.700 and "
                "is now 0.100 |"
            ),
        ],
    ),
    "the effect of a law is a share of all groups": (
        [
            {**BROKEN_LINE, "candidate": 1, "groups": 5, "worse_groups": 1},
            {**SAME_LINE, "measure": LAW, "inputs": "racks", "groups": 382},
        ],
        ["in clean (1 of 5 groups; over all families 1 of 387).", "| 1 / 0 | small |"],
    ),
    "few families": (
        families("clean", "racks", "large"),
        ["in all 3 families (9 of 1,200 groups)", "| clean, racks and large | 0 of 1,200 | 9 of 1,200 | +9 |"],
    ),
    "many families are counted": (
        [
            *families("clean", "racks", "everyday", "large"),
            {**SAME_LINE, "measure": LAW, "inputs": "mixed", "groups": 1},
        ],
        [
            "in clean and 3 more families (12 of 1,600 groups; over all",
            "| clean, racks, everyday and 1 more | 0 of 1,600 (all families: 0 of 1,601)",
        ],
    ),
    "a law newly broken in one family and broken before in another is worse": (
        [BROKEN_LINE, {**BROKEN_LINE, "inputs": "racks", "outcome": "worse", "base": 1, "candidate": 5}],
        ["| − WORSE | clean and racks | 1 of 800 | 8 of 800 | +7 |"],
    ),
    "a newly kept law": (
        [NEWLY_KEPT],
        [
            "* stable-group-moves-nothing newly kept in clean (before broken on 3 of 400 groups).",
            "Before: t0-1 moved from C0 to C1.",
        ],
    ),
    "a tolerance is named": (
        [{**WITHIN, "tolerance": 0.05}],
        [
            "now 0.560: worse, not clearly beyond tolerance (0.05).",
            "| − worse, not clearly beyond tolerance (0.05) |",
        ],
    ),
    "a tolerance of time is a share": (
        [{**SECONDS_LINE, "outcome": "better-within-tolerance", "tolerance": 0.05}],
        [": better, not clearly beyond tolerance (5 %)."],
    ),
    "a measure without a tolerance is not judged": (
        [{**WITHIN, "measure": "topic_spread", "above_fewest": None}],
        [
            "* topic spread 0.250 before, now 0.560: worse, not judged (no tolerance set).",
            "| − worse, not judged (no tolerance set) |",
        ],
    ),
    "an unstable difference has its reason": (
        [
            {**BROKEN_LINE, "outcome": "unstable", "reason": "the base does not repeat its answers"},
            {**SECONDS_LINE, "outcome": "unstable", "reason": "new processes do not show it again"},
        ],
        [
            r"| \~ unstable: the base does not repeat its answers |",
            r"| \~ unstable: new processes do not show it again |",
            "0.71 (0.68 .. 0.74): unstable, because new processes do not show it again.",
        ],
    ),
    "nothing changed": (
        [SAME_LINE],
        [
            "* All laws and measures that could be compared are as before.",
            "<summary>Everything that was compared</summary>",
        ],
    ),
    "an accepted law that the base keeps is newly broken": (
        [ACCEPTED_LAW],
        [
            "| − newly broken, accepted: #12 (until 2.0) |",
            "* stable-group-moves-nothing newly broken, accepted in clean (3 of 400 groups).",
            "### stable-group-moves-nothing, clean: newly broken, accepted",
        ],
    ),
    "an accepted law that the base breaks is worse": (
        [{**ACCEPTED_LAW, "base": 1}],
        ["| − worse, accepted: #12 (until 2.0) |"],
    ),
    "a measure without a value has its reason": (
        [{"measure": "seconds", "outcome": "not-comparable", "reason": "interrupted"}],
        ["| time of one call | ? not comparable: interrupted |  | - | - |  |  |  |"],
    ),
    "a law without a certain direction": (
        [{**BROKEN_LINE, "outcome": "same", "base": 3, "worse_groups": 2, "better_groups": 2}],
        [
            "0 cells (law × inputs) kept by both, 1 broken by both, without a certain difference.",
            "Groups differ without a certain direction: stable-group-moves-nothing (clean: 2 worse, 2 better).",
        ],
    ),
    "each timed group has its own milliseconds and factor": (
        [TWO_TIMED_LINE],
        [
            (
                "| time of one call (geometric mean of 2 groups) | + better |  | 2 ms | 1.4 ms | ×0.71 (0.68 .. 0.74) "
                "|  | medium |\n"
                "| time on small |  |  | 1 ms | 0.5 ms | ×0.50 (0.48 .. 0.52) |  |  |\n"
                "| time on large |  |  | 4 ms | 3.92 ms | ×0.98 (0.97 .. 0.99) |  |  |\n"
            )
        ],
    ),
    "fewer moves with less balance are qualified": (
        [LESS_EVEN_LINE],
        [
            "* moves per rebalance 0.560 before, now 0.250, but less even: better.",
            "0.250 (0.190 fewer than the best plan, because it is less even than that plan)",
            (
                "| + better, but less even: on the 415 groups whose moves differ the balance gap was 1.500 and is now "
                "4.250 |"
            ),
        ],
    ),
    "commands of a side that does not repeat its answers have a note": (
        [VARIES],
        [f"Repeat: `assay compare a b` ({UNREPEATED} the counts may differ if it is asked again.)"],
    ),
}


@pytest.mark.parametrize(("lines", "said"), SAYS.values(), ids=SAYS)
def test_comment_says(lines: list[dict[str, object]], said: list[str]) -> None:
    text = comparison_comment(record(verdict="same", lines=lines))

    assert [] == [one for one in said if one not in text]


@pytest.mark.parametrize(
    ("lines", "verdict", "said", "never"),
    [
        ([WITHIN], "same", "no regression; some differences are listed that do not fail", "no difference|as before"),
        ([SAME_LINE], "same", "no difference found", "regression"),
        ([SECONDS_LINE], "better", "better, nothing worse", "no difference"),
        ([ACCEPTED_MOVES, SECONDS_LINE], "better", "better; some differences are listed that do not fail", "as before"),
        (
            [{**MOVES_LINE, "outcome": "same", "worse_groups": 7, "better_groups": 7}],
            "same",
            "no regression; groups differ, but in no certain direction",
            "as before",
        ),
    ],
)
def test_title_says_no_change_only_if_there_is_none(
    lines: list[dict[str, object]], verdict: str, said: str, never: str
) -> None:
    compared = record(verdict=verdict, lines=lines)

    assert said == headline(compared)
    assert not re.search(never, comparison_comment(compared).partition("</summary>")[0].partition("<details>")[0])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {},
            (
                "regressed: stable-group-moves-nothing newly broken in clean (3 of 400 groups); "
                "moves per rebalance 0.250 before, now 0.560: worse"
            ),
        ),
        (
            {"lines": [{**MOVES_LINE, "measure": name} for name in ("moves", "rounds", "topic_spread", "balance_gap")]},
            (
                "regressed: moves per rebalance 0.250 before, now 0.560: worse; rounds per rebalance 0.250 before, now "
                "0.560: worse; topic spread 0.250 before, now 0.560: worse; and 1 more"
            ),
        ),
        ({"lines": [], "stale": ["moves was accepted until 2"]}, "moves was accepted until 2"),
        ({"verdict": "same", "lines": [{**SECONDS_LINE, "outcome": "unstable"}]}, ""),
        (
            {"lines": [{**MOVES_LINE, "gap_where_moves_differ": [3.0, 1.0]}]},
            "regressed: moves per rebalance 0.250 before, now 0.560, but more even: worse",
        ),
    ],
)
def test_reason_of_a_failure_is_one_line(changes: dict[str, object], said: str) -> None:
    assert said == reason_of_failure(record(**changes))


def test_report_fits_a_comment_whatever_the_record_holds() -> None:
    """Every law is newly broken on a group of 400 members that could not be shrunk."""
    topics = {f"topic-{number}": 50 for number in range(40)}
    members = [{"id": f"consumer-{number}-{'x' * 40}", "subscription": [*topics]} for number in range(400)]
    everything = {members[0]["id"]: {topic: [*range(50)] for topic in topics}}
    step = {"group": {"format": "assay-group/1", "topics": topics, "members": members}, "assignment": everything}
    case = {"format": "assay-case/1", "inputs": "clean", "explanation": "x" * 5000, "steps": [step]}
    laws = ["returns-an-answer", "one-owner-each", "even-when-equal", "settles", "co-partitioned", "contiguous"] * 5
    lines = [
        {
            **BROKEN_LINE, "measure": f"law:{law}", "inputs": f"family-{number}", "case": {**case, "law": law},
            "reason": "y" * 5000, "counterpart": None,
        }
        for number, law in enumerate(laws)
    ]  # fmt: skip

    text = comparison_comment(record(lines=lines, stale=["z" * 30_000]))

    assert len(text) <= MOST
    assert "NEWLY BROKEN" in text


def test_interrupted_comparison_is_marked_and_no_name_breaks_the_text() -> None:
    """A target may be any command line."""
    text = comparison_comment(record(interrupted=True, base={"target": "exec:a `b` | @team <b>", "version": ""}))

    assert "2,000 groups, paired, seed 7. Interrupted: only what was finished is compared." in text
    assert text.startswith("## ``exec:a `b` | @team <b>`` →")


def test_each_law_has_one_group() -> None:
    assert 1 == comparison_comment(record(lines=[BROKEN_LINE, {**NEWLY_KEPT, "inputs": "racks"}])).count("### stable")


def test_fewer_moves_without_a_measured_reason_have_none() -> None:
    line = {**LESS_EVEN_LINE, "less_even": [False, False], "gap_where_moves_differ": [4.0, 4.0]}

    text = comparison_comment(record(verdict="better", lines=[line]))

    assert "0.250 (0.190 fewer than the best plan)" in text
    assert "even" not in text
    ((_, outcome, *_),) = changes_of(record(lines=[LESS_EVEN_LINE]))[0].rows
    assert Tone.UNSURE is outcome.tone


def test_row_of_one_family_has_its_own_counts() -> None:
    rows = lines_of(record(lines=[*families("clean", "racks"), {**UNSHARED_LINE, "groups": None}]))[0].rows

    assert ["clean", "0 of 400", "3 of 400", "+3", "3 / 0", "small"] == [words_of(cell.line) for cell in rows[0][2:]]
    assert ["-", "-", "-", ""] == [words_of(cell.line) for cell in rows[2][3:7]]


def chapter_of(folder: Path, *lines: dict[str, object]) -> Chapter:
    """The chapter of a record with these lines."""
    (folder / "compare.json").write_text(json.dumps(document(lines=lines) | {"format": FORMAT}))
    return chapter_in(folder)


def test_page_has_a_picture_and_commands_and_a_test_suite(tmp_path: Path) -> None:
    """The commands of a side that does not repeat its answers have a note. The last one repeats the comparison."""
    case = record().lines[1].case
    assert case is not None
    path = write_case(case, tmp_path / "cases")

    found = chapter_of(tmp_path, BROKEN_LINE, VARIES)

    blocks = found.sections[0].blocks
    repeat = [block for block in blocks if isinstance(block, tuple) and block[0] == "Repeat: "]
    assert [
        f"Repeat: assay check b --case {path} ({UNREPEATED} this case may keep the law next time.)",
        f"Repeat: assay compare a b ({UNREPEATED} the counts may differ if it is asked again.)",
    ] == [words_of(block) for block in repeat]
    assert blocks[-1] == repeat[-1]
    assert 1 == sum(isinstance(block, Heading) for block in blocks)
    assert "Left: an answer of the candidate. Right: its next one." in repr(blocks)
    assert ["sticky@main → sticky@my-branch"] == [suite.name for suite in found.suites]


def test_page_has_the_targets_once_as_its_title(tmp_path: Path) -> None:
    chapter_of(tmp_path, BROKEN_LINE)

    page = write_report(tmp_path).read_text(encoding="utf-8")

    opening = page[page.index("<body>") : page.index("<table>")]
    assert 1 == opening.count("sticky@my-branch")
