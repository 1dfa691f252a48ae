"""Campaigns, teams, characters, the garage and the standings."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    """Configuration of the app for campaigns, teams, characters, garages and standings."""

    name = "campaign"
    verbose_name = "Campaigns"
    books = "campaign.desk.services.reconcile"

    def ready(self) -> None:
        from campaign.deals.selectors.deals import deals_in_letters
        from campaign.deals.services.endings import pay_for_duel
        from campaign.duels.selectors.driven import find_admitted
        from campaign.duels.services.first_results import on_first_result
        from campaign.league.selectors.viewer import unread_posts
        from campaign.members.selectors import circles as clubs
        from campaign.members.services import account_notices
        from campaign.news.services import webhook_channel  # noqa: F401 - registers itself
        from campaign.voices.selectors import enclosures
        from campaign.voices.selectors.reading import count_unread_posts
        from core.accounts.selectors.own_clubs import own_clubs
        from core.accounts.services import account_changes, token_reminders
        from play.selectors import audiences, circles

        account_changes.notify.fill(account_notices.notify_of_change)
        token_reminders.notify.fill(account_notices.notify_of_token)
        own_clubs.fill(clubs.own_clubs)
        circles.circles_of.fill(clubs.circles_of)
        circles.ids_of.fill(clubs.ids_of)
        circles.circles_by_id.fill(clubs.circles_by_id)
        audiences.find_admitted.fill(find_admitted)
        unread_posts.fill(count_unread_posts)
        enclosures.deals_in_letters.fill(deals_in_letters)
        on_first_result.fill(pay_for_duel)
