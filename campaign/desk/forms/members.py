"""Forms for changing roles and handing over teams."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.db.models import QuerySet

from campaign.league.models import Membership
from core.accounts.models import User
from core.web.forms.reasons import DeskForm, reason


class RoleForm(DeskForm):
    """Form for a member's new role."""

    role = forms.ChoiceField(
        choices=[
            (value, label if value == "gm" else label.capitalize())
            for value, label in Membership.Role.choices
        ],
        widget=forms.RadioSelect,
    )


class HandOverForm(DeskForm):
    """Form for the new owner of a team."""

    to: forms.ModelChoiceField[User] = forms.ModelChoiceField(
        None, label="New owner", empty_label="Choose a member"
    )
    reason = reason()

    def __init__(
        self, *args: Any, people: QuerySet[User], sole_owner: UUID | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["to"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared above
        field.queryset = people
        # Do not use the queryset. A form that is submitted again after the hand-over must still be
        # valid.
        choices: Any = field.choices
        field.choices = [
            (pk, label) for pk, label in choices if not sole_owner or str(pk) != str(sole_owner)
        ]
