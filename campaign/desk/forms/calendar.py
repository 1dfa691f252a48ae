"""Forms of the calendar: planning, extending, postponing and deleting weeks, and duels."""

from __future__ import annotations

from django import forms

from campaign.calendar.services.calendar import MAX_PLANNED_WEEKS
from campaign.duels.services.meets import MAX_HEATS
from campaign.house_rules.rules.calendar import MAX_PAUSE_WEEKS
from core.web.forms.reasons import DeskForm, day, moment, reason


class PlanForm(DeskForm):
    """Form for planning a number of weeks from a first day."""

    first = day(
        label="First day",
        help_text="The first week opens on the club's opening day, on or after this date.",
    )
    weeks = forms.IntegerField(
        label="Number of weeks", min_value=1, max_value=MAX_PLANNED_WEEKS, initial=4
    )


class ExtendForm(DeskForm):
    """Form for extending a deadline."""

    due_at = moment(
        label="New deadline",
        help_text="In your time zone. You can only move the deadline to a later time.",
    )
    duel_at = moment(
        label="New duel time",
        required=False,
        help_text="Leave empty to keep the time of the duel if possible.",
    )
    reason = reason()


class PostponeForm(DeskForm):
    """Form for postponing by a number of weeks."""

    weeks = forms.IntegerField(
        label="Weeks to postpone", min_value=1, max_value=MAX_PLANNED_WEEKS, initial=1
    )
    reason = reason()


class PauseForm(DeskForm):
    """Form for the length of a pause and its reason."""

    weeks = forms.IntegerField(label="Weeks", min_value=1, max_value=MAX_PAUSE_WEEKS, initial=2)
    reason = reason("It is shown to the whole club on its home page while the league is paused.")


class GoOnForm(DeskForm):
    """Form for the reason for resuming the league."""

    reason = reason(required=False)


class NewEventForm(DeskForm):
    """Form for an additional event of a week: name, arena, time and budget."""

    name = forms.CharField(label="Event name", max_length=80)
    arena = forms.CharField(max_length=80, required=False)
    starts_at = moment(label="Time", help_text="In your time zone. Must be before the week closes.")
    budget = forms.IntegerField(
        label="Budget per team, $",
        min_value=0,
        max_value=100_000_000,
        required=False,
        help_text="Leave empty to use the budget from the house rules.",
    )


class HeatsForm(DeskForm):
    """Form for a set of heats and a final (C65)."""

    name = forms.CharField(label="Name", max_length=60)
    closes_at = moment(label="Entries close", help_text="The heats are drawn at this time.")
    starts_at = moment(label="First heat", help_text="When entries close or later.")
    final_at = moment(label="Final", help_text="After the heats and before the week closes.")
    heats = forms.IntegerField(
        label="Random draw: number of heats",
        min_value=1,
        max_value=MAX_HEATS,
        required=False,
        help_text="Cars are spread evenly over the heats. To use another method, leave this empty "
        "and fill in one of the next fields.",
    )
    most = forms.IntegerField(
        label="Maximum cars per heat",
        min_value=2,
        max_value=99,
        required=False,
        help_text="For a random draw, this sets the number of heats. For divisions, larger ones "
        "are split.",
    )
    classes = forms.CharField(
        label="Divisions: maximum vehicle cost in each, $",
        max_length=120,
        required=False,
        help_text="One number for each division, for example 10000 15000 20000. Each division has "
        "its own heats.",
    )
    go_on = forms.IntegerField(
        label="Cars that advance from each heat", min_value=1, max_value=MAX_HEATS, initial=2
    )
    minutes = forms.IntegerField(
        label="Minutes between heats", min_value=0, max_value=10_000, initial=60
    )
    arena = forms.CharField(label="Arena of the heats", max_length=80, required=False)
    final_arena = forms.CharField(
        label="Arena of the final",
        max_length=80,
        required=False,
        help_text="Leave empty to use the arena of the heats.",
    )

    def clean_classes(self) -> tuple[int, ...]:
        """Return the divisions in dollars."""
        entries = self.cleaned_data["classes"].replace("$", " ").split()
        amounts = [amount.strip(",;").replace(",", "") for amount in entries]
        if not all(amount.isdecimal() and len(amount) <= 9 for amount in amounts):
            raise forms.ValidationError(
                "Enter whole dollar amounts separated by spaces, for example 10000 15000."
            )
        return tuple(map(int, amounts))


class CallOffForm(DeskForm):
    """Form for the reason for cancelling an event."""

    reason = reason()


class CancelForm(DeskForm):
    """Form for the reason for deleting a week."""

    reason = reason()


class EventForm(DeskForm):
    """Form for a duel's name, arena and budget."""

    event_name = forms.CharField(label="Duel name", max_length=80, required=False)
    arena = forms.CharField(max_length=80, required=False)
    budget = forms.IntegerField(
        label="Budget per team, $",
        min_value=0,
        max_value=100_000_000,
        required=False,
        help_text="Leave empty to use the budget from the house rules.",
    )
