"""Services that create, renew and revoke a person's API tokens. A token is shown once, and only its
hash is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from core.accounts.models import ApiToken, User
from core.accounts.selectors.own_clubs import own_clubs
from core.web.api.scopes import TOKEN_SCOPES, Scope
from core.web.refusals import Refused, WrongTime
from core.web.text import line

MAX_TOKENS: Final = 20
MAX_DAYS: Final = 365


def create_token(
    *,
    user: User,
    name: str,
    days: int,
    now: datetime,
    scopes: Iterable[str] = TOKEN_SCOPES,
    club: str = "",
    ref: UUID | None = None,
) -> tuple[ApiToken, str]:
    """Create a token that is valid for `days` days.

    Return its row and the token itself.

    The token has these scopes, and always `read`. `club` is the slug of the only club that it can
    access, or "" for all clubs. `ref` identifies the token's row.

    Raise BadForm for an invalid name. Raise Refused for too many tokens, too long a lifetime, an
    unknown scope, a club that the person does not belong to, the scope `play` for a single club, or
    a `ref` that is in use. It is also raised for guests.
    """
    if user.guest:
        raise Refused("Guests cannot create API tokens. Sign up first.", code="guest")
    token_name = line(name, field="name", title="Name", max_length=60)
    _check_days(days)
    valid_scopes = _valid_scopes(scopes, club)
    club_id = (
        next((own_club.id for own_club in own_clubs(user) if own_club.slug == club), None)
        if club
        else None
    )
    if club and club_id is None:
        raise Refused(
            "You are not a member of a club with that name.", field="club", code="no-such-club"
        )
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if ApiToken.objects.filter(user=user, expiry__gt=now).count() >= MAX_TOKENS:
            raise Refused(
                f"You already have {MAX_TOKENS} tokens. Revoke one that you no longer need.",
                code="too-many",
            )
        if ref is not None and ApiToken.objects.filter(ref=ref).exists():
            raise WrongTime(
                "A token with this ref already exists. Choose another ref.", code="ref-taken"
            )
        row, token = ApiToken.objects.create(
            user=user,
            expiry=timedelta(days=days),
            name=token_name,
            scopes=" ".join(valid_scopes),
            club_id=club_id,
            reminded_at=now,
            **({"ref": ref} if ref else {}),
        )
        row.expiry = now + timedelta(days=days)
        row.save(update_fields=["expiry"])
        return row, token


def _check_days(days: int) -> None:
    if not 1 <= days <= MAX_DAYS:
        raise Refused(
            f"A token can be valid for 1 to {MAX_DAYS} days.", field="days", code="out-of-bounds"
        )


def _valid_scopes(scopes: Iterable[str], club: str) -> tuple[str, ...]:
    """Return the scopes in their standard order, including `read`."""
    requested = {*scopes, str(Scope.READ)}
    if unknown := requested - set(TOKEN_SCOPES):
        raise Refused(
            f"Unknown scope “{min(unknown)}”. Choose from {', '.join(TOKEN_SCOPES)}.",
            field="scopes",
            code="no-such-scope",
        )
    if club and Scope.PLAY in requested:
        raise Refused(
            "A token for one club cannot play matches, because matches do not belong to clubs. "
            "Remove the scope “play”, or create a token for all clubs.",
            field="scopes",
            code="play-in-one-club",
        )
    return tuple([str(scope) for scope in TOKEN_SCOPES if scope in requested])


def renew(*, token: ApiToken, days: int, now: datetime) -> ApiToken:
    """Make a token valid for `days` days from now, with the same scopes.

    Raise Refused for too long a lifetime. Raise WrongTime if the token has expired or was revoked,
    because its holder must not regain access.
    """
    _check_days(days)
    changed = ApiToken.objects.filter(pk=token.pk, expiry__gt=now).update(
        expiry=now + timedelta(days=days), reminded_at=now
    )
    if not changed:
        raise WrongTime("This token has expired. Create a new one.", code="token-ended")
    token.refresh_from_db()
    return token


def revoke(*, token: ApiToken) -> None:
    """Delete a token."""
    token.delete()


def note_use(*, token: ApiToken, now: datetime) -> None:
    """Store the time at which a token was last used."""
    ApiToken.objects.filter(pk=token.pk).update(used_at=now)
