"""Forms of the desk about the week's game: breaking the glass, giving a stuck week up,
starting one now.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from campaign.league.models import Team, Week
from core.web.forms.reasons import DeskForm, reason
from espionage.selectors.starting import Offer


class OpenSealedForm(DeskForm):
    """Whose orders, of which week, and why."""

    week: forms.ModelChoiceField[Week] = forms.ModelChoiceField(None, empty_label=None)
    team: forms.ModelChoiceField[Team] = forms.ModelChoiceField(None, empty_label="Choose a team")
    reason = reason("The whole club sees this in the news right away.")

    def __init__(self, *args: Any, weeks: Any, teams: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, rows in (("week", weeks), ("team", teams)):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared above
            field.queryset = rows


class StartForm(DeskForm):
    """How the next week starts: as one of the ways that are offered."""

    how = forms.ChoiceField(widget=forms.RadioSelect)

    def __init__(self, *args: Any, offers: Iterable[Offer], **kwargs: Any) -> None:
        ways = [offer.how for offer in offers]
        super().__init__(*args, initial={"how": next(iter(ways), "")}, **kwargs)
        field = self.fields["how"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [(how, how) for how in ways]


class VoidForm(DeskForm):
    """Why a stuck week is given up."""

    reason = reason("The whole club sees this in the news right away.")
