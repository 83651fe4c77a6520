"""A chapter of the report, made from the records of one kind."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.reports.render.blocks import Line, Section
from kafka_assay.reports.render.junit import JUnitSuite


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """
    One chapter: the report's title, the sentences of its first screen, sections, and test suites.

    `lead` is the first paragraph, for readers who do not know the terms.
    """

    title: str
    answers: tuple[Line, ...]
    sections: tuple[Section, ...]
    lead: Line = ()
    suites: tuple[JUnitSuite, ...] = ()
