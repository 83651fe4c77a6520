"""A group from a failed check as a test for the user's own suite, and what a failing law test says."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial
from pprint import pformat
from textwrap import wrap

from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.formats.life_format import life_to_json
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, settings_to_json
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckRecord
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.reports.check.lines import broken_cells, case_of, proof_lines, smallest_cell
from kafka_assay.reports.render.blocks import TextLine
from kafka_assay.reports.render.terminal import fold_line
from kafka_assay.reports.wording.safe_names import escape_unprintable

WIDTH = 110

HEAD = '''"""
{about}

{needs}
"""

import pytest

from assay.testing import assert_keeps

{group}
'''

GIVEN = """
# The recorded answer. Replace it by a call of your assignor: the test passes once its answer keeps the law.
{answer}
"""

TEST = '''

@pytest.mark.parametrize("law", {laws})
def test_{name}(law: str) -> None:
    """
    {says}
    """
    assert_keeps(law, {question}, {subject}, like={like!r}{further})
'''


def pasted_test_text(
    example: Example,
    laws: Sequence[str],
    about: str,
    *,
    target: str | None = None,
    answer: Assignment | None = None,
    like: str | None = None,
    seed: int = 0,
    settings: Settings = NO_SETTINGS,
    made_by: str = "`assay judge --as-test`",
) -> str:
    """
    The text of a test that asserts these `laws` of a `target` by name, or of the `answer` to a group.

    The `example` is a group, or a life that the target runs through again. `like` names the assignor whose promises
    apply; `seed` and `settings` are the target's. `made_by` names the command that made the test.
    """
    one = laws[0] if len(laws) == 1 else ""
    name, question = "GROUP", group_to_json(example) if isinstance(example, Group) else life_to_json(example.life)
    further = ""
    if isinstance(example, LifeRun):
        name, further = "LIFE", ", one_object=True" if example.one_object else ""
    further += f", seed={seed}" if seed else ""
    further += "".join(f", {key}={value!r}" for key, value in settings_to_json(settings).items())
    head = HEAD.format(
        about="\n".join(wrap(_quotable(about), WIDTH)),
        needs=f"Made by {made_by}. It needs pytest and kafka-assay.",
        group=_literal(f"{name} = ", question),
    )
    given = "" if target is not None else GIVEN.format(answer=_literal("ANSWER = ", assignment_to_json(answer or {})))
    listed = json.dumps(laws)
    test = TEST.format(
        laws=listed if len(listed) < WIDTH - 38 else json.dumps(laws, indent=4),
        name=re.sub(r"[^a-z0-9]+", "_", f"{target or 'the answer'} keeps {one or 'the laws'}".lower()).strip("_"),
        says=f"{one}: {LAW_BY_ID[one].says}." if one else "Each of these laws is kept on this group.",
        question=name,
        subject="answer=ANSWER" if target is None else f"target={target!r}",
        like=like,
        further=further,
    )
    return head + given + test


def _literal(name: str, value: object) -> str:
    """An assignment statement. Further lines are indented under the first one."""
    lines = pformat(value, width=WIDTH - len(name), sort_dicts=False).splitlines()
    return name + f"\n{' ' * len(name)}".join(lines)


def _quotable(text: str) -> str:
    """`text` as it can stand in a docstring: ids may contain backslashes and quotes."""
    return escape_unprintable(text).encode("ascii", "backslashreplace").decode().replace("\\", "/").replace('"', "'")


PRINTED_WIDTH = 100
MADE_BY = "`parametrize_with_laws`"
PASTE = "A regression test, ready to paste: it fails while the law is broken."
NAMELESS = "Assign the object to a name in a module (MINE = Mine(3)) to get a command and a test for it."
UNDECIDED = "Undecided fails the test. More time (seconds=...) or fewer groups (examples=...) may decide it."
FILL_IN = "A regression test, ready to paste: it fails until you replace the answer."


def failed_test_text(record: CheckRecord, *, target: str | None, like: str | None, again: str | None) -> str:
    """
    The text under the test of one law. `record` is a check of that law alone, which broke or stayed undecided.

    `target` is how a command line names the assignor; if that is None, there is a hint how to give it a name. `again`
    runs the same test again, and a regression test with the promises `like` follows.
    """
    lines = [*proof_lines(record)]
    if all(cell.verdict != "broken" for cell in record.cells):
        lines.append(TextLine(UNDECIDED, 2))
    if target is None:
        lines.append(TextLine(NAMELESS, 2))
    elif again is not None:
        lines.append(TextLine(f"Again:   {again}", 2))
    text = "\n".join(row for line in lines for row in fold_line(line, PRINTED_WIDTH)).strip("\n")
    broken = broken_cells(record)
    # The assignor is found again with its own promises. An answer alone has none.
    likeness = record.like if target is None else like
    pasted = regression_test_text(case_of(smallest_cell(broken)), target=target, like=likeness) if broken else None
    return text if pasted is None else f"{text}\n\n{pasted.rstrip()}\n"


def regression_test_text(case: Case, *, target: str | None, like: str | None) -> str | None:
    """
    The regression test of a `case`: of the `target` if it has a name, else of the answer that it gave.

    None if the law asked more than once, because then an answer alone cannot be judged.
    """
    about, write = f"{case.law} was broken: {case.explanation}", partial(pasted_test_text, like=like, made_by=MADE_BY)
    if target is not None:
        text = write(case.example, [case.law], about, target=target, seed=case.seed, settings=case.settings)
        return f"{PASTE}\n\n{text}"
    if len(case.steps) != 1 or case.steps[0].assignment is None:
        return None
    return f"{FILL_IN}\n\n{write(case.example, [case.law], about, answer=case.steps[0].assignment)}"
