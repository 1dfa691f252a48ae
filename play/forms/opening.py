"""The form for opening a table, with the game's options, seats, clock and visibility."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple
from zoneinfo import available_timezones

import msgspec
from django import forms

from core.web.forms.base import HouseForm
from core.web.forms.options import field_for
from core.web.options import Option, describe
from engine.bots import LEVELS
from engine.game import Refusal
from play.clocking import NO_CLOCK, Clock
from play.tabletop.contract import AnyTabletop, Preset

OPTION: Final = "option_"
DAYS: Final = (
    ("", "Every day"),
    *(
        (str(number), day)
        for number, day in enumerate(
            ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
        )
    ),
)
CLOCKS: Final = (
    ("none", "No clock: take as long as you like"),
    ("live", "Live: seconds per move"),
    ("correspondence", "Correspondence: hours per move"),
    ("slot", "Fixed time: moves are due at the same time of day"),
)
VISIBILITIES: Final = (
    ("listed", "Anyone: list the table in the lobby"),
    ("invited", "Only people with the link"),
)
ASKS: Final = (
    (0, "Anyone can join"),
    *(
        (percent, f"Only people who finish at least {percent} % of their matches")
        for percent in (60, 80, 90, 95)
    ),
)
BOTS: Final = {"search": "thinks ahead", "random": "plays at random"}
LEVEL_WORDS: Final[Mapping[str, str]] = {
    "newcomer": "newcomer",
    "club": "club player",
    "strong": "strong player",
}


def bot_words(bot: str) -> str:
    """Return the displayed name of a kind of bot."""
    return f"Bot that {BOTS[bot]}" if bot in BOTS else f"Bot: {bot_kind(bot)}"


def tempered_words(tabletop: AnyTabletop) -> list[tuple[str, str]]:
    """Return the bots that can take a chair at an open table, with their labels. There is one bot
    for each temper and level if the game has tempers. Otherwise, the game's own bots are returned.
    """
    labels = [
        (name, f"Bot that {temper.description} ({LEVEL_WORDS[name.partition(':')[2]]})")
        for temper in tabletop.tempers
        for name in temper.bots
    ]
    return labels or [(bot, bot_words(bot)) for bot in tabletop.bots]


def bot_kind(bot: str) -> str:
    """Return the label beside a bot's name, such as "thinks ahead" or "lurker, club player"."""
    temper, _, level = bot.partition(":")
    if level in LEVEL_WORDS:
        return f"{temper.replace('_', ' ')}, {LEVEL_WORDS[level]}"
    return BOTS.get(bot) or bot.replace("_", " ").replace("-", " ")


def plain_options(tabletop: AnyTabletop, preset: Preset | None) -> dict[str, Any]:
    """Return the options of a preset, or the defaults, as plain data."""
    defaults = {option.name: option.default for option in describe(tabletop.options)}
    values: dict[str, Any] = msgspec.to_builtins(preset.options) if preset else {}
    return {**defaults, **{name: value for name, value in values.items() if name in defaults}}


def seat_counts(tabletop: AnyTabletop) -> tuple[int, ...]:
    """Return every number of players that is possible with some options."""
    records = [tabletop.options(), *(preset.options for preset in tabletop.presets)]
    return tuple(sorted({count for record in records for count in tabletop.seat_counts(record)}))


class Part(NamedTuple):
    """Options shown side by side. Options under a `fold` are hidden until the user opens the fold.
    It is open from the start (`is_open`) if one of its options is set.
    """

    fold: str
    fields: list[forms.BoundField]
    is_open: bool


def _as_sent(value: Any) -> str:
    """Return a form value as text, for comparison with what a browser sent."""
    if isinstance(value, list | tuple):
        rows = [
            {name: str(cell) for name, cell in row.items()} if isinstance(row, dict) else row
            for row in value
        ]
        return ", ".join(map(str, rows))
    return "" if value is None else str(value)


