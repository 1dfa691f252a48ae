"""Drafting orders before their week has opened: the only writer of order plans (E45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Week
from campaign.league.selectors.house import rules_in
from campaign.league.services.calendar import refuse_closed
from core.web import clock
from core.web.locks import patient
from engine.game import Stale
from espionage.models import OrderPlan
from espionage.rules.checking import check_sheet
from espionage.rules.orders import in_play_order
from espionage.selectors.files import team_files
from espionage.selectors.public import playing
from espionage.selectors.sheets import roster_among

from . import sealing
from .sheets import NoSeat, SheetRefused, TooLate

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.league.models import Team
    from core.accounts.models import User
    from espionage.rules.orders import Sheet


def keep_plan(*, week_id: UUID, team: Team, sheet: Sheet, seen: int, by: User) -> OrderPlan:
    """Keep a draft for a week that is planned, by the house rules as they are now. Nothing is set
    aside and no seat is given; what cannot be done by then is struck at the deadline (E26).

    `seen` is the version the writer looked at, 0 for none. Raises TooLate once the week has opened,
    NoSeat for a team that is not in the league, Stale when somebody saved meanwhile, SheetRefused.
    """
    with patient():
        week = Week.objects.select_for_update(no_key=True).get(pk=week_id)
        refuse_closed(week.season)
        if week.status != Week.Status.PLANNED:
            raise TooLate(f"Week {week.number} is now open. Save your orders there.")
        teams = list(playing(week.season.campaign))
        if team not in teams:
            raise NoSeat(f"{team.name} can play after its roster is approved.")
        before = OrderPlan.objects.filter(week=week, team=team).first()
        if seen != (before.version if before else 0):
            raise Stale(
                "Someone has saved this plan since you opened it. Check the newer version, then "
                "save again."
            )
        sheet = in_play_order(sheet)
        file = team_files(week, [team])[team.pk]
        if problems := check_sheet(sheet, file, roster_among(week, teams), rules_in(week)):
            raise SheetRefused(problems)
        plan = before or OrderPlan(week=week, team=team)
        plan.version, plan.payload = seen + 1, sealing.canonical(sheet)
        plan.saved_at, plan.saved_by = clock.now(), by
        plan.save()
        return plan
