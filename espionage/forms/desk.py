"""The GM's forms for opening sealed orders and for starting a week now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django import forms

from campaign.league.models import Team, Week
from core.web.forms.reasons import DeskForm, reason
from espionage.selectors.starting import StartOffer

REASON_HELP: Final = "The whole club sees this in the news right away."


class OpenSealedForm(DeskForm):
    """The team and the week whose orders are opened, and the reason."""

    week: forms.ModelChoiceField[Week] = forms.ModelChoiceField(None, empty_label=None)
    team: forms.ModelChoiceField[Team] = forms.ModelChoiceField(None, empty_label="Choose a team")
    reason = reason(REASON_HELP)

    def __init__(self, *args: Any, weeks: Any, teams: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, rows in (("week", weeks), ("team", teams)):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared above
            field.queryset = rows


class StartForm(DeskForm):
    """The options for starting the next week."""

    how = forms.ChoiceField(widget=forms.RadioSelect)

    def __init__(self, *args: Any, offers: Iterable[StartOffer], **kwargs: Any) -> None:
        kinds = [offer.kind for offer in offers]
        super().__init__(*args, initial={"how": next(iter(kinds), "")}, **kwargs)
        field = self.fields["how"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [(kind, kind) for kind in kinds]
