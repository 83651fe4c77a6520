"""What the weight of a member is called."""

from __future__ import annotations

WEIGHT_WORDS = {
    "lag": ("lag", "records that the member has not read yet"),
    "weights": ("weight", "the weight of the member's partitions"),
}
"""The kind of weights -> a member's weight in one word, and its meaning."""
