"""Forms of the calendar: planning, more time, putting off, striking out, naming the duel."""

from __future__ import annotations

from django import forms

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
