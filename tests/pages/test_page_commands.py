from __future__ import annotations

import pytest

from tests.pages.page_commands import PageCommand, page_commands
from tests.pages.page_runs import PageClaim, claim_about

PAGE = """
Do this:

```
$ assay audit captures --out out && assay report out   # a comment
12 groups
$ assay list laws > laws.txt
```

    assay host cache verify

Try `assay list inputs`, or `assay releases --case`; `assay check TARGET` is a form.
"""


def test_commands_have_output_comment_and_file() -> None:
    found = page_commands(PAGE)

    assert [
        ("assay audit captures --out out", "", "", None),
        ("assay report out", "12 groups\n", "a comment", None),
        ("assay list laws > laws.txt", "", "", "laws.txt"),
        ("assay host cache verify", "", "", None),
        ("assay list inputs", "", ", or `assay releases --case`; `assay check TARGET` is a form.", None),
    ] == [(one.text, one.shown and one.shown + "\n", one.rest, one.into) for one in found]


def test_output_of_a_command_is_its_claim() -> None:
    command = PageCommand(words=("assay", "check", "x"), shown="✗ BROKEN  one\n  found after 0.2 s\n  Why: two")

    claim = claim_about(command)

    assert PageClaim((1,), ("✗ broken one", "why: two")) == claim
    assert claim.objection(1, "✗ BROKEN one\nfound after 7.1 s\nWhy: three") == "does not print 'why: two'"
    assert claim.objection(0, "") == "exit code 0, not 1"


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
