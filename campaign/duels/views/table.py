"""The page that shows the table of a duel on a phone (C41–C44).

The page contains the viewer's own sheets, the public view, the dice, and the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

import msgspec
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaign.calendar.views.calendar import resolve_duel
from campaign.duels.models import TableRoll
from campaign.duels.pictures.record_sheet import SIDES
from campaign.duels.rules.live_sheet import (
    CLAIM,
    DP,
    ENDINGS,
    KILL_KINDS,
    MAX_CLOCK,
    MAX_HANDLING,
    MAX_SPEED,
    MIN_HANDLING,
    MIN_SPEED,
    SPEED_STEP,
    TYRE,
    Mark,
    Question,
    points_of,
)
from campaign.duels.rules.table_dice import MAX_DICE, MAX_MODIFIER, MAX_PURPOSE_LENGTH, Throw, faces
from campaign.duels.selectors import live as selector
from campaign.duels.selectors.drafts import newest_draft
from campaign.duels.selectors.duels import has_begun
from campaign.duels.selectors.live import LiveCar
from campaign.duels.services import live as services
from campaign.duels.services import table_dice
from campaign.duels.services.entries import duel_rules
from campaign.duels.views.addresses import trail
from campaign.garage.rules.sheet import gun_names
from campaign.league import policy
from campaign.league.models import Duel, Team
from campaign.league.selectors.links import in_season
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import duel_url, render_club_page
from campaign.league.views.permissions import club_page
from core.web.forms.base import Act, HouseForm
from core.web.not_found import or_404
from core.web.views.posting import REFUSED, SeeOther, carry_out, turn_back
from engine.game import Refusal

HIT_POINTS: Final = range(1, 15)
"""Numbers of points that can be crossed off with one press (C132)."""
VALUE_FIELDS: Final = {"tick": "points"}
"""Form fields with the value of a mark, if it is not `value`."""
RECENT_MARKS: Final = 20
"""Number of marks listed on the page for undoing."""
PURPOSES: Final = ("Control", "Initiative", "To hit", "Damage", "Fire", "Crash table")
"""Common purposes of a roll."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part that can be crossed off, with its points at the start and its current points."""

    part: str
    name: str
    at_start: int
    now: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A car's sheet for the page.

    `grid` shows the car from above, cell by cell. `words` maps parts, registers and values to the
    names used when describing marks.
    """

    car: LiveCar
    grid: tuple[tuple[str, tuple[Box, ...]], ...]
    guns: tuple[tuple[Box, Box | None], ...]
    other_parts: tuple[Box, ...]
    crew: tuple[Box, ...]
    speed: int
    handling: int
    on_fire: bool
    endings: tuple[tuple[str, str, bool], ...]
    takers: tuple[tuple[str, str], ...]
    killer: str
    claims: tuple[tuple[str, str, tuple[tuple[str, str], ...], str], ...]
    recent: tuple[tuple[str, str], ...]
    words: Mapping[str, str]

    @property
    def slower(self) -> int:
        """The next lower speed."""
        return max(MIN_SPEED, self.speed - SPEED_STEP)

    @property
    def faster(self) -> int:
        """The next higher speed."""
        return min(MAX_SPEED, self.speed + SPEED_STEP)

    @property
    def worse(self) -> int:
        """The next lower handling status."""
        return max(MIN_HANDLING, self.handling - 1)

    @property
    def better(self) -> int:
        """The next higher handling status."""
        return min(MAX_HANDLING, self.handling + 1)


class RollForm(HouseForm):
    """Form for a roll. The purpose is either a common one or free text."""

    chosen = forms.ChoiceField(label="For", choices=[(purpose, purpose) for purpose in PURPOSES])
    words = forms.CharField(
        label="Other purpose",
        max_length=MAX_PURPOSE_LENGTH,
        required=False,
        help_text="Use this instead of the list.",
    )
    dice = forms.TypedChoiceField(
        label="Dice",
        choices=[(str(nr), str(nr)) for nr in range(1, MAX_DICE + 1)],
        coerce=int,
        initial="2",
    )
    add = forms.TypedChoiceField(
        label="Add",
        choices=[
            (str(nr), f"{nr:+d}" if nr else "0")
            for nr in range(MAX_MODIFIER, -MAX_MODIFIER - 1, -1)
        ],
        coerce=int,
        initial="0",
    )

    def __init__(self, *args: Any, more_purposes: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(purpose, purpose) for purpose in (*PURPOSES, *more_purposes)]
        self.fields["chosen"].choices = choices  # type: ignore[attr-defined]

    def throw(self) -> Throw:
        """Convert the form's data to a value of the rules."""
        data = self.cleaned_data
        return Throw(
            words=data["words"].strip() or data["chosen"], dice=data["dice"], add=data["add"]
        )


