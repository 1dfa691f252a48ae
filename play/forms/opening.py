"""The form that opens a table: the game's own options, who sits where, how long a move may take,
who may come.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zoneinfo import available_timezones

import msgspec
from django import forms

from core.web.forms.base import HouseForm
from core.web.forms.options import field_for
from core.web.options import describe
from engine.bots import LEVELS
from play.clocking import NO_CLOCK, Clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.web.options import Option
    from engine.game import Refusal
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
WHO: Final = (
    ("listed", "Anyone: list the table in the lobby"),
    ("invited", "Only people with the link"),
)
ASKS: Final = (
    (0, "Anyone can join"),
    *(
        (least, f"Only people who finish at least {least} % of their matches")
        for least in (60, 80, 90, 95)
    ),
)
BOTS: Final = {"search": "thinks ahead", "random": "plays at random"}
LEVEL_WORDS: Final[Mapping[str, str]] = {
    "newcomer": "newcomer",
    "club": "club player",
    "strong": "strong player",
}


def bot_words(bot: str) -> str:
    """A kind of bot as players read it."""
    return f"Bot that {BOTS[bot]}" if bot in BOTS else f"Bot: {bot_kind(bot)}"


def tempered_words(tabletop: AnyTabletop) -> list[tuple[str, str]]:
    """The bots that may be put on a chair at an open table, and what players read of each: a bot of
    each temper for each level, else the game's own.
    """
    found = [
        (name, f"Bot that {temper.words} ({LEVEL_WORDS[name.partition(':')[2]]})")
        for temper in tabletop.tempers
        for name in temper.bots
    ]
    return found or [(bot, bot_words(bot)) for bot in tabletop.bots]


def bot_kind(bot: str) -> str:
    """The same beside a bot's name: "thinks ahead", "lurker, club player"."""
    temper, _, level = bot.partition(":")
    if level in LEVEL_WORDS:
        return f"{temper.replace('_', ' ')}, {LEVEL_WORDS[level]}"
    return BOTS.get(bot) or bot.replace("_", " ").replace("-", " ")


def plain_options(tabletop: AnyTabletop, preset: Preset | None) -> dict[str, Any]:
    """The options as a preset has them, or by default, as plain data."""
    defaults = {option.name: option.default for option in describe(tabletop.options)}
    chosen: dict[str, Any] = msgspec.to_builtins(preset.options) if preset else {}
    return {**defaults, **{name: value for name, value in chosen.items() if name in defaults}}


def seat_counts(tabletop: AnyTabletop) -> tuple[int, ...]:
    """How many may play, whatever the options."""
    records = [tabletop.options(), *(preset.options for preset in tabletop.presets)]
    return tuple(sorted({count for record in records for count in tabletop.seat_counts(record)}))


class Part(NamedTuple):
    """Options side by side; under a `fold` they are shown when they are asked for, or when
    `is_open`: one of them is set.
    """

    fold: str
    fields: list[forms.BoundField]
    is_open: bool


def _as_sent(value: Any) -> Any:
    """A value of a form as a browser would send it, so that it can be compared with what came
    back.
    """
    if isinstance(value, list | tuple):
        rows = [
            {name: str(cell) for name, cell in row.items()} if isinstance(row, dict) else str(row)
            for row in value
        ]
        return rows if any(isinstance(row, dict) for row in rows) else ", ".join(map(str, rows))
    return "" if value is None else str(value)


