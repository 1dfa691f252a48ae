"""The table of a duel, on a phone: the sheets one ticks, what everybody sees, the dice, and the
evening's end (C41–C44).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4, uuid5

import msgspec
from django import forms
from django.contrib import messages
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaign.duels.pictures.record_sheet import SIDES
from campaign.duels.rules.live_sheet import (
    BEST,
    CLAIM,
    DP,
    ENDINGS,
    FASTEST,
    HOWS,
    LATEST,
    SLOWEST,
    STEP,
    TYRE,
    WORST,
    Mark,
)
from campaign.duels.rules.table_dice import LONGEST, MOST_ADD, MOST_DICE, Throw, faces
from campaign.duels.selectors import live as selector
from campaign.duels.selectors.drafts import newest
from campaign.duels.selectors.duels import began
from campaign.duels.services import live as services
from campaign.duels.services import table_dice
from campaign.duels.services.entries import event_rules
from campaign.duels.views.asked import asked_duel, duel_url, trail
from campaign.garage.rules.sheet import gun_names
from campaign.league import policy
from campaign.league.views.frame import render_club_page
from campaign.league.views.permissions import club_page
from core.web.forms.base import Act, HouseForm
from core.web.not_found import or_404
from core.web.views.posting import REFUSED, SeeOther, carry_out, turn_back
from engine.game import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from campaign.duels.models import DuelDraft, TableRoll
    from campaign.duels.rules.live_sheet import Question
    from campaign.duels.selectors.live import LiveCar
    from campaign.league.models import Team, Week
    from campaign.league.selectors.viewer import Viewer

RECENT: Final = 20
"""So many marks are listed to be taken back."""
FOR: Final = ("Control", "Initiative", "To hit", "Damage", "Fire", "Crash table")
"""What is rolled for when nothing is typed."""


@dataclass(frozen=True, slots=True)
class Box:
    """Something to tick: a part, its name, what it had at the start and has now."""

    part: str
    name: str
    left: int
    now: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A car's sheet as the page lays it out. `grid` is the car from above, cell by cell; `words`
    has the names of parts, registers and values, for what is said of a mark.
    """

    car: LiveCar
    grid: tuple[tuple[str, tuple[Box, ...]], ...]
    guns: tuple[tuple[Box, Box | None], ...]
    rest: tuple[Box, ...]
    crew: tuple[Box, ...]
    speed: int
    handling: int
    on_fire: bool
    endings: tuple[tuple[str, str, bool], ...]
    takers: tuple[tuple[str, str], ...]
    by: str
    claims: tuple[tuple[str, str, tuple[tuple[str, str], ...], str], ...]
    recent: tuple[tuple[str, str], ...]
    words: Mapping[str, str]

    @property
    def slower(self) -> int:
        """The speed, one step down."""
        return max(SLOWEST, self.speed - STEP)

    @property
    def faster(self) -> int:
        """The speed, one step up."""
        return min(FASTEST, self.speed + STEP)

    @property
    def worse(self) -> int:
        """Handling, one down."""
        return max(WORST, self.handling - 1)

    @property
    def better(self) -> int:
        """Handling, one up."""
        return min(BEST, self.handling + 1)


class RollForm(HouseForm):
    """What is rolled for: chosen, or in words."""

    chosen = forms.ChoiceField(label="For", choices=[(one, one) for one in FOR])
    words = forms.CharField(
        label="Other purpose",
        max_length=LONGEST,
        required=False,
        help_text="Use this instead of the list.",
    )
    dice = forms.TypedChoiceField(
        label="Dice",
        choices=[(str(nr), str(nr)) for nr in range(1, MOST_DICE + 1)],
        coerce=int,
        initial="2",
    )
    add = forms.TypedChoiceField(
        label="Add",
        choices=[(str(nr), f"{nr:+d}" if nr else "0") for nr in range(MOST_ADD, -MOST_ADD - 1, -1)],
        coerce=int,
        initial="0",
    )

    def __init__(self, *args: Any, more: Sequence[str] = (), **named: Any) -> None:
        super().__init__(*args, **named)
        choices = [(one, one) for one in (*FOR, *more)]
        self.fields["chosen"].choices = choices  # type: ignore[attr-defined]

    def throw(self) -> Throw:
        """What is rolled, as the rules read it."""
        data = self.cleaned_data
        return Throw(
            words=data["words"].strip() or data["chosen"], dice=data["dice"], add=data["add"]
        )


