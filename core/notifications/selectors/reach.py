"""People's notification settings, addresses and devices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time, tzinfo
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, FilteredRelation, Max, Q, QuerySet, Value

from core.accounts.models import User
from core.notifications.models import NotificationPreferences, OwnHook, PushSubscription
from core.notifications.rules.timing import DEFAULT_REMIND_HOURS, Quiet, leaves_at
from core.notifications.rules.topics import ChannelName, Topic, selected_topics
from core.web.moments import zone_named

COLUMNS: dict[ChannelName, str] = {
    ChannelName.MAIL: "topics",
    ChannelName.PUSH: "push_topics",
    ChannelName.HOOK: "hook_topics",
}
"""The database column with the topics of each channel."""
PREFERENCE_COLUMNS = (
    *COLUMNS.values(),
    "quiet_from",
    "quiet_until",
    "wake",
    "digest_at",
    "remind_hours",
)


class Preferences(NamedTuple):
    """A person's notification settings. `remind` is the number of hours before the deadline of
    orders.
    """

    topics: Mapping[ChannelName, frozenset[Topic]]
    quiet: Quiet | None = None
    digest: time | None = None
    remind: int = DEFAULT_REMIND_HOURS


class Reach(NamedTuple):
    """A person's settings, time zone, confirmed email address, browsers and webhook.

    The address is "" if there is none.
    """

    preferences: Preferences
    zone: tzinfo
    address: str
    devices: tuple[UUID, ...]
    hooks: tuple[UUID, ...]

    def leaves_at(
        self,
        ready_at: datetime,
        channel: ChannelName,
        topic: Topic,
        until: datetime | None,
        *,
        daily: bool = True,
    ) -> datetime:
        """Return when a message that is ready at `ready_at` is sent to this person.

        If `daily` is false, the daily email is ignored. Notices that require an action never wait
        for the daily email.
        """
        daily = daily and channel == ChannelName.MAIL and topic != Topic.WAITS
        return leaves_at(
            ready_at,
            self.zone,
            quiet=self.preferences.quiet,
            until=until,
            digest=self.preferences.digest if daily else None,
        )


def reach(users: Iterable[UUID]) -> dict[UUID, Reach]:
    """Return how each of these people can be reached. People with closed accounts are left out.

    This takes at most two queries.
    """
    user_ids = frozenset(users)
    if not user_ids:
        return {}
    working = _working_devices_and_hooks(user_ids)
    box = FilteredRelation(
        "emailaddress", condition=Q(emailaddress__verified=True, emailaddress__primary=True)
    )
    rows = User.objects.filter(pk__among=user_ids, is_active=True).annotate(box=box)
    names = [f"notification_preferences__{name}" for name in PREFERENCE_COLUMNS]
    columns_of_users = rows.values_list("pk", "timezone", "box__email", *names)
    return {
        pk: Reach(
            preferences=_preferences(dict(zip(PREFERENCE_COLUMNS, columns, strict=True))),
            zone=zone_named(zone_name) or UTC,
            address=(address or "") if settings.MAIL_LEAVES else "",
            devices=tuple(working.get((pk, ChannelName.PUSH), ())),
            hooks=tuple(working.get((pk, ChannelName.HOOK), ())),
        )
        for pk, zone_name, address, *columns in columns_of_users
    }


def _working_devices_and_hooks(users: frozenset[UUID]) -> dict[tuple[UUID, str], list[UUID]]:
    by_user_and_channel: dict[tuple[UUID, str], list[UUID]] = {}
    for user, pk, channel in _working_rows(users=users):
        by_user_and_channel.setdefault((user, channel), []).append(pk)
    return by_user_and_channel


def _working_rows(users: frozenset[UUID]) -> QuerySet[Any, Any]:
    devices, hooks = (
        model._default_manager.filter(user__among=users, stopped_at=None)
        .order_by()
        .values_list("user", "pk", Value(str(channel)))
        for model, channel in ((PushSubscription, ChannelName.PUSH), (OwnHook, ChannelName.HOOK))
    )
    return devices.union(hooks, all=True)


def _preferences(row: Mapping[str, Any]) -> Preferences:
    begins, ends = row["quiet_from"], row["quiet_until"]
    return Preferences(
        topics={channel: selected_topics(row[column]) for channel, column in COLUMNS.items()},
        quiet=Quiet(begins, ends, bool(row["wake"])) if begins and ends else None,
        digest=row["digest_at"],
        remind=row["remind_hours"] or DEFAULT_REMIND_HOURS,
    )


def preferences_of(user: User) -> Preferences:
    """Return a person's notification settings."""
    row = NotificationPreferences.objects.filter(user=user).values(*PREFERENCE_COLUMNS).first()
    return _preferences(row or dict.fromkeys(PREFERENCE_COLUMNS))


def remind_hours(users: Iterable[UUID]) -> dict[UUID, int]:
    """Return the reminder hours of the people who have changed them. This takes one query."""
    rows = NotificationPreferences.objects.filter(
        user__among=frozenset(users), remind_hours__isnull=False
    )
    return {user: hours for user, hours in rows.values_list("user", "remind_hours") if hours}


def is_chosen_by_anyone(hours: int) -> Exists:
    """Return a condition that is true if anyone is reminded this many hours before."""
    return Exists(NotificationPreferences.objects.filter(remind_hours=hours))


def longest_reminder() -> int:
    """Return the largest number of hours before a deadline at which anyone is reminded. This takes
    one query.
    """
    max_hours = NotificationPreferences.objects.aggregate(hours=Max("remind_hours"))["hours"]
    return max(max_hours or 0, DEFAULT_REMIND_HOURS)


def topics_of(user: User) -> frozenset[Topic]:
    """Return the topics about which a person gets emails."""
    return preferences_of(user).topics[ChannelName.MAIL]


def devices_of(user: User) -> tuple[PushSubscription, ...]:
    """Return a person's working browsers, and those stopped by the push service, oldest first."""
    rows = PushSubscription.objects.filter(user=user)
    return tuple(rows.exclude(~Q(stopped_at=None), stopped_why="").order_by("made_at", "id"))


def device_of(user: User, pk: UUID) -> PushSubscription | None:
    """Return one of a person's browsers, or None."""
    return PushSubscription.objects.filter(user=user, pk=pk).first()


def hook_of(user: User) -> OwnHook | None:
    """Return a person's webhook, or None. It can be working or stopped by the receiver."""
    return OwnHook.objects.filter(user=user).exclude(address="").first()


def can_be_offered(user: User) -> bool:
    """Return whether pages can offer push messages to a person.

    This takes one query.

    Push messages are not offered to guests, to people with a working browser or webhook, or after a
    refusal.
    """
    if user.guest:
        return False
    is_reached = Q(devices__stopped_at=None, devices__isnull=False) | Q(
        own_hooks__stopped_at=None, own_hooks__isnull=False
    )
    closed = Q(notification_preferences__offer_closed=True)
    return not User.objects.filter(is_reached | closed, pk=user.pk).exists()
