"""Pages for the week's duel: a team's own entries, all entries from the time of the duel on, and
the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaign.duels.forms.entry import EntryForm
from campaign.duels.models import DuelEntry
from campaign.duels.selectors import duels, live
from campaign.duels.selectors.calendar import DRIVEN
from campaign.duels.selectors.driven import is_driven_here, progress_of
from campaign.duels.selectors.events import entries_close_at
from campaign.duels.selectors.podium import podium_of_duel
from campaign.duels.services import entries as services
from campaign.duels.services.driven import RUNNING_STATES
from campaign.duels.views import record
from campaign.duels.views.addresses import asked_duel, duel_url, trail
from campaign.duels.views.outcome import outcome
from campaign.garage.rules.design import compute_totals
from campaign.garage.selectors import workplan
from campaign.garage.selectors.garage import current_vehicles, vehicle_of
from campaign.garage.services.garage import crew_places
from campaign.garage.views.words import CONDITIONS, entry_limit_warning
from campaign.league import policy
from campaign.league.models import Team, Week
from campaign.league.selectors.links import in_season
from campaign.league.views.frame import club_crumbs, club_url, render_club_page, week_url
from campaign.league.views.permissions import club_page
from campaign.ledger.views.descriptions import skill_names
from campaign.roster.selectors import captives
from campaign.voices.views.talk import comments_preview
from core.web.moments import in_text
from core.web.not_found import or_404
from core.web.views.posting import REFUSED, carry_out, confirmed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from campaign.duels.models import DuelResult
    from campaign.duels.selectors.duels import EntryView, Unfit
    from campaign.garage.selectors.garage import GarageVehicle
    from campaign.garage.selectors.workplan import WorkshopCharacter
    from campaign.league.models import Event
    from campaign.league.rules.house import HouseRules
    from campaign.league.selectors.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Stall:
    """One of the viewer's own vehicles, with its entry form."""

    parked: GarageVehicle
    condition: tuple[str, str]
    cost: int
    entry: EntryView | None
    form: EntryForm
    warning: str


@dataclass(frozen=True, slots=True)
class EntryWarning:
    """A warning about the viewer's own entries, with its subject and its text."""

    subject: str
    text: str


