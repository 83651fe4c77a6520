"""A complete host in twenty lines: one assignor, `fewest`, over `assay-host/1`. It needs only the standard library."""

import json
import sys


def fewest(group):
    """Assign each partition, in order, to the subscriber with the fewest so far, then to the lowest id."""
    given = {member["id"]: {} for member in group["members"]}
    loads = dict.fromkeys(sorted(given), 0)
    for topic, about in sorted(group["topics"].items()):
        subscribers = [member["id"] for member in group["members"] if topic in member["subscription"]]
        for partition in range(about if isinstance(about, int) else about["partitions"]) if subscribers else ():
            owner = min(subscribers, key=lambda member: (loads[member], member))
            given[owner].setdefault(topic, []).append(partition)
            loads[owner] += 1
    return given


def say(message):
    """Write one message as one line, and flush."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    like = {"fewest": ["fair", "-local"]}  # even and repeatable, but a single move may still help
    say({"format": "assay-host/1", "implementation": "example", "version": "1", "assignors": ["fewest"], "like": like})
    for line in sys.stdin:
        number = None
        try:
            asked = json.loads(line)
            number = asked["id"]
            say({"id": number, "assignment": {"fewest": fewest}[asked["assignor"]](asked["group"])})
        except Exception as raised:  # noqa: BLE001 - every error is reported, and the host continues
            say({"id": number, "error": {"type": type(raised).__name__, "message": str(raised)}})
