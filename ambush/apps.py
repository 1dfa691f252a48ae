"""App configuration for the ambush."""

from django.apps import AppConfig


class AmbushConfig(AppConfig):
    """Configuration of the ambush app."""

    name = "ambush"
    verbose_name = "Ambush"

    def ready(self) -> None:
        """Register the duel with its bots, experiments, table, lesson and club options."""
        from campaign.house_rules.rules import house
        from play.tabletop.registry import register

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .rules.club_options import house_rule_problems
        from .tabletop import AMBUSH_TABLE

        register(AMBUSH_TABLE, BOTS, LAB, LESSON)
        house.game_problems.fill(house_rule_problems)