@require_safe
@club_page()
def duel(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """Show the duel of a week."""
    return _page(request, viewer, asked_duel(request, viewer, number, event))


def _page(
    request: HttpRequest, viewer: Viewer, week: Week, bound: EntryForm | None = None
) -> HttpResponse:
    now = timezone.now()
    result = None
    if week.status in DRIVEN or week.event:
        result = duels.latest_result(week)
        if result:
            result.week, result.event = week, week.event
    challenge_teams = week.event.challenge_teams if week.event else ()
    is_called_off = week.event is not None and week.event.called_off_at is not None
    team = viewer.teams[0] if viewer.teams else None
    hands = (
        workplan.workshop_characters(team) if team and team.approved_at and now < week.hour else ()
    )
    arena = progress_of(week, now) if week.status not in Week.FINISHED or result else None
    lineup = duels.lineup(viewer, week, now, {hand.id: hand.name for hand in hands})
    entered, stayed_out = lineup.entries, lineup.stayed_out
    own_entries = [entry for entry in entered if entry.team_id in viewer.team_ids]
    takes_entries = services.takes_entries(week, team, now)
    stalls = (
        _stalls(team, week, own_entries, hands, bound)
        if team and takes_entries and team.approved_at
        else ()
    )
    by_hand = arena is None or arena.on_paper
    return render_club_page(
        request,
        viewer,
        "campaign/duels/duel",
        here="weeks",
        title=week.title,
        week=week,
        team=team,
        taking=takes_entries,
        house=services.event_rules(week),
        stalls=stalls,
        warnings=_warnings(week, own_entries, stayed_out, now),
        out=stayed_out,
        entered=entered,
        own=own_entries,
        result=result,
        replaceable=_replaceable(week, own_entries, now),
        doctrines=_doctrines(week, own_entries, now) if not takes_entries else {},
        printing=week.status not in Week.FINISHED and not is_called_off and by_hand,
        arena=arena,
        watch=arena.table_for(viewer.team_ids) if arena else None,
        at_wheel=arena is not None and arena.is_driven_by(viewer.team_ids),
        may_take_out=arena is not None
        and arena.stage in {"to-come", "due", "driving"}
        and week.status in RUNNING_STATES
        and policy.may_run_desk(viewer),
        called_off=is_called_off,
        between=challenge_teams,
        away=_absent_team(challenge_teams, entered)
        if duels.has_begun(week, now) and result is None
        else None,
        forfeits=takes_entries and team in challenge_teams,
        closing=services.duel_entries_close_at(week),
        late_from=_late_from(week, now),
        table=live.has_table(week),
        at_table=bool(own_entries) and duels.has_begun(week, now) and result is None and by_hand,
        refused=bound if bound and not stalls else None,
        driving=duels.has_begun(week, now),
        record_card=(
            record.card(viewer, week, entered)
            if duels.has_begun(week, now) and result is None and week.season.closed_at is None
            else None
        ),
        crumbs=(
            ("Weeks", in_season(club_url("weeks", viewer.campaign), week)),
            (f"Week {week.number}", week_url("week", week)),
        ),
        status=REFUSED if bound else 200,
        **comments_preview(viewer, week),
        podium=podium_of_duel(result) if result else None,
        **(_result(result, week) if result else {}),
    )


def _late_from(week: Week, now: datetime) -> datetime | None:
    """Return when late entries open (E22), or None if there are none or they are already open."""
    is_before_settlement = week.event is None and week.status in {
        Week.Status.OPEN,
        Week.Status.PLAYING,
    }
    has_late_entries = (
        is_before_settlement and now < week.duel_at and services.event_rules(week).late_entries
    )
    return week.settle_at if has_late_entries else None


def _absent_team(between: Sequence[Team], entered: Iterable[EntryView]) -> Team | None:
    """Return the team that did not come to its challenge, if the other team did (C59)."""
    entered_teams = {entry.team_id for entry in entered}
    absent = [team for team in between if team.pk not in entered_teams]
    return absent[0] if len(absent) == 1 else None


def _replaceable(week: Week, own_entries: Sequence[EntryView], now: datetime) -> frozenset[UUID]:
    """Return the viewer's own entries that can be replaced after settlement (E22)."""
    if week.event or week.status != Week.Status.SETTLED or now >= week.duel_at or not own_entries:
        return frozenset()
    rows = duels.entries_by_id(week, [entry.id for entry in own_entries])
    return frozenset(row.pk for row in rows if services.is_replaceable(row))


def _doctrines(
    week: Week, own_entries: Iterable[EntryView], now: datetime
) -> dict[UUID, EntryForm]:
    """Return the forms for changing the doctrine of the viewer's own entries once crews are locked
    (C100), by entry.
    """
    if week.event or week.status not in services.DOCTRINE_STATES or now >= week.duel_at:
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
    week: Week, own_entries: Iterable[EntryView], stayed_out: Iterable[EntryView], now: datetime
) -> tuple[EntryWarning, ...]:
    """Return warnings about crew members who cannot drive, with the consequences."""
    unfit = [(entry, absent) for entry in own_entries for absent in entry.unfit]
    if now < week.hour if week.event else week.status == Week.Status.OPEN:
        return tuple(
            EntryWarning(
                absent.name, f"{REASON_NOW[absent.reason]} and cannot drive. Change the crew."
            )
            for _, absent in unfit
        )
    if now < week.hour:
        until = in_text(week.hour)
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
    return (
        f"{entry.vehicle} stays out of the duel"
        if absent.place == "driver"
        else f"the seat in {entry.vehicle} stays empty"
    )


def _absence_in_words(entry: EntryView) -> str:
    return ", ".join(f"{absent.name} {REASON_THEN[absent.reason]}" for absent in entry.unfit)


def _stalls(
    team: Team,
    week: Week,
    own_entries: Iterable[EntryView],
    hands: Iterable[WorkshopCharacter],
    bound: EntryForm | None,
) -> tuple[Stall, ...]:
    """Return the team's garage with an entry form for each vehicle."""
    people = [
        (hand.id, f"{hand.name}, {hand.body.dp} of {hand.body.full_dp} DP")
        for hand in hands
        if hand.is_fit
    ]
    by_vehicle = {entry.vehicle_id: entry for entry in own_entries}
    return tuple(
        _stall(parked, week, by_vehicle.get(parked.id), people, bound)
        for parked in current_vehicles(team)
    )


def _stall(
    parked: GarageVehicle,
    week: Week,
    entry: EntryView | None,
    people: list[tuple[UUID, str]],
    bound: EntryForm | None,
) -> Stall:
    usual = {place: str(person) for place, person, _ in entry.crew} if entry else _usual(parked)
    if entry and entry.drive:
        usual |= {"doctrine": entry.drive.doctrine, "yields": entry.drive.yields}
    form = EntryForm(
        vehicle=parked.id,
        places=crew_places(parked.record.design),
        people=people,
        drives=is_driven_here(week),
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
        entry_limit_warning(cost, services.event_rules(week)),
    )


