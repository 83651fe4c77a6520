"""Tests of what a campaign never exercised, from rows of its summaries written by hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.pipeline.campaign import plan as plan_module
from kafka_assay.pipeline.campaign.plan import CampaignPlan, PlannedTarget
from kafka_assay.pipeline.campaign.unexercised import SILENT, Unexercised, example_group, find_unexercised
from kafka_assay.properties.input_families import FAMILIES, LIVES, MIXED, is_member_of
from kafka_assay.properties.registry import LAW_BY_ID, promised_laws
from kafka_assay.properties.strategies.drawn import drawn_example
from tests.support.golden_verdicts import NOT_APPLICABLE, read_golden

PLAN = CampaignPlan(
    seed=0,
    cases=2 * 500,
    targets=tuple(PlannedTarget(target=name, version="1", like=name, repeats=True) for name in ("range", "sticky")),
    families=("clean", "racks"),
    laws="all",
    code="1+0",
    call_timeout=5.0,
    stretch=500,
)
RETURNS, EVEN = "returns-an-answer", "even-when-equal"
RACKS, STATIC, ORDER = "racks-never-cost-balance", "restart-keeps-static-members", "order-does-not-matter"


@dataclass
class Campaign:
    """The summaries of a campaign in which every family exercises every target, and every law that it can."""

    plan: CampaignPlan = PLAN
    rates: dict[tuple[str, str, str], int] = field(default_factory=dict)
    put: dict[tuple[str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for target in (one.target for one in self.plan.targets):
            for family in self.plan.families:
                self.put[target, family] = 250
                self.rates |= {(target, family, law): 250 for law in _laws_of(target, family)}

    def forget(self, *, target: str | None = None, family: str | None = None, law: str | None = None) -> None:
        """Remove the verdicts of a target, family or law."""
        for place in list(self.rates):
            if all(known in {None, part} for known, part in zip((target, family, law), place, strict=True)):
                del self.rates[place]

    def found(self) -> list[Unexercised]:
        rates = [
            {"target": target, "family": family, "law": law, "of": of}
            for (target, family, law), of in self.rates.items()
        ]
        put: list[tuple[str, str | None, int]] = [(*place, pairs) for place, pairs in self.put.items()]
        put += [(one.target, None, 500) for one in self.plan.targets]
        seconds = [{"target": target, "family": family, "pairs": pairs} for target, family, pairs in put]
        return find_unexercised(self.plan, rates, seconds)

    def without_laws(self) -> list[Unexercised]:
        """The entries about families and targets."""
        return [one for one in self.found() if one.law is None]


def _laws_of(reference: str, family: str) -> list[str]:
    example = example_group(family)
    assert example is not None
    promises = reference_assignor(reference).promises
    return [law.id for law in promised_laws(promises) if law.is_asked_of(promises, example)]


SILENT_ENTRY = Unexercised(reason="no verdict", groups=250, silent=True)
LISTED_ENTRY = Unexercised(reason="no verdict", groups=0, silent=False)
silent, listed = partial(replace, SILENT_ENTRY), partial(replace, LISTED_ENTRY)


def test_healthy_campaign_lists_only_laws_that_no_family_is_to_exercise() -> None:
    """Nobody has an instance id in these families."""
    assert [listed(law=STATIC)] == Campaign().found()


@pytest.mark.parametrize(
    ("forgotten", "expected"),
    [
        ({"family": "racks"}, silent(family="racks", reason="no answer")),
        ({"target": "range"}, silent(target="range", reason="no answer", groups=500)),
        ({"family": "clean", "law": EVEN}, silent(law=EVEN, family="clean")),
        ({"law": RACKS}, silent(law=RACKS)),
        # A client may drop the order of its lists, unless another family showed that it does not.
        ({"law": ORDER, "family": "racks"}, silent(law=ORDER, family="racks")),
        ({"law": ORDER}, listed(law=ORDER)),
    ],
)
def test_what_could_have_been_exercised_is_one_entry(forgotten: dict[str, str], expected: Unexercised) -> None:
    campaign = Campaign()
    campaign.forget(**forgotten)

    about_the_same = [one for one in campaign.found() if (one.law is None) is (expected.law is None)]

    assert [expected] == [one for one in about_the_same if one.law != STATIC]


@pytest.mark.parametrize("family", ["racks", "stale-claims", "many-small-topics", "sequences", "histories"])
def test_family_whose_groups_lack_its_oddity_is_silent(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a generator draws valid groups, and every target answers."""
    campaign = Campaign(replace(PLAN, families=("clean", family)))
    empty_twice = replace(PLAN, families=("empty-subscriptions",)).example(0)
    monkeypatch.setattr(
        plan_module,
        "drawn_example",
        lambda name, seed, number: drawn_example(name, seed, number) if name == "clean" else empty_twice,
    )

    (found,) = campaign.without_laws()

    assert (family, "no such group", True) == (found.family, found.reason, found.silent)
    assert SILENT <= found.groups < 500


