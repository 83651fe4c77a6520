"""
The loops of the flow: lacks are filled from stocks by the cheapest ways.

Ways are searched backwards, from the lacks. `label` holds what the cheapest way from each node costs, as far as is
known: a step that is possible never costs less than the difference of the labels at its ends. Only steps that cost just
that are taken, which keeps this true; so in the end no closed walk of steps costs less than nothing, and no flow that
fills the same lacks is cheaper (Edmonds and Karp 1972, on potentials; Dinic 1970, on layers).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.loops.network import FAR

if TYPE_CHECKING:
    from oracle.columns import Ints
    from oracle.loops.network import Flow, Net

MAKES_ARRAYS = False


def finish(net: Net, flow: Flow, label: Ints, layer: Ints, slack: Ints, queue: Ints, cursor: Ints, path: Ints) -> None:
    """
    Fill all lacks that can be filled, as cheaply as possible.

    In the end `layer` holds those of the last search: where lacks are left, the nodes in some layer (not -1) are all
    from which these could be filled. The others are room to work in, an entry for each node.
    """
    nodes = len(label)
    roots = _lacks(net, flow, queue)
    while roots > 0:
        if _searched(net, flow, label, layer, slack, queue, roots):
            cursor[:] = 0
            for place in range(roots):
                _pull(net, flow, label, layer, cursor, path, queue[place])
        else:
            step = FAR
            for node in range(nodes):
                if layer[node] < 0:
                    step = min(step, slack[node])
            if step == FAR:
                break
            for node in range(nodes):
                if layer[node] < 0:
                    label[node] += step
        roots = _lacks(net, flow, queue)


def _lacks(net: Net, flow: Flow, queue: Ints) -> int:
    """
    Put the nodes that lack something into `queue`; how many they are.
    """
    first_member = len(flow.left) + len(net.crew_start) - 1
    tail = 0
    for member in range(len(net.crew)):
        if flow.missing[member] > 0:
            queue[tail] = first_member + member
            tail += 1
    for block in range(len(flow.spare)):
        if flow.spare[block] > 0:
            queue[tail] = first_member + len(net.crew) + block
            tail += 1
    return tail


def _searched(net: Net, flow: Flow, label: Ints, layer: Ints, slack: Ints, queue: Ints, roots: int) -> bool:
    """
    Lay out the nodes in layers around the lacks, the first `roots` in `queue`, along the cheapest steps.

    Up to the first layer with a stock; if there is none, `slack` holds by how much the label of each other node has to
    rise until a step from it is a cheapest one.
    """
    hubs, crews = len(flow.left), len(net.crew_start) - 1
    layer[:], slack[:] = -1, FAR
    for place in range(roots):
        layer[queue[place]] = 0
    place, tail, found, unseen = 0, roots, FAR, hubs
    while place < tail and layer[queue[place]] < found:
        node, turn = queue[place], 0
        place += 1
        if unseen == 0 and hubs <= node < hubs + crews:
            turn = net.row_start[node - hubs + 1] - net.row_start[node - hubs]
        while turn >= 0:
            other, capacity, price, turn = _arc(net, flow, node, turn)
            if capacity > 0 and layer[other] < 0:
                gap = price + label[node] - label[other]
                if gap == 0:
                    layer[other] = layer[node] + 1
                    queue[tail] = other
                    tail += 1
                    unseen -= other < hubs
                    if _stock(net, flow, other) > 0:
                        found = min(found, layer[other])
                elif gap < slack[other]:
                    slack[other] = gap
    return found < FAR


def _stock(net: Net, flow: Flow, node: int) -> int:
    """
    What is too much at a node.
    """
    first_member = len(flow.left) + len(net.crew_start) - 1
    if node < len(flow.left):
        return int(flow.left[node])
    if first_member <= node < first_member + len(net.crew):
        return int(max(0, -flow.missing[node - first_member]))
    return 0


def _pull(net: Net, flow: Flow, label: Ints, layer: Ints, cursor: Ints, path: Ints, root: int) -> None:
    """
    Bring what the lack at `root` can get, along the cheapest steps from layer to layer; `cursor` is each node's turn.
    """
    first_member, depth = len(flow.left) + len(net.crew_start) - 1, 0
    first_block = first_member + len(net.crew)
    path[0] = root
    while depth >= 0:
        wanted = flow.missing[root - first_member] if root < first_block else flow.spare[root - first_block]
        node = path[depth]
        amount = min(wanted, _stock(net, flow, node)) if depth > 0 else 0
        if wanted == 0:
            return
        if amount > 0:
            for step in range(depth):
                amount = min(amount, _arc(net, flow, path[step], cursor[path[step]])[1])
            # From the stock on, because serving a crew puts a new edge before the one at which its hub's turn stands.
            for step in range(depth - 1, -1, -1):
                _push(net, flow, path[step], cursor[path[step]], amount)
            if node < len(flow.left):
                flow.left[node] -= amount
            else:
                flow.missing[node - first_member] += amount
            if root < first_block:
                flow.missing[root - first_member] -= amount
            else:
                flow.spare[root - first_block] -= amount
            depth = 0
            continue
        other, capacity, price, turn = _arc(net, flow, node, cursor[node])
        if other < 0:
            layer[node] = FAR
            depth -= 1
        elif capacity > 0 and layer[other] == layer[node] + 1 and price + label[node] == label[other]:
            depth += 1
            path[depth] = other
        else:
            cursor[node] = turn


def _arc(net: Net, flow: Flow, node: int, turn: int) -> tuple[int, int, int, int]:
    """
    One of the steps that lead to `node`: from which other node, how much it can carry, its price, and the next turn.

    Turns begin at 0; after the last one both the other node and the next turn are -1. Steps lead to a hub from those
    who keep some of it and from the crews that it serves, to a crew from its hubs and from members with new partitions,
    to a member from its crew, the block that gave it an extra and the hubs that it gave to, and to a block from its
    members without an extra.
    """
    hubs, crews, members = len(flow.left), len(net.crew_start) - 1, len(net.crew)
    if node < hubs:
        keeps = net.hub_start[node + 1] - net.hub_start[node]
        if 0 <= turn < keeps:
            keep = net.hub_keep[net.hub_start[node] + turn]
            return hubs + crews + net.keep_member[keep], flow.kept[keep], 0, turn + 1
        edge = flow.newest[node] - 1 if turn == keeps else turn - keeps - 1
        if turn < 0 or edge < 0:
            return -1, 0, 0, -1
        return (
            hubs + flow.to_crew[edge],
            flow.served[edge],
            -1,
            keeps + flow.older[edge] if flow.older[edge] > 0 else -1,
        )
    if node < hubs + crews:
        edge = net.row_start[node - hubs] + turn
        if edge < net.row_start[node - hubs + 1]:
            hub = net.row_hub[edge]
            return hub, FAR if net.hub_block[hub] == net.crew_block[node - hubs] else 0, 1, turn + 1
        place = net.crew_start[node - hubs] + edge - net.row_start[node - hubs + 1]
        if place < net.crew_start[node - hubs + 1]:
            member = net.crew_member[place]
            return hubs + crews + member, flow.given[member], 0, turn + 1
        return -1, 0, 0, -1
    if node < hubs + crews + members:
        member = node - hubs - crews
        if turn == 0:
            return hubs + net.crew[member], FAR, 0, 1
        if turn == 1:
            return hubs + crews + members + net.block[member], flow.raised[member], 0, 2
        keep = net.keep_start[member] + turn - 2
        if keep < net.keep_start[member + 1]:
            return net.keep_hub[keep], net.keep_count[keep] - flow.kept[keep], 0, turn + 1
        return -1, 0, 0, -1
    place = net.block_start[node - hubs - crews - members] + turn
    if place < net.block_start[node - hubs - crews - members + 1]:
        member = net.block_member[place]
        return hubs + crews + member, 1 - flow.raised[member], 0, turn + 1
    return -1, 0, 0, -1


def _push(net: Net, flow: Flow, node: int, turn: int, amount: int) -> None:
    """
    Take the step that leads to `node` at this turn.
    """
    hubs, crews, members = len(flow.left), len(net.crew_start) - 1, len(net.crew)
    if node < hubs:
        keeps = net.hub_start[node + 1] - net.hub_start[node]
        if turn < keeps:
            flow.kept[net.hub_keep[net.hub_start[node] + turn]] -= amount
        else:
            flow.served[flow.newest[node] - 1 if turn == keeps else turn - keeps - 1] -= amount
    elif node < hubs + crews:
        edge = net.row_start[node - hubs] + turn
        if edge < net.row_start[node - hubs + 1]:
            _serve(flow, net.row_hub[edge], node - hubs, edge, amount)
        else:
            place = net.crew_start[node - hubs] + edge - net.row_start[node - hubs + 1]
            flow.given[net.crew_member[place]] -= amount
    elif node < hubs + crews + members:
        member = node - hubs - crews
        if turn == 0:
            flow.given[member] += amount
        elif turn == 1:
            flow.raised[member] = 0
        else:
            flow.kept[net.keep_start[member] + turn - 2] += amount
    else:
        flow.raised[net.block_member[net.block_start[node - hubs - crews - members] + turn]] = 1


def _serve(flow: Flow, hub: int, crew: int, edge: int, amount: int) -> None:
    flow.served[edge] += amount
    if flow.older[edge] == 0:
        flow.older[edge], flow.to_crew[edge] = flow.newest[hub], crew
        flow.newest[hub] = edge + 1
