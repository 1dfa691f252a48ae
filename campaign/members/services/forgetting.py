"""Services that change a club's records when an account is deleted.

The club's logs and news then refer to a former player.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django_scopes import scopes_disabled

from campaign.calendar.services import calendar_feed
from campaign.league.models import Challenge, DeskAct, Membership
from campaign.members.models import Invite, JoinAsk, LoginLink
from campaign.news.models import News
from core.accounts.models import User
from core.accounts.rules.former import replace_name, replace_name_in_record
from core.accounts.services.deletion import FormerAccount


def fellow_members(user: User) -> Iterable[UUID]:
    """Return the ids of all current and former members of the person's clubs."""
    with scopes_disabled():
        rows = Membership.objects.filter(campaign__in=_clubs(user))
        return list(rows.values_list("user_id", flat=True))


def _clubs(user: User) -> list[UUID]:
    """Return the clubs in which the site can have mentioned the person.

    These are the clubs that the person belongs to, has belonged to or has asked to join. In any
    other club, the same name belongs to a different person.
    """
    requested = JoinAsk.objects.filter(user=user).values_list("campaign_id", flat=True)
    joined = Membership.objects.filter(user=user).values_list("campaign_id", flat=True)
    return [*requested, *joined]


def end_links(deleted: FormerAccount) -> None:
    """End a person's access and rename them.

    This revokes their links, closes their requests to join, clears their messages in requests and
    challenges, and deletes the address of their calendar. Their name is replaced in the logs and
    news of clubs.
    """
    user = deleted.user
    with scopes_disabled():
        Invite.objects.filter(made_by=user, revoked_at=None).update(revoked_at=deleted.changed_at)
        LoginLink.objects.filter(user=user, revoked_at=None).update(revoked_at=deleted.changed_at)
        JoinAsk.objects.filter(user=user).update(said="")
        JoinAsk.objects.filter(user=user, answered_at=None).update(
            answered_at=deleted.changed_at, answered_by=user, agreed=False
        )
        Challenge.objects.filter(asked_by=user).update(words="")
        calendar_feed.drop(user=user)
    rename(deleted)


def rename(deleted: FormerAccount) -> None:
    """Replace the person's name in the logs and news of their clubs."""
    new_name = deleted.user.get_username()
    with scopes_disabled():
        clubs = _clubs(deleted.user)
        news = News.objects.filter(campaign__in=clubs, text__contains=deleted.name)
        for line in news.iterator(1000):
            line.text = replace_name(line.text, deleted.name, new_name)[:500]
            line.save(update_fields=["text"])
        acts = DeskAct.objects.annotate(said=Cast("detail", TextField()))
        mentions = Q(said__contains=deleted.name) | Q(said__contains=json.dumps(deleted.name)[1:-1])
        for act in acts.filter(mentions, campaign__in=clubs).iterator(1000):
            detail = replace_name_in_record(act.detail, deleted.name, new_name)
            if detail != act.detail:
                DeskAct.objects.filter(pk=act.pk).update(detail=detail)
