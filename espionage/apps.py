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
        from campaign.deals.selectors.ports import can_lend_in_open_week
        from campaign.duels.selectors import first_phase
        from campaign.league.selectors import lasting
        from campaign.members.selectors import reliability
        from campaign.roster.selectors import service
        from engine import registry
        from espionage import notice_kinds  # noqa: F401 - its kinds are declared
        from espionage.lab.sweeps import LAB
        from espionage.order_lesson import ORDER_LESSON
        from espionage.rules.week import WEEK
        from espionage.selectors import absence, attendance, careers, charges, sheets, team_seats
        from espionage.selectors.public import has_a_seat
        from espionage.services import fights
        from espionage.tasks import ringing
        from lab import registry as labs
        from play.selectors import holiday_deadlines, parties
        from play.services import end_listeners
        from play.tabletop import lessons

        lasting.has_seat.fill(has_a_seat)
        can_lend_in_open_week.fill(sheets.can_lend)
        reliability.reliability_of.fill(attendance.reliability)
        first_phase.first_phase.fill(charges.first_phase)
        service.missions_of.fill(careers.missions_of)
        registry.register(WEEK)
        labs.register(WEEK, LAB)
        lessons.register(ORDER_LESSON)
        holiday_deadlines.deadlines_during.fill(absence.deadlines_during)
        parties.parties_of.fill(team_seats.parties_of)
        parties.chairs_played_by.fill(team_seats.chairs_played_by)
        parties.find_chairs_played_by.fill(team_seats.find_chairs_played_by)
        parties.parties_by_id.fill(team_seats.parties_by_id)
        parties.frame_of.fill(team_seats.frame_of)
        end_listeners.register(AMBUSH.key, ringing(fights.store_end))
