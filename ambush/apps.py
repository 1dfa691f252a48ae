"""App configuration for the ambush."""

from django.apps import AppConfig


class AmbushConfig(AppConfig):
    """Configuration of the ambush app."""

    name = "ambush"
    verbose_name = "Ambush"

    def ready(self) -> None:
        """Register the duel with its bots, experiments, table, lesson and club options."""
        from campaign.house_rules.rules import house
        from engine import registry
        from lab import registry as labs
        from play.tabletop import lessons
        from play.tabletop import registry as tabletops

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .rules.club_options import house_rule_problems
        from .rules.game import AMBUSH
        from .tabletop import AMBUSH_TABLE

        registry.register(AMBUSH, BOTS)
        labs.register(AMBUSH, LAB)
        tabletops.register(AMBUSH_TABLE)
        lessons.register(LESSON)
        house.fill(house_rule_problems)
