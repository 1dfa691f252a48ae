"""The form for a bot that acts for a team."""

from __future__ import annotations

from django import forms

from campaign.teams.rules.acts import BotSeat
from core.web.forms.records import RecordForm


class BotForm(RecordForm[BotSeat]):
    """Form for a bot, and for how long it acts."""

    asks = BotSeat
    widgets = {"temper": forms.RadioSelect, "how_long": forms.RadioSelect}
