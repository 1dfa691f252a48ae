"""Calendar forms for planning, postponing and pausing weeks, and for duels."""

from __future__ import annotations

from django import forms

from campaign.duels.rules.acts import ARENA_HELP, HeatsMaking
from campaign.house_rules.rules.calendar import MAX_PAUSE_WEEKS, MAX_PLANNED_WEEKS
from core.web.forms.reasons import DeskForm, day, reason
from core.web.forms.records import RecordForm


class PlanForm(DeskForm):
    """Form for planning a number of weeks, starting on a given day."""

    first = day(
        label="First day",
        help_text="The first week opens on the club's opening day, on or after this date.",
    )
    weeks = forms.IntegerField(
        label="Number of weeks", min_value=1, max_value=MAX_PLANNED_WEEKS, initial=4
    )


class PostponeForm(DeskForm):
    """Form for postponing a week by a number of weeks."""

    weeks = forms.IntegerField(
        label="Weeks to postpone", min_value=1, max_value=MAX_PLANNED_WEEKS, initial=1
    )
    reason = reason()


class RescheduleForm(DeskForm):
    """Form for moving all scheduled weeks to the current schedule."""

    first = day(
        label="First day",
        help_text="The first of these weeks opens on or after this date. Leave empty to stay as "
        "near as possible to its current date.",
        required=False,
    )
    reason = reason()


class PauseForm(DeskForm):
    """Form for a pause, with its length and a reason."""

    weeks = forms.IntegerField(label="Weeks", min_value=1, max_value=MAX_PAUSE_WEEKS, initial=2)
    reason = reason("It is shown to the whole club on its home page while the league is paused.")


class HeatsForm(RecordForm[HeatsMaking]):
    """Form for a set of heats with a final (C65)."""

    asks = HeatsMaking

    classes = forms.CharField(
        label="Divisions: maximum vehicle cost in each, $",
        max_length=120,
        required=False,
        help_text="One number for each division, for example 10000 15000 20000. Each division has "
        "its own heats.",
    )

    def clean_classes(self) -> tuple[int, ...]:
        """Return the divisions, as prices in dollars."""
        entries = self.cleaned_data["classes"].replace("$", " ").split()
        amounts = [amount.strip(",;").replace(",", "") for amount in entries]
        if not all(amount.isdecimal() and len(amount) <= 9 for amount in amounts):
            raise forms.ValidationError(
                "Enter whole dollar amounts separated by spaces, for example 10000 15000."
            )
        return tuple(map(int, amounts))


class EventForm(DeskForm):
    """Form for a duel's name, arena and budget."""

    event_name = forms.CharField(label="Duel name", max_length=80, required=False)
    arena = forms.CharField(max_length=80, required=False, help_text=ARENA_HELP)
    budget = forms.IntegerField(
        label="Budget per team, $",
        min_value=0,
        max_value=100_000_000,
        required=False,
        help_text="Leave empty to use the budget from the house rules.",
    )
