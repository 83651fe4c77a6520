"""An own assignor in a git repository, which its second commit changes."""

from __future__ import annotations

import subprocess
from pathlib import Path

BETTER = """
from kafka_assay.assignors.reference.roundrobin import RoundRobinAssignor

class Mine(RoundRobinAssignor):
    like = "roundrobin"
    expected_failures = ()
"""
WORSE = (
    BETTER
    + """
    def assign(self, group):
        answer = super().assign(group)
        first, *others = sorted(answer)
        for other in others:
            for topic, ids in answer[other].items():
                if topic in group.members[0].subscription:
                    answer[first].setdefault(topic, []).extend(ids)
                    ids.clear()
        return answer
"""
)
UNCHANGED = BETTER + "# a comment\n"


class Repository:
    """A repository whose second commit changes the assignor in `src/shop`."""

    def __init__(self, folder: Path, module: str, now: str) -> None:
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch", "main")
        for message, text in (("before", BETTER), ("now", now)):
            self.commit(f"src/shop/{module}.py", text, message)

    def git(self, *words: str) -> str:
        """Run git in the repository, as somebody."""
        who = ("-c", "user.name=n", "-c", "user.email=e@example.org")
        command = ["git", *who, *words]
        return subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def commit(self, name: str, text: str, message: str) -> None:
        """Commit a file."""
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", message)

    def hashes(self, *revisions: str) -> list[str]:
        """The commits of these revisions."""
        return self.git("rev-parse", *revisions).split()