class Terms(HouseForm):
    """What is played and by which clock: the game's own options, and how long a move may take."""

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
        self, *args: Any, tabletop: AnyTabletop, preset: Preset | None = None, **named: Any
    ) -> None:
        given = plain_options(tabletop, preset)
        initial = {f"{OPTION}{name}": value for name, value in given.items()}
        super().__init__(*args, initial={**initial, **named.pop("initial", {})}, **named)
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
        """The game's options under the headings it gives them, in parts of which some are folded
        away.
        """
        grouped = groupby(self.options_described, key=lambda option: option.group)
        return [
            (
                group,
                [
                    self._part(fold, list(part))
                    for fold, part in groupby(options, key=lambda one: one.fold)
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
        """Whether an option is not as the game has it, or is wrong."""
        field = self[f"{OPTION}{option.name}"]
        return bool(field.errors) or _as_sent(field.value()) != _as_sent(option.default)

    @property
    def clock_fields(self) -> list[tuple[str, forms.BoundField]]:
        """What each kind of clock asks for."""
        asked = {
            "live": ("seconds",),
            "correspondence": ("hours",),
            "slot": ("slot", "weekday", "zone"),
        }
        return [(kind, self[name]) for kind, names in asked.items() for name in names]

    def place_of(self, field: str) -> str:
        """A game's option has a prefix on the form."""
        place = super().place_of(field)
        if f"{OPTION}{place}" in self.fields:
            return f"{OPTION}{place}"
        return (
            "hours" if place == "seconds" and self.data.get("clock") == "correspondence" else place
        )

    def clean(self) -> dict[str, Any]:
        """A clock that is whole."""
        said = super().clean() or {}
        needed = {"live": "seconds", "correspondence": "hours", "slot": "slot"}.get(
            str(said.get("clock"))
        )
        if needed and not said.get(needed) and needed not in self.errors:
            self.add_error(needed, "Enter a value for this clock.")
        if said.get("clock") == "slot" and said.get("zone") not in available_timezones():
            self.add_error("zone", "Choose a time zone such as Europe/Berlin.")
        return said

    @property
    def options(self) -> Mapping[str, Any]:
        return {
            option.name: self.cleaned_data[f"{OPTION}{option.name}"]
            for option in self.options_described
        }

    def read_clock(self) -> Clock:
        """How long a move may take."""
        said = self.cleaned_data
        match said["clock"]:
            case "live":
                return Clock(kind="live", seconds=said["seconds"])
            case "correspondence":
                return Clock(kind="correspondence", seconds=said["hours"] * 3600)
            case "slot":
                return Clock(
                    kind="slot",
                    slot=said["slot"],
                    zone=said["zone"],
                    weekday=int(said["weekday"]) if said["weekday"] else None,
                )
        return NO_CLOCK


class NewTable(Terms):
    """Everything about a new table. Left as it is, it opens a table with a seat for its opener and
    bots in the others.
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
            "A match is not rated if everyone has a coach, or if it ends before each side has "
            "made a few moves."
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
    visibility = forms.ChoiceField(label="Who can join", choices=WHO, initial="listed")
    watched = forms.BooleanField(
        label="Allow spectators",
        required=False,
        initial=True,
        help_text="Spectators see public information only. Players’ secrets stay hidden.",
    )

    def __init__(
        self, *args: Any, tabletop: AnyTabletop, preset: Preset | None, seats: int, **named: Any
    ) -> None:
        coached = {"coached": preset is not None and preset.coached}
        super().__init__(
            *args,
            tabletop=tabletop,
            preset=preset,
            initial={**coached, **named.pop("initial", {}), "count": seats},
            **named,
        )
        self.many = seats
        self.fields["count"].choices = [(str(each), str(each)) for each in seat_counts(tabletop)]  # type: ignore[attr-defined]
        self.fields |= {f"seat_{seat}": self._seat(seat) for seat in range(1, seats + 1)}
        if not tabletop.tempers:
            del self.fields["level"]

    def _seat(self, seat: int) -> forms.ChoiceField:
        tempers = self.tabletop.tempers
        bots = [(f"bot:{temper.key}", f"Bot that {temper.words}") for temper in tempers] or [
            (f"bot:{bot}", bot_words(bot)) for bot in self.tabletop.bots
        ]
        choices = [("me", "Me"), *bots, ("open", "Open to other players")]
        first = bots[seat % len(tempers) if tempers else 0][0] if bots else "open"
        return forms.ChoiceField(
            label=f"Seat {seat}", choices=choices, initial="me" if seat == 1 else first
        )

    def name_seats(self, titles: Sequence[str]) -> None:
        """Call the seats what the game calls them."""
        for seat, title in enumerate(titles, 1):
            if f"seat_{seat}" in self.fields:
                self.fields[f"seat_{seat}"].label = title

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        return [self[f"seat_{seat}"] for seat in range(1, self.many + 1)]

    def refuse(self, refusal: Refusal) -> None:
        """A wrong number of seats is said where it is chosen."""
        if refusal.code == "seats":
            self.add_error("count", forms.ValidationError(refusal.sentence, code=refusal.code))
        else:
            super().refuse(refusal)

    def place_of(self, field: str) -> str:
        """What is about all seats is said at the first."""
        return "seat_1" if field == "seats" else super().place_of(field)

    def clean(self) -> dict[str, Any]:
        """One seat at most for the opener."""
        said = super().clean()
        if [said.get(f"seat_{seat}") for seat in range(1, self.many + 1)].count("me") > 1:
            self.add_error(
                "seat_1",
                (
                    "You can take only one seat. Choose a bot or “Open to other players” for the "
                    "others."
                ),
            )
        return said

    # --- what was asked for ---

    @property
    def seats(self) -> list[str]:
        """A word for each seat; bots that have a temper are as strong as the form says."""
        chosen = [str(self.cleaned_data[f"seat_{seat}"]) for seat in range(1, self.many + 1)]
        tempers = {f"bot:{temper.key}" for temper in self.tabletop.tempers}
        level = self.cleaned_data.get("level", "")
        return [f"{word}:{level}" if word in tempers else word for word in chosen]
