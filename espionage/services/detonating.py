"""Detonation of charges that were delayed until the duel (E23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from campaign.deals.services import endings
from campaign.duels.models import DuelResult
from campaign.duels.selectors.muster import muster, standing_entries
from campaign.garage.models import Vehicle
from campaign.garage.rules.damage import Aboard, Strike, apply_strikes, is_killed
from campaign.garage.rules.record import VehicleRecord
from campaign.garage.selectors.garage import record_of
from campaign.league.models import Team, Week
from campaign.league.selectors import people
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import team_path, week_path
from campaign.ledger.models import Wound
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.news.services import news
from campaign.roster.selectors.roster import body_of
from core.notifications.services import notices
from core.web import bulk
from espionage.models import Charge
from espionage.notice_kinds import WeekNotice
from espionage.rules import charges
from espionage.rules.values import Blast


@dataclass(frozen=True)
class Explosion:
    """A charge that exploded, and the damage it did."""

    charge: Charge
    vehicle: Vehicle
    strike: Strike
    fired_at: datetime
    is_destroyed: bool
    """True if the vehicle was not destroyed before."""


def fire_due(weeks: Sequence[Week], now: datetime) -> None:
    """Fire the charges of these weeks that are due.

    Charges are due when the duel has begun, or when its first result is recorded.
    """
    fire_charges(weeks, now, all_remaining=False)


def fire_charges(weeks: Sequence[Week], now: datetime, *, all_remaining: bool) -> None:
    """Fire the due charges of these weeks one after another.

    If `all_remaining` is true, fire all charges that are left, because the week closes without a
    result.
    """
    waiting = _due_charges(weeks, now, all_remaining=all_remaining)
    vehicles = _lock_vehicles(waiting) if waiting else {}
    explosions = []
    for charge in waiting:
        vehicle = vehicles[charge.vehicle_id]
        if vehicle.gone_at is not None:
            charge.lost_at = now
        else:
            record = record_of(vehicle)
            strike = _make_strike(charge, vehicle, record)
            is_destroyed = not is_killed(record) and is_killed(apply_strikes(record, strike))
            explosion = Explosion(charge, vehicle, strike, now, is_destroyed)
            posting.post(_lines(explosion))
            charge.fired_at = now
            explosions.append(explosion)
    bulk.update(waiting, ["fired_at", "lost_at"])
    _announce(explosions)
    endings.pay_bounties([_destruction(row) for row in explosions if row.is_destroyed], now)


def _destruction(explosion: Explosion) -> endings.Destruction:
    """Return the destruction of a vehicle for its bounties. The culprit stays secret (E53)."""
    return endings.Destruction(
        explosion.vehicle.pk,
        explosion.vehicle.team_id,
        {explosion.charge.planted_by_id: 1},
        is_public=False,
    )


def _lock_vehicles(waiting: Sequence[Charge]) -> dict[UUID, Vehicle]:
    """Lock the teams' rows, then the charged vehicles, and return the vehicles.

    Rows are always locked in this order.
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


def _due_charges(weeks: Sequence[Week], now: datetime, *, all_remaining: bool) -> list[Charge]:
    waiting = Charge.objects.filter(week__in=weeks, fired_at=None, lost_at=None).select_related(
        "week__season", "planted_by"
    )
    if not all_remaining:
        recorded = DuelResult.objects.filter(duel__in=[week.pk for week in weeks]).values("duel")
        begun_weeks = [week.pk for week in weeks if week.duel_at <= now]
        waiting = waiting.filter(
            Q(due=Charge.Due.DUEL, week__in=begun_weeks)
            | Q(due=Charge.Due.AFTER, week__in=recorded)
        )
    return list(waiting.order_by("week", "cause").select_for_update(of=("self",)))


def _make_strike(charge: Charge, vehicle: Vehicle, record: VehicleRecord) -> Strike:
    """Return the damage to the vehicle in its current condition.

    The crew is aboard only in the first phase of the duel, and only if the vehicle is entered
    (E13).
    """
    at_duel = charge.due == Charge.Due.DUEL
    payload = {**charge.payload, "faces": tuple(charge.payload["faces"])}
    blast = Blast(due="first_phase" if at_duel else "after_duel", **payload)
    return charges.detonate(
        blast, record, aboard=_crew_aboard(charge.week, vehicle) if at_duel else ()
    )


def _crew_aboard(week: Week, vehicle: Vehicle) -> tuple[Aboard, ...]:
    """Return the people who are in the vehicle when the duel begins.

    The crew of the vehicle's entry is aboard, provided that the entry can start.
    """
    duel = weekly_duel(week)
    crew = [
        person
        for starter in muster(duel, standing_entries(duel).filter(vehicle=vehicle), charges=False)
        for _, person in starter.aboard
    ]
    riders = vehicle.team.characters.in_bulk(crew)
    min_dp = 0 if rules_in(week).death else 1
    return tuple(
        Aboard(character=str(pk), dp=body_of(riders[pk]).dp - min_dp) for pk in crew if pk in riders
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
            explosion.fired_at,
            week=charge.week_id,
        )
    for hit in explosion.strike.crew:
        yield Line(
            Book.WOUND,
            UUID(hit.character),
            Wound.DP,
            hit.lost,
            cause,
            explosion.fired_at,
            week=charge.week_id,
        )


# --- news and notices -----------------------------------------------------------------------------


def _announce(explosions: Sequence[Explosion]) -> None:
    in_order = sorted(
        explosions,
        key=lambda explosion: (
            explosion.vehicle.team.name,
            explosion.vehicle.team_id,
            explosion.vehicle.name,
            explosion.vehicle.pk,
        ),
    )
    news.publish(_news(in_order))
    owners = people.owners(
        {
            team
            for explosion in explosions
            for team in (explosion.vehicle.team_id, explosion.charge.planted_by_id)
        }
    )
    notices.send(
        notices.Message(
            user,
            explosion.charge.week.season.campaign_id,
            WeekNotice.EXPLOSION,
            text,
            path,
            f"{explosion.charge.cause}/fired",
            explosion.fired_at,
        )
        for explosion in explosions
        for team, text, path in _notices(explosion)
        for user in owners.get(team, ())
    )


def _news(explosions: Sequence[Explosion]) -> Iterator[news.Item]:
    """Yield the public news, which names the explosion and the vehicle, but no culprit or weapon.

    Items are sorted by team and vehicle name, not by mission. The cause consists of the vehicle,
    the time and a count, so it does not reveal which of two culprits hit which vehicle.
    """
    count: Counter[tuple[UUID, str]] = Counter()
    for position, explosion in enumerate(explosions):
        charge, vehicle = explosion.charge, explosion.vehicle
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
            explosion.fired_at,
            position,
            week=charge.week_id,
        )


def _notices(explosion: Explosion) -> Iterator[tuple[UUID, str, str]]:
    team = explosion.vehicle.team
    yield (
        team.pk,
        f"An explosion damaged {explosion.vehicle.name}.",
        team_path("vehicle", team, pk=explosion.vehicle.pk),
    )
    planter = explosion.charge.planted_by
    text = f"Your charge under {explosion.vehicle.name} went off."
    yield planter.pk, text, week_path("espionage:report", explosion.charge.week, team=planter)
