"""Pages for duels: a team's own entries, all entries once the duel starts, and the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaign.calendar.views.calendar import resolve_duel
from campaign.duels.forms.entry import EntryForm
from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules.event_cars import CARS
from campaign.duels.selectors import duels, live
from campaign.duels.selectors.calendar import DRIVEN
from campaign.duels.selectors.driven import is_driven_here, progress_of
from campaign.duels.selectors.duels import EntryView, Unfit
from campaign.duels.selectors.events import entries_close_at
from campaign.duels.selectors.exchanges import exchange_for, open_exchange
from campaign.duels.selectors.podium import podium_of_duel
from campaign.duels.services import entries as services
from campaign.duels.views import record
from campaign.duels.views.addresses import trail
from campaign.duels.views.outcome import outcome
from campaign.garage.rules.design import compute_totals
from campaign.garage.selectors import workplan
from campaign.garage.selectors.garage import GarageVehicle, current_vehicles, vehicle_of
from campaign.garage.selectors.workplan import WorkshopCharacter
from campaign.garage.services.garage import crew_places
from campaign.garage.views.words import CONDITIONS, entry_limit_warning
from campaign.house_rules.rules.house import HouseRules
from campaign.league import policy
from campaign.league.models import Duel, Team, Week
from campaign.league.selectors.links import in_season
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_crumbs, club_url, duel_url, render_club_page, week_url
from campaign.league.views.permissions import club_page
from campaign.ledger.views.descriptions import skill_names
from campaign.roster.selectors import captives
from campaign.voices.views.talk import comments_preview
from core.web.moments import in_text
from core.web.not_found import or_404
from core.web.views.posting import REFUSED, carry_out, confirmed


@dataclass(frozen=True, slots=True)
class Stall:
    """One of the viewer's vehicles, with its entry form."""

    parked: GarageVehicle
    condition: tuple[str, str]
    cost: int
    entry: EntryView | None
    form: EntryForm
    warning: str


@dataclass(frozen=True, slots=True)
class EntryWarning:
    """A warning about the viewer's own entries."""

    subject: str
    text: str


