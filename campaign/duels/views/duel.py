"""The week's duel: a team's own entries, everybody's from its hour on, and the result."""

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
from campaign.duels.selectors.driven import driven, is_driven_here
from campaign.duels.selectors.events import closing
from campaign.duels.selectors.podium import podium_of_duel
from campaign.duels.services import entries as services
from campaign.duels.services.driven import UNDER_WAY
from campaign.duels.views import record
from campaign.duels.views.asked import asked_duel, duel_url, trail
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
from campaign.ledger.views.words import skill_names
from campaign.roster.selectors import captives
from campaign.voices.views.talk import fold
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
    """One of the viewer's own vehicles with the form to enter it, or to change the crew of its
    entry.
    """

    parked: GarageVehicle
    condition: tuple[str, str]
    cost: int
    entry: EntryView | None
    form: EntryForm
    warning: str


@dataclass(frozen=True, slots=True)
class Warned:
    """Something about the viewer's own entries that the page says aloud: about whom or what, and
    what of it.
    """

    about: str
    text: str


@require_safe
@club_page()
def duel(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """The duel of a week."""
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
    between = week.event.challenge_teams if week.event else ()
    called_off = week.event is not None and week.event.called_off_at is not None
    team = viewer.teams[0] if viewer.teams else None
    hands = (
        workplan.workshop_characters(team) if team and team.approved_at and now < week.hour else ()
    )
    arena = driven(week, now) if week.status not in Week.FINISHED or result else None
    lineup = duels.lineup(viewer, week, now, {hand.id: hand.name for hand in hands})
    entered, out = lineup.entries, lineup.stayed_out
    own = [entry for entry in entered if entry.team_id in viewer.team_ids]
    taking = services.takes_entries(week, team, now)
    stalls = _stalls(team, week, own, hands, bound) if team and taking and team.approved_at else ()
    by_hand = arena is None or arena.on_paper
    return render_club_page(
        request,
        viewer,
        "campaign/duels/duel",
        here="weeks",
        title=week.title,
        week=week,
        team=team,
        taking=taking,
        house=services.event_rules(week),
        stalls=stalls,
        warnings=_warnings(week, own, out, now),
        out=out,
        entered=entered,
        own=own,
        result=result,
        replaceable=_replaceable(week, own, now),
        doctrines=_doctrines(week, own, now) if not taking else {},
        printing=week.status not in Week.FINISHED and not called_off and by_hand,
        arena=arena,
        watch=arena.table_for(viewer.team_ids) if arena else None,
        at_wheel=arena is not None and arena.is_driven_by(viewer.team_ids),
        may_take_out=arena is not None
        and arena.stage in {"to-come", "due", "driving"}
        and week.status in UNDER_WAY
        and policy.may_run_desk(viewer),
        called_off=called_off,
        between=between,
        away=_away(between, entered) if duels.began(week, now) and result is None else None,
        forfeits=taking and team in between,
        closing=services.entries_close(week),
        late_from=_late_from(week, now),
        table=live.has_table(week),
        at_table=bool(own) and duels.began(week, now) and result is None and by_hand,
        refused=bound if bound and not stalls else None,
        driving=duels.began(week, now),
        record_card=(
            record.card(viewer, week, entered)
            if duels.began(week, now) and result is None and week.season.closed_at is None
            else None
        ),
        crumbs=(
            ("Weeks", in_season(club_url("weeks", viewer.campaign), week)),
            (f"Week {week.number}", week_url("week", week)),
        ),
        status=REFUSED if bound else 200,
        **fold(viewer, week),
        podium=podium_of_duel(result) if result else None,
        **(_result(result, week) if result else {}),
    )


def _late_from(week: Week, now: datetime) -> datetime | None:
    """Return when late entries open (E22), or None if they do not or have already opened."""
    ahead = week.event is None and week.status in {Week.Status.OPEN, Week.Status.PLAYING}
    late = ahead and now < week.duel_at and services.event_rules(week).late_entries
    return week.settle_at if late else None


def _away(between: Sequence[Team], entered: Iterable[EntryView]) -> Team | None:
    """Whoever of the two of a challenge did not come, where the other did (C59)."""
    there = {entry.team_id for entry in entered}
    gone = [team for team in between if team.pk not in there]
    return gone[0] if len(gone) == 1 else None


def _replaceable(week: Week, own: Sequence[EntryView], now: datetime) -> frozenset[UUID]:
    """The own entries that settlement harmed, while they may be replaced (E22)."""
    if week.event or week.status != Week.Status.SETTLED or now >= week.duel_at or not own:
        return frozenset()
    rows = duels.entries_by_id(week, [entry.id for entry in own])
    return frozenset(row.pk for row in rows if services.replaceable(row))


def _doctrines(week: Week, own: Iterable[EntryView], now: datetime) -> dict[UUID, EntryForm]:
    """By own entry the form that says how it is driven, once crews are locked (C100)."""
    if week.event or week.status not in services.DRIVE_TILL_THE_HOUR or now >= week.duel_at:
        return {}
    return {
        entry.id: EntryForm(
            vehicle=entry.vehicle_id,
            places=[place for place, _, _ in entry.crew],
            people=[(who, name) for _, who, name in entry.crew],
            drives=True,
            crewed=True,
            initial={place: str(who) for place, who, _ in entry.crew}
            | {"doctrine": entry.drive.doctrine, "yields": entry.drive.yields},
        )
        for entry in own
        if entry.drive is not None
    }


def _warnings(
    week: Week, own: Iterable[EntryView], out: Iterable[EntryView], now: datetime
) -> tuple[Warned, ...]:
    """Who of the entered crews cannot drive and what that leads to, or has led to."""
    unfit = [(entry, one) for entry in own for one in entry.unfit]
    if now < week.hour if week.event else week.status == Week.Status.OPEN:
        return tuple(
            Warned(one.name, f"{IS[one.why]} and cannot drive. Change the crew.")
            for _, one in unfit
        )
    if now < week.hour:
        until = in_text(week.hour)
        asked = f"cannot drive. Put someone else in by {until}, or"
        return tuple(
            Warned(one.name, f"{IS[one.why]} and {asked} {_else(entry, one)}.")
            for entry, one in unfit
        )
    empty = [
        Warned(one.name, f"{WAS[one.why]}: the seat in {entry.vehicle} stayed empty.")
        for entry, one in unfit
    ]
    return (*(Warned(entry.vehicle, f"did not drive: {_who(entry)}.") for entry in out), *empty)


IS: Final = {"dead": "is dead", "unconscious": "is unconscious", "away": "is held elsewhere"}
WAS: Final = {"dead": "was dead", "unconscious": "was unconscious", "away": "was held elsewhere"}


def _else(entry: EntryView, one: Unfit) -> str:
    return (
        f"{entry.vehicle} stays out of the duel"
        if one.place == "driver"
        else f"the seat in {entry.vehicle} stays empty"
    )


def _who(entry: EntryView) -> str:
    return ", ".join(f"{one.name} {WAS[one.why]}" for one in entry.unfit)


def _stalls(
    team: Team,
    week: Week,
    own: Iterable[EntryView],
    hands: Iterable[WorkshopCharacter],
    bound: EntryForm | None,
) -> tuple[Stall, ...]:
    """The team's garage, a form a vehicle."""
    people = [
        (hand.id, f"{hand.name}, {hand.body.dp} of {hand.body.full_dp} DP")
        for hand in hands
        if hand.is_fit
    ]
    by_vehicle = {entry.vehicle_id: entry for entry in own}
    return tuple(
        _stall(one, week, by_vehicle.get(one.id), people, bound) for one in current_vehicles(team)
    )


def _stall(
    one: GarageVehicle,
    week: Week,
    entry: EntryView | None,
    people: list[tuple[UUID, str]],
    bound: EntryForm | None,
) -> Stall:
    usual = {place: str(person) for place, person, _ in entry.crew} if entry else _usual(one)
    if entry and entry.drive:
        usual |= {"doctrine": entry.drive.doctrine, "yields": entry.drive.yields}
    form = EntryForm(
        vehicle=one.id,
        places=crew_places(one.record.design),
        people=people,
        drives=is_driven_here(week),
        initial=usual,
    )
    if bound and str(bound["vehicle"].value()) == str(one.id):
        form = bound
    cost = compute_totals(one.record.design).cost
    return Stall(
        one,
        CONDITIONS[one.sheet.condition],
        cost,
        entry,
        form,
        entry_limit_warning(cost, services.event_rules(week)),
    )


def _usual(one: GarageVehicle) -> dict[str, str]:
    """The usual crew by place, passengers numbered."""
    found, passengers = {}, 0
    for mate in one.record.crew:
        passengers += mate.place == "passenger"
        found[f"passenger:{passengers}" if mate.place == "passenger" else mate.place] = (
            mate.character
        )
    return found


def _result(result: DuelResult, week: Week) -> dict[str, Any]:
    """The recorded result, by place, and everybody's deeds."""
    payload = duels.recorded(result)
    cars = {car: (seen.name, payload.drove[car]) for car, seen in payload.seen.items()}
    learned = _learned(payload, services.event_rules(week))
    return outcome(payload.record, week, cars, learned=learned)


def _learned(payload: duels.Recorded, house: HouseRules) -> dict[str, str]:
    """What the duel taught each duellist, in words (C33)."""
    names, found = skill_names(house), dict[str, list[str]]()
    for lesson in payload.lessons(house):
        found.setdefault(lesson.character, []).append(
            f"{lesson.points} {names.get(lesson.skill, lesson.skill).lower()}"
        )
    return {who: ", ".join(points) for who, points in found.items()}


def _own_team(viewer: Viewer) -> Team:
    if not viewer.teams:
        raise Http404
    return viewer.teams[0]


@require_POST
@club_page(allow=policy.has_team)
def enter(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """Enter a vehicle with its crew, or change the crew of one that is entered."""
    week, team = asked_duel(request, viewer, number, event), _own_team(viewer)
    one = or_404(
        next(
            (one for one in current_vehicles(team) if str(one.id) == request.POST.get("vehicle")),
            None,
        )
    )
    people = [(hand.id, hand.name) for hand in workplan.workshop_characters(team)]
    form = EntryForm(
        request.POST,
        vehicle=one.id,
        places=crew_places(one.record.design),
        people=people,
        drives=is_driven_here(week),
    )

    def entering() -> DuelEntry:
        crew = {place: UUID(person) for place, person in form.crew.items()}
        return services.enter(
            week=week,
            team=team,
            vehicle=or_404(vehicle_of(team, one.id)),
            crew=crew,
            at=timezone.now(),
            away=captives.away(team),
            drive=form.drive,
        )

    response = carry_out(
        request,
        form,
        entering,
        to=duel_url("duel", week),
        message=f"{one.name} was entered.",
    )
    return response or _page(request, viewer, week, bound=form)


@club_page(allow=policy.has_team)
def replace(
    request: HttpRequest, viewer: Viewer, number: int, pk: UUID, event: int | None = None
) -> HttpResponse:
    """Put another vehicle or other people in for what settlement harmed (E22)."""
    week = asked_duel(request, viewer, number, event)
    entry = or_404(duels.own_entry(viewer, week, pk))
    damaged, _ = services.harm(entry)
    people = [
        (hand.id, f"{hand.name}, {hand.body.dp} of {hand.body.full_dp} DP")
        for hand in workplan.workshop_characters(entry.team)
        if hand.is_fit
    ]
    crew = {place: str(person) for place, person in services.crew_of(entry).items()}
    cars = [one for one in current_vehicles(entry.team) if damaged or one.id == entry.vehicle_id]
    sent = request.POST.get("vehicle") if request.method == "POST" else None
    forms = {
        one.id: EntryForm(
            request.POST if sent == str(one.id) else None,
            vehicle=one.id,
            places=crew_places(one.record.design),
            people=people,
            drives=is_driven_here(week),
            initial=crew | {"doctrine": entry.doctrine, "yields": entry.yields},
        )
        for one in cars
    }
    chosen = next((one for one in cars if str(one.id) == sent), None)
    if chosen is not None:
        form, vehicle = forms[chosen.id], or_404(vehicle_of(entry.team, chosen.id))

        def replacing() -> DuelEntry:
            seats = {place: UUID(person) for place, person in form.crew.items()}
            return services.replace(
                entry=entry,
                vehicle=vehicle,
                crew=seats,
                at=timezone.now(),
                away=captives.away(entry.team),
                drive=form.drive,
            )

        to = duel_url("duel", week)
        if response := carry_out(
            request, form, replacing, to=to, message=f"{chosen.name} was entered instead."
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
        stalls=[(one, CONDITIONS[one.sheet.condition], forms[one.id]) for one in cars],
        crumbs=trail(week),
        status=REFUSED if any(form.errors for form in forms.values()) else 200,
    )


def _till(event: Event) -> str:
    return "the scheduled time" if closing(event) == event.starts_at else "entries close"


def _again(week: Week, entry: DuelEntry) -> str:
    """Return a sentence that says until when a withdrawn vehicle can be entered again."""
    if not services.takes_entries(week, entry.team, timezone.now()):
        return "You cannot enter it again because entries are closed."
    until = "deadline" if week.status == Week.Status.OPEN else "duel"
    return f"You can enter it again until the {until}."


@club_page(allow=policy.has_team)
def withdraw(
    request: HttpRequest, viewer: Viewer, number: int, pk: UUID, event: int | None = None
) -> HttpResponse:
    """Take an entry back, after asking."""
    week = asked_duel(request, viewer, number, event)
    entry = or_404(duels.own_entry(viewer, week, pk))
    page = duel_url("duel", week)
    return confirmed(
        request,
        lambda: services.withdraw(entry=entry, at=timezone.now()),
        to=page,
        message=f"{entry.vehicle.name} was withdrawn.",
        back=page,
        title=f"Withdraw {entry.vehicle.name}",
        sentence=f"{entry.vehicle.name} will not take part in {week.duel_words}.",
        effects=(
            (f"You can enter it again until {_till(week.event)}.",)
            if week.event
            else (
                _again(week, entry),
                "If you don’t enter a vehicle, enemy infiltrators can see your whole garage.",
            )
        ),
        action="Withdraw",
        crumbs=club_crumbs(viewer, *trail(week)),
    )
