"""The former name of `assay.testing`."""

from __future__ import annotations

from assay.testing import parametrize_with_laws

__all__ = ["parametrize_with_laws"]
