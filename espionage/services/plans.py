"""Order drafts for weeks that have not opened (E45). Only this module writes order plans."""

from __future__ import annotations

from uuid import UUID

from campaign.calendar.services.calendar import refuse_closed
from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from core.accounts.models import User
from core.web import clock
from core.web.locks import patient
from engine.game import Stale
from espionage.models import OrderPlan
from espionage.rules.checking import check_sheet
from espionage.rules.orders import Sheet, in_play_order
from espionage.selectors.files import team_files
from espionage.selectors.public import playing_teams
from espionage.selectors.sheets import roster_among

from . import sealing
from .sheets import NoSeat, SheetRefused, TooLate


def save_plan(
    *, week_id: UUID, team: Team, sheet: Sheet, seen_version: int, saved_by: User
) -> OrderPlan:
    """Save a draft for a planned week, after checking it with the current house rules.

    No money or gear is reserved, and no seat is assigned. Orders that have become impossible are
    struck at the deadline (E26). `seen_version` is the version that the writer has seen, or 0.
    Raise TooLate if the week has opened, NoSeat for a team that is not in the league, Stale if
    someone else has saved in the meantime, or SheetRefused.
    """
    with patient():
        week = Week.objects.select_for_update(no_key=True).get(pk=week_id)
        refuse_closed(week.season)
        if week.status != Week.Status.PLANNED:
            raise TooLate(f"Week {week.number} is now open. Save your orders there.")
        teams = list(playing_teams(week.season.campaign))
        if team not in teams:
            raise NoSeat(f"{team.name} can play after its roster is approved.")
        last_plan = OrderPlan.objects.filter(week=week, team=team).first()
        if seen_version != (last_plan.version if last_plan else 0):
            raise Stale(
                "Someone has saved this plan since you opened it. Check the newer version, then "
                "save again."
            )
        sheet = in_play_order(sheet)
        file = team_files(week, [team])[team.pk]
        if problems := check_sheet(sheet, file, roster_among(week, teams), rules_in(week)):
            raise SheetRefused(problems)
        plan = last_plan or OrderPlan(week=week, team=team)
        plan.version, plan.payload = seen_version + 1, sealing.canonical(sheet)
        plan.saved_at, plan.saved_by = clock.now(), saved_by
        plan.save()
        return plan
