from __future__ import annotations

import pytest

from kafka_assay.assignors.consumer_groups.group_from_views import group_from_views
from kafka_assay.assignors.consumer_groups.text_table import parse_page
from kafka_assay.assignors.consumer_groups.user_hints import parse_hints, refuse_unknown_names
from kafka_assay.assignors.consumer_groups.views import Views, read_views
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group
from tests.assignors.consumer_groups.texts import members


def group_with_hints(views: dict[str, Views], subscriptions: list[str], partitions: list[str]) -> Group:
    """Return group g, read with these hints."""
    known = parse_hints(subscriptions, partitions)
    refuse_unknown_names(known, views.values())
    return group_from_views(views["g"], known)


@pytest.mark.parametrize(
    ("subscriptions", "partitions", "says"),
    [
        (["m"], [], "--subscription 'm': expected MEMBER_OR_CLIENT=TOPIC,TOPIC such as app-1=t0,t1"),
        (["=t0"], [], "--subscription '=t0': expected MEMBER_OR_CLIENT=TOPIC"),
        (["m=t0", "m=t1"], [], "--subscription 'm=t1': expected MEMBER_OR_CLIENT=TOPIC,TOPIC each once"),
        (["m=t0,,t 1"], [], "--subscription 'm=t0,,t 1': '' is not a legal topic name"),
        ([], ["t0"], "--partitions 't0': expected TOPIC=N with N from 0 to 2147483647"),
        ([], ["t0=-1"], "--partitions 't0=-1': expected TOPIC=N with N from 0"),
        ([], ["t0=2147483648"], "--partitions 't0=2147483648': expected TOPIC=N with N from 0"),
        ([], ["t0=²"], "--partitions 't0=²': expected TOPIC=N with N from 0"),
        ([], ["t0=1", "t0=2"], "--partitions 't0=2': expected TOPIC=N once for each topic"),
        (["consumer=t0"], [], "--subscription: unknown member or client 'consumer'; did you mean 'consumer-1'?"),
        (
            ["cl=t9"],
            [],
            "--subscription: the text shows no topic 't9' (the text shows t0); if the name is right, ",
        ),
        ([], ["t9=1"], "--partitions: unknown topic 't9' (the text sho"),
        ([], ["t0=1"], "--partitions t0=1: the text shows t0"),
    ],
)
def test_wrong_options_are_rejected(subscriptions: list[str], partitions: list[str], says: str) -> None:
    views = read_views([parse_page(members("consumer-1 1 1 t0:1"))])

    with pytest.raises(AssayError) as caught:
        group_with_hints(views, subscriptions, partitions)

    assert says == str(caught.value)[: len(says)]


def test_hint_can_add_a_topic_with_its_size() -> None:
    known = parse_hints(["m=t0,new"], ["new=4"])
    views = read_views([parse_page(members("m 1 1 t0:0"))])

    refuse_unknown_names(known, views.values())

    assert {"t0": 1, "new": 4} == group_from_views(views["g"], known).partition_counts()
