"""Forms of the calendar: planning, more time, putting off, striking out, naming the duel."""

from __future__ import annotations

from django import forms

from campaign.duels.services.meets import MOST_HEATS
from campaign.league.rules.calendar import MOST_PAUSED
from campaign.league.services.calendar import MOST_AHEAD
from core.web.forms.reasons import DeskForm, day, moment, reason


class PlanForm(DeskForm):
    """So many weeks from a day on."""

    first = day(
        label="First day",
        help_text="The first week opens on the club's opening day, on or after this date.",
    )
    weeks = forms.IntegerField(label="How many weeks", min_value=1, max_value=MOST_AHEAD, initial=4)


class ExtendForm(DeskForm):
    """A later deadline."""

    due_at = moment(
        label="New deadline",
        help_text="By your own clock. Only later: nobody loses time they count on.",
    )
    duel_at = moment(
        label="New hour of the duel",
        required=False,
        help_text="Left empty, the duel stays where it is if it can.",
    )
    reason = reason()


class PostponeForm(DeskForm):
    """How many weeks later."""

    weeks = forms.IntegerField(label="Weeks later", min_value=1, max_value=MOST_AHEAD, initial=1)
    reason = reason()


class PauseForm(DeskForm):
    """For how long the league is paused, and why."""

    weeks = forms.IntegerField(label="Weeks", min_value=1, max_value=MOST_PAUSED, initial=2)
    reason = reason("The whole club reads it at the top of its home while the league is paused.")


class GoOnForm(DeskForm):
    """Why the league goes on."""

    reason = reason(required=False)


class NewEventForm(DeskForm):
    """An event beside the week's duel: its name, place, hour and budget."""

    name = forms.CharField(label="Name of the event", max_length=80)
    arena = forms.CharField(max_length=80, required=False)
    starts_at = moment(label="Hour", help_text="By your own clock; before the week closes.")
    budget = forms.IntegerField(
        label="Budget a team, $",
        min_value=0,
        max_value=100_000_000,
        required=False,
        help_text="0 or nothing: the budget of the house rules.",
    )


class HeatsForm(DeskForm):
    """A set of heats and a final (C65)."""

    name = forms.CharField(label="Name", max_length=60)
    closes_at = moment(label="Entries close", help_text="The heats are made then.")
    starts_at = moment(label="First heat", help_text="When entries close, or later.")
    final_at = moment(label="Final", help_text="After the heats, before the week closes.")
    heats = forms.IntegerField(
        label="By lot: number of heats",
        min_value=1,
        max_value=MOST_HEATS,
        required=False,
        help_text="The lots part all cars evenly. Or leave it empty, and fill in one of the next.",
    )
    most = forms.IntegerField(
        label="Cars a heat at most",
        min_value=2,
        max_value=99,
        required=False,
        help_text="By lot: as many heats as that makes. By division: a larger one is parted.",
    )
    classes = forms.CharField(
        label="By division: the most a car may cost in each, $",
        max_length=120,
        required=False,
        help_text="One number a division, such as 10000 15000 20000: each has its own heat.",
    )
    go_on = forms.IntegerField(
        label="How many of a heat go on", min_value=1, max_value=MOST_HEATS, initial=2
    )
    minutes = forms.IntegerField(
        label="Minutes from heat to heat", min_value=0, max_value=10_000, initial=60
    )
    arena = forms.CharField(label="Arena of the heats", max_length=80, required=False)
    final_arena = forms.CharField(
        label="Arena of the final",
        max_length=80,
        required=False,
        help_text="Left empty, that of the heats.",
    )

    def clean_classes(self) -> tuple[int, ...]:
        """The divisions, in dollars."""
        said = self.cleaned_data["classes"].replace("$", " ").split()
        found = [one.strip(",;").replace(",", "") for one in said]
        if not all(one.isdecimal() and len(one) <= 9 for one in found):
            raise forms.ValidationError("Write whole dollars with spaces between: 10000 15000.")
        return tuple(map(int, found))


class CallOffForm(DeskForm):
    """Why an event is called off."""

    reason = reason()


class CancelForm(DeskForm):
    """Why a week is struck out."""

    reason = reason()


class EventForm(DeskForm):
    """The duel's name, place and budget."""

    event_name = forms.CharField(label="Name of the duel", max_length=80, required=False)
    arena = forms.CharField(max_length=80, required=False)
    budget = forms.IntegerField(
        label="Budget a team, $",
        min_value=0,
        max_value=100_000_000,
        required=False,
        help_text="0 or nothing: the budget of the house rules.",
    )