# --- pages --------------------------------------------------------------------------------------


class TablePage:
    """A request about the table of a duel.

    `cars` is None while the start is being prepared.
    """

    def __init__(self, request: HttpRequest, viewer: Viewer, duel: Duel) -> None:
        self.request, self.viewer, self.duel, self.now = request, viewer, duel, timezone.now()
        if not selector.has_table(duel):
            raise Http404
        self.has_begun = has_begun(duel, self.now)
        self.cars = selector.cars(duel) if self.has_begun else ()
        self.own_cars = selector.owned_by(self.cars or (), viewer.team_ids)
        self.url = duel_url("duel-table", duel)

    def show(
        self, form: RollForm | None = None, questions: tuple[Question, ...] = ()
    ) -> HttpResponse:
        """Show the viewer's own sheets, the public view and the dice."""
        duel, own_cars, dice = self.duel, self.own_cars, selector.dice(self.duel)
        is_over = selector.is_over(duel, dice)
        tab = "dice" if form else "table" if questions else self.request.GET.get("show", "")
        car = next((item for item in own_cars if str(item.id) == tab), None)
        if car is None and tab not in {"table", "dice"}:
            car = own_cars[0] if own_cars and not is_over else None
            tab = str(car.id) if car else "table"
        rolls = (
            () if dice is None else tuple(dice.rolls()) if tab == "dice" else dice.latest_rolls()
        )
        sheet = _sheet(car, self.cars or ()) if car else None
        return render_club_page(
            self.request,
            self.viewer,
            "campaign/duels/table",
            here="weeks",
            title=f"Duel table, {f'week {duel.week.number}' if duel.is_weekly else duel.name}",
            duel=duel,
            began=self.has_begun,
            waiting=self.cars is None,
            over=is_over,
            own=own_cars,
            tab=tab,
            sheet=sheet,
            hit_points=HIT_POINTS,
            data=self._script_data(sheet) if sheet and not is_over else None,
            seen=selector.public_cars(self.cars or ()),
            dice=dice,
            rolls=sorted(rolls, key=lambda item: -item.number),
            fair=dice is not None and bool(dice.seed) and _is_fair(dice.seed, rolls),
            roll_form=form or RollForm(more_purposes=tuple(_weapon_purposes(own_cars))),
            at_table=bool(own_cars) and not is_over,
            asked=questions,
            draft=newest_draft(duel) if own_cars and not is_over and tab == "table" else None,
            gm_records=not duel_rules(duel).duel_sign_hours,
            write_key=uuid4().hex,
            key=str(uuid4()),
            crumbs=trail(duel),
            status=REFUSED if form or questions else 200,
        )

    def _script_data(self, sheet: Sheet) -> dict[str, Any]:
        car, week = sheet.car, self.duel.week
        arguments = [self.viewer.campaign.slug, car.team.slug, week.number, self.duel.number]
        address = reverse("api-duel-sheets", args=arguments)
        return {
            "entry": str(car.id),
            "url": f"{address}{car.id}/",
            "all": in_season(address, week),
            "now": int(self.now.timestamp() * 1000),
            "left": dict(car.points_at_start),
            "words": dict(sheet.words),
            "marks": msgspec.to_builtins(car.sheet.marks),
            "start": {"speed": "0", "handling": str(selector.handling_class(car.start))},
            "limits": {"speed": [MIN_SPEED, MAX_SPEED], "handling": [MIN_HANDLING, MAX_HANDLING]},
        }

    def _own_team(self) -> Team:
        """Return the viewer's first team at the start, or else the viewer's first team."""
        return self.own_cars[0].team if self.own_cars else self.viewer.teams[0]

    def mark(self) -> HttpResponse:
        """Add one mark to a sheet. Without JavaScript, a button on the page sends the mark."""
        sent = self.request.POST
        car = or_404(
            next((item for item in self.own_cars if str(item.id) == sent.get("entry")), None)
        )
        button_value = sent.get("mark", "")
        kind, register, value = (*button_value.split("|"), "", "")[:3]
        last_clock = max((item.clock for item in car.sheet.marks), default=0)
        new_mark = {
            "id": str(_key(sent.get("key", ""), f"{button_value}{sent.get('points', '')}")),
            "clock": min(MAX_CLOCK, max(int(self.now.timestamp() * 1000), last_clock + 1)),
            "kind": kind,
            "what": register,
            "value": value or sent.get(VALUE_FIELDS.get(kind, "value"), ""),
        }
        try:
            services.add_marks(
                duel=self.duel,
                team=car.team,
                entry=car.id,
                marks=(msgspec.convert(new_mark, Mark),),
                actor=self.viewer.person,
                now=self.now,
            )
        except msgspec.ValidationError:
            messages.error(self.request, "Use one of the buttons on the page.")
        except Refusal as refusal:
            messages.error(self.request, refusal.sentence)
        return SeeOther(f"{self.url}&show={car.id}")

    def roll(self) -> HttpResponse:
        """Roll the table's dice."""
        purposes = tuple(_weapon_purposes(self.own_cars))
        form = RollForm(self.request.POST, more_purposes=purposes)
        response = carry_out(
            self.request,
            form,
            lambda: table_dice.roll(
                duel=self.duel,
                team=self._own_team(),
                throw=form.throw(),
                actor=self.viewer.person,
                now=timezone.now(),
            ),
            to=f"{self.url}&show=dice",
            message=lambda row: f"{row.words}: {row.total}.",
        )
        return response or self.show(form=form)

    def write_up(self) -> HttpResponse:
        """Create the record from the sheets, or ask questions about their contradictions."""
        form, sent, team = Act(self.request.POST), self.request.POST, self._own_team()
        seen_draft = sent.get("seen", "")[:5]

        def ask(refusal: Refusal) -> HttpResponse | None:
            if isinstance(refusal, services.UnansweredQuestions):
                return self.show(questions=refusal.questions)
            form.refuse(refusal)
            return None

        response = carry_out(
            self.request,
            form,
            lambda: services.write_up(
                duel=self.duel,
                team=team,
                answers={key: str(value)[:60] for key, value in sent.items()},
                seen_number=int(seen_draft) if seen_draft.isdecimal() else 0,
                actor=self.viewer.person,
                now=timezone.now(),
            ),
            to=duel_url("duel-record", self.duel),
            message=lambda row: (
                "The result is booked. No other signatures were needed."
                if row.result_id
                else f"Record created from the sheets and signed for {team.name}."
            ),
            on_refusal=ask,
        )
        return response or turn_back(self.request, form, self.url)


