"""Campaigns, teams, characters, the garage and the standings."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    """Campaigns, teams, characters, the garage and the standings."""

    name = "campaign"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from campaign.league.selectors import circles as clubs
        from campaign.league.selectors.viewer import new_in_talk
        from campaign.league.services import (
            account_notices,
            webhook_channel,  # noqa: F401 - it is registered
        )
        from campaign.voices.selectors.reading import new_to_members
        from core.accounts.services import account_changes
        from play.selectors import circles

        account_changes.fill(account_notices.tell)
        circles.fill(clubs.Clubs())
        new_in_talk.fill(new_to_members)
