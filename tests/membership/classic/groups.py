"""Small classic groups for the tests."""

from kafka_assay.membership.classic.classic_group import Answer, ClassicGroup
from kafka_assay.membership.classic.joining import JoinRequest, join
from kafka_assay.membership.classic.leaving import expire_rebalance
from kafka_assay.membership.classic.syncing import sync


def joining(name: str, metadata: object = "m", instance: str | None = None) -> JoinRequest:
    """The first JoinGroup of a member that may take its id at once."""
    return JoinRequest(metadata=metadata, new_id=name, instance_id=instance, takes_id_first=False)


def joined_group(*names: str, static: bool = False) -> ClassicGroup:
    """A group whose first join phase has just ended."""
    group = ClassicGroup()
    for name in names:
        group, _ = join(group, joining(name, instance=f"i-{name}" if static else None))
    return expire_rebalance(group)[0]


def stable_group(*names: str, static: bool = False) -> ClassicGroup:
    """A group in which each member has its own name as its assignment."""
    group = joined_group(*names, static=static)
    for name in (*names[1:], names[0]):
        instance = f"i-{name}" if static else None
        group, _ = sync(group, name, group.generation, {each: each for each in names}, instance)
    return group


def errors(answers: tuple[Answer, ...]) -> dict[str, str]:
    """Member -> the name of the error in its answer."""
    return {answer.to: answer.error.name for answer in answers}