class Terms(HouseForm):
    """Form for the terms of a match, which are the game's options and the clock."""

    clock = forms.ChoiceField(label="Time per move", choices=CLOCKS, initial="none")
    seconds = forms.IntegerField(
        label="Seconds per move", min_value=5, max_value=3600, initial=60, required=False
    )
    hours = forms.IntegerField(
        label="Hours per move", min_value=1, max_value=336, initial=24, required=False
    )
    slot = forms.CharField(
        label="Due at",
        max_length=5,
        initial="20:00",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}),
    )
    weekday = forms.ChoiceField(label="On", choices=DAYS, required=False)
    zone = forms.CharField(
        label="Time zone",
        max_length=64,
        initial="UTC",
        required=False,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
    )
    places = {"clock_seconds": "seconds", "slot_zone": "zone"}

    def __init__(
        self, *args: Any, tabletop: AnyTabletop, preset: Preset | None = None, **form_arguments: Any
    ) -> None:
        defaults = plain_options(tabletop, preset)
        initial = {f"{OPTION}{name}": value for name, value in defaults.items()}
        super().__init__(
            *args, initial={**initial, **form_arguments.pop("initial", {})}, **form_arguments
        )
        self.tabletop = tabletop
        self.options_described = describe(tabletop.options)
        self.fields |= {
            f"{OPTION}{option.name}": field_for(option) for option in self.options_described
        }

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[f"{OPTION}{option.name}"] for option in self.options_described]

    @property
    def option_groups(self) -> list[tuple[str, list[Part]]]:
        """The game's options by heading, in parts that can be folded."""
        grouped = groupby(self.options_described, key=lambda option: option.group)
        return [
            (
                group,
                [
                    self._part(fold, list(part))
                    for fold, part in groupby(options, key=lambda option: option.fold)
                ],
            )
            for group, options in grouped
        ]

    def _part(self, fold: str, options: Sequence[Option]) -> Part:
        return Part(
            fold,
            [self[f"{OPTION}{option.name}"] for option in options],
            is_open=any(self._is_set(option) for option in options),
        )

    def _is_set(self, option: Option) -> bool:
        field = self[f"{OPTION}{option.name}"]
        return bool(field.errors) or _as_sent(field.value()) != _as_sent(option.default)

    @property
    def clock_fields(self) -> list[tuple[str, forms.BoundField]]:
        """The fields needed for each kind of clock."""
        needed_fields = {
            "live": ("seconds",),
            "correspondence": ("hours",),
            "slot": ("slot", "weekday", "zone"),
        }
        return [(kind, self[name]) for kind, names in needed_fields.items() for name in names]

    def place_of(self, field: str) -> str:
        """Return the form field for a service field. Fields for game options have a prefix."""
        place = super().place_of(field)
        if f"{OPTION}{place}" in self.fields:
            return f"{OPTION}{place}"
        return (
            "hours" if place == "seconds" and self.data.get("clock") == "correspondence" else place
        )

    def clean(self) -> dict[str, Any]:
        """Check that the clock's fields are complete."""
        values = super().clean() or {}
        needed = {"live": "seconds", "correspondence": "hours", "slot": "slot"}.get(
            str(values.get("clock"))
        )
        if needed and not values.get(needed) and needed not in self.errors:
            self.add_error(needed, "Enter a value for this clock.")
        if values.get("clock") == "slot" and values.get("zone") not in available_timezones():
            self.add_error("zone", "Choose a time zone such as Europe/Berlin.")
        return values

    @property
    def options(self) -> Mapping[str, Any]:
        return {
            option.name: self.cleaned_data[f"{OPTION}{option.name}"]
            for option in self.options_described
        }

    def read_clock(self) -> Clock:
        """Return the clock that the form describes."""
        values = self.cleaned_data
        match values["clock"]:
            case "live":
                return Clock(kind="live", seconds=values["seconds"])
            case "correspondence":
                return Clock(kind="correspondence", seconds=values["hours"] * 3600)
            case "slot":
                return Clock(
                    kind="slot",
                    slot=values["slot"],
                    zone=values["zone"],
                    weekday=int(values["weekday"]) if values["weekday"] else None,
                )
        return NO_CLOCK