def _usual(parked: GarageVehicle) -> dict[str, str]:
    """Return the usual crew by place, with numbered passengers."""
    crew_by_place, passengers = {}, 0
    for mate in parked.record.crew:
        passengers += mate.place == "passenger"
        crew_by_place[f"passenger:{passengers}" if mate.place == "passenger" else mate.place] = (
            mate.character
        )
    return crew_by_place


def _result(result: DuelResult, week: Week) -> dict[str, Any]:
    """Return the recorded result for the page, with places and each duellist's deeds."""
    payload = duels.payload_of(result)
    cars = {car: (exterior.name, payload.drove[car]) for car, exterior in payload.seen.items()}
    learned = _lessons_in_words(payload, services.event_rules(week))
    return outcome(payload.record, week, cars, learned=learned)


def _lessons_in_words(payload: duels.ResultPayload, house_rules: HouseRules) -> dict[str, str]:
    """Return each duellist's lessons as text (C33)."""
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
def enter(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """Enter a vehicle with its crew, or change the crew of an entry."""
    week, team = asked_duel(request, viewer, number, event), _own_team(viewer)
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
        drives=is_driven_here(week),
    )

    def entering() -> DuelEntry:
        crew = {place: UUID(person) for place, person in form.crew.items()}
        return services.enter(
            week=week,
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
        to=duel_url("duel", week),
        message=f"{parked.name} was entered.",
    )
    return response or _page(request, viewer, week, bound=form)


@club_page(allow=policy.has_team)
def replace(
    request: HttpRequest, viewer: Viewer, number: int, pk: UUID, event: int | None = None
) -> HttpResponse:
    """Replace a vehicle or people that settlement harmed (E22)."""
    week = asked_duel(request, viewer, number, event)
    entry = or_404(duels.own_entry(viewer, week, pk))
    damaged, _ = services.harm(entry)
    people = [
        (hand.id, f"{hand.name}, {hand.body.dp} of {hand.body.full_dp} DP")
        for hand in workplan.workshop_characters(entry.team)
        if hand.is_fit
    ]
    crew = {place: str(person) for place, person in services.crew_of(entry).items()}
    cars = [
        parked
        for parked in current_vehicles(entry.team)
        if damaged or parked.id == entry.vehicle_id
    ]
    chosen_id = request.POST.get("vehicle") if request.method == "POST" else None
    forms = {
        parked.id: EntryForm(
            request.POST if chosen_id == str(parked.id) else None,
            vehicle=parked.id,
            places=crew_places(parked.record.design),
            people=people,
            drives=is_driven_here(week),
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

        to = duel_url("duel", week)
        if response := carry_out(
            request, form, replacing, to=to, message=f"{chosen_car.name} was entered instead."
        ):
            return response
    return render_club_page(
        request,
        viewer,
        "campaign/duels/duel_replace",
        here="weeks",
        title=f"Replace {entry.vehicle.name}",
        entry=entry,
        week=week,
        stalls=[(parked, CONDITIONS[parked.sheet.condition], forms[parked.id]) for parked in cars],
        crumbs=trail(week),
        status=REFUSED if any(form.errors for form in forms.values()) else 200,
    )


def _reentry_deadline(event: Event) -> str:
    return "the scheduled time" if entries_close_at(event) == event.starts_at else "entries close"


def _reentry_sentence(week: Week, entry: DuelEntry) -> str:
    """Return a sentence that says until when a withdrawn vehicle can be entered again."""
    if not services.takes_entries(week, entry.team, timezone.now()):
        return "You cannot enter it again because entries are closed."
    until = "deadline" if week.status == Week.Status.OPEN else "duel"
    return f"You can enter it again until the {until}."


@club_page(allow=policy.has_team)
def withdraw(
    request: HttpRequest, viewer: Viewer, number: int, pk: UUID, event: int | None = None
) -> HttpResponse:
    """Withdraw an entry after a confirmation."""
    week = asked_duel(request, viewer, number, event)
    entry = or_404(duels.own_entry(viewer, week, pk))
    page = duel_url("duel", week)
    return confirmed(
        request,
        lambda: services.withdraw(entry=entry, now=timezone.now()),
        to=page,
        message=f"{entry.vehicle.name} was withdrawn.",
        back=page,
        title=f"Withdraw {entry.vehicle.name}",
        sentence=f"{entry.vehicle.name} will not take part in {week.duel_words}.",
        effects=(
            (f"You can enter it again until {_reentry_deadline(week.event)}.",)
            if week.event
            else (
                _reentry_sentence(week, entry),
                "If you don’t enter a vehicle, enemy infiltrators can see your whole garage.",
            )
        ),
        action="Withdraw",
        crumbs=club_crumbs(viewer, *trail(week)),
    )
