"""
Kafka's order of text: by UTF-16 code units, as Java compares strings.

It differs from Python's order only for characters beyond the Basic Multilingual Plane.
"""

from __future__ import annotations


def kafka_order(text: str) -> bytes:
    """
    A sort key that puts `text` where Java's `String.compareTo` puts it.

    >>> sorted(["t10", "t2", "C2", "C10"], key=kafka_order)
    ['C10', 'C2', 't10', 't2']
    """
    return text.encode("utf-16-be", "surrogatepass")
