from __future__ import annotations

from statistics import fmean

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.life import Event, Life
from kafka_assay.pipeline.months.drawn_month import KEYS, MONTH, SCALED_OUT, Rates, draw_month, parse_rates


def months(rates: Rates, count: int = 100) -> list[Life]:
    return [draw_month(0, number, rates) for number in range(count)]


def test_seed_and_number_decide_the_month() -> None:
    assert draw_month(4, 2, Rates()) == draw_month(4, 2, Rates())
    assert draw_month(4, 2, Rates()) != draw_month(4, 3, Rates())
    assert draw_month(4, 2, Rates()) != draw_month(5, 2, Rates())


def test_sizes_stay_within_their_bounds() -> None:
    rates = parse_rates(["least-members=4", "most-members=9", "most-topics=2", "unequal=0"])

    groups = [life.group for life in months(rates)]

    assert set(range(4, 10)) == {len(group.members) for group in groups}
    assert {1, 2} == {len(group.topics) for group in groups}


def test_rates_are_mean_numbers_of_events_in_a_month() -> None:
    """Of 400 Poisson numbers with mean 6 the mean lies within 0.5 of it."""
    lives = months(Rates(deploys=6, scale_outs=0, crashes=0, growths=0), 400)

    assert abs(fmean(len(life.events) for life in lives) - 6) < 0.5
    assert {0} == {len(life.events) for life in months(Rates(deploys=0, scale_outs=0, crashes=0, growths=0))}


def test_deploy_restarts_all_members_one_by_one_or_a_quarter_at_once() -> None:
    (one, *_) = draw_month(0, 0, Rates(deploys=9, scale_outs=0, crashes=0, quarter=0)).events
    life = draw_month(0, 0, Rates(deploys=9, scale_outs=0, crashes=0, quarter=1, least_members=20))

    assert one.restart is not None
    assert 1 == one.restart.parallel
    restart = next(event.restart for event in life.events if event.restart)
    assert len(life.group.members) == len(restart.members)
    assert len(restart.members) // 4 == restart.parallel


def test_scale_out_adds_half_and_takes_them_away_after_a_working_day() -> None:
    life = next(life for life in months(Rates(deploys=0, scale_outs=1, crashes=0, growths=0)) if len(life.events) == 2)

    out, back = life.events
    assert max(1, len(life.group.members) // 2) == len(out.join)
    assert tuple(member.id for member in out.join) == back.leave
    assert _at(out) + SCALED_OUT == _at(back)


def test_crashed_dynamic_member_is_replaced_under_a_new_id() -> None:
    life = draw_month(0, 0, Rates(deploys=0, scale_outs=0, crashes=5, growths=0, static=0), restart=20)

    crash, replacement, *_ = life.events
    assert _at(crash) + 20 == _at(replacement)
    assert replacement.join[0].id not in life.group.member_ids()
    gone = next(member for member in life.group.members if member.id in crash.crash)
    assert gone.subscription == replacement.join[0].subscription


def test_crashed_static_member_restarts() -> None:
    lives = months(Rates(deploys=0, scale_outs=0, crashes=5, growths=0, static=1), 10)

    assert all(member.instance_id for life in lives for member in life.group.members)
    assert {"restart"} == {
        name
        for life in lives
        for event in life.events
        for name in ("restart", "crash", "join", "leave", "topics")
        if getattr(event, name)
    }


def test_topic_doubles_when_it_grows() -> None:
    life = draw_month(0, 1, Rates(deploys=0, scale_outs=0, crashes=0, growths=5))

    ((topic, count),) = life.events[0].topics
    assert 2 * life.group.partition_counts()[topic] == count


def test_older_members_of_an_unequal_group_do_not_read_the_newest_topic() -> None:
    for life in months(Rates(unequal=1), 20):
        subscriptions = [member.subscription for member in life.group.members]
        newest = life.group.topics[-1].name
        assert 2 == len(set(subscriptions))
        assert newest not in subscriptions[0]
        assert newest in subscriptions[-1]


def test_events_are_in_order_and_within_the_month() -> None:
    for life in months(Rates(deploys=20, crashes=20), 20):
        times = [_at(event) for event in life.events]
        assert sorted(times) == times
        assert times[-1] <= MONTH + 30


def _at(event: Event) -> float:
    assert event.at is not None
    return event.at


def test_each_key_changes_its_rate() -> None:
    assert Rates() == parse_rates([])
    for key in KEYS:
        value = getattr(Rates(), key.replace("-", "_"))
        assert Rates() == parse_rates([f"{key}={value}"])
    assert 3 == parse_rates(["scale-outs=3"]).scale_outs


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("deploy=3", "did you mean 'deploys'"),
        ("deploys", "expected KEY=NUMBER"),
        ("deploys=x", "--rate deploys=x: expected a number"),
        ("deploys=nan", "from 0 to 1000"),
        ("static=2", "--rate static=2: expected a number from 0 to 1"),
        ("least-members=1", "from 2 to 1000"),
        ("most-members=2", "--rate most-members=2: expected a number from 3 to 1000"),
        ("most-partitions=0.5", "from 1 to 1000"),
    ],
)
def test_impossible_rate_is_refused(word: str, said: str) -> None:
    with pytest.raises(AssayError, match=said):
        parse_rates([word])
