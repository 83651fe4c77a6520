"""A group from a failed check as a test for the user's own suite, and what a failing law test says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pprint import pformat
from textwrap import wrap

from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.formats.life_format import life_to_json
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import Assignment
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, settings_to_json
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckRecord
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.reports.check.lines import proof_lines
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

OF_TARGET = '''

@pytest.mark.parametrize("law", {laws})
def test_{name}(law: str) -> None:
    """
    {says}
    """
    assert_keeps(law, {name_of_question}, target={target!r}, like={like!r}{further})
'''

OF_ANSWER = '''
# The recorded answer. Replace it by a call of your assignor: the test passes once its answer keeps the law.
{answer}


@pytest.mark.parametrize("law", {laws})
def test_{name}(law: str) -> None:
    """
    {says}
    """
    assert_keeps(law, GROUP, answer=ANSWER, like={like!r})
'''


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedSubject:
    """
    The subject of the test: a target by name, or a given answer.

    It also holds the assignor whose promises it makes, and the `seed` and the `settings` of a target.
    """

    target: str | None = None
    answer: Assignment | None = None
    like: str | None = None
    seed: int = 0
    settings: Settings = NO_SETTINGS

    @property
    def word(self) -> str:
        """The subject as part of a function's name."""
        return re.sub(r"[^a-z0-9]+", "_", (self.target or "the answer").lower()).strip("_")


def pasted_test_text(
    subject: PastedSubject,
    example: Example,
    broken: Sequence[str],
    kept: Sequence[str],
    about: str,
    made_by: str = "`assay judge --as-test`",
) -> str:
    """
    The text of the test: it asserts the `broken` laws, or the `kept` ones if none is broken.

    `made_by` names the command that made it. The `example` is a group, or a life that the target runs through again.
    """
    laws = list(broken or kept)
    one = laws[0] if len(laws) == 1 else ""
    head = HEAD.format(
        about="\n".join(wrap(_quotable(about), WIDTH)),
        needs=f"Made by {made_by}. It needs pytest and kafka-assay.",
        group=_question_text(example),
    )
    says = f"{one}: {LAW_BY_ID[one].says}." if one else "Each of these laws is kept on this group."
    slug = (one or "the laws").replace("-", "_").replace(" ", "_")
    body = {"laws": _listed_text(laws), "name": f"{subject.word}_keeps_{slug}", "says": says, "like": subject.like}
    if subject.target is not None:
        further = ", one_object=True" if isinstance(example, LifeRun) and example.one_object else ""
        further += f", seed={subject.seed}" if subject.seed else ""
        further += "".join(f", {key}={value!r}" for key, value in settings_to_json(subject.settings).items())
        name = "LIFE" if isinstance(example, LifeRun) else "GROUP"
        return head + OF_TARGET.format(**body, target=subject.target, name_of_question=name, further=further)
    answer = _literal("ANSWER = ", assignment_to_json(subject.answer or {}))
    return head + OF_ANSWER.format(**body, answer=answer)


def _question_text(example: Example) -> str:
    if isinstance(example, LifeRun):
        return _literal("LIFE = ", life_to_json(example.life))
    return _literal("GROUP = ", group_to_json(example))


def _literal(name: str, value: object) -> str:
    """An assignment statement. Further lines are indented under the first one."""
    lines = pformat(value, width=WIDTH - len(name), sort_dicts=False).splitlines()
    return name + f"\n{' ' * len(name)}".join(lines)


def _listed_text(laws: Sequence[str]) -> str:
    inside = ", ".join(f'"{law}"' for law in laws)
    if len(inside) < WIDTH - 40:
        return f"[{inside}]"
    return "[\n    " + ",\n    ".join(f'"{law}"' for law in laws) + ",\n]"


def _quotable(text: str) -> str:
    """`text` as it can stand in a docstring: ids may contain backslashes and quotes."""
    return escape_unprintable(text).encode("ascii", "backslashreplace").decode().replace("\\", "/").replace('"', "'")


PRINTED_WIDTH = 100
MADE_BY = "`parametrize_with_laws`"
PASTE = "A regression test, ready to paste: it fails while the law is broken."
NAMELESS = "Assign the object to a name in a module (MINE = Mine(3)) to get a command and a test for it."
UNDECIDED = "Undecided fails the test. More time (seconds=...) or fewer groups (examples=...) may decide it."
FILL_IN = "A regression test, ready to paste: it fails until you replace the answer."


def failed_test_text(record: CheckRecord, *, again: str | None, pasted: str | None, nameless: bool = False) -> str:
    """
    The text under the test of one law. `record` is a check of that law alone, which broke or stayed undecided.

    `again` runs the same test again, `pasted` is the regression test; None if there is none. A `nameless` target gets a
    hint how to give it a name for the command line.
    """
    lines = [*proof_lines(record)]
    if all(cell.verdict != "broken" for cell in record.cells):
        lines.append(TextLine(UNDECIDED, 2))
    if again is not None:
        lines.append(TextLine(f"Again:   {again}", 2))
    if nameless:
        lines.append(TextLine(NAMELESS, 2))
    text = "\n".join(row for line in lines for row in fold_line(line, PRINTED_WIDTH)).strip("\n")
    return text if pasted is None else f"{text}\n\n{pasted.rstrip()}\n"


def regression_test_text(case: Case, *, target: str | None, like: str | None) -> str | None:
    """
    The regression test of a `case`: of the `target` if it has a name, else of the answer that it gave.

    None if the law asked more than once, because then an answer alone cannot be judged.
    """
    about = f"{case.law} was broken: {case.explanation}"
    if target is not None:
        subject, head = PastedSubject(target=target, like=like, seed=case.seed, settings=case.settings), PASTE
    elif len(case.steps) == 1 and case.steps[0].assignment is not None:
        subject, head = PastedSubject(answer=case.steps[0].assignment, like=like), FILL_IN
    else:
        return None
    return f"{head}\n\n{pasted_test_text(subject, case.example, [case.law], [], about, made_by=MADE_BY)}"
