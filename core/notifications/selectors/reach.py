"""Where people can be reached and what they want to hear of, by each way and at which hours."""

from __future__ import annotations

from datetime import UTC, time
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, FilteredRelation, Max, Q, Value

from core.accounts.models import User
from core.notifications.models import NotificationPreferences, OwnHook, PushSubscription
from core.notifications.rules.timing import REMIND_USUAL, Quiet, leaves_at
from core.notifications.rules.topics import Topic, Way, chosen
from core.web.moments import zone_named
from core.web.prepared import Keys, Prepared

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime, tzinfo

    from django.db.models import QuerySet

COLUMNS: dict[Way, str] = {
    Way.MAIL: "topics",
    Way.PUSH: "push_topics",
    Way.HOOK: "hook_topics",
}
"""Where the topics of each way are kept."""
KEPT = (*COLUMNS.values(), "quiet_from", "quiet_until", "wake", "digest_at", "remind_hours")


class Wishes(NamedTuple):
    """What a person wants: topics by way, quiet hours, the hour of their daily letter, and how many
    hours before a deadline they are reminded.
    """

    topics: Mapping[Way, frozenset[Topic]]
    quiet: Quiet | None = None
    digest: time | None = None
    remind: int = REMIND_USUAL


class Reach(NamedTuple):
    """A person as the outbox knows them: wishes, clock, and where they can be reached: a confirmed
    address ("" for none), browsers, a hook.
    """

    wishes: Wishes
    zone: tzinfo
    address: str
    devices: tuple[UUID, ...]
    hooks: tuple[UUID, ...]

    def leaves_at(
        self,
        at: datetime,
        way: Way,
        topic: Topic,
        until: datetime | None,
        *,
        daily: bool = True,
    ) -> datetime:
        """When what is ready at `at` leaves for them; without `daily`, whatever the hour of the
        letter of the day. What waits for somebody waits for no such letter.
        """
        daily = daily and way == Way.MAIL and topic != Topic.WAITS
        return leaves_at(
            at,
            self.zone,
            quiet=self.wishes.quiet,
            until=until,
            digest=self.wishes.digest if daily else None,
        )


def reach(users: Iterable[UUID]) -> dict[UUID, Reach]:
    """Where these people can be reached, those whose account is closed left out. Two queries, none
    for nobody.
    """
    asked = frozenset(users)
    if not asked:
        return {}
    outside = _outside(asked)
    return {
        pk: Reach(
            wishes=_wishes(dict(zip(KEPT, kept, strict=True))),
            zone=zone_named(zone) or UTC,
            address=(address or "") if settings.MAIL_LEAVES else "",
            devices=tuple(outside.get((pk, Way.PUSH), ())),
            hooks=tuple(outside.get((pk, Way.HOOK), ())),
        )
        for pk, zone, address, *kept in _PEOPLE.all(users=asked)
    }


def _people(users: frozenset[UUID]) -> QuerySet[User, Any]:
    box = FilteredRelation(
        "emailaddress", condition=Q(emailaddress__verified=True, emailaddress__primary=True)
    )
    rows = User.objects.filter(pk__among=users, is_active=True).annotate(box=box)
    names = [f"notification_preferences__{name}" for name in KEPT]
    return rows.values_list("pk", "timezone", "box__email", *names)


_PEOPLE: Final = Prepared(_people, users=Keys)


def _outside(users: frozenset[UUID]) -> dict[tuple[UUID, str], list[UUID]]:
    """The browsers and hooks of these people that work."""
    found: dict[tuple[UUID, str], list[UUID]] = {}
    for user, pk, way in _OUTSIDE.all(users=users):
        found.setdefault((user, way), []).append(pk)
    return found


def _that_work(users: frozenset[UUID]) -> QuerySet[Any, Any]:
    devices, hooks = (
        model._default_manager.filter(user__among=users, stopped_at=None)
        .order_by()
        .values_list("user", "pk", Value(str(way)))
        for model, way in ((PushSubscription, Way.PUSH), (OwnHook, Way.HOOK))
    )
    return devices.union(hooks, all=True)


_OUTSIDE: Final = Prepared(_that_work, users=Keys)


def _wishes(row: Mapping[str, Any]) -> Wishes:
    begins, ends = row["quiet_from"], row["quiet_until"]
    return Wishes(
        topics={way: chosen(row[column]) for way, column in COLUMNS.items()},
        quiet=Quiet(begins, ends, bool(row["wake"])) if begins and ends else None,
        digest=row["digest_at"],
        remind=row["remind_hours"] or REMIND_USUAL,
    )


def wishes_of(user: User) -> Wishes:
    """What a person wants, whether or not it can reach them."""
    row = NotificationPreferences.objects.filter(user=user).values(*KEPT).first()
    return _wishes(row or dict.fromkeys(KEPT))


def remind_hours(users: Iterable[UUID]) -> dict[UUID, int]:
    """How many hours before a deadline each of these people is reminded who has chosen it; whoever
    is not here is as is usual. One query.
    """
    rows = NotificationPreferences.objects.filter(
        user__among=frozenset(users), remind_hours__isnull=False
    )
    return {user: hours for user, hours in rows.values_list("user", "remind_hours") if hours}


def somebody_chose(hours: int) -> Exists:
    """Whether there is anybody who is reminded so many hours before, as a part of a query."""
    return Exists(NotificationPreferences.objects.filter(remind_hours=hours))


def longest_reminder() -> int:
    """The most hours before a deadline at which anybody is reminded. One query."""
    found = NotificationPreferences.objects.aggregate(hours=Max("remind_hours"))["hours"]
    return max(found or 0, REMIND_USUAL)


def wanted_by(user: User, way: Way = Way.MAIL) -> frozenset[Topic]:
    """The topics a person wants by a way, whether or not it can reach them."""
    return wishes_of(user).topics[way]


def devices_of(user: User) -> tuple[PushSubscription, ...]:
    """A person's browsers that are told, the oldest first, and those that the other side has
    stopped.
    """
    rows = PushSubscription.objects.filter(user=user)
    return tuple(rows.exclude(~Q(stopped_at=None), stopped_why="").order_by("made_at", "id"))


def device_of(user: User, pk: UUID) -> PushSubscription | None:
    """A browser of this person's; None for any other."""
    return PushSubscription.objects.filter(user=user, pk=pk).first()


def hook_of(user: User) -> OwnHook | None:
    """A person's own hook, working or stopped by the other side."""
    return OwnHook.objects.filter(user=user).exclude(address="").first()


def may_be_offered(user: User) -> bool:
    """Whether a person is to be asked if they want to be told: nobody who has a browser or a hook
    that is told, who has put the offer away, or who is a guest. One query.
    """
    if user.guest:
        return False
    return not _REACHED.all(user=user.pk)


def _reached(user: UUID) -> QuerySet[User, UUID]:
    """A row where nobody is to be asked."""
    told = Q(devices__stopped_at=None, devices__isnull=False) | Q(
        own_hooks__stopped_at=None, own_hooks__isnull=False
    )
    closed = Q(notification_preferences__offer_closed=True)
    return User.objects.filter(told | closed, pk=user).values_list("pk", flat=True)[:1]


_REACHED: Final = Prepared(_reached, user=UUID)
