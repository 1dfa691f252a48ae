"""Charges that waited for the duel go off (E23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from campaign.duels.models import DuelResult
from campaign.duels.selectors.muster import muster, standing_entries
from campaign.garage.models import Vehicle
from campaign.garage.rules.damage import Aboard, Strike
from campaign.garage.selectors.garage import record_of
from campaign.league.models import Team, Week
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import team_path, week_path
from campaign.league.services import news
from campaign.ledger.models import Wound
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.selectors.roster import body_of
from core.notifications.services import notices
from core.web import bulk
from espionage.models import Charge
from espionage.notice_kinds import WeekNotice
from espionage.rules import charges
from espionage.rules.values import Blast


@dataclass(frozen=True)
class Explosion:
    """A charge going off, and what it did."""

    charge: Charge
    vehicle: Vehicle
    strike: Strike
    at: datetime


def detonate(weeks: Sequence[Week], at: datetime) -> None:
    """Fire what is due in these weeks: the duel has begun, or its first result is recorded."""
    fire(weeks, at, everything=False)


def fire(weeks: Sequence[Week], at: datetime, *, everything: bool) -> None:
    """Fire due charges, one after another; with `everything`, all that still wait: the week closes
    without a result.
    """
    waiting = _due(weeks, at, everything=everything)
    lot = _lot(waiting) if waiting else {}
    explosions = []
    for charge in waiting:
        vehicle = lot[charge.vehicle_id]
        if vehicle.gone_at is not None:
            charge.lost_at = at
        else:
            explosion = Explosion(charge, vehicle, _strike(charge, vehicle), at)
            posting.post(_lines(explosion))
            charge.fired_at = at
            explosions.append(explosion)
    bulk.update(waiting, ["fired_at", "lost_at"])
    _tell(explosions)


def _lot(waiting: Sequence[Charge]) -> dict[UUID, Vehicle]:
    """The charged vehicles, their teams' rows held first, as everybody does who changes a
    vehicle.
    """
    ids = {charge.vehicle_id for charge in waiting}
    list(
        Team.objects.filter(vehicles__in=ids)
        .order_by("pk")
        .select_for_update(no_key=True, of=("self",))
        .values_list("pk")
    )
    vehicles = Vehicle.objects.filter(pk__in=ids).order_by("pk").select_related("team__campaign")
    return {
        vehicle.pk: vehicle for vehicle in vehicles.select_for_update(no_key=True, of=("self",))
    }


def _due(weeks: Sequence[Week], at: datetime, *, everything: bool) -> list[Charge]:
    waiting = Charge.objects.filter(week__in=weeks, fired_at=None, lost_at=None).select_related(
        "week__season", "planted_by"
    )
    if not everything:
        recorded = DuelResult.objects.filter(week__in=weeks, event=None).values("week")
        begun = [week.pk for week in weeks if week.duel_at <= at]
        waiting = waiting.filter(
            Q(due=Charge.Due.DUEL, week__in=begun) | Q(due=Charge.Due.AFTER, week__in=recorded)
        )
    return list(waiting.order_by("week", "cause").select_for_update(of=("self",)))


def _strike(charge: Charge, vehicle: Vehicle) -> Strike:
    """The blow on the vehicle as it stands; with the crew aboard only at the duel's first phase, if
    it is entered (E13).
    """
    at_duel = charge.due == Charge.Due.DUEL
    payload = {**charge.payload, "faces": tuple(charge.payload["faces"])}
    blast = Blast(due="first_phase" if at_duel else "after_duel", **payload)
    return charges.detonate(
        blast, record_of(vehicle), aboard=_aboard(charge.week, vehicle) if at_duel else ()
    )


def _aboard(week: Week, vehicle: Vehicle) -> tuple[Aboard, ...]:
    """Who sits in the vehicle when the duel begins: the crew of its entry, if that stands at the
    start.
    """
    crew = [
        who
        for one in muster(week, standing_entries(week).filter(vehicle=vehicle), charges=False)
        for _, who in one.aboard
    ]
    riders = vehicle.team.characters.in_bulk(crew)
    kept = 0 if rules_in(week).death else 1
    return tuple(
        Aboard(character=str(pk), dp=body_of(riders[pk]).dp - kept) for pk in crew if pk in riders
    )


def _lines(explosion: Explosion) -> Iterator[Line]:
    charge, cause = explosion.charge, f"{explosion.charge.cause}/fired"
    for wear in explosion.strike.damage:
        yield Line(
            Book.DAMAGE,
            explosion.vehicle.pk,
            wear.part,
            wear.lost,
            cause,
            explosion.at,
            week=charge.week_id,
        )
    for hit in explosion.strike.crew:
        yield Line(
            Book.WOUND,
            UUID(hit.character),
            Wound.DP,
            hit.lost,
            cause,
            explosion.at,
            week=charge.week_id,
        )


# --- who hears of it ------------------------------------------------------------------------------


def _tell(explosions: Sequence[Explosion]) -> None:
    in_order = sorted(
        explosions,
        key=lambda each: (
            each.vehicle.team.name,
            each.vehicle.team_id,
            each.vehicle.name,
            each.vehicle.pk,
        ),
    )
    news.publish(_news(in_order))
    owners = people.owners(
        {team for each in explosions for team in (each.vehicle.team_id, each.charge.planted_by_id)}
    )
    notices.send(
        notices.Message(
            user,
            each.charge.week.season.campaign_id,
            WeekNotice.EXPLOSION,
            text,
            path,
            f"{each.charge.cause}/fired",
            each.at,
        )
        for each in explosions
        for team, text, path in _notices(each)
        for user in owners.get(team, ())
    )


def _news(explosions: Sequence[Explosion]) -> Iterator[news.Item]:
    """Public: an explosion, whose vehicle; no culprit, no weapon. By team, then name, never in the
    order of the missions.

    The cause names vehicle, time and count: not even the row's key knows which of two culprits
    struck which vehicle.
    """
    count: Counter[tuple[UUID, str]] = Counter()
    for position, each in enumerate(explosions):
        charge, vehicle = each.charge, each.vehicle
        when = "as the duel began" if charge.due == Charge.Due.DUEL else "after the duel"
        text = f"An explosion hit {vehicle.name} of {vehicle.team.name} {when}."
        count[vehicle.pk, charge.due] += 1
        cause = (
            f"explosion:{charge.week_id}:{vehicle.pk}:{charge.due}:{count[vehicle.pk, charge.due]}"
        )
        yield news.Item(
            charge.week.season.campaign_id,
            "explosion",
            text,
            cause,
            each.at,
            position,
            week=charge.week_id,
        )


def _notices(each: Explosion) -> Iterator[tuple[UUID, str, str]]:
    team = each.vehicle.team
    yield (
        team.pk,
        f"An explosion damaged {each.vehicle.name}.",
        team_path("vehicle", team, pk=each.vehicle.pk),
    )
    planter = each.charge.planted_by
    text = f"Your charge under {each.vehicle.name} went off."
    yield planter.pk, text, week_path("espionage:report", each.charge.week, team=planter)
