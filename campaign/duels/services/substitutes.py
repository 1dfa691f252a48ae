"""Asking a team for a substitute: the week has left somebody it entered for the duel, or for an
event that is still to come, unable to drive (E12, E22, C52).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.duels.selectors.events import closing, duel_path
from campaign.duels.selectors.muster import Mustered, seats_of, unfit_entries
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.roster.models import Character
from core.notifications.services import notices
from core.web.moments import in_text
from core.web.problems import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from campaign.duels.models import DuelEntry
    from campaign.league.models import Week


def call(weeks: Sequence[Week]) -> None:
    """Tell the owners of every entry of these settled weeks who of its crew cannot drive; nobody
    else hears of it. One query while all can.
    """
    unfit = unfit_entries(weeks)
    ask(
        (one, one.entry.week.settle_at)
        for one in unfit
        if one.entry.week.settle_at < one.entry.duel.hour
    )


def ask(unfit: Iterable[tuple[Mustered, datetime]]) -> None:
    """Tell the owners of these entries, each since its moment, who of the crew cannot drive."""
    asked = list(unfit)
    if not asked:
        return
    owners = people.owners({one.entry.team_id for one, _ in asked})
    names = dict(
        Character.objects.filter(pk__in=[who for one, _ in asked for who in one.unfit]).values_list(
            "pk", "name"
        )
    )
    notices.send(
        notices.Message(
            user,
            one.entry.team.campaign_id,
            ClubNotice.SUBSTITUTE,
            _text(one, names),
            duel_path("duel", one.entry.duel),
            f"{_about(one.entry)}1",
            since,
        )
        for one, since in asked
        for user in owners.get(one.entry.team_id, ())
    )


def done(entry: DuelEntry, at: datetime) -> None:
    """The entry is another one now, or none: nobody is asked any longer."""
    for user in people.owners([entry.team_id]).get(entry.team_id, ()):
        notices.mark_outdated(user=user, cause_prefix=_about(entry), until=at, now=at)


def _about(entry: DuelEntry) -> str:
    """How the causes of what is asked about an entry begin."""
    return f"substitute:{entry.pk}:"


def _text(one: Mustered, names: Mapping[UUID, str]) -> str:
    week, car = one.entry.duel, one.entry.vehicle.name
    driver = dict(seats_of(one.entry)).get("driver")
    who = joined(names[pk] for pk in one.unfit)
    otherwise = "it stays out" if driver in one.unfit else "the seat stays empty"
    until = in_text(closing(week.event) if week.event else week.duel_at)
    return (
        f"{who} cannot drive in {week.duel_words}. Put someone else in {car} by {until}, or "
        f"{otherwise}."
    )