def test_small_family_whose_groups_lack_its_oddity_is_only_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan_module, "drawn_example", lambda _, seed, number: drawn_example("clean", seed, number))

    (found,) = Campaign(replace(PLAN, cases=2 * 398)).without_laws()

    assert listed(family="racks", reason="no such group", groups=199) == found


@pytest.mark.parametrize("target", [None, "range"])
def test_family_that_a_target_cannot_express_is_listed_and_not_silent(target: str | None) -> None:
    campaign = Campaign()
    campaign.forget(target=target, family="racks")
    campaign.put = {place: pairs for place, pairs in campaign.put.items() if place[1] != "racks" or place[0] != "range"}
    if target is None:
        del campaign.put["sticky", "racks"]

    assert [listed(target=target, family="racks", reason="refused")] == campaign.without_laws()


def test_family_of_which_a_small_campaign_draws_no_group_is_not_refused() -> None:
    campaign = Campaign(replace(PLAN, cases=2))
    (other,) = {*PLAN.families} - {PLAN.family_of(0)}
    campaign.forget(family=other)
    campaign.put = {place: 1 for place in campaign.put if place[1] != other}

    assert listed(family=other, reason="no such group") in campaign.found()


@pytest.mark.parametrize(("pairs", "is_silent"), [(SILENT, True), (SILENT - 1, False)])
def test_target_that_gives_no_answer_in_a_family_is_silent_from_200_groups_on(*, pairs: int, is_silent: bool) -> None:
    campaign = Campaign()
    campaign.forget(target="range", family="racks")
    campaign.rates["range", "racks", RETURNS] = campaign.put["range", "racks"] = pairs

    expected = listed(target="range", family="racks", reason="no answer", groups=pairs, silent=is_silent)
    assert [expected] == campaign.without_laws()


def test_law_that_one_target_decides_is_exercised() -> None:
    campaign = Campaign()
    campaign.forget(target="range", law=RACKS)

    assert RACKS not in {one.law for one in campaign.found()}


def test_law_with_further_questions_needs_more_groups_under_default_laws() -> None:
    law = "join-only-gives-to-joiner"
    campaign = Campaign(replace(PLAN, laws="default", families=("clean", "ghost-claims")))
    campaign.forget(family="clean", law=law)

    assert law not in {one.law for one in campaign.found()}
    campaign.put["sticky", "clean"] = 16 * SILENT
    assert silent(law=law, family="clean", groups=SILENT) == campaign.found()[0]


def test_law_that_is_always_undecided_is_listed_and_not_silent() -> None:
    campaign = Campaign()
    campaign.rates |= {place: 0 for place in campaign.rates if place[2] == RACKS}

    assert listed(law=RACKS) in campaign.found()


@pytest.mark.parametrize("family", sorted(FAMILIES.keys() - LIVES - {MIXED}))
def test_example_group_belongs_to_its_family(family: str) -> None:
    example = example_group(family)

    assert example is not None
    assert is_member_of(family, example)


def test_law_that_is_defined_on_an_example_is_judged_on_drawn_groups() -> None:
    """An example on which more laws are defined would make a healthy campaign silent."""
    _, golden = read_golden()
    judged = {
        (family, law, reference)
        for reference in ("range", "roundrobin", "sticky", "cooperative-sticky", "optimal", "lag", "lag-global")
        for law in golden[reference].keys() & LAW_BY_ID.keys()
        for family, letters in zip(FAMILIES, golden[reference][law].split(), strict=False)
        if set(letters) != {NOT_APPLICABLE}
    }

    expected = {
        (family, law, reference)
        for family in FAMILIES.keys() - {MIXED}
        for reference in {reference for *_, reference in judged}
        for law in _laws_of(reference, family)
    }

    assert set() == expected - judged
