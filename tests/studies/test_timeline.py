from tests.support.broker.timeline import BROKER, RUN, Event, coordinator_events, excerpt, member_events
from tests.support.broker.watched_lines import TimedLine

_HEAD = "14:01:41.533 INFO GroupMetadataManager [GroupCoordinator id=1 topic=__consumer_offsets partition=1] "
_PREPARING = "Preparing to rebalance group g in state PreparingRebalance with old generation 2 (reason: "
_ID = "C0-8b906e39-379e-452e-91e5-f2b85373ae90"


def test_an_excerpt_is_in_order_of_time_from_its_first_line() -> None:
    events = [Event(12.5, "C0", "owns t0-0"), Event(10.0, RUN, "C0 starts"), Event(12.25, BROKER, "Stabilized group g")]

    assert [
        "  0.00  run     C0 starts",
        "  2.25  broker  Stabilized group g",
        "  2.50  C0      owns t0-0",
    ] == excerpt(events)


def test_the_log_is_shortened_to_the_rebalances_of_one_group() -> None:
    lines = [
        f"{_HEAD}Stabilized group g generation 3 with 3 members.",
        f"{_HEAD}Stabilized group other generation 1 with 1 members.",
        f"{_HEAD}{_PREPARING}explicit `LeaveGroup` request for ({_ID}) members.).",
        f"{_HEAD}{_PREPARING}Adding new member {_ID} with group instance id null; client reason: x).",
        "14:01:41.533 INFO BrokerServer [BrokerServer id=1] group g",
    ]

    assert [
        Event(0.0, BROKER, "Stabilized group g generation 3 with 3 members."),
        Event(
            2.0,
            BROKER,
            "Preparing to rebalance group g ... old generation 2 (reason: explicit `LeaveGroup` request for (C0-...) "
            "members.).",
        ),
    ] == list(coordinator_events([TimedLine(float(at), line) for at, line in enumerate(lines)], "g"))


def test_a_member_says_what_it_owns_and_how_it_ended() -> None:
    lines = ["C0\towns\t", "a warning", "C0\tdid\tpause", "C0\towns\tt0-0,t0-1", "C0\towns\t", f"C0\tfailed\t{_ID}!"]

    assert ["owns t0-0,t0-1", "owns nothing", "failed C0-...!"] == [
        event.text for event in member_events("C0", [TimedLine(0.0, line) for line in lines])
    ]
