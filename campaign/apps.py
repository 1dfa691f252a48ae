"""Campaigns, teams, characters, the garage and the standings."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    """Configuration of the app for campaigns, teams, characters, garages and standings."""

    name = "campaign"
    verbose_name = "Campaigns"
    books = "campaign.desk.services.reconcile"

    def ready(self) -> None:
        from campaign.duels.selectors.driven import DuelAudiences
        from campaign.league.selectors.viewer import unread_posts
        from campaign.members.selectors import circles as clubs
        from campaign.members.services import account_notices
        from campaign.news.services import webhook_channel  # noqa: F401 - registers itself
        from campaign.voices.selectors.reading import count_unread_posts
        from core.accounts.selectors.own_clubs import own_clubs
        from core.accounts.services import account_changes, token_reminders
        from play.selectors import audiences, circles

        account_changes.fill(account_notices.notify_of_change)
        token_reminders.fill(account_notices.notify_of_token)
        own_clubs.fill(clubs.own_clubs)
        circles.fill(clubs.Clubs())
        audiences.fill(DuelAudiences())
        unread_posts.fill(count_unread_posts)
