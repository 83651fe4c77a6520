"""
The loops of the minimum-cost flow: fill deficits from excesses along cheapest paths (the primal-dual method).

The search runs backwards, from the deficits. `label` holds a lower bound on the cost of the cheapest path from each
node: a possible step never costs less than the difference of the labels at its ends. The loops take only steps that
cost exactly this difference, which keeps the property true. At the end no cycle of steps has a negative cost, so no
flow that fills the same deficits is cheaper (Edmonds and Karp 1972, on potentials; Dinic 1970, on layers).
"""

from __future__ import annotations

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.loops.network import FAR, FlowNetwork, FlowState

MAKES_ARRAYS = False


def complete_flow(
    net: FlowNetwork,
    flow: FlowState,
    label: Ints,
    layer: Ints,
    slack: Ints,
    queue: Ints,
    cursor: Ints,
    path: Ints,
    most: int,
) -> bool:
    """
    Fill all deficits that can be filled, as cheaply as possible.

    Returns False if it stopped early, because it had looked at `most` steps. Called again, it continues there.

    At the end `layer` holds the layers of the last search. If deficits are left, only the nodes in a layer (not -1)
    could fill them. The other arrays are work space with one entry for each node.
    """
    nodes, looked = len(label), 0
    roots = _queue_deficits(net, flow, queue)
    while roots > 0:
        if looked >= most:
            return False
        found, steps = _build_layers(net, flow, label, layer, slack, queue, roots)
        looked += steps
        if found:
            # Primal step, a blocking flow: cursors only advance, so a step without a continuation is not tried again.
            for node in range(nodes):
                cursor[node] = 0
            for place in range(roots):
                looked += _augment(net, flow, label, layer, cursor, path, queue[place])
        else:
            step = FAR
            for node in range(nodes):
                if layer[node] < 0:
                    step = min(step, slack[node])
            # No step leads from the other nodes to those in layers: these two sets are the two sides of a cut.
            if step == FAR:
                break
            # Dual step: one more step becomes a cheapest one, and no step becomes cheaper than its labels allow.
            for node in range(nodes):
                if layer[node] < 0:
                    label[node] += step
        roots = _queue_deficits(net, flow, queue)
    return True


def _queue_deficits(net: FlowNetwork, flow: FlowState, queue: Ints) -> int:
    """Put the nodes with a deficit into `queue`, and count them."""
    first_member = len(flow.left) + len(net.class_member_start) - 1
    tail = 0
    for member in range(len(net.member_class)):
        if flow.missing[member] > 0:
            queue[tail] = first_member + member
            tail += 1
    for block in range(len(flow.spare)):
        if flow.spare[block] > 0:
            queue[tail] = first_member + len(net.member_class) + block
            tail += 1
    return tail


def _build_layers(
    net: FlowNetwork, flow: FlowState, label: Ints, layer: Ints, slack: Ints, queue: Ints, roots: int
) -> tuple[bool, int]:
    """
    Arrange the nodes in layers around the deficits, the first `roots` in `queue`, along the cheapest steps.

    Returns whether a layer has an excess, and how many steps it looked at. The search ends at the first excess.
    Otherwise `slack` holds by how much the label of each other node must rise until a step from it is a cheapest one.
    """
    first_class, first_member = len(flow.left), len(flow.left) + len(net.class_member_start) - 1
    for node in range(len(label)):
        layer[node], slack[node] = -1, FAR
    for place in range(roots):
        layer[queue[place]] = 0
    place, tail, found, unseen, looked = 0, roots, FAR, first_class, 0
    while place < tail and layer[queue[place]] < found:
        node, turn = queue[place], 0
        place += 1
        # Rows are long, and once all topic classes are in layers they add nothing.
        if unseen == 0 and first_class <= node < first_member:
            turn = net.row_start[node - first_class + 1] - net.row_start[node - first_class]
        while turn >= 0:
            other, capacity, price, turn = _arc(net, flow, node, turn)
            looked += 1
            if capacity > 0 and layer[other] < 0:
                gap = price + label[node] - label[other]
                if gap == 0:
                    layer[other] = layer[node] + 1
                    queue[tail] = other
                    tail += 1
                    unseen -= other < first_class
                    if _excess(net, flow, other) > 0:
                        found = min(found, layer[other])
                elif gap < slack[other]:
                    slack[other] = gap
    return found < FAR, looked


def _excess(net: FlowNetwork, flow: FlowState, node: int) -> int:
    """The excess of a node."""
    first_member = len(flow.left) + len(net.class_member_start) - 1
    if node < len(flow.left):
        return int(flow.left[node])
    if first_member <= node < first_member + len(net.member_class):
        return int(max(0, -flow.missing[node - first_member]))
    return 0


