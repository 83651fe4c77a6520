"""Files that are made from the code and the records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from studies.output import ROOT


class GeneratedFiles(NamedTuple):
    """The files with their content, and the `owned` places: what is there and not among the files is out of date."""

    files: Mapping[Path, str | bytes]
    owned: Iterable[Path] = ()

    def stale(self) -> list[Path]:
        """The files that are missing, differ, or are no longer made."""
        return sorted(path for path in {*self.owned, *self.files} if not self._is_current(path))

    def _is_current(self, path: Path) -> bool:
        return path.exists() and path in self.files and path.read_bytes() == self._content(path)

    def _content(self, path: Path) -> bytes:
        content = self.files[path]
        return content if isinstance(content, bytes) else content.encode()

    def compare(self, *, write: bool) -> bool:
        """Write what is stale, or name it. Returns whether anything stays stale."""
        stale = self.stale()
        for path in stale:
            if write and path in self.files:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(self._content(path))
            elif write:
                path.unlink()
            print(f"{'written' if write else 'differs'}: {path.relative_to(ROOT)}")
        return bool(stale) and not write
