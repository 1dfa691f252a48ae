"""The form for appointing a deputy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from campaign.league.models import Week
from core.accounts.models import User
from core.web.forms.base import HouseForm


class DeputyForm(HouseForm):
    """Form with a member and a week."""

    username = forms.ChoiceField(
        label="Who", help_text="Members who do not run a team in this club and are not GMs."
    )
    week = forms.TypedChoiceField(label="Week", coerce=int)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        people: Sequence[User],
        weeks: Sequence[Week],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.fields["username"].choices = [  # type: ignore[attr-defined]
            (user.get_username(), user.get_username()) for user in people
        ]
        self.fields["week"].choices = [  # type: ignore[attr-defined]
            (week.number, f"Week {week.number}, {week.get_status_display()}") for week in weeks
        ]
