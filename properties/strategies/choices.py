"""
The choices that groups are made of. Hypothesis can make them, and shrink them; so can a seeded random generator.

A maker of groups calls `draw(choice)`, and does not know who chooses. A policy of the seeded generator can replace
choices that have a name.
"""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
S = TypeVar("S")
T_co = TypeVar("T_co", covariant=True)


class Draw(Protocol):
    """What makes choices."""

    def __call__(self, choice: Choice[T], /) -> T:
        """The chosen value."""


class Choice(Generic[T_co]):
    """
    One choice: `pick` makes it at random, and `build` makes a strategy of the module `hypothesis.strategies`.

    `low` and `high` bound an integer, or the length of a list; `of` is the choice of a list's items. Rules read them.
    """

    def __init__(
        self,
        pick: Callable[[SeededDraw], T_co],
        build: Callable[[Any], SearchStrategy[T_co]],
        *,
        low: int = 0,
        high: int = 0,
        of: Choice[Any] | None = None,
    ) -> None:
        self.pick, self.low, self.high, self.of = pick, low, high, of
        self._build = build

    @cached_property
    def strategy(self) -> SearchStrategy[T_co]:
        """The choice as a strategy of Hypothesis, which is imported here: seeded draws do without it."""
        from hypothesis import strategies

        return self._build(strategies)


Rule: TypeAlias = "Callable[[Any, SeededDraw], Any]"
"""What a policy does instead of a named choice: it takes that choice, and returns a value that fits it."""

NO_RULES: Mapping[str, Rule] = {}


class SeededDraw:
    """Makes choices at random. `rules` replace choices by their names."""

    __slots__ = ("fraction", "random", "rules")

    def __init__(self, random: Random, rules: Mapping[str, Rule] = NO_RULES) -> None:
        self.random = random
        self.rules = rules
        self.fraction = random.random

    def __call__(self, choice: Choice[T], /) -> T:
        """A random value."""
        return choice.pick(self)


@cache
def integers(low: int, high: int) -> Choice[int]:
    """An integer from `low` to `high`, both included. Shrinks towards `low`."""
    count = high - low + 1
    return Choice(
        lambda draw: low + int(draw.fraction() * count), lambda st: st.integers(low, high), low=low, high=high
    )


@cache
def booleans() -> Choice[bool]:
    """True or false. Shrinks towards false."""
    return Choice(lambda draw: draw.fraction() < 0.5, lambda st: st.booleans())


def items(of: Sequence[T]) -> Choice[T]:
    """One of these. Shrinks towards the first."""
    return Choice(lambda draw: of[int(draw.fraction() * len(of))], lambda st: st.sampled_from(of))


def lists(of: Choice[T], *, least: int = 0, most: int) -> Choice[list[T]]:
    """A list of `least` to `most` choices. Shrinks towards short ones."""

    def pick(draw: SeededDraw) -> list[T]:
        # Short lists most often, long ones now and then.
        count = least + int(draw.fraction() ** 2 * (most - least + 1))
        pick_one = of.pick
        return [pick_one(draw) for _ in range(count)]

    return Choice(pick, lambda st: st.lists(of.strategy, min_size=least, max_size=most), low=least, high=most, of=of)


@cache
def sets(below: int, *, most: int) -> Choice[set[int]]:
    """One to `most` different integers from 0 to `below` - 1."""

    def pick(draw: SeededDraw) -> set[int]:
        count = 1 + int(draw.fraction() * min(most, below))
        return set(draw.random.sample(range(below), count))

    return Choice(pick, lambda st: st.sets(st.integers(0, below - 1), min_size=1, max_size=most))


def tuples(*parts: Choice[int]) -> Choice[tuple[int, ...]]:
    """One integer of each choice."""
    return Choice(
        lambda draw: tuple([part.pick(draw) for part in parts]),
        lambda st: st.tuples(*[part.strategy for part in parts]),
    )


def mapped(of: Choice[T], change: Callable[[T], S]) -> Choice[S]:
    """What `change` makes of a choice."""
    return Choice(lambda draw: change(of.pick(draw)), lambda _: of.strategy.map(change))


def made(make: Callable[..., T], *arguments: Any) -> Choice[T]:
    """What `make(draw, *arguments)` makes of further choices."""

    def build(st: Any) -> SearchStrategy[T]:
        # Hypothesis tells spans of draws apart by code and defaults of the function.
        def made_by(draw: Any, _label: str = make.__qualname__) -> T:
            return make(lambda choice: draw(choice.strategy), *arguments)

        return st.composite(made_by)()  # type: ignore[no-any-return]

    return Choice(lambda draw: make(draw, *arguments), build)


def weighted(most: int, weights: Sequence[int]) -> Choice[int]:
    """Hypothesis draws an integer from 0 to `most`; the seeded generator one by its weight, perhaps beyond `most`."""
    sums = list(accumulate(weights))
    return Choice(lambda draw: bisect(sums, draw.fraction() * sums[-1]), lambda st: st.integers(0, most))


def named(name: str, of: Choice[T]) -> Choice[T]:
    """The same choice, which a policy of the seeded generator can replace by its name."""

    def pick(draw: SeededDraw) -> T:
        rule = draw.rules.get(name)
        return of.pick(draw) if rule is None else rule(of, draw)

    return Choice(pick, lambda _: of.strategy)


def whole(make: Callable[[Random], T]) -> Choice[T]:
    """What `make` draws at random. Hypothesis chooses the seed only, so it cannot shrink the value."""
    return Choice(
        lambda draw: make(draw.random), lambda st: st.integers(0, 2**32 - 1).map(lambda seed: make(Random(seed)))
    )


def batch_seed(seed: int, family: str, number: int) -> int:
    """The seed of the batch with this `number`. It depends on nothing else that is checked, nor on the machine."""
    text = f"{seed}/{family}/{number}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")
