"""
Lives: a group, and the events before each further rebalance. They have one of two starts.

* A life of claims (`sequences`) starts with a clean group, whose members already claim something.
* A history (`histories`) starts with a new group, where nobody claims anything. All later claims are what the members'
  clients send after what happened to them. Most groups run one client family, drawn as releases of Java's client. In
  every fourth group some members are guests: they run other families. The protocol, the clients of a target of another
  family, and the guests that can be in its groups are filled in when the history is run
  (`properties/judging/history_cast.py`). Guests come last, so that a member with the target as its assignor leads. In
  every fourth group members and replicas have racks. A member sends its rack if its client does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kafka_assay.assignors.life import Life, LifeRun
from kafka_assay.assignors.life_members import LifeMember
from kafka_assay.assignors.model import Group
from kafka_assay.membership.client_families import CLIENTS, GUESTS
from kafka_assay.properties.strategies.choices import Choice, Draw, booleans, integers, lists, named, tuples
from kafka_assay.properties.strategies.clean import USUAL, GroupSize, clean_draft
from kafka_assay.properties.strategies.groups import groups_of
from kafka_assay.properties.strategies.life_draft import CHANGES, INCIDENTS, LifeDraft
from kafka_assay.properties.strategies.twists import racks

SMALL = GroupSize(topics=(1, 3), partitions=(1, 4))
"""The size of a history's group."""
MOST_EVENTS = 6
MOST_CHANGES, MOST_INCIDENTS = 4, 2
MOST_JOINED = 2
"""The most members that the group of a life of claims may have more than at the start."""

_SMALL = integers(0, 7)
_RARE = integers(0, 3)
_STATIC = integers(0, 5)
_GUEST = integers(0, len(GUESTS) - 1)
_CHANGE = tuples(named("change", integers(0, len(CHANGES) - 1)), _SMALL, _SMALL)
_INCIDENT = tuples(named("incident", integers(0, len(INCIDENTS) - 1)), _SMALL, _SMALL)


@cache
def _plots(change: Choice[tuple[int, ...]], least: int, most: int, events: int) -> Choice[list[list[tuple[int, ...]]]]:
    """At least three events if six are allowed: shrinking shortens lives, and little happens in one event."""
    return lists(lists(change, least=least, most=most), least=min(3, events - 1), most=events)


def draw_life(draw: Draw, name: str, size: GroupSize | None) -> LifeRun:
    """
    A life of claims, of three to six events (tiny: one or two), that starts with a group of the family called `name`.

    In half of the lives one assignor object answers all questions.
    """
    group = draw(groups_of(name, size or USUAL))
    plot = draw(_plots(_CHANGE, 0, MOST_CHANGES, 2 if size else MOST_EVENTS))
    one_object = draw(booleans())
    most = size.members if size else len(group.members) + MOST_JOINED
    return LifeRun(life=life_of(group, plot, most_members=most), one_object=one_object)


def life_of(group: Group, plot: Sequence[Sequence[tuple[int, ...]]], *, most_members: int) -> Life:
    """The life that starts with `group` and follows the numbers in `plot`: a list of events, each a list of changes."""
    draft = LifeDraft(group, most_members)
    return Life(group=group, events=tuple(draft.event(changes, CHANGES) for changes in plot))


def draw_history(draw: Draw, size: GroupSize | None) -> LifeRun:
    """A history of three to six events (tiny: one or two)."""
    start = clean_draft(draw, least_members=2, size=size or SMALL)
    # Half of the groups run one release; in one of six all members are static, in another every second one.
    is_mixed, static = draw(_RARE) > 1, draw(_STATIC)
    common = draw(_SMALL)
    clients = []
    for place, member in enumerate(start.members):
        member.claims.clear()
        member.generation = None
        if static == 4 or (static == 5 and place % 2):
            member.instance_id = f"i{place}"
        clients.append(_client(draw(_SMALL) if is_mixed else common))
    plot = draw(_plots(_INCIDENT, 1, MOST_INCIDENTS, 2 if size else MOST_EVENTS))
    guests = 1 + draw(_SMALL) % (len(clients) - 1) if draw(_RARE) == 3 and len(clients) > 1 else 0
    hosts = len(clients) - guests
    clients[hosts:] = [GUESTS[draw(_GUEST)] for _ in range(guests)]
    if draw(_RARE) == 3:
        racks(draw, start)
    group = start.group()
    client_of = dict(zip(group.member_ids(), clients, strict=True))
    joining = (_client(common), *dict.fromkeys(clients[hosts:]))
    draft = LifeDraft(group, (size or SMALL).members, clients=client_of, joining=joining)
    return LifeRun(
        life=Life(
            group=group,
            events=tuple(draft.event(incidents, INCIDENTS) for incidents in plot),
            runs=tuple(LifeMember(member=name, client=client) for name, client in client_of.items()),
        )
    )


def _client(number: int) -> str:
    """Half of the numbers from 0 to 7 stand for the newest release."""
    return CLIENTS[max(0, number - 3)]
