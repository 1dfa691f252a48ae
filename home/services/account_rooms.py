"""Steps of each package when an account is deleted (`core.accounts.services.deletion`)."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from campaign.deals.services import endings as deals
from campaign.members.services import forgetting as league
from campaign.teams.services import departing
from campaign.voices.services import forgetting as voices
from core.accounts.models import User
from core.accounts.services.deletion import FormerAccount
from core.notifications.services import forgetting as notifications
from home.selectors.names import is_a_word
from play.services import forgetting as play


class Everywhere:
    """The steps of all packages when an account is deleted."""

    def hindrances(self, user: User) -> tuple[str, ...]:
        """Return sentences about the clubs that must be handed over first."""
        return departing.blocking_clubs(user)

    def acquaintances_of(self, user: User) -> frozenset[UUID]:
        """Return the members of the person's clubs, and the person's opponents at tables."""
        return frozenset({*league.fellow_members(user), *play.people_met(user)})

    def leave(self, user: User, now: datetime) -> None:
        """Make the person leave tables, tournaments and clubs."""
        play.leave(user, now)
        departing.leave(user, now)

    def forget(self, account: FormerAccount) -> None:
        """Delete the person's texts and name.

        Inboxes are deleted last, because other steps can send notices.
        """
        deals.forget(account.user, account.changed_at)
        voices.forget(account)
        league.end_links(account)
        play.forget(account)
        notifications.forget(account)

    def is_a_word(self, user: User) -> bool:
        """Return whether the name is also a word in the site's documents, or in names used in the
        person's clubs.
        """
        return is_a_word(user)

    def rename(self, account: FormerAccount) -> None:
        """Replace the name in logs, news, tables and inboxes.

        Texts that people wrote do not change.
        """
        if is_a_word(account.user, account.name):
            return
        league.rename(account)
        play.rename(account)
        notifications.rename(
            account._replace(acquaintances=account.acquaintances | {account.user.pk})
        )
