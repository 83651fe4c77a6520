"""
The choices that groups are made of. Hypothesis can make them, and shrink them; so can a seeded random generator.

A maker of groups calls `draw(choice)`, and does not know who chooses. A policy of the seeded generator can replace
choices that have a name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from random import Random

    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
S = TypeVar("S")
T_co = TypeVar("T_co", covariant=True)


class Draw(Protocol):
    """What makes choices."""

    def __call__(self, choice: Choice[T], /) -> T:
        """The chosen value."""


class Choice(ABC, Generic[T_co]):
    """One choice."""

    @cached_property
    def strategy(self) -> SearchStrategy[T_co]:
        """The choice as a strategy of Hypothesis."""
        return self.build_strategy()

    @abstractmethod
    def build_strategy(self) -> SearchStrategy[T_co]:
        """A new strategy of Hypothesis for this choice."""

    @abstractmethod
    def pick(self, draw: SeededDraw) -> T_co:
        """A random value."""


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


class _Integers(Choice[int]):
    def __init__(self, low: int, high: int) -> None:
        self.low, self.count, self.high = low, high - low + 1, high

    def build_strategy(self) -> SearchStrategy[int]:
        from hypothesis import strategies as st

        return st.integers(self.low, self.high)

    def pick(self, draw: SeededDraw) -> int:
        return self.low + int(draw.fraction() * self.count)


class _Booleans(Choice[bool]):
    def build_strategy(self) -> SearchStrategy[bool]:
        from hypothesis import strategies as st

        return st.booleans()

    def pick(self, draw: SeededDraw) -> bool:
        return draw.fraction() < 0.5


class _Items(Choice[T]):
    def __init__(self, items: Sequence[T]) -> None:
        self.items = items

    def build_strategy(self) -> SearchStrategy[T]:
        from hypothesis import strategies as st

        return st.sampled_from(self.items)

    def pick(self, draw: SeededDraw) -> T:
        return self.items[int(draw.fraction() * len(self.items))]


class _Lists(Choice[list[T]]):
    def __init__(self, of: Choice[T], least: int, most: int) -> None:
        self.of, self.least, self.most = of, least, most

    def build_strategy(self) -> SearchStrategy[list[T]]:
        from hypothesis import strategies as st

        return st.lists(self.of.strategy, min_size=self.least, max_size=self.most)

    def pick(self, draw: SeededDraw) -> list[T]:
        # Short lists most often, long ones now and then.
        count = self.least + int(draw.fraction() ** 2 * (self.most - self.least + 1))
        pick = self.of.pick
        return [pick(draw) for _ in range(count)]


class _Sets(Choice[set[int]]):
    def __init__(self, below: int, most: int) -> None:
        self.below, self.most = below, most

    def build_strategy(self) -> SearchStrategy[set[int]]:
        from hypothesis import strategies as st

        return st.sets(st.integers(0, self.below - 1), min_size=1, max_size=self.most)

    def pick(self, draw: SeededDraw) -> set[int]:
        count = 1 + int(draw.fraction() * min(self.most, self.below))
        return set(draw.random.sample(range(self.below), count))


class _Tuples(Choice[tuple[int, ...]]):
    def __init__(self, parts: Sequence[Choice[int]]) -> None:
        self.parts = parts

    def build_strategy(self) -> SearchStrategy[tuple[int, ...]]:
        from hypothesis import strategies as st

        return st.tuples(*[part.strategy for part in self.parts])

    def pick(self, draw: SeededDraw) -> tuple[int, ...]:
        return tuple([part.pick(draw) for part in self.parts])


class _Mapped(Choice[S], Generic[S, T]):
    def __init__(self, of: Choice[T], change: Callable[[T], S]) -> None:
        self.of, self.change = of, change

    def build_strategy(self) -> SearchStrategy[S]:
        return self.of.strategy.map(self.change)

    def pick(self, draw: SeededDraw) -> S:
        return self.change(self.of.pick(draw))


class _Made(Choice[T]):
    def __init__(self, make: Callable[..., T], *arguments: Any) -> None:
        self.make, self.arguments = make, arguments

    def build_strategy(self) -> SearchStrategy[T]:
        from hypothesis import strategies as st

        # Hypothesis tells spans of draws apart by code and defaults of the function.
        def made(draw: st.DrawFn, _label: str = self.make.__qualname__) -> T:
            return self.make(lambda choice: draw(choice.strategy), *self.arguments)

        return st.composite(made)()

    def pick(self, draw: SeededDraw) -> T:
        return self.make(draw, *self.arguments)


class _Whole(Choice[T]):
    def __init__(self, make: Callable[[Random], T]) -> None:
        self.make = make

    def build_strategy(self) -> SearchStrategy[T]:
        from random import Random

        from hypothesis import strategies as st

        return st.integers(0, 2**32 - 1).map(lambda seed: self.make(Random(seed)))

    def pick(self, draw: SeededDraw) -> T:
        return self.make(draw.random)


class _Weighted(Choice[int]):
    def __init__(self, drawn: _Integers, weights: Sequence[int]) -> None:
        self.drawn, self.sums = drawn, list(accumulate(weights))

    def build_strategy(self) -> SearchStrategy[int]:
        return self.drawn.strategy

    def pick(self, draw: SeededDraw) -> int:
        return bisect(self.sums, draw.fraction() * self.sums[-1])


class _Named(Choice[T]):
    def __init__(self, name: str, of: Choice[T]) -> None:
        self.name, self.of = name, of

    def build_strategy(self) -> SearchStrategy[T]:
        return self.of.strategy

    def pick(self, draw: SeededDraw) -> T:
        rule = draw.rules.get(self.name)
        return self.of.pick(draw) if rule is None else rule(self.of, draw)


@cache
def integers(low: int, high: int) -> Choice[int]:
    """An integer from `low` to `high`, both included. Shrinks towards `low`."""
    return _Integers(low, high)


@cache
def booleans() -> Choice[bool]:
    """True or false. Shrinks towards false."""
    return _Booleans()


def items(of: Sequence[T]) -> Choice[T]:
    """One of these. Shrinks towards the first."""
    return _Items(of)


def lists(of: Choice[T], *, least: int = 0, most: int) -> Choice[list[T]]:
    """A list of `least` to `most` choices. Shrinks towards short ones."""
    return _Lists(of, least, most)


@cache
def sets(below: int, *, most: int) -> Choice[set[int]]:
    """One to `most` different integers from 0 to `below` - 1."""
    return _Sets(below, most)


def tuples(*parts: Choice[int]) -> Choice[tuple[int, ...]]:
    """One integer of each choice."""
    return _Tuples(parts)


def mapped(of: Choice[T], change: Callable[[T], S]) -> Choice[S]:
    """What `change` makes of a choice."""
    return _Mapped(of, change)


def made(make: Callable[..., T], *arguments: Any) -> Choice[T]:
    """What `make(draw, *arguments)` makes of further choices."""
    return _Made(make, *arguments)


def weighted(most: int, weights: Sequence[int]) -> Choice[int]:
    """Hypothesis draws an integer from 0 to `most`; the seeded generator one by its weight, perhaps beyond `most`."""
    return _Weighted(_Integers(0, most), weights)


def named(name: str, of: Choice[T]) -> Choice[T]:
    """The same choice, which a policy of the seeded generator can replace by its name."""
    return _Named(name, of)


def whole(make: Callable[[Random], T]) -> Choice[T]:
    """What `make` draws at random. Hypothesis chooses the seed only, so it cannot shrink the value."""
    return _Whole(make)
