"""Services that ask for substitutes when entered people can no longer drive (E12, E22, C52)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from campaign.duels.models import DuelEntry
from campaign.duels.selectors.events import entries_close_at
from campaign.duels.selectors.muster import MusteredEntry, seats_of, unfit_entries
from campaign.league.models import Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import duel_path
from campaign.roster.models import Character
from core.notifications.services import notices
from core.web.moments import in_text
from core.web.problems import joined


def request_for_weeks(weeks: Sequence[Week]) -> None:
    """Notify owners about crew members who cannot drive after these settled weeks.

    Entries for the weekly duels and for coming events are checked. This runs one query if everyone
    can drive.
    """
    unfit = unfit_entries(weeks)
    request(
        (mustered, mustered.entry.duel.week.settle_at)
        for mustered in unfit
        if mustered.entry.duel.week.settle_at < mustered.entry.duel.start
    )


def request(unfit: Iterable[tuple[MusteredEntry, datetime]]) -> None:
    """Notify the owners of these entries about crew members who cannot drive.

    The notice about an entry is not sent before the time that is given with the entry.
    """
    requests = list(unfit)
    if not requests:
        return
    owners = people.owners({mustered.entry.team_id for mustered, _ in requests})
    names = dict(
        Character.objects.filter(
            pk__in=[character_id for mustered, _ in requests for character_id in mustered.unfit]
        ).values_list("pk", "name")
    )
    notices.send(
        notices.Message(
            user,
            mustered.entry.team.campaign_id,
            ClubNotice.SUBSTITUTE,
            _text(mustered, names),
            duel_path("duel", mustered.entry.duel),
            f"{_cause_prefix(mustered.entry)}1",
            since,
        )
        for mustered, since in requests
        for user in owners.get(mustered.entry.team_id, ())
    )


def outdate_requests(entry: DuelEntry, now: datetime) -> None:
    """Mark requests as outdated after their entry was changed or withdrawn."""
    for user in people.owners_of(entry.team_id):
        notices.mark_outdated(user=user, cause_prefix=_cause_prefix(entry), until=now, now=now)


def _cause_prefix(entry: DuelEntry) -> str:
    return f"substitute:{entry.pk}:"


def _text(mustered: MusteredEntry, names: Mapping[UUID, str]) -> str:
    duel, car = mustered.entry.duel, mustered.entry.vehicle.name
    driver = dict(seats_of(mustered.entry)).get("driver")
    names_of_unfit = joined(names[pk] for pk in mustered.unfit)
    consequence = (
        "the car stays out of the duel" if driver in mustered.unfit else "the seat stays empty"
    )
    until = in_text(duel.start if duel.is_weekly else entries_close_at(duel))
    return (
        f"{names_of_unfit} cannot drive in {duel.phrase}. Put someone else in {car} by "
        f"{until}, or {consequence}."
    )
