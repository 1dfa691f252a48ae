"""The app for weekly orders, the week's game and its effects."""

from django.apps import AppConfig


class EspionageConfig(AppConfig):
    """The app for weekly orders, the week's game and its effects."""

    name = "espionage"
    verbose_name = "Espionage"
    books = "espionage.services.reconcile"

    def ready(self) -> None:
        """Register the week's game and its lesson, and fill the ports of lower packages."""
        from ambush.rules.game import AMBUSH
        from campaign.duels.selectors import first_phase
        from campaign.league.selectors import lasting
        from campaign.members.selectors import reliability
        from engine import registry
        from espionage import notice_kinds  # noqa: F401 - its kinds are declared
        from espionage.lab.sweeps import LAB
        from espionage.order_lesson import ORDER_LESSON
        from espionage.rules.week import WEEK
        from espionage.selectors import absence, attendance, charges
        from espionage.selectors.public import has_a_seat
        from espionage.services import fights
        from lab import registry as labs
        from play.selectors import holiday_deadlines, parties
        from play.services import end_listeners
        from play.tabletop import lessons

        lasting.fill(has_a_seat)
        reliability.fill(attendance.reliability)
        first_phase.fill(charges.first_phase)
        registry.register(WEEK)
        labs.register(WEEK, LAB)
        lessons.register(ORDER_LESSON)
        holiday_deadlines.fill(absence.deadlines_during)
        parties.fill(fights.TeamParties())
        end_listeners.register(AMBUSH.key, fights.store_end)