# --- reading --------------------------------------------------------------------------------------


def _week(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None
) -> tuple[Week, datetime]:
    """The duel that is asked for, if it has a table."""
    week, now = asked_duel(request, viewer, number, event), timezone.now()
    if not selector.has_table(week):
        raise Http404
    return week, now


@require_safe
@club_page()
def show(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """The table of a duel: one's own sheets, what everybody sees, the dice."""
    week, now = _week(request, viewer, number, event)
    return _page(request, viewer, week, now)


def _page(
    request: HttpRequest,
    viewer: Viewer,
    week: Week,
    now: datetime,
    *,
    form: RollForm | None = None,
    asked: tuple[Question, ...] = (),
) -> HttpResponse:
    hour = began(week, now)
    found = selector.cars(week) if hour else ()
    own = selector.owned_by(found or (), viewer.team_ids)
    dice = selector.dice(week)
    over = selector.over(week, dice)
    tab = "dice" if form else "table" if asked else request.GET.get("show", "")
    car = next((one for one in own if str(one.id) == tab), None)
    if car is None and tab not in {"table", "dice"}:
        car, tab = (own[0], str(own[0].id)) if own and not over else (None, "table")
    rolls = () if dice is None else tuple(dice.rolls()) if tab == "dice" else dice.newest()
    return render_club_page(
        request,
        viewer,
        "campaign/duels/table",
        here="weeks",
        title=f"Table of {week.event.name if week.event else f'week {week.number}'}",
        week=week,
        began=hour,
        waiting=found is None,
        over=over,
        own=own,
        tab=tab,
        sheet=_sheet(car, found or ()) if car else None,
        data=_data(viewer, week, car, found or (), now) if car and not over else None,
        seen=selector.seen(found or ()),
        dice=dice,
        rolls=sorted(rolls, key=lambda one: -one.number),
        fair=dice is not None and bool(dice.seed) and _fair(dice.seed, rolls),
        roll_form=form or RollForm(more=tuple(_aims(own))),
        at_table=bool(own) and not over,
        asked=asked,
        draft=newest(week) if own and not over and tab == "table" else None,
        gm_records=not event_rules(week).duel_sign_hours,
        write_key=uuid4().hex,
        key=str(uuid4()),
        crumbs=trail(week),
        status=REFUSED if form or asked else 200,
    )


def _fair(seed: str, rolls: Iterable[TableRoll]) -> bool:
    """Whether every roll follows from the seed."""
    return all(
        tuple(one.faces) == faces(bytes.fromhex(seed), one.number, len(one.faces)) for one in rolls
    )


def _aims(own: Iterable[LiveCar]) -> Iterator[str]:
    """What one rolls for with one's own weapons."""
    sheets = [one.start.paper.sheet for one in own]
    guns = dict.fromkeys(
        f"{gun.facing} {names[gun.key].lower()}"
        for sheet, names in [(sheet, gun_names(sheet)) for sheet in sheets]
        for gun in sheet.weapons
    )
    for gun in guns:
        yield f"To hit: {gun}"[:LONGEST]
        yield f"Damage: {gun}"[:LONGEST]


# --- a sheet --------------------------------------------------------------------------------------


def _sheet(car: LiveCar, every: Sequence[LiveCar]) -> Sheet:
    paper = car.start.paper.sheet
    names = dict(_names(car))

    def box(part: str) -> Box:
        return Box(part, names[part], car.left[part], car.now(part))

    def boxes(*parts: str) -> tuple[Box, ...]:
        return tuple(box(part) for part in parts if part in car.left)

    tyres = [part.key for part in paper.parts if part.key.startswith(TYRE)]
    lefts = [key for key in tyres if "left" in key or key == "tyre:front"]
    rights = [key for key in tyres if key not in lefts]
    guns = [gun.key for gun in paper.weapons]
    placed = {*tyres, *guns, "plant"}
    registers = car.sheet.registers
    rivals = [one for one in every if one.team.pk != car.team.pk]
    takers = tuple(
        (f"{who.character}:{how}", f"{who.name} ({one.name}), {HOWS[how]}")
        for one in rivals
        for who in one.said.crew
        for how in HOWS
    )
    mine = tuple(
        (f"{who.character}:{how}", f"{who.name}, {HOWS[how]}")
        for who in car.said.crew
        for how in HOWS
    )
    words = names | dict(_said(car, rivals, takers, mine))
    return Sheet(
        car=car,
        grid=(
            ("top", boxes("armour:top")),
            ("front", boxes("armour:front")),
            ("under", boxes("armour:under")),
            ("left", boxes("armour:left")),
            ("plant", boxes("plant")),
            ("right", boxes("armour:right")),
            ("lefts", boxes(*lefts)),
            ("back", boxes("armour:back")),
            ("rights", boxes(*rights)),
        ),
        guns=tuple(
            (box(key), box(f"ammo:{key}") if f"ammo:{key}" in car.left else None) for key in guns
        ),
        rest=boxes(*(part.key for part in paper.parts if part.key not in placed)),
        crew=boxes(*(part for part in car.left if part.startswith(DP))),
        speed=int(registers.get("speed", "0")),
        handling=int(registers.get("handling", selector.handling_class(car.start))),
        on_fire=registers.get("fire") == "yes",
        endings=tuple(
            (value, said.capitalize(), value == car.sheet.ending) for value, said in ENDINGS.items()
        ),
        takers=takers,
        by=registers.get("by", ""),
        claims=tuple(
            (
                str(one.id),
                f"{one.name} of {one.team.name}",
                mine,
                registers.get(f"{CLAIM}{one.id}", ""),
            )
            for one in rivals
        ),
        recent=tuple((one.id, _told(one, words)) for one in reversed(car.sheet.standing[-RECENT:])),
        words=words,
    )


def _names(car: LiveCar) -> Iterator[tuple[str, str]]:
    """What can be ticked off, by its name."""
    paper = car.start.paper.sheet
    for row in paper.armour:
        yield (
            f"armour:{row.location}",
            f"{SIDES.get(row.location, row.location.capitalize())} armour",
        )
    for part in paper.parts:
        yield part.key, "Power plant" if part.key == "plant" else part.name
    names = gun_names(paper)
    for gun in paper.weapons:
        yield gun.key, f"{names[gun.key]} ({gun.facing})"
        yield f"ammo:{gun.key}", f"Shots of {names[gun.key]} ({gun.facing})"
    for _, who, line in car.start.crew:
        yield f"{DP}{who}", line.name


def _said(
    car: LiveCar,
    rivals: Iterable[LiveCar],
    takers: Iterable[tuple[str, str]],
    mine: Iterable[tuple[str, str]],
) -> Iterator[tuple[str, str]]:
    """The words of registers and their values."""
    yield from (("speed", "Speed"), ("handling", "Handling"), ("fire", "On fire"))
    yield from (("fate", car.name), ("by", "Taken out by"))
    yield from ((f"{CLAIM}{one.id}", f"{one.name} taken out by") for one in rivals)
    yield from ((f"={value}", said) for value, said in (*ENDINGS.items(), *takers, *mine))


def _told(mark: Mark, words: Mapping[str, str]) -> str:
    """A mark in words: "Front armour −1", "Speed: 35"."""
    name = words.get(mark.what, mark.what)
    if mark.kind == "tick":
        return f"{name} −1"
    return f"{name}: {words.get(f'={mark.value}', mark.value or 'no one')}"


def _data(
    viewer: Viewer, week: Week, car: LiveCar, every: Sequence[LiveCar], now: datetime
) -> dict[str, Any]:
    """What the script needs to tick this sheet without the network."""
    named = {"slug": viewer.campaign.slug, "team": car.team.slug, "number": week.number}
    kind = "duel"
    if week.event:
        named, kind = named | {"event": week.event.number}, "event"
    return {
        "entry": str(car.id),
        "url": reverse(f"api-{kind}-sheet", kwargs={**named, "entry": car.id}),
        "all": f"{reverse(f'api-{kind}-sheets', kwargs=named)}?season={week.season.number}",
        "now": int(now.timestamp() * 1000),
        "left": dict(car.left),
        "words": dict(_sheet(car, every).words),
        "marks": msgspec.to_builtins(car.sheet.marks),
        "start": {"speed": "0", "handling": str(selector.handling_class(car.start))},
        "limits": {"speed": [SLOWEST, FASTEST], "handling": [WORST, BEST]},
    }


# --- pressing -------------------------------------------------------------------------------------


@require_POST
@club_page(allow=policy.has_team)
def mark(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """One mark on a sheet, by a button: what a page without scripts sends."""
    week, now = _week(request, viewer, number, event)
    found = selector.cars(week) if began(week, now) else ()
    own = selector.owned_by(found or (), viewer.team_ids)
    car = or_404(next((one for one in own if str(one.id) == request.POST.get("entry")), None))
    back = f"{duel_url('duel-table', week)}&show={car.id}"
    said = request.POST.get("mark", "")
    kind, what, value = (*said.split("|"), "", "")[:3]
    last = max((one.clock for one in car.sheet.marks), default=0)
    try:
        services.add_marks(
            week=week,
            team=car.team,
            entry=car.id,
            marks=(
                msgspec.convert(
                    {
                        "id": str(_key(request.POST.get("key", ""), said)),
                        "clock": min(LATEST, max(int(now.timestamp() * 1000), last + 1)),
                        "kind": kind,
                        "what": what,
                        "value": value or request.POST.get("value", ""),
                    },
                    Mark,
                ),
            ),
            by=viewer.person,
            at=now,
        )
    except msgspec.ValidationError:
        messages.error(request, "Use one of the buttons on the page.")
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
    return SeeOther(back)


def _key(key: str, said: str) -> UUID:
    """The id of a mark: the same for the same button of the same page."""
    try:
        return uuid5(UUID(key), said)
    except ValueError:
        return uuid4()


def _own_team(viewer: Viewer, week: Week, now: datetime) -> Team:
    """The first of the viewer's teams that is at the start, else the first."""
    found = selector.cars(week) if began(week, now) else ()
    own = selector.owned_by(found or (), viewer.team_ids)
    return own[0].team if own else viewer.teams[0]


@require_POST
@club_page(allow=policy.has_team)
def roll(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """Roll the table's dice."""
    week, now = _week(request, viewer, number, event)
    found = selector.cars(week) if began(week, now) else ()
    own = selector.owned_by(found or (), viewer.team_ids)
    form = RollForm(request.POST, more=tuple(_aims(own)))

    def rolling() -> TableRoll:
        return table_dice.roll(
            week=week,
            team=own[0].team if own else viewer.teams[0],
            throw=form.throw(),
            by=viewer.person,
            at=timezone.now(),
        )

    done = carry_out(
        request,
        form,
        rolling,
        to=f"{duel_url('duel-table', week)}&show=dice",
        message=lambda row: f"{row.words}: {row.total}.",
    )
    return done or _page(request, viewer, week, now, form=form)


@require_POST
@club_page(allow=policy.has_team)
def write_up(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """Turn the sheets into the record; what they contradict each other in is asked."""
    week, now = _week(request, viewer, number, event)
    form = Act(request.POST)
    team, seen = _own_team(viewer, week, now), request.POST.get("seen", "")[:5]

    def writing() -> DuelDraft:
        return services.write_record(
            week=week,
            team=team,
            answers={key: str(value)[:60] for key, value in request.POST.items()},
            seen=int(seen) if seen.isdecimal() else 0,
            by=viewer.person,
            at=timezone.now(),
        )

    def refused(refusal: Refusal) -> HttpResponse | None:
        if isinstance(refusal, services.Asked):
            return _page(request, viewer, week, now, asked=refusal.questions)
        form.refuse(refusal)
        return None

    done = carry_out(
        request,
        form,
        writing,
        to=duel_url("duel-record", week),
        message=lambda row: (
            "The result is booked. No other signatures were needed."
            if row.result_id
            else f"Record created from the sheets and signed for {team.name}."
        ),
        on_refusal=refused,
    )
    return done or turn_back(request, form, duel_url("duel-table", week))
