"""Tests of `assay optimum`: engines and levels, the frontier, weights."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assay.verbs.optimum_ import reference_answers
from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.model import Group, Topic, group_of
from kafka_assay.assignors.ownership import stickiness, valid_owners
from kafka_assay.oracle.optimum import Engine, Optimum
from kafka_assay.oracle.solve import solve
from tests.assay.groups import CHAIN
from tests.assay.shell import Shell

GROUP: dict[str, Any] = CHAIN | {"members": [*CHAIN["members"][:2], {**CHAIN["members"][2], "id": "[red]C2\x1b"}]}


@pytest.fixture(autouse=True)
def groups(shell: Shell) -> None:
    """A small group, one in which a member owns everything, and one that lags in one partition."""
    for name, document in {"g": GROUP, "joined": group_to_json(JOINED), "skewed": SKEWED}.items():
        shell.write(f"{name}.json", document)


@pytest.mark.parametrize("engine", ["flow", "ilp", "exhaustive", None])
def test_document_of_every_engine_has_the_keys_of_the_contract(engine: str | None, shell: Shell) -> None:
    """Flow is the default engine."""
    ended = shell(f"optimum g.json --json {f'--engine {engine}' if engine else ''}")

    figures = {name: value for name, value in ended.document.items() if name not in {"assignment", "certificate"}}
    assert 0 == ended.code
    assert {
        "format": "assay-optimum/1",
        "engine": engine or "flow",
        "status": "proved",
        "loads": [1, 1, 1],
        "sum_of_squares": 3,
        "moves": 1,
        "kept": 0,
    } == figures
    assert {"t0": [0]} == ended.document["assignment"]["C1"]
    assert "potentials" == ended.document["certificate"]["kind"]


def test_text_begins_with_loads_moves_and_status(shell: Shell) -> None:
    ended = shell("optimum g.json")

    assert 0 == ended.code
    assert "loads 1/1/1, 1 move, proved" == ended.lines[0]
    assert any(r"[red]C2\x1b" in line and "t1 " in line for line in ended.lines)
    assert "Assumed: that members read what they say" == ended.lines[-1]


def test_then_option_adds_a_third_level(shell: Shell) -> None:
    ended, told = shell("optimum g.json --then topic-spread --json"), shell("optimum g.json --then topic-spread")

    assert 0 == ended.code
    assert {"by": "topic-spread", "value": 3, "status": "proved"} == ended.document["then"]
    said = "loads 1/1/1, 1 move, proved, then squared loads per topic and member 3, proved"
    assert said == told.lines[0]


def test_groups_are_solved_line_by_line_and_each_error_stands_in_its_place(shell: Shell) -> None:
    """A bad line, a group without what the third level needs, a group that is too large for the engine."""
    housed = {**GROUP, "members": [{**member, "host": "h"} for member in GROUP["members"]]}
    large = {**GROUP, "topics": {"t0": 40, "t1": 0}}
    shell.write("groups.jsonl", GROUP, {}, {"group": housed}, large)

    plain, hosts, tried, frontier = (
        shell(f"optimum groups.jsonl --json {options}")
        for options in ("", "--then host-spread", "--engine exhaustive", "--frontier")
    )

    assert {2} == {plain.code, hosts.code, tried.code, frontier.code}
    assert frontier.documents[2]["points"]
    errors = [[one["index"] for one in ended.documents if one["format"] == "assay-error/1"] for ended in (plain, hosts)]
    assert [[1], [0, 1, 3]] == errors
    assert ["assay-optimum/1", "assay-error/1"] == [tried.documents[place]["format"] for place in (0, 3)]
    assert [0, 2, 3] == [one["index"] for one in plain.documents if one.get("name") == "chain"]
    assert "member 'C0' has no host" in hosts.documents[0]["message"]
    assert {"by": "host-spread", "value": 9, "status": "proved"} == hosts.documents[2]["then"]


def test_plan_with_an_invalid_certificate_is_undecided(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def unproved(question: Group, engine: Engine) -> Optimum:
        return replace(solve(question, engine), certificate={})

    monkeypatch.setattr("assay.verbs.optimum_.solve", unproved)

    ended = shell("optimum g.json --json")

    assert (3, "undecided") == (ended.code, ended.document["status"])


JOINED = replace(
    group_of({"t": 6}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3, 4, 5]}}, generation=3, name="joined"),
    assumptions=("everybody reads everything",),
)
FRONTIER = "optimum joined.json --frontier"


def test_frontier_runs_from_no_move_to_the_optimum_beside_targets(shell: Shell) -> None:
    """Beside today's assignment each named target is a point. A plan within a number of moves can be asked for."""
    ended = shell(f"{FRONTIER} sticky range --moves 2 --json")

    optimum, points, plan = solve(JOINED), ended.document["points"], ended.document["plan"]
    assert (0, [36, 26, 20, 18]) == (ended.code, [point["sum_of_squares"] for point in points])
    assert (optimum.moves, optimum.sum_of_squares) == (3, points[-1]["sum_of_squares"])
    assert all(point["exact"] for point in points)
    found = {one["target"]: list(one.values())[1:] for one in ended.document["assignors"]}
    assert ["today", "sticky", "range"] == list(found)
    assert ([3, 18, 3, 18], [0, 36, 0, 36]) == (found["sticky"], found["today"])
    assert (2, 2, 20) == (plan["allowed"], plan["moves"], plan["sum_of_squares"])
    assert 2 == stickiness(valid_owners(JOINED), plan["assignment"]).moved


