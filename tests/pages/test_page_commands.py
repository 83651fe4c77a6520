from __future__ import annotations

import pytest

from tests.pages.page_commands import PageCommand, page_commands
from tests.pages.page_runs import PageClaim, claim_about

BLOCK = """
Do this:

```
$ assay audit captures --out out && assay report out   # a comment
12 groups
$ assay list laws > laws.txt
```

    assay host cache verify
"""


def test_block_commands_have_output_comment_and_file() -> None:
    found = page_commands(BLOCK)

    assert [
        ("assay audit captures --out out", "", "", None),
        ("assay report out", "12 groups\n", "a comment", None),
        ("assay list laws > laws.txt", "", "", "laws.txt"),
        ("assay host cache verify", "", "", None),
    ] == [(one.text, one.shown and one.shown + "\n", one.rest, one.into) for one in found]


def test_output_of_a_command_is_its_claim() -> None:
    command = PageCommand(words=("assay", "check", "x"), shown="✗ BROKEN  one\n  found after 0.2 s\n  Why: two")

    claim = claim_about(command)

    assert PageClaim((1,), ("✗ broken one", "why: two")) == claim
    assert claim.objection(1, "✗ BROKEN one\nfound after 7.1 s\nWhy: three") == "does not print 'why: two'"


@pytest.mark.parametrize(
    ("name", "target", "codes"),
    [
        ("kafka-python-1", "kafka-python==3.0.12:roundrobin", (1,)),
        ("sticky-hang-sarama-cooperative", "go:github.com/IBM/sarama@v1.61.1:cooperative-sticky", (1,)),
        ("kafka-python-1", "aiokafka==0.14.0:roundrobin", (0, 1)),
        ("kafka-python-6", "kafka-python==3.0.12:sticky", (0, 1)),
    ],
    ids=["fault", "other case of a fault", "other client", "policy"],
)
def test_only_a_fault_must_break_its_law(name: str, target: str, codes: tuple[int, ...]) -> None:
    words = ("assay", "check", target, "--case", f"docs/results/findings/cases/{name}.json")

    assert PageClaim(codes) == claim_about(PageCommand(words=words))


def test_bisection_must_say_its_result() -> None:
    words = ("assay", "releases", "x==1..2:a", "--case", "case.json")

    claim = claim_about(
        PageCommand(words=words, rest=": last kept in 1.0, first broken in 1.1; 3 of 9 releases asked.")
    )

    assert PageClaim((1,), ("last kept in 1.0, first broken in 1.1", "3 of 9 releases asked")) == claim
    with pytest.raises(ValueError, match="expected `: broken at both ends"):
        claim_about(PageCommand(words=words, rest=" tested 3 of 9 releases."))
