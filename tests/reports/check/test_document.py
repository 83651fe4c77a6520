from __future__ import annotations

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from kafka_assay.reports.check.document import check_document
from tests.properties.stand_ins import StandIn, first_takes_all


def withholding_assignor(group: Group) -> Assignment:
    """Assign everything to the first member, once the present owner has given it up."""
    owners = valid_owners(group)
    return {
        member: {
            topic: [one for one in ids if owners.get(TopicPartition(topic, one), member) == member]
            for topic, ids in mine.items()
        }
        for member, mine in first_takes_all(group).items()
    }


def test_document_shows_the_settled_answer_of_a_cooperative_assignor() -> None:
    """After several rounds."""
    target = StandIn(withholding_assignor, frozenset({Promise.COOPERATIVE, Promise.STICKY}))
    law = LAW_BY_ID["needless-moves-when-equal"]

    record = check(target, laws=[law], families=["clean"], examples=60)

    (cell,) = check_document(record)["cells"]
    case = cell["counterexample"]
    assert len(case["steps"]) > 2
    assert [case["group"], case["assignment"]] == [case["steps"][-1][key] for key in ("group", "assignment")]
    needless = case["facts"]["needless"][0]
    assert needless["partition"] in case["assignment"][needless["from"]][needless["topic"]]
