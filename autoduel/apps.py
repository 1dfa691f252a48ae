"""App configuration of the autoduel."""

from django.apps import AppConfig


class AutoduelConfig(AppConfig):
    """Configuration of the autoduel app."""

    name = "autoduel"
    verbose_name = "Autoduel"
    books = "autoduel.services.reconcile"

    def ready(self) -> None:
        """Register the game, its bots, tabletop, lesson and lab, the cars that people can bring,
        the driving of clubs' duels, and the results of duels.
        """
        from autoduel.game import AUTODUEL
        from autoduel.selectors import dossiers
        from autoduel.selectors.own_cars import Garages
        from autoduel.services import endings, week_duels
        from engine import registry
        from espionage.rules.week import WEEK
        from espionage.services import drivers
        from espionage.tasks import ringing
        from lab import registry as labs
        from play.selectors import asides, loadouts
        from play.services import end_listeners
        from play.tabletop import lessons
        from play.tabletop import registry as tabletops

        from .bots import BOTS
        from .lab import LAB
        from .season_lab import with_seasons
        from .tabletop import AUTODUEL_TABLE
        from .tabletop.lesson import LESSON

        registry.register(AUTODUEL, BOTS)
        labs.register(AUTODUEL, LAB)
        labs.register(WEEK, with_seasons(labs.lab_of(WEEK)))
        tabletops.register(AUTODUEL_TABLE)
        lessons.register(LESSON)
        loadouts.register(AUTODUEL.key, Garages())
        drivers.start_duels.fill(week_duels.line_up)
        drivers.hand_over.fill(week_duels.hand_over)
        end_listeners.register(AUTODUEL.key, ringing(endings.note_end))
        asides.register(AUTODUEL.key, dossiers.dossiers_aside)
