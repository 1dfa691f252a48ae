"""Somebody deletes their account: what a club's log and news say of them says it of a former
player.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django_scopes import scopes_disabled

from campaign.league.models import (
    Challenge,
    DeskAct,
    Invite,
    JoinAsk,
    LoginLink,
    Membership,
    News,
)
from core.accounts.rules.former import replace_name, replace_name_in_record
from core.accounts.services.deletion import Gone

from . import calendar_feed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from core.accounts.models import User


def met(user: User) -> Iterable[UUID]:
    """Who is or was in a club with them."""
    with scopes_disabled():
        rows = Membership.objects.filter(campaign__in=_clubs(user))
        return list(rows.values_list("user_id", flat=True))


def _clubs(user: User) -> list[UUID]:
    """Clubs that the person is or was in, or asked to join: there the site may have said their
    name. Elsewhere a word that is spelt like it is another's.
    """
    asked = JoinAsk.objects.filter(user=user).values_list("campaign_id", flat=True)
    been = Membership.objects.filter(user=user).values_list("campaign_id", flat=True)
    return [*asked, *been]


def forget(gone: Gone) -> None:
    """Their links and asks end, their calendar's address is nobody's, and the clubs' log and news
    know them by another name.
    """
    user = gone.user
    with scopes_disabled():
        Invite.objects.filter(made_by=user, revoked_at=None).update(revoked_at=gone.at)
        LoginLink.objects.filter(user=user, revoked_at=None).update(revoked_at=gone.at)
        JoinAsk.objects.filter(user=user).update(said="")
        JoinAsk.objects.filter(user=user, answered_at=None).update(
            answered_at=gone.at, answered_by=user, agreed=False
        )
        Challenge.objects.filter(asked_by=user).update(words="")
        calendar_feed.drop(user=user)
    rename(gone)


def rename(gone: Gone) -> None:
    """The clubs' log and news know them by their new name."""
    now = gone.user.get_username()
    with scopes_disabled():
        clubs = _clubs(gone.user)
        news = News.objects.filter(campaign__in=clubs, text__contains=gone.name)
        for line in news.iterator(1000):
            line.text = replace_name(line.text, gone.name, now)[:500]
            line.save(update_fields=["text"])
        acts = DeskAct.objects.annotate(said=Cast("detail", TextField()))
        named = Q(said__contains=gone.name) | Q(said__contains=json.dumps(gone.name)[1:-1])
        for act in acts.filter(named, campaign__in=clubs).iterator(1000):
            detail = replace_name_in_record(act.detail, gone.name, now)
            if detail != act.detail:
                DeskAct.objects.filter(pk=act.pk).update(detail=detail)
