"""Groups with unequal shares, whose frontier has many points."""

from __future__ import annotations

from random import Random

from kafka_assay.assignors.model import Group, group_of


def skewed_group(seed: int) -> Group:
    """A random group in which members share few topics and some members own much more than the rest."""
    rng = Random(seed)
    names = [f"C{number}" for number in range(rng.randint(3, 6))]
    kind = rng.choice(["chain", "star", "random"])
    topics: dict[str, int] = {}
    members: dict[str, list[str]] = {name: [] for name in names}
    owned: dict[str, dict[str, list[int]]] = {}
    greed = [rng.random() ** 2 + 0.01 for _ in names]
    for number in range(rng.randint(2, 6)):
        topic, at = f"t{number}", number % (len(names) - 1)
        pair = {"chain": [at, at + 1], "star": [0, at + 1]}.get(kind) or rng.sample(range(len(names)), 2)
        topics[topic] = rng.choice([1, 1, 2, 3])
        for place in pair:
            members[names[place]].append(topic)
        for partition in range(topics[topic]):
            if rng.random() < 0.85:
                owner = rng.choices(pair, [greed[place] for place in pair])[0]
                owned.setdefault(names[owner], {}).setdefault(topic, []).append(partition)
    return group_of(topics, members, owned)
