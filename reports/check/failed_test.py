"""The text under a user's failing test: the smallest group, the proof, the commands, and a test to paste."""

from __future__ import annotations

from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckRecord
from kafka_assay.reports.check.lines import proof_lines
from kafka_assay.reports.check.pasted_test import PastedSubject, pasted_test_text
from kafka_assay.reports.render.plain_text import TextLine, fold_line

WIDTH = 100
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
    text = "\n".join(row for line in lines for row in fold_line(line, WIDTH)).strip("\n")
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
