"""What every room does when somebody deletes their account (`core.accounts.services.deletion`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.services import forgetting as league
from campaign.teams.services import departing
from campaign.voices.services import forgetting as voices
from core.notifications.services import forgetting as notifications
from home.selectors.names import is_a_word
from play.services import forgetting as play

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from core.accounts.models import User
    from core.accounts.services.deletion import Gone


class Everywhere:
    """All rooms, each by its own services."""

    def hindrances(self, user: User) -> tuple[str, ...]:
        """The clubs that have to be handed over first."""
        return departing.hindrances(user)

    def met(self, user: User) -> frozenset[UUID]:
        """Members of their clubs, and who sat at their tables."""
        return frozenset({*league.met(user), *play.people_met(user)})

    def leave(self, user: User, at: datetime) -> None:
        """Leave tables, tournaments and clubs."""
        play.leave(user, at)
        departing.leave(user, at)

    def forget(self, gone: Gone) -> None:
        """Forget words and name; the inboxes last, which hear of what the others do."""
        voices.forget(gone)
        league.forget(gone)
        play.forget(gone)
        notifications.forget(gone)

    def is_a_word(self, user: User) -> bool:
        """Looked up in the site's own documents, and in what things in their clubs are called."""
        return is_a_word(user)

    def rename(self, gone: Gone) -> None:
        """In logs and news, at tables, in inboxes; what people wrote stays as they wrote it."""
        if is_a_word(gone.user, gone.name):
            return
        league.rename(gone)
        play.rename(gone)
        notifications.rename(gone._replace(met=gone.met | {gone.user.pk}))
