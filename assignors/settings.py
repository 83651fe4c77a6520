"""
The settings of an assignor: `--setting KEY=VALUE` for every member, `--setting MEMBER:KEY=VALUE` for one.

Clients pass such settings to `configure()` of their assignors. They are text, as in a properties file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError, InvalidGroup, spelling_tip
from kafka_assay.assignors.formats.json_values import object_at, path_to, text_at
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Target
from kafka_assay.assignors.model import Group, group_of

OPTION = "--setting"
FORM = "KEY=VALUE or MEMBER:KEY=VALUE"

Pairs: TypeAlias = "tuple[tuple[str, str], ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """
    Settings for all members (`config`) and for single members (`member_config`: member -> its settings).

    A member's own value overrides the common one. A member is named by its id, its instance id or its client id. A
    target without settings ignores `optional` settings; any other setting is a usage error there.
    """

    config: Pairs = ()
    member_config: tuple[tuple[str, Pairs], ...] = ()
    optional: bool = False

    def __post_init__(self) -> None:
        """Raise `AssayError` where a name cannot be written as an option."""
        for key, _ in self.config:
            _check_key(key)
        for member, pairs in self.member_config:
            if not member or "=" in member:
                raise AssayError(f"{OPTION}: {member!r}: expected the name of a member, without '='")
            for key, _ in pairs:
                _check_key(key)

    def __bool__(self) -> bool:
        """Whether anything is set."""
        return bool(self.config or self.member_config)

    def where_accepted(self) -> Settings:
        """The same settings, for a list of targets of which some may take none."""
        return replace(self, optional=True)

    def words(self) -> list[str]:
        """The command-line options for these settings."""
        shared = [f"{key}={value}" for key, value in self.config]
        single = [f"{member}:{key}={value}" for member, pairs in self.member_config for key, value in pairs]
        return [word for text in (*shared, *single) for word in (OPTION, text)]

    def named_members(self) -> frozenset[str]:
        """The names of the members that have their own settings."""
        return frozenset(name for name, _ in self.member_config)

    def by_member_id(self, group: Group) -> dict[str, dict[str, str]]:
        """Member id -> its own settings, for the members of `group` that have any."""
        if not self.member_config:
            return {}
        named = dict(self.member_config)
        found: dict[str, dict[str, str]] = {}
        for member in group.members:
            # The id is the most precise name, so its settings override those of the other names.
            for name in (member.client_id, member.instance_id, member.id):
                if name in named:
                    found.setdefault(member.id, {}).update(named[name])
        return found


NO_SETTINGS = Settings()


def parse_settings(texts: Iterable[str]) -> Settings:
    """
    Parse the values of `--setting`. Raises `AssayError`.

    >>> parse_settings(["zone=a", "C1:zone=b"]).words()
    ['--setting', 'zone=a', '--setting', 'C1:zone=b']
    """
    config: dict[str, str] = {}
    member_config: dict[str, dict[str, str]] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        member, colon, key = name.rpartition(":")
        if not equals or not key or (colon and not member):
            raise AssayError(f"{OPTION} {text}: expected {FORM}")
        mine = member_config.setdefault(member, {}) if colon else config
        if key in mine:
            raise AssayError(f"{OPTION} {text}: {name} is set twice")
        mine[key] = value
    return settings_of_mappings(config, member_config)


def settings_of_mappings(
    config: Mapping[str, str] | None, member_config: Mapping[str, Mapping[str, str]] | None
) -> Settings:
    """The settings in two mappings of text. Raises `AssayError` where a name cannot be an option."""
    return Settings(
        config=tuple((config or {}).items()),
        member_config=tuple((member, tuple(mine.items())) for member, mine in (member_config or {}).items()),
    )


def settings_to_json(settings: Settings) -> dict[str, Any]:
    """The keys `config` and `member_config` of a document; no keys without settings."""
    found: dict[str, Any] = {}
    if settings.config:
        found["config"] = dict(settings.config)
    if settings.member_config:
        found["member_config"] = {member: dict(pairs) for member, pairs in settings.member_config}
    return found


def settings_from_json(document: Mapping[str, Any]) -> Settings:
    """The settings in a document. Raises `InvalidGroup`."""
    members = object_at(document.get("member_config", {}), "member_config", "an object: member -> settings")
    config = _texts_at(document.get("config", {}), "config")
    mine = {member: _texts_at(value, path_to("member_config", member)) for member, value in members.items()}
    try:
        return settings_of_mappings(config, mine)
    except AssayError as wrong:
        raise InvalidGroup("config", document.get("config", members), str(wrong)) from None


def settings_of(target: object) -> Settings:
    """The settings that `target` was opened with; none where it takes none."""
    found: Settings = getattr(target, "settings", NO_SETTINGS)
    return found


def require_taken(settings: Settings, targets: Iterable[object]) -> None:
    """Raise `AssayError` where none of the `targets` takes the `settings`."""
    opened = list(targets)
    if settings and not any(settings_of(target) for target in opened):
        names = ", ".join(str(getattr(target, "name", target)) for target in opened)
        raise AssayError(f"{' '.join(settings.words())}: none of the targets accepts settings: {names}")


def require_configurable(target: Target) -> None:
    """Raise `AssayError` if `configure()` fails for a group of one partition: then it fails for every group."""
    if not getattr(target, "takes_settings", False):
        return
    try:
        # No member that the user can have given settings of its own.
        target.assign(group_of({"t0": 1}, {"assay-configure": ["t0"]}))
    except CannotBeAsked as refused:
        if refused.message.startswith("configure() "):
            raise AssayError(f"{target.name}: {refused.message}") from None
    except AssignorFailed:
        pass  # it is reported on another group


def refuse_strangers(settings: Settings, group: Group) -> None:
    """Raise `AssayError` where settings name a member that `group` does not have."""
    known = {name for one in group.members for name in (one.id, one.instance_id, one.client_id) if name is not None}
    for name in settings.named_members():
        if name not in known:
            raise AssayError(f"{OPTION}: the group has no member {name!r}{spelling_tip(name, known)}")


def _check_key(key: str) -> None:
    if not key or "=" in key or ":" in key:
        raise AssayError(f"{OPTION}: {key!r}: expected the name of a setting, without '=' and ':'")


def _texts_at(value: object, path: str) -> dict[str, str]:
    pairs = object_at(value, path, "an object: setting -> text")
    return {key: text_at(text, path_to(path, key)) for key, text in pairs.items()}