@require_safe
@club_page(live=True)
@resolve_duel
def duel(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Show a duel."""
    return _page(request, viewer, duel)


def _page(
    request: HttpRequest, viewer: Viewer, duel: Duel, bound: EntryForm | None = None
) -> HttpResponse:
    now = timezone.now()
    result = None
    if duel.week.status in DRIVEN or not duel.is_weekly:
        result = duels.latest_result(duel)
        if result:
            result.duel = duel
    challenge_teams = duel.challenge_teams
    is_called_off = duel.called_off_at is not None
    team = viewer.teams[0] if viewer.teams else None
    hands = (
        workplan.workshop_characters(team) if team and team.approved_at and now < duel.start else ()
    )
    arena = progress_of(duel, now) if duel.week.status not in Week.FINISHED or result else None
    lineup = duels.lineup(viewer, duel, now, {hand.id: hand.name for hand in hands})
    entered, stayed_out = lineup.entries, lineup.stayed_out
    own_entries = [entry for entry in entered if entry.team_id in viewer.team_ids]
    takes_entries = services.takes_entries(duel, team, now)
    stalls = (
        _stalls(team, duel, own_entries, hands, bound)
        if team and takes_entries and team.approved_at
        else ()
    )
    by_hand = arena is None or arena.on_paper
    return render_club_page(
        request,
        viewer,
        "campaign/duels/duel",
        here="weeks",
        title=duel.title,
        duel=duel,
        team=team,
        taking=takes_entries,
        house=services.duel_rules(duel),
        stalls=stalls,
        warnings=_warnings(duel, own_entries, stayed_out, now),
        out=stayed_out,
        entered=entered,
        own=own_entries,
        result=result,
        replacing=_replacing(duel, own_entries, now),
        doctrines=_doctrines(duel, own_entries, now) if not takes_entries else {},
        printing=duel.week.status not in Week.FINISHED and not is_called_off and by_hand,
        arena=arena,
        watch=arena.table_for(viewer.team_ids) if arena else None,
        at_wheel=arena is not None and arena.is_driven_by(viewer.team_ids),
        may_take_out=arena is not None
        and arena.stage in {"to-come", "due", "driving"}
        and duel.week.status in Week.RUNNING
        and policy.may_run_desk(viewer),
        called_off=is_called_off,
        car=CARS.get(duel.lent or duel.prize),
        between=challenge_teams,
        away=_absent_team(challenge_teams, entered)
        if duels.has_begun(duel, now) and result is None
        else None,
        forfeits=takes_entries and team in challenge_teams,
        closing=services.duel_entries_close_at(duel),
        late_from=_late_from(duel, now),
        table=live.has_table(duel),
        at_table=bool(own_entries) and duels.has_begun(duel, now) and result is None and by_hand,
        refused=bound if bound and not stalls else None,
        driving=duels.has_begun(duel, now),
        record_card=(
            record.card(viewer, duel, entered)
            if duels.has_begun(duel, now) and result is None and duel.week.season.closed_at is None
            else None
        ),
        crumbs=(
            ("Weeks", in_season(club_url("weeks", viewer.campaign), duel.week)),
            (f"Week {duel.week.number}", week_url("week", duel.week)),
        ),
        status=REFUSED if bound else 200,
        **comments_preview(viewer, duel),
        **(_result(viewer, result, duel) if result else {"seen": {}}),
    )


def _late_from(duel: Duel, now: datetime) -> datetime | None:
    """Return when late entries open, or None if they are not allowed or already open (E22)."""
    is_before_settlement = duel.is_weekly and duel.week.status in {
        Week.Status.OPEN,
        Week.Status.PLAYING,
    }
    has_late_entries = (
        is_before_settlement and now < duel.start and services.duel_rules(duel).late_entries
    )
    return duel.week.settle_at if has_late_entries else None


def _absent_team(between: Sequence[Team], entered: Iterable[EntryView]) -> Team | None:
    """Return the team that did not turn up for its challenge, if the other team did (C59)."""
    entered_teams = {entry.team_id for entry in entered}
    absent = [team for team in between if team.pk not in entered_teams]
    return absent[0] if len(absent) == 1 else None


@dataclass(frozen=True, slots=True)
class Replacing:
    """The entries that the viewer can change between the reports and the duel.

    `harmed` lists entries that the week harmed (E22). The vehicle of one of the `exchangeable`
    entries can be exchanged after an infiltration. If `can_refit` is true, it can also be refitted
    (E47).
    """

    harmed: frozenset[UUID] = frozenset()
    exchangeable: frozenset[UUID] = frozenset()
    can_refit: bool = False


def _replacing(duel: Duel, own_entries: Sequence[EntryView], now: datetime) -> Replacing:
    """Return which of the viewer's entries can be changed after the reports."""
    if (
        not duel.is_weekly
        or duel.week.status != Week.Status.SETTLED
        or now >= duel.start
        or not own_entries
    ):
        return Replacing()
    rows = duels.entries_by_id(duel, [entry.id for entry in own_entries])
    right = open_exchange(own_entries[0].team, duel.week, now)
    return Replacing(
        harmed=frozenset(row.pk for row in rows if services.is_harmed(row)),
        exchangeable=frozenset(
            row.pk for row in rows if right and right.entry_id in {None, row.pk}
        ),
        can_refit=right is not None and right.can_refit,
    )


def _doctrines(
    duel: Duel, own_entries: Iterable[EntryView], now: datetime
) -> dict[UUID, EntryForm]:
    """Return forms for changing the doctrines of the viewer's own entries (C100).

    The forms are used once crews are locked. The result maps entry ids to forms.
    """
    if not duel.is_weekly or duel.week.status not in Week.RUNNING or now >= duel.start:
        return {}
    return {
        entry.id: EntryForm(
            vehicle=entry.vehicle_id,
            places=[place for place, _, _ in entry.crew],
            people=[(character_id, name) for _, character_id, name in entry.crew],
            drives=True,
            crewed=True,
            initial={place: str(character_id) for place, character_id, _ in entry.crew}
            | {"doctrine": entry.drive.doctrine, "yields": entry.drive.yields},
        )
        for entry in own_entries
        if entry.drive is not None
    }


def _warnings(
    duel: Duel, own_entries: Iterable[EntryView], stayed_out: Iterable[EntryView], now: datetime
) -> tuple[EntryWarning, ...]:
    """Return warnings about crew members who cannot drive, and about the consequences."""
    unfit = [(entry, absent) for entry in own_entries for absent in entry.unfit]
    if duel.week.status == Week.Status.OPEN if duel.is_weekly else now < duel.start:
        return tuple(
            EntryWarning(
                absent.name, f"{REASON_NOW[absent.reason]} and cannot drive. Change the crew."
            )
            for _, absent in unfit
        )
    if now < duel.start:
        until = in_text(duel.start)
        instruction = f"cannot drive. Put someone else in by {until}, or"
        return tuple(
            EntryWarning(
                absent.name,
                f"{REASON_NOW[absent.reason]} and {instruction} {_consequence(entry, absent)}.",
            )
            for entry, absent in unfit
        )
    empty = [
        EntryWarning(
            absent.name, f"{REASON_THEN[absent.reason]}: the seat in {entry.vehicle} stayed empty."
        )
        for entry, absent in unfit
    ]
    return (
        *(
            EntryWarning(entry.vehicle, f"did not drive: {_absence_in_words(entry)}.")
            for entry in stayed_out
        ),
        *empty,
    )


REASON_NOW: Final = {
    "dead": "is dead",
    "unconscious": "is unconscious",
    "away": "is held elsewhere",
}
REASON_THEN: Final = {
    "dead": "was dead",
    "unconscious": "was unconscious",
    "away": "was held elsewhere",
}


def _consequence(entry: EntryView, absent: Unfit) -> str:
    if absent.place == "driver":
        return f"{entry.vehicle} stays out of the duel"
    return f"the seat in {entry.vehicle} stays empty"


def _absence_in_words(entry: EntryView) -> str:
    return ", ".join(f"{absent.name} {REASON_THEN[absent.reason]}" for absent in entry.unfit)


def _stalls(
    team: Team,
    duel: Duel,
    own_entries: Iterable[EntryView],
    hands: Iterable[WorkshopCharacter],
    bound: EntryForm | None,
) -> tuple[Stall, ...]:
    people = [
        (hand.id, f"{hand.name}, {hand.body.dp} of {hand.body.full_dp} DP")
        for hand in hands
        if hand.is_fit
    ]
    by_vehicle = {entry.vehicle_id: entry for entry in own_entries}
    garage = current_vehicles(team)
    taken = {str(person) for entry in by_vehicle.values() for _, person, _ in entry.crew}
    taken |= {person for parked in garage for person in _usual(parked).values()}
    free = [str(person) for person, _ in people if str(person) not in taken]
    return tuple(
        _stall(parked, duel, by_vehicle.get(parked.id), people, free, bound) for parked in garage
    )


def _stall(
    parked: GarageVehicle,
    duel: Duel,
    entry: EntryView | None,
    people: list[tuple[UUID, str]],
    free: list[str],
    bound: EntryForm | None,
) -> Stall:
    """Return a vehicle with its form.

    If its usual driver cannot drive, the form proposes the first of the `free` people, who is
    removed from that list.
    """
    usual = {place: str(person) for place, person, _ in entry.crew} if entry else _usual(parked)
    if free and not entry and usual.get("driver") not in {str(person) for person, _ in people}:
        usual["driver"] = free.pop(0)
    if entry and entry.drive:
        usual |= {"doctrine": entry.drive.doctrine, "yields": entry.drive.yields}
    form = EntryForm(
        vehicle=parked.id,
        places=crew_places(parked.record.design),
        people=people,
        drives=is_driven_here(duel.week),
        initial=usual,
    )
    if bound and str(bound["vehicle"].value()) == str(parked.id):
        form = bound
    cost = compute_totals(parked.record.design).cost
    return Stall(
        parked,
        CONDITIONS[parked.sheet.condition],
        cost,
        entry,
        form,
        entry_limit_warning(cost, services.duel_rules(duel)),
    )


def _usual(parked: GarageVehicle) -> dict[str, str]:
    """Return a vehicle's usual crew by place. Passengers are numbered."""
    crew_by_place, passengers = {}, 0
    for mate in parked.record.crew:
        passengers += mate.place == "passenger"
        crew_by_place[f"passenger:{passengers}" if mate.place == "passenger" else mate.place] = (
            mate.character
        )
    return crew_by_place


def _result(viewer: Viewer, result: DuelResult, duel: Duel) -> dict[str, Any]:
    """Return the recorded result with the podium, the places and each duellist's deeds."""
    payload = duels.payload_of(result)
    names = duels.names_in(payload)
    cars = {car: (exterior.name, payload.drove[car]) for car, exterior in payload.seen.items()}
    house_rules = services.duel_rules(duel)
    return {
        "podium": podium_of_duel(payload, names),
        "seen": {UUID(car): exterior for car, exterior in payload.seen.items()},
        **outcome(
            payload.record,
            duel,
            cars,
            names=names,
            learned=_lessons_in_words(payload, house_rules),
            seen=payload.seen,
            salvage=duels.salvage_seen_by(viewer, payload, house_rules),
        ),
    }


def _lessons_in_words(payload: duels.ResultPayload, house_rules: HouseRules) -> dict[str, str]:
    """Return a description of each duellist's lessons (C33)."""
    names, lessons = skill_names(house_rules), dict[str, list[str]]()
    for lesson in payload.lessons(house_rules):
        lessons.setdefault(lesson.character, []).append(
            f"{lesson.points} {names.get(lesson.skill, lesson.skill).lower()}"
        )
    return {character_id: ", ".join(points) for character_id, points in lessons.items()}


def _own_team(viewer: Viewer) -> Team:
    if not viewer.teams:
        raise Http404
    return viewer.teams[0]


@require_POST
@club_page(allow=policy.has_team)
@resolve_duel
def enter(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Enter a vehicle with its crew, or change an entry's crew."""
    team = _own_team(viewer)
    parked = or_404(
        next(
            (
                parked
                for parked in current_vehicles(team)
                if str(parked.id) == request.POST.get("vehicle")
            ),
            None,
        )
    )
    people = [(hand.id, hand.name) for hand in workplan.workshop_characters(team)]
    form = EntryForm(
        request.POST,
        vehicle=parked.id,
        places=crew_places(parked.record.design),
        people=people,
        drives=is_driven_here(duel.week),
    )

    def entering() -> DuelEntry:
        crew = {place: UUID(person) for place, person in form.crew.items()}
        return services.enter(
            duel=duel,
            team=team,
            vehicle=or_404(vehicle_of(team, parked.id)),
            crew=crew,
            now=timezone.now(),
            unavailable=captives.captives_of(team),
            drive=form.drive,
        )

    response = carry_out(
        request,
        form,
        entering,
        to=duel_url("duel", duel),
        message=f"{parked.name} was entered.",
    )
    return response or _page(request, viewer, duel, bound=form)


@club_page(allow=policy.has_team)
@resolve_duel
def replace(request: HttpRequest, viewer: Viewer, duel: Duel, pk: UUID) -> HttpResponse:
    """Replace a vehicle or people that settlement harmed (E22), or exchange a vehicle (E47)."""
    entry = or_404(duels.own_entry(viewer, duel, pk))
    damaged, _ = services.harm(entry)
    is_exchange = exchange_for(entry) is not None
    people = [
        (hand.id, f"{hand.name}, {hand.body.dp} of {hand.body.full_dp} DP")
        for hand in workplan.workshop_characters(entry.team)
        if hand.is_fit
    ]
    crew = {place: str(person) for place, person in services.crew_of(entry).items()}
    cars = [
        parked
        for parked in current_vehicles(entry.team)
        if damaged or is_exchange or parked.id == entry.vehicle_id
    ]
    chosen_id = request.POST.get("vehicle") if request.method == "POST" else None
    forms = {
        parked.id: EntryForm(
            request.POST if chosen_id == str(parked.id) else None,
            vehicle=parked.id,
            places=crew_places(parked.record.design),
            people=people,
            drives=is_driven_here(duel.week),
            initial=crew | {"doctrine": entry.doctrine, "yields": entry.yields},
        )
        for parked in cars
    }
    chosen_car = next((parked for parked in cars if str(parked.id) == chosen_id), None)
    if chosen_car is not None:
        form, vehicle = forms[chosen_car.id], or_404(vehicle_of(entry.team, chosen_car.id))

        def replacing() -> DuelEntry:
            seats = {place: UUID(person) for place, person in form.crew.items()}
            return services.replace(
                entry=entry,
                vehicle=vehicle,
                crew=seats,
                now=timezone.now(),
                unavailable=captives.captives_of(entry.team),
                drive=form.drive,
            )

        to = duel_url("duel", duel)
        if response := carry_out(
            request, form, replacing, to=to, message=f"{chosen_car.name} was entered instead."
        ):
            return response
    return render_club_page(
        request,
        viewer,
        "campaign/duels/duel_replace",
        here="weeks",
        title=f"{'Exchange' if is_exchange else 'Replace'} {entry.vehicle.name}",
        is_exchange=is_exchange,
        entry=entry,
        duel=duel,
        stalls=[(parked, CONDITIONS[parked.sheet.condition], forms[parked.id]) for parked in cars],
        crumbs=trail(duel),
        status=REFUSED if any(form.errors for form in forms.values()) else 200,
    )


def _reentry_deadline(event: Duel) -> str:
    return "the scheduled time" if entries_close_at(event) == event.start else "entries close"


def _reentry_sentence(duel: Duel, entry: DuelEntry) -> str:
    """Return a sentence that says until when a withdrawn vehicle can be entered again."""
    if not services.takes_entries(duel, entry.team, timezone.now()):
        return "You cannot enter it again because entries are closed."
    until = "deadline" if duel.week.status == Week.Status.OPEN else "duel"
    return f"You can enter it again until the {until}."


@club_page(allow=policy.has_team)
@resolve_duel
def withdraw(request: HttpRequest, viewer: Viewer, duel: Duel, pk: UUID) -> HttpResponse:
    """Withdraw an entry after confirmation."""
    entry = or_404(duels.own_entry(viewer, duel, pk))
    page = duel_url("duel", duel)
    return confirmed(
        request,
        lambda: services.withdraw(entry=entry, now=timezone.now()),
        message=f"{entry.vehicle.name} was withdrawn.",
        back=page,
        title=f"Withdraw {entry.vehicle.name}",
        sentence=f"{entry.vehicle.name} will not take part in {duel.phrase}.",
        effects=(
            (
                _reentry_sentence(duel, entry),
                "If you don’t enter a vehicle, enemy infiltrators can see your whole garage.",
            )
            if duel.is_weekly
            else (f"You can enter it again until {_reentry_deadline(duel)}.",)
        ),
        action="Withdraw",
        crumbs=club_crumbs(viewer, *trail(duel)),
    )
