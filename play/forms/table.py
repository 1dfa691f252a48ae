"""Small forms at a table for moves, chat lines, notes, deputies, seats, loadouts and holidays."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, get_args

from django import forms

from core.web.forms.base import HouseForm
from play.selectors.claims import Claim
from play.selectors.loadouts import Item, Loadout


class MoveForm(HouseForm):
    """Hidden fields that every move needs, for the seat and the number of events that it had
    received.
    """

    heard = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)
    seat = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=254, required=False)
    choice = forms.CharField(max_length=200)


class Say(HouseForm):
    """A chat line."""

    channel = forms.ChoiceField(label="To", required=False)
    text = forms.CharField(
        label="Write a message",
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, channels: list[tuple[str, str]], **form_arguments: Any) -> None:
        super().__init__(*args, **form_arguments)
        channel: Any = self.fields["channel"]
        channel.choices = channels
        if len(channels) < 2:
            channel.widget = forms.HiddenInput()
            channel.initial = channels[0][0] if channels else ""


class Note(HouseForm):
    """A private note."""

    text = forms.CharField(
        label="Your notes",
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="Only you can read them.",
    )


class Marked(HouseForm):
    """A mark for a player. An empty value removes the mark."""

    player = forms.IntegerField(min_value=0, max_value=254)
    mark = forms.CharField(max_length=20, required=False)


class Challenge(HouseForm):
    """The game of a challenge."""

    game = forms.ChoiceField(label="Game")

    def __init__(self, *args: Any, games: Mapping[str, str], **form_arguments: Any) -> None:
        super().__init__(*args, **form_arguments)
        game: Any = self.fields["game"]
        game.choices = list(games.items())


class Share(HouseForm):
    """Agreement to share a match."""

    on = forms.BooleanField(required=False)


class Claiming(HouseForm):
    """A claim against players who are away."""

    action = forms.ChoiceField(choices=[(key, key) for key in get_args(Claim)])


class Coach(HouseForm):
    """A switch that turns the coach on or off."""

    on = forms.BooleanField(required=False)


class Deputy(HouseForm):
    """The user's deputy."""

    username = forms.CharField(
        label="Deputy",
        max_length=150,
        required=False,
        help_text=(
            "Enter a username. Your deputy sees what you see here and can move for you. Everyone "
            "at the table sees who your deputy is. Leave empty to have no deputy."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AtSeat(HouseForm):
    """A seat of the table, and optionally a bot for it."""

    seat = forms.IntegerField(min_value=0, max_value=254, required=False)
    bot = forms.CharField(max_length=30, required=False)


class Bring(HouseForm):
    """A loadout. The form has a select field, grouped by source, for each item to bring. It has no
    fields if there is nothing to choose. An item that does not fit can be submitted, but is refused
    with a reason.
    """

    def __init__(self, *args: Any, loadout: Loadout | None, **form_arguments: Any) -> None:
        super().__init__(*args, **form_arguments)
        self.closed: list[Item] = []
        if loadout is None or not loadout.is_seated:
            return
        groups: dict[str, list[tuple[str, str]]] = {}
        for item in loadout.items:
            if not item.closed:
                groups.setdefault(item.group, []).append((item.key, f"{item.title}: {item.note}"))
        self.closed = [item for item in loadout.items if item.closed]
        for place in range(loadout.wanted):
            before = loadout.choice.keys[place : place + 1]
            self.fields[f"item_{place + 1}"] = forms.CharField(
                label=f"Choice {place + 1}" if loadout.wanted > 1 else loadout.title,
                initial=before[0] if before else "",
                widget=forms.Select(choices=list(groups.items())),
            )

    def place_of(self, field: str) -> str:
        """Show errors about all items at the first one."""
        return "item_1" if field == "keys" else super().place_of(field)

    @property
    def keys(self) -> list[str]:
        """The chosen keys in order."""
        return [str(value) for name, value in self.cleaned_data.items() if name.startswith("item_")]

    @property
    def item_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("item_")]


class HolidayForm(HouseForm):
    """A holiday."""

    starts = forms.DateField(
        label="First day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    ends = forms.DateField(
        label="Last day",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text="At most 21 days.",
    )

    @property
    def span(self) -> tuple[datetime, datetime]:
        """The start of the first day and the end of the last day, in UTC."""
        values = self.cleaned_data
        return (
            datetime.combine(values["starts"], time.min, UTC),
            datetime.combine(values["ends"] + timedelta(days=1), time.min, UTC),
        )