@require_safe
@club_page()
@resolve_duel
def show(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Show the table of a duel: the viewer's own sheets, the public view and the dice."""
    return TablePage(request, viewer, duel).show()


@require_POST
@club_page(allow=policy.has_team)
@resolve_duel
def mark(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Add one mark to a sheet. Without JavaScript, a button on the page sends the mark."""
    return TablePage(request, viewer, duel).mark()


@require_POST
@club_page(allow=policy.has_team)
@resolve_duel
def roll(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Roll the table's dice."""
    return TablePage(request, viewer, duel).roll()


@require_POST
@club_page(allow=policy.has_team)
@resolve_duel
def write_up(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Create the record from the sheets, or ask questions about their contradictions."""
    return TablePage(request, viewer, duel).write_up()


def _key(key: str, button_value: str) -> UUID:
    """Return the id of a mark. The same button on the same page always has the same id."""
    try:
        return uuid5(UUID(key), button_value)
    except ValueError:
        return uuid4()


def _is_fair(seed: str, rolls: Iterable[TableRoll]) -> bool:
    return all(
        tuple(table_roll.faces)
        == faces(bytes.fromhex(seed), table_roll.number, len(table_roll.faces))
        for table_roll in rolls
    )


def _weapon_purposes(own_cars: Iterable[LiveCar]) -> Iterator[str]:
    sheets = [car.start.paper.sheet for car in own_cars]
    guns = dict.fromkeys(
        f"{gun.facing} {names[gun.key].lower()}"
        for sheet, names in [(sheet, gun_names(sheet)) for sheet in sheets]
        for gun in sheet.weapons
    )
    for gun in guns:
        yield f"To hit: {gun}"[:MAX_PURPOSE_LENGTH]
        yield f"Damage: {gun}"[:MAX_PURPOSE_LENGTH]


# --- a sheet --------------------------------------------------------------------------------------


def _sheet(car: LiveCar, all_cars: Sequence[LiveCar]) -> Sheet:
    paper = car.start.paper.sheet
    names = dict(_names(car))

    def box(part: str) -> Box:
        return Box(part, names[part], car.points_at_start[part], car.remaining(part))

    def boxes(*parts: str) -> tuple[Box, ...]:
        return tuple(box(part) for part in parts if part in car.points_at_start)

    tyres = [part.key for part in paper.parts if part.key.startswith(TYRE)]
    lefts = [key for key in tyres if "left" in key or key == "tyre:front"]
    rights = [key for key in tyres if key not in lefts]
    guns = [gun.key for gun in paper.weapons]
    placed = {*tyres, *guns, "plant"}
    registers = car.sheet.registers
    rivals = [item for item in all_cars if item.team.pk != car.team.pk]
    takers = tuple(
        (f"{person.character}:{kill_kind}", f"{person.name} ({item.name}), {KILL_KINDS[kill_kind]}")
        for item in rivals
        for person in item.state.crew
        for kill_kind in KILL_KINDS
    )
    crew_options = tuple(
        (f"{person.character}:{kill_kind}", f"{person.name}, {KILL_KINDS[kill_kind]}")
        for person in car.state.crew
        for kill_kind in KILL_KINDS
    )
    texts = names | dict(_register_names(car, rivals, takers, crew_options))
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
            (box(key), box(f"ammo:{key}") if f"ammo:{key}" in car.points_at_start else None)
            for key in guns
        ),
        other_parts=boxes(*(part.key for part in paper.parts if part.key not in placed)),
        crew=boxes(*(part for part in car.points_at_start if part.startswith(DP))),
        speed=int(registers.get("speed", "0")),
        handling=int(registers.get("handling", selector.handling_class(car.start))),
        on_fire=registers.get("fire") == "yes",
        endings=tuple(
            (value, label.capitalize(), value == car.sheet.ending)
            for value, label in ENDINGS.items()
        ),
        takers=takers,
        killer=registers.get("by", ""),
        claims=tuple(
            (
                str(item.id),
                f"{item.name} of {item.team.name}",
                crew_options,
                registers.get(f"{CLAIM}{item.id}", ""),
            )
            for item in rivals
        ),
        recent=tuple(
            (item.id, _in_words(item, texts))
            for item in reversed(car.sheet.standing[-RECENT_MARKS:])
        ),
        words=texts,
    )


def _names(car: LiveCar) -> Iterator[tuple[str, str]]:
    """Yield the parts that can be crossed off, and their names."""
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
    for _, character_id, line in car.start.crew:
        yield f"{DP}{character_id}", line.name


def _register_names(
    car: LiveCar,
    rivals: Iterable[LiveCar],
    takers: Iterable[tuple[str, str]],
    crew_options: Iterable[tuple[str, str]],
) -> Iterator[tuple[str, str]]:
    yield from (("speed", "Speed"), ("handling", "Handling"), ("fire", "On fire"))
    yield from (("fate", car.name), ("by", "Taken out by"))
    yield from ((f"{CLAIM}{rival.id}", f"{rival.name} taken out by") for rival in rivals)
    yield from ((f"={value}", label) for value, label in (*ENDINGS.items(), *takers, *crew_options))


def _in_words(mark: Mark, texts: Mapping[str, str]) -> str:
    """Describe a mark, for example "Front armour −1" or "Speed: 35"."""
    name = texts.get(mark.what, mark.what)
    if mark.kind == "tick":
        return f"{name} −{points_of(mark)}"
    return f"{name}: {texts.get(f'={mark.value}', mark.value or 'no one')}"
