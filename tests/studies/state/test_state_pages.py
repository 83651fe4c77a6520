from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from xml.etree import ElementTree as ET

import pytest

from kafka_assay.benchmarks.environment import machine
from studies.campaigns.known_kinds import read_known
from studies.output import ROOT
from studies.state.badge_svg import badge_svg
from studies.state.implementation_page import implementation_page
from studies.state.implementation_state import Badge
from studies.state.measuring import FOLDER, RECORD
from studies.state.overview_page import overview_page
from studies.state.state_documents import state_document
from studies.state.state_files import stale_state_files, state_files
from studies.state.state_reading import read_states
from studies.state.state_record import read_state
from tests.studies.formats.validation import complaints
from tests.studies.state.written_state import BROKEN, KAFKAJS, KEPT, ROUNDROBIN, UNDECIDED, by_place, laws_of, line_of

STATES = read_states(read_state(RECORD), read_known())
TIMES = [
    {"workload": "1000x100x10-HOMOGENEOUS-LEAVE_ONE", "seconds": 0.0123, "least": 0.01, "most": 0.02, "calls": 9},
    {"workload": "10000x1000x100-HOMOGENEOUS-LEAVE_ONE", "error": "hang: no answer within 30 s"},
]
WRITTEN = read_states(
    by_place(
        laws_of(ROUNDROBIN, BROKEN),
        laws_of(KAFKAJS, KEPT, UNDECIDED),
        line_of("time", ROUNDROBIN, "assay bench", points=TIMES, machine=asdict(machine()), load=1.5),
        line_of("since even-when-equal", ROUNDROBIN, "assay bisect", first="2.3.0", last=None, asked=2, releases=2),
    ),
    [],
)


def test_files_match_the_record() -> None:
    """`python -m studies state_of_assignors --write` writes them."""
    assert [] == stale_state_files(state_files(STATES))


def test_every_implementation_has_a_page_a_document_and_a_badge() -> None:
    names = {"README.md", "record.jsonl", "state.png"} | {
        f"{one.implementation}.{kind}" for one in STATES for kind in ("md", "json", "svg")
    }

    assert names == {path.name for path in FOLDER.iterdir() if path.is_file()}


def test_every_case_belongs_to_a_broken_law() -> None:
    named = {law.case for one in STATES for assignor in one.assignors for law in assignor.laws if law.case}

    assert named == {str(path.relative_to(ROOT)) for path in (FOLDER / "cases").rglob("*.json")}


def test_document_matches_its_schema() -> None:
    documents = [json.loads(json.dumps(state_document(one))) for one in WRITTEN]

    assert [] == [wrong for one in documents for wrong in complaints(one)]
    assert 2 == len(documents)


def test_overview_shows_broken_undecided_and_kept_laws() -> None:
    page = overview_page(WRITTEN)

    kafka_python = (
        "| [kafka-python](kafka-python.md) | 3.0.12 | ✓ | ✓ | ✓ | ✓ | [✗ 1](kafka-python.md#broken-laws) | ✓ "
        "| [1](kafka-python.md#broken-laws) | [≤ 2.3.0](kafka-python.md#roundrobin-even-when-equal) |"
    )
    assert kafka_python in page
    assert "| [kafkajs](kafkajs.md) | 2.2.4 | ✓ | ✓ | ✓ | [? 1](kafkajs.md) | ✓ | ✓ | – | – |" in page


def test_overview_shows_times_and_missing_answers() -> None:
    assert re.search(r"kafka-python roundrobin\]\([^)]*\) \| .* \| 12 \| > 30,000 \|", overview_page(WRITTEN))


@pytest.mark.parametrize("name", ["red", "orange", "lightgrey", "brightgreen"])
def test_badge_is_well_formed_and_reads_aloud(name: str) -> None:
    root = ET.fromstring(badge_svg(Badge(label="a & b 1.0", message="<2> laws broken", color=name)))

    assert "a & b 1.0: <2> laws broken" == root.get("aria-label")


def test_page_links_each_first_bad_release_to_its_source() -> None:
    """An older release that broke the law on another group is told apart."""
    lines = by_place(laws_of(ROUNDROBIN, replace(BROKEN, law="returns-an-answer", case="returns-an-answer.json")))

    page = implementation_page(read_states(lines, [])[0])

    assert "| unknown; another group: [2.3.0](../../results/findings/kafka-python.md) |" in page
    assert "On another group: [2.3.0](../../results/findings/kafka-python.md). The linked page has the command." in page


def test_page_says_why_a_first_bad_release_is_unknown() -> None:
    since = line_of("since even-when-equal", ROUNDROBIN, "assay bisect", unknown="no end within 1800 s")

    page = implementation_page(read_states(by_place(laws_of(ROUNDROBIN, BROKEN), since), [])[0])

    assert "Since: unknown, because the bisection says: no end within 1800 s." in page


def test_times_have_their_columns_if_the_first_assignor_was_not_timed() -> None:
    untimed, timed = "kafka-python==3.0.12:range", ROUNDROBIN
    times = line_of("time", timed, "assay bench", points=TIMES, machine=asdict(machine()), load=1.5)

    page = overview_page(read_states(by_place(laws_of(untimed, KEPT), laws_of(timed, KEPT), times), []))

    assert "| ms, 1,000 | ms, 10,000 |" in page
    assert re.search(r"kafka-python range\]\([^)]*\) \|.*\| – \| – \|\n", page)


def test_page_warns_that_a_random_assignor_may_have_kept_a_law_by_chance() -> None:
    law, said = "same-question-same-answer", "so 2.2.21 may have kept the law by chance in 5 attempts."
    since = line_of("since even-when-equal", ROUNDROBIN, "assay bisect", first="2.3.0", last="2.2.21")
    unstable = replace(BROKEN, law=law, case="returns-an-answer.json")

    assert said not in implementation_page(read_states(by_place(laws_of(ROUNDROBIN, BROKEN), since), [])[0])
    assert said in implementation_page(read_states(by_place(laws_of(ROUNDROBIN, BROKEN, unstable), since), [])[0])


def test_page_says_where_a_counterexample_of_a_random_assignor_may_have_to_be_repeated() -> None:
    said = "# the answers may vary: repeat it if it finds nothing"
    unstable = replace(BROKEN, law="same-question-same-answer", case="returns-an-answer.json")

    assert said not in implementation_page(read_states(by_place(laws_of(ROUNDROBIN, BROKEN)), [])[0])
    assert 1 == implementation_page(read_states(by_place(laws_of(ROUNDROBIN, BROKEN, unstable)), [])[0]).count(said)