def test_user_targets_are_points_and_faulty_answers_are_named(shell: Shell) -> None:
    half = "def half(group):\n    return {'a': {'t': [0]}, 'b': {}}\n"
    shell.write("own.py", half, "def good(group):\n    return {'a': {'t': [0, 1, 2, 3]}, 'b': {'t': [4, 5]}}\n")

    document = shell(f"{FRONTIER} python:own:half python:mine:raises python:own:good --json").document

    assert {"today": 0, "python:own:good": 2} == {one["target"]: one["moves"] for one in document["assignors"]}
    assert ["python:own:half", "python:mine:raises"] == [one["target"] for one in document["left_out"]]
    assert all(one["why"] for one in document["left_out"])


def test_text_of_a_frontier_begins_with_the_finding(shell: Shell) -> None:
    ended = shell(f"{FRONTIER} sticky-yet-fair")

    assert 0 == ended.code
    assert ended.out.startswith("loads 3/3, 3 moves, proved\n")
    assert "joined: the best balance takes 3 moves" in ended.out
    assert "sticky-yet-fair" in ended.out
    assert "Assumed: everybody reads everything" in ended.out


@pytest.mark.parametrize(("name", "start"), [("one.png", b"\x89PNG"), ("one.svg", b"<?xml")])
def test_picture_is_png_or_svg(name: str, start: bytes, shell: Shell) -> None:
    ended = shell(f"{FRONTIER} --picture {name}")

    assert (0, True) == (ended.code, (shell.folder / name).read_bytes().startswith(start))
    assert "picture: " in ended.err


LAGGING = Topic(
    name="t", partitions=5, end_offsets=(100, 60, 50, 0, 0), committed_offsets=(0,) * 5, weights=(3.5, 1, 1, 1, 0.5)
)
OWNED = {"a": {"t": [0, 1]}, "[b]": {"t": [2, 3, 4]}}
SKEWED = group_to_json(
    replace(group_of({}, {name: ["t"] for name in OWNED}, OWNED, generation=1, name="skewed"), topics=(LAGGING,))
)


def test_weighted_optimum_is_told_in_json_and_text(shell: Shell) -> None:
    ended, lines = shell("optimum skewed.json --weights lag --json"), shell("optimum skewed.json --weights lag").lines

    told = {key: ended.document[key] for key in ("engine", "status", "loads", "sum_of_squares", "moves", "kept")}
    counted = {"loads": [2, 3], "sum_of_squares": 13, "moves": 2, "kept": 3}
    levels = {"max": 110, "sum_of_squares": 22_100, "moved": 60}
    assert (0, {"engine": "cp-sat", "status": "proved", **counted}) == (ended.code, told)
    assert ended.document["weighted"] == {
        "by": "lag",
        **levels,
        "bound": levels,
        "gap": dict.fromkeys(levels, 0),
        "r_score": 60 / 110,
        "grain": None,
        "today": {"max": 160, "sum_of_squares": 28_100},
        "members": {"a": {"today": 160, "best": 100}, "[b]": {"today": 50, "best": 110}},
    }
    assert "heaviest member 110, sum of squares 22,100, moved 60, R-score 0.545: proved" == lines[0]
    assert "today: heaviest member 160, sum of squares 28,100" == lines[1]
    assert any("lag today" in line and "lag best" in line for line in lines)
    assert any("[b]" in line and "50" in line and "110" in line for line in lines)
    assert any(line.startswith("lag: records that the member has not read yet, today and with") for line in lines)


def test_figures_are_in_the_unit_of_the_weights(shell: Shell) -> None:
    ended = shell("optimum skewed.json --weights weights --json")

    weighted = ended.document["weighted"]
    assert (0, 3.5, 24.5, 1) == (ended.code, *(weighted[key] for key in ("max", "sum_of_squares", "moved")))


def test_bounded_result_exits_3_with_its_bound(shell: Shell) -> None:
    numbers = [(7**place * 1009) % 99_991 for place in range(60)]
    topic = {"partitions": 60, "weights": numbers}
    members = [{"id": f"m{n}", "subscription": ["t"], "owned": {"t": [n]}} for n in range(7)]
    shell.write("large.json", {**SKEWED, "topics": {"t": topic}, "members": members})
    command = "optimum large.json --weights weights --seconds 0.2"

    ended, told = shell(command, "--json"), shell(command)

    weighted = ended.document["weighted"]
    assert (3, "bounded", None) == (ended.code, ended.document["status"], ended.document["certificate"])
    assert any(weighted["gap"].values())
    assert weighted["max"] == weighted["bound"]["max"] + weighted["gap"]["max"]
    assert told.text.partition(" today: ")[0].endswith(": bounded")


def test_references_are_tried_until_the_time_limit() -> None:
    """The references that come closest are first."""
    question = group_from_json(SKEWED)
    times = iter([0.0, 0.0, 0.5, 2.0])

    everybody = reference_answers(question, 60.0, lambda: 0.0)
    some = reference_answers(question, 1.0, lambda: next(times))

    assert len(everybody) > 10
    assert everybody[:2] == some


def test_group_without_weights_is_an_error_on_its_line(shell: Shell) -> None:
    shell.write("groups.jsonl", SKEWED, {**SKEWED, "topics": {"t": 2}}, {**SKEWED, "topics": {"t": 0}})

    ended = shell("optimum groups.jsonl --weights weights --json")

    documents = ended.documents
    assert 2 == ended.code
    assert ["assay-optimum/1", "assay-error/1", "assay-optimum/1"] == [one["format"] for one in documents]
    assert "no weights" in documents[1]["message"]
    assert ["skewed", "flow"] == [documents[2]["name"], documents[2]["engine"]]
