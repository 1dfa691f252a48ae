"""Who wants what by mail, where it goes, a club's hooks, and what became of what was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Window
from django.db.models.functions import RowNumber
from django_scopes import scopes_disabled

from campaign.models import Delivery, Hook, MailWishes
from campaign.rules.topics import USUAL, Topic

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from campaign.models import Campaign, User

LATEST: Final = 10
LONG: Final = 24
"""An address of so many letters after its host keeps its secret though its last four are shown."""


class Mailbox(NamedTuple):
    """Where a person's mail goes, and which topics they want."""

    address: str
    topics: frozenset[Topic]


def mailboxes(users: Iterable[UUID]) -> dict[UUID, Mailbox]:
    """Those of these people who get mail: who has confirmed their address and still has an account. One query, none where no mail leaves."""
    if not settings.MAIL_LEAVES:
        return {}
    rows = EmailAddress.objects.filter(user__among=frozenset(users), verified=True, primary=True, user__is_active=True)
    return {
        user: Mailbox(address, _wanted(topics)) for user, address, topics in rows.values_list("user", "email", "user__mail_wishes__topics")
    }


def _wanted(topics: list[str] | None) -> frozenset[Topic]:
    """A topic that is no longer known is wanted by nobody."""
    return USUAL if topics is None else frozenset([topic for topic in Topic if topic in topics])


def wanted_by(user: User) -> frozenset[Topic]:
    """The topics a person wants by mail, whether or not it can reach them."""
    row = MailWishes.objects.filter(user=user).first()
    return _wanted(row.topics if row else None)


def address_of(user: User) -> tuple[str, bool]:
    """A person's first address, and whether they have confirmed it; "" for none."""
    row = EmailAddress.objects.filter(user=user, primary=True).first()
    return (row.email, row.verified) if row else (user.email, False)


def letters_of(user: User) -> tuple[Delivery, ...]:
    """What was last sent to a person, the newest first, with the notices."""
    with scopes_disabled():
        return tuple(Delivery.objects.filter(user=user).select_related("notice__campaign").order_by("-at", "-id")[:LATEST])


def hooks_of(campaign: Campaign) -> tuple[Hook, ...]:
    """A club's hooks: those that work, and those the other side has closed; not those a GM took away."""
    return tuple(Hook.objects.filter(campaign=campaign).exclude(stopped_at__isnull=False, stopped_why="").select_related("made_by"))


def hook_of(campaign: Campaign, hook: UUID) -> Hook | None:
    """One of these."""
    return next((row for row in hooks_of(campaign) if row.pk == hook), None)


def posts_of(hooks: Iterable[Hook]) -> dict[UUID, tuple[Delivery, ...]]:
    """What was last sent to each of these hooks, the newest first. One query."""
    of_one = Window(RowNumber(), partition_by="hook", order_by=["-at", "-news__position", "id"])
    rows = Delivery.objects.filter(hook__among=frozenset(hook.pk for hook in hooks)).annotate(nth=of_one).filter(nth__lte=LATEST)
    found: dict[UUID, tuple[Delivery, ...]] = {}
    with scopes_disabled():
        for row in rows.select_related("news").order_by("nth"):
            assert row.hook_id is not None  # noqa: S101 - filtered above
            found[row.hook_id] = (*found.get(row.hook_id, ()), row)
    return found


def masked(hook: Hook) -> str:
    """Where a hook goes, as far as it may be told after it was given: the host, and the last letters of a long address."""
    parts = urlsplit(hook.address)
    rest = parts.path + parts.query
    return f"{parts.hostname} …{rest[-4:]}" if len(rest) >= LONG else str(parts.hostname)


def working_hooks(campaigns: Iterable[UUID]) -> dict[UUID, tuple[UUID, ...]]:
    """The hooks that news of these clubs go to. One query."""
    found: dict[UUID, tuple[UUID, ...]] = {}
    with scopes_disabled():
        rows = Hook.objects.filter(campaign__among=frozenset(campaigns), stopped_at=None).order_by("made_at", "id")
        for campaign_id, hook_id in rows.values_list("campaign_id", "id"):
            found[campaign_id] = (*found.get(campaign_id, ()), hook_id)
    return found