class NewTable(Terms):
    """Form for a new table. If submitted with its initial values, it opens a table with the user in
    one seat and bots in the others.
    """

    count = forms.ChoiceField(label="Number of seats")
    level = forms.ChoiceField(
        label="Bot strength",
        choices=[(level, LEVEL_WORDS[level].capitalize()) for level in LEVELS],
        initial="club",
    )
    name = forms.CharField(
        label="Table name",
        max_length=60,
        required=False,
        help_text="If left empty, the name of the game is used.",
    )
    coached = forms.BooleanField(
        label="Show a coach with advice for every move",
        required=False,
        help_text=(
            "The coach always appears in your first match of a game. You can hide it at the table."
        ),
    )
    rated = forms.BooleanField(
        label="Rated match",
        required=False,
        initial=True,
        help_text=(
            "A win or a draw with the coach’s help is not rated, and neither is a match that ends "
            "before each side has made a few moves."
        ),
    )
    asks_for = forms.TypedChoiceField(
        label="Required reliability",
        choices=ASKS,
        coerce=int,
        initial=0,
        required=False,
        help_text="Newcomers and people with the link can always join.",
    )
    visibility = forms.ChoiceField(label="Who can join", choices=VISIBILITIES, initial="listed")
    watched = forms.BooleanField(
        label="Allow spectators",
        required=False,
        initial=True,
        help_text="Spectators see public information only. Players’ secrets stay hidden.",
    )

    def __init__(
        self,
        *args: Any,
        tabletop: AnyTabletop,
        preset: Preset | None,
        seats: int,
        **form_arguments: Any,
    ) -> None:
        coached = {"coached": preset is not None and preset.coached}
        super().__init__(
            *args,
            tabletop=tabletop,
            preset=preset,
            initial={**coached, **form_arguments.pop("initial", {}), "count": seats},
            **form_arguments,
        )
        self.many = seats
        self.fields["count"].choices = [(str(count), str(count)) for count in seat_counts(tabletop)]  # type: ignore[attr-defined]
        self.fields |= {f"seat_{seat}": self._seat(seat) for seat in range(1, seats + 1)}
        if not tabletop.tempers:
            del self.fields["level"]

    def _seat(self, seat: int) -> forms.ChoiceField:
        tempers = self.tabletop.tempers
        bots = [(f"bot:{temper.key}", f"Bot that {temper.description}") for temper in tempers] or [
            (f"bot:{bot}", bot_words(bot)) for bot in self.tabletop.bots
        ]
        choices = [("me", "Me"), *bots, ("open", "Open to other players")]
        first = bots[seat % len(tempers) if tempers else 0][0] if bots else "open"
        return forms.ChoiceField(
            label=f"Seat {seat}", choices=choices, initial="me" if seat == 1 else first
        )

    def name_seats(self, titles: Sequence[str]) -> None:
        """Label the seats with the game's titles."""
        for seat, title in enumerate(titles, 1):
            if f"seat_{seat}" in self.fields:
                self.fields[f"seat_{seat}"].label = title

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        return [self[f"seat_{seat}"] for seat in range(1, self.many + 1)]

    def refuse(self, refusal: Refusal) -> None:
        """Show an error about the number of seats at the field for this number."""
        if refusal.code == "seats":
            self.add_error("count", forms.ValidationError(refusal.sentence, code=refusal.code))
        else:
            super().refuse(refusal)

    def place_of(self, field: str) -> str:
        """Show errors about all seats at the first one."""
        return "seat_1" if field == "seats" else super().place_of(field)

    def clean(self) -> dict[str, Any]:
        """Check that the user takes at most one seat."""
        values = super().clean()
        if [values.get(f"seat_{seat}") for seat in range(1, self.many + 1)].count("me") > 1:
            self.add_error(
                "seat_1",
                (
                    "You can take only one seat. Choose a bot or “Open to other players” for the "
                    "others."
                ),
            )
        return values

    # --- values ---

    @property
    def seats(self) -> list[str]:
        """One entry per seat, as `open_table` expects. Bots get the level chosen in the form."""
        words_by_seat = [str(self.cleaned_data[f"seat_{seat}"]) for seat in range(1, self.many + 1)]
        tempers = {f"bot:{temper.key}" for temper in self.tabletop.tempers}
        level = self.cleaned_data.get("level", "")
        return [
            f"{seat_code}:{level}" if seat_code in tempers else seat_code
            for seat_code in words_by_seat
        ]
