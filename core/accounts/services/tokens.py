"""API tokens of a person: made, shown once, renewed, revoked. Only a hash is kept."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from core.accounts.models import ApiToken, User
from core.accounts.selectors.own_clubs import own_clubs
from core.web.api.scopes import GIVEN, Scope
from core.web.refusals import Refused, WrongTime
from core.web.text import line

MOST: Final = 20
LONGEST: Final = 365


def make(
    *,
    user: User,
    name: str,
    days: int,
    at: datetime,
    scopes: Iterable[str] = GIVEN,
    club: str = "",
    ref: UUID | None = None,
) -> tuple[ApiToken, str]:
    """Make a token that works for `days` days: its row, and the token itself, never to be shown
    again. It has these scopes, and that of reading; `club` is the address of the one club of its
    maker's that it is for, "" for all; `ref` is how its row is named.

    Raises BadForm for a name that is no name, Refused for one token too many, a time too long, a
    scope that there is not, a club that is not theirs, playing in one club alone, a `ref` that is
    taken, and a guest, who is known by one browser alone.
    """
    if user.guest:
        raise Refused("Guests cannot create API tokens. Sign up first.", code="guest")
    said = line(name, field="name", title="Name", most=60)
    _insist_on_days(days)
    wanted = _wanted(scopes, club)
    of = next((one.id for one in own_clubs()(user) if one.slug == club), None) if club else None
    if club and of is None:
        raise Refused(
            "You are not a member of a club with that name.", field="club", code="no-such-club"
        )
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if ApiToken.objects.filter(user=user, expiry__gt=at).count() >= MOST:
            raise Refused(
                f"You already have {MOST} tokens. Revoke one that you no longer need.",
                code="too-many",
            )
        if ref is not None and ApiToken.objects.filter(ref=ref).exists():
            raise WrongTime(
                "A token with this ref already exists. Choose another ref.", code="ref-taken"
            )
        row, token = ApiToken.objects.create(
            user=user,
            expiry=timedelta(days=days),
            name=said,
            scopes=" ".join(wanted),
            club_id=of,
            reminded_at=at,
            **({"ref": ref} if ref else {}),
        )
        row.expiry = at + timedelta(days=days)
        row.save(update_fields=["expiry"])
        return row, token


def _insist_on_days(days: int) -> None:
    if not 1 <= days <= LONGEST:
        raise Refused(
            f"A token can be valid for 1 to {LONGEST} days.", field="days", code="out-of-bounds"
        )


def _wanted(scopes: Iterable[str], club: str) -> tuple[str, ...]:
    """The scopes in their order, that of reading among them."""
    said = {*scopes, str(Scope.READ)}
    if strange := said - set(GIVEN):
        raise Refused(
            f"Unknown scope “{min(strange)}”. Choose from {', '.join(GIVEN)}.",
            field="scopes",
            code="no-such-scope",
        )
    if club and Scope.PLAY in said:
        raise Refused(
            "A token for one club cannot play matches, because matches do not belong to clubs. "
            "Remove the scope “play”, or create a token for all clubs.",
            field="scopes",
            code="play-in-one-club",
        )
    return tuple([str(scope) for scope in GIVEN if scope in said])


def renew(*, token: ApiToken, days: int, at: datetime) -> ApiToken:
    """Have a token work for `days` days from now. It stays the same, and so do its scopes.

    Raises Refused for a time too long, WrongTime for one that has ended or was revoked meanwhile:
    whoever holds it then must not have it back.
    """
    _insist_on_days(days)
    changed = ApiToken.objects.filter(pk=token.pk, expiry__gt=at).update(
        expiry=at + timedelta(days=days), reminded_at=at
    )
    if not changed:
        raise WrongTime("This token has expired. Create a new one.", code="token-ended")
    token.refresh_from_db()
    return token


def revoke(*, token: ApiToken) -> None:
    """Make a token useless at once."""
    token.delete()


def note_use(*, token: ApiToken, at: datetime) -> None:
    """Write down when a token was used last."""
    ApiToken.objects.filter(pk=token.pk).update(used_at=at)