def _augment(net: FlowNetwork, flow: FlowState, label: Ints, layer: Ints, cursor: Ints, path: Ints, root: int) -> int:
    """
    Fill the deficit at `root` as far as possible, along cheapest steps from layer to layer. Count the steps looked at.

    `cursor` holds each node's turn.
    """
    first_member, depth, looked = len(flow.left) + len(net.class_member_start) - 1, 0, 0
    first_block = first_member + len(net.member_class)
    path[0] = root
    while depth >= 0:
        wanted = flow.missing[root - first_member] if root < first_block else flow.spare[root - first_block]
        node = path[depth]
        amount = min(wanted, _excess(net, flow, node)) if depth > 0 else 0
        if wanted == 0:
            break
        looked += 1
        if amount > 0:
            looked += depth
            for step in range(depth):
                amount = min(amount, _arc(net, flow, path[step], cursor[path[step]])[1])
            # Start at the excess: serving a member class adds a new edge before the edge at which its topic class's
            # turn stands.
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
            # Any step of the path may be used up, so start again at the root.
            depth = 0
            continue
        other, capacity, price, turn = _arc(net, flow, node, cursor[node])
        if other < 0:
            # A dead end: no later path of this search comes here.
            layer[node] = FAR
            depth -= 1
        elif capacity > 0 and layer[other] == layer[node] + 1 and price + label[node] == label[other]:
            depth += 1
            path[depth] = other
        else:
            cursor[node] = turn
    return looked


def _arc(net: FlowNetwork, flow: FlowState, node: int, turn: int) -> tuple[int, int, int, int]:
    """
    One of the steps that lead to `node`: its start node, its capacity, its price, and the next turn.

    Turns begin at 0. After the last turn both the start node and the next turn are -1. Steps lead

    * to a topic class from the members that keep some of it, and from the member classes that it serves;
    * to a member class from its topic classes, and from members with new partitions;
    * to a member from its class, from the block that gave it an extra, and from the topic classes that it gave some to;
    * to a block from its members without an extra.
    """
    first_class, first_member = len(flow.left), len(flow.left) + len(net.class_member_start) - 1
    first_block = first_member + len(net.member_class)
    # Arcs are not stored. The flow so far determines the capacity of each step in both directions.
    if node < first_class:
        claims = net.class_claim_start[node + 1] - net.class_claim_start[node]
        if 0 <= turn < claims:
            claim = net.class_claim[net.class_claim_start[node] + turn]
            return first_member + net.claim_member[claim], flow.kept[claim], 0, turn + 1
        # After the claims a turn is the number of claims plus the link to an edge.
        edge = flow.newest[node] - 1 if turn == claims else turn - claims - 1
        if turn < 0 or edge < 0:
            return -1, 0, 0, -1
        link = flow.older[edge]
        return first_class + flow.to_member_class[edge], flow.served[edge], -1, claims + link if link > 0 else -1
    if node < first_member:
        edge = net.row_start[node - first_class] + turn
        if edge < net.row_start[node - first_class + 1]:
            topic_class = net.row_class[edge]
            serves = net.topic_class_block[topic_class] == net.member_class_block[node - first_class]
            return topic_class, FAR if serves else 0, 1, turn + 1
        place = net.class_member_start[node - first_class] + edge - net.row_start[node - first_class + 1]
        if place < net.class_member_start[node - first_class + 1]:
            member = net.class_member[place]
            return first_member + member, flow.given[member], 0, turn + 1
        return -1, 0, 0, -1
    if node < first_block:
        member = node - first_member
        if turn == 0:
            return first_class + net.member_class[member], FAR, 0, 1
        if turn == 1:
            return first_block + net.block[member], flow.raised[member], 0, 2
        claim = net.claim_start[member] + turn - 2
        if claim < net.claim_start[member + 1]:
            return net.claim_class[claim], net.claim_count[claim] - flow.kept[claim], 0, turn + 1
        return -1, 0, 0, -1
    place = net.block_start[node - first_block] + turn
    if place < net.block_start[node - first_block + 1]:
        member = net.block_member[place]
        return first_member + member, 1 - flow.raised[member], 0, turn + 1
    return -1, 0, 0, -1


def _push(net: FlowNetwork, flow: FlowState, node: int, turn: int, amount: int) -> None:
    """Take the step that leads to `node` at this turn."""
    first_class, first_member = len(flow.left), len(flow.left) + len(net.class_member_start) - 1
    first_block = first_member + len(net.member_class)
    if node < first_class:
        claims = net.class_claim_start[node + 1] - net.class_claim_start[node]
        if turn < claims:
            flow.kept[net.class_claim[net.class_claim_start[node] + turn]] -= amount
        else:
            flow.served[flow.newest[node] - 1 if turn == claims else turn - claims - 1] -= amount
    elif node < first_member:
        edge = net.row_start[node - first_class] + turn
        if edge < net.row_start[node - first_class + 1]:
            _serve(flow, net.row_class[edge], node - first_class, edge, amount)
        else:
            place = net.class_member_start[node - first_class] + edge - net.row_start[node - first_class + 1]
            flow.given[net.class_member[place]] -= amount
    elif node < first_block:
        member = node - first_member
        if turn == 0:
            flow.given[member] += amount
        elif turn == 1:
            flow.raised[member] = 0
        else:
            flow.kept[net.claim_start[member] + turn - 2] += amount
    else:
        flow.raised[net.block_member[net.block_start[node - first_block] + turn]] = 1


def _serve(flow: FlowState, topic_class: int, member_class: int, edge: int, amount: int) -> None:
    """Let an edge carry more. An edge is linked when it first carries anything, and stays linked afterwards."""
    flow.served[edge] += amount
    if flow.older[edge] == 0:
        flow.older[edge], flow.to_member_class[edge] = flow.newest[topic_class], member_class
        flow.newest[topic_class] = edge + 1
