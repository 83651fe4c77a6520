"""Short names of members in sentences."""

from kafka_assay.assignors.model import Group, Member
from kafka_assay.reports.wording.safe_names import short_names, shorten_members, shorten_owners
from kafka_assay.reports.wording.sentences import explain_facts

UUID = "-0b7f8ab4-6a1c-4a1b-9f5e-2d1c3b4a5e6f"


def group_of_ids(*members: tuple[str, str | None]) -> Group:
    return Group(topics=(), members=tuple(Member(id=id_, subscription=(), client_id=client) for id_, client in members))


def test_client_id_is_used_if_only_one_member_has_it() -> None:
    group = group_of_ids((f"a{UUID}", "app"), (f"b{UUID}", "shared"), (f"c{UUID}", "shared"))

    assert {f"a{UUID}": "app", f"b{UUID}": "b", f"c{UUID}": "c"} == short_names([group])


def test_short_ids_stay_and_no_short_name_equals_one() -> None:
    group = group_of_ids(("app", "x"), (f"app{UUID}", "app"))

    names = short_names([group])

    assert [f"app{UUID}"] == list(names)
    assert "app" != names[f"app{UUID}"]


def test_members_that_leave_during_a_life_have_names_too() -> None:
    before, after = group_of_ids((f"a{UUID}", "one")), group_of_ids((f"b{UUID}", "two"))

    assert {f"a{UUID}": "one", f"b{UUID}": "two"} == short_names([before, after])


def test_sentence_has_the_short_names() -> None:
    long = f"consumer-payments-1{UUID}"
    facts = {"most": {"member": long, "load": 3}, "least": {"member": "b", "load": 1}}

    explained = explain_facts("even-when-equal", facts, {long: "payments-1"})

    assert "payments-1 has 3 partitions and b has 1" in explained
    assert UUID not in explained


def test_facts_and_answers_keep_everything_but_the_ids() -> None:
    names = {"long": "l"}

    assert {"moved": [{"from": "l", "to": ["b"], "partition": 1}]} == shorten_members(
        {"moved": [{"from": "long", "to": ["b"], "partition": 1}]}, names
    )
    assert {"l": {"t": [0]}, "b": {}} == shorten_owners({"long": {"t": [0]}, "b": {}}, names)
    assert shorten_owners(None, names) is None
