"""Campaigns, teams, characters, the garage and the standings."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    """Campaigns, teams, characters, the garage and the standings."""

    name = "campaign"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from . import among  # noqa: F401 - its lookup is registered
