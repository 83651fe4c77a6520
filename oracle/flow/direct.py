"""
Blocks in which whatever must move can move in one step, by one maximum flow.

As in the closed form (`oracle.flow.even`), members that had more than their load give up the surplus and nobody else
gives up anything; here the flow decides what they give up, and who takes it. If all of it finds a place, no plan keeps
more. If not, either the block cannot share evenly, or some partition can only move by pushing another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.flow.arcs import Arcs
from oracle.flow.blocks import summed
from oracle.flow.plan import matched, rank

if TYPE_CHECKING:
    from oracle.flow.blocks import Blocks, Mask
    from oracle.flow.plan import Plan
    from oracle.problem import Ints, Shape


def share_directly(shape: Shape, blocks: Blocks, chosen: Mask, plan: Plan) -> Mask:
    """
    Enter those of the `chosen` blocks in which it is possible into `plan`; which ones is the answer.
    """
    if not chosen.any():
        return chosen
    flow = _DirectFlow(shape, blocks, chosen)
    done: Mask = chosen & (flow.unplaced() == 0)
    flow.enter(done, plan)
    return done


class _DirectFlow:
    """
    source -> hubs (what nobody had) -> crews -> sink (what their takers lack)
    source -> givers (their surplus) -> hubs
    crews and givers -> a block's spare extras -> sink

    Members with more than the floor are the first to get extras. Where these suffice for a block's extras, the flow
    chooses among them; else all of them get one, which is their `base`, and the flow spreads the rest over the others.
    """

    def __init__(self, shape: Shape, blocks: Blocks, chosen: Mask) -> None:
        self.shape, self.blocks = shape, blocks
        floor, block = blocks.floor[blocks.of_member], blocks.of_member
        rich = blocks.had > floor
        riches = np.bincount(block[rich], minlength=len(chosen))
        suffice = riches >= blocks.extras
        self.spare = blocks.extras - np.where(suffice, 0, riches)
        self.base = floor + (rich & ~suffice[block])
        self.eligible = rich == suffice[block]
        gives = blocks.had > self.base
        self.givers, self.takers = np.flatnonzero(chosen[block] & gives), np.flatnonzero(chosen[block] & ~gives)
        self.hubs, self.crews = np.flatnonzero(chosen[blocks.of_hub]), np.flatnonzero(chosen[blocks.of_crew])
        self.edges = np.flatnonzero(blocks.inside & chosen[blocks.of_hub[shape.edge_hub]])
        self.keeps = np.flatnonzero(blocks.stays & (chosen[block] & gives)[shape.keep_member])
        self._solve(np.flatnonzero(chosen))

    def _solve(self, chosen: Ints) -> None:
        from ortools.graph.python.max_flow import SimpleMaxFlow

        shape, blocks, givers, takers = self.shape, self.blocks, self.givers, self.takers
        crew, member = len(shape.supply), len(shape.supply) + len(shape.size)
        extra = member + shape.members
        source, sink = extra + len(blocks.floor), extra + len(blocks.floor) + 1
        had_by_some = summed(shape.keep_hub[blocks.stays], shape.keep_count[blocks.stays], len(shape.supply))
        lack = summed(shape.crew[takers], (self.base - blocks.had)[takers], len(shape.size))
        eligible = np.bincount(shape.crew[takers[self.eligible[takers]]], minlength=len(shape.size))
        hub_end, crew_end = shape.edge_hub[self.edges], shape.edge_crew[self.edges]
        givers_own = shape.keep_member[self.keeps], shape.keep_hub[self.keeps], shape.keep_count[self.keeps]

        arcs = Arcs()
        self.unowned = arcs.lay(source, self.hubs, (shape.supply - had_by_some)[self.hubs])
        self.surplus = arcs.lay(source, member + givers, (blocks.had - self.base)[givers])
        self.given_up = arcs.lay(member + givers_own[0], givers_own[1], givers_own[2])
        self.served = arcs.lay(hub_end, crew + crew_end, shape.supply[hub_end])
        arcs.lay(crew + self.crews, sink, lack[self.crews])
        self.crew_extras = arcs.lay(crew + self.crews, extra + blocks.of_crew[self.crews], eligible[self.crews])
        self.giver_extras = arcs.lay(
            member + givers, extra + blocks.of_member[givers], self.eligible[givers].astype(np.int64)
        )
        arcs.lay(extra + chosen, sink, self.spare[chosen])
        self.flow = SimpleMaxFlow()
        self.flow.add_arcs_with_capacity(*arcs.ends())
        self.flow.solve(source, sink)

    def unplaced(self) -> Ints:
        """
        How many partitions of each block found no place.
        """
        number = len(self.blocks.floor)
        hubs, givers = self.unowned, self.surplus
        return summed(self.blocks.of_hub[self.hubs], hubs.capacity - self.flow.flows(hubs.numbers), number) + summed(
            self.blocks.of_member[self.givers], givers.capacity - self.flow.flows(givers.numbers), number
        )

    def enter(self, done: Mask, plan: Plan) -> None:
        """
        Enter the blocks that are `done` into `plan`.
        """
        shape, blocks = self.shape, self.blocks
        load = self.base.copy()
        load[self.givers] += self.flow.flows(self.giver_extras.numbers)
        extras = np.zeros(len(shape.size), dtype=np.int64)
        extras[self.crews] = self.flow.flows(self.crew_extras.numbers)
        in_line = self.takers[self.eligible[self.takers]]
        in_line = in_line[np.argsort(shape.crew[in_line], kind="stable")]
        load[in_line] += rank(shape.crew[in_line]) < extras[shape.crew[in_line]]
        members = done[blocks.of_member]
        plan.load[members] = load[members]

        kept = np.where(blocks.stays, shape.keep_count, 0)
        kept[self.keeps] -= self.flow.flows(self.given_up.numbers)
        keeps = members[shape.keep_member]
        plan.kept[keeps] = kept[keeps]
        edges = done[blocks.of_hub[shape.edge_hub[self.edges]]]
        served = self.flow.flows(self.served.numbers)[edges]
        ends = shape.edge_crew[self.edges][edges], shape.edge_hub[self.edges][edges]
        takers = self.takers[members[self.takers]]
        plan.gifts.append(matched(ends[0], ends[1], served, shape.crew[takers], takers, (load - blocks.had)[takers]))
