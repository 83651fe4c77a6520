from __future__ import annotations

import pytest

from studies.findings.finding_pages import findings_of, read_shared_page

SHARED = """# Some assignors count a member twice

* Severity: partition read by nobody
* Path to this group: shown: the group starts empty.

| id | release | law | since | what happens |
|---|---|---|---|---|
| <a id="aiokafka-3"></a>aiokafka-3 | `aiokafka==0.14.0:range` | `nothing-left-out` | 0.9.0 | t0-0 has no owner |
| <a id="no-kafka-2"></a>no-kafka-2 | `npm:no-kafka@3.4.4:default` | `spread-within-topic` | 3.1.0 | C1 gets nothing |

```
assay check aiokafka==0.14.0:range --case docs/results/findings/cases/aiokafka-3.json
assay check npm:no-kafka@3.4.4:default --case docs/results/findings/cases/no-kafka-2.json
```
"""


def test_shared_page_has_a_command_per_row() -> None:
    page = read_shared_page("repeated-topics", SHARED)

    assert ("Some assignors count a member twice", False) == (page.sentence, page.is_policy)
    assert ("partition read by nobody", "shown") == (page.severity, page.path)
    assert ["aiokafka-3", "no-kafka-2"] == [row.id for row in page.rows]
    assert ["aiokafka==0.14.0:range", "npm:no-kafka@3.4.4:default"] == [row.target for row in page.rows]
    assert ["nothing-left-out", "spread-within-topic"] == [row.law for row in page.rows]


def test_policy_needs_no_severity() -> None:
    page = read_shared_page(
        "previous-owner", SHARED.replace("* Severity: partition read by nobody", "* Policy: KIP-341")
    )

    assert (True, "") == (page.is_policy, page.severity)


def test_row_without_a_command_is_rejected() -> None:
    with pytest.raises(ValueError, match="no-kafka-2: expected its anchor, five cells and one replay command"):
        read_shared_page("repeated-topics", SHARED.replace("cases/no-kafka-2", "cases/no-kafka-1"))


def test_section_states_severity_and_path() -> None:
    text = "## sarama-1: `Plan` loops\n\n* Severity: crash or hang\n* Path to this group: constructed. Nobody knows.\n"

    [finding] = findings_of(text, "sarama")

    assert ("crash or hang", "constructed", "sarama") == (finding.severity, finding.path, finding.implementation)


def test_unknown_severity_is_rejected() -> None:
    text = "## sarama-1: `Plan` loops\n\n* Severity: crash or hanging\n* Path to this group: constructed.\n"

    with pytest.raises(ValueError, match="sarama-1: \\* Severity: 'crash or hanging': expected to begin with one of"):
        list(findings_of(text, "sarama"))
