"""Forms for founding and changing a team."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from django import forms

from campaign.teams.rules.acts import EMBLEMS, ReadyCompany, TeamFace
from core.web.forms.records import RecordForm
from core.web.pictures.badges import CHOICES

T = TypeVar("T", bound=msgspec.Struct)


class FaceForm(RecordForm[T]):
    """Form in which radio buttons show the colours and emblems."""

    widgets = {"colour": forms.RadioSelect, "emblem": forms.RadioSelect}

    def swatches(self) -> list[tuple[Any, dict[str, str]]]:
        """Return each colour's radio button, with a badge in that colour."""
        return [
            (
                radio,
                {
                    "name": str(radio.choice_label),
                    "colour": str(radio.data["value"]),
                    "emblem": "plain",
                },
            )
            for radio in self["colour"]
        ]

    def emblems(self) -> list[tuple[Any, dict[str, str]]]:
        """Return each emblem's radio button, with a badge in the chosen colour."""
        colour = str(self["colour"].value() or "")
        return [
            (
                radio,
                {
                    "name": str(radio.choice_label),
                    "colour": colour,
                    "emblem": str(radio.data["value"]),
                },
            )
            for radio in self["emblem"]
        ]


class TeamForm(FaceForm[TeamFace]):
    """Form for a team's name, colours, emblem and motto. The name of an approved team cannot
    change.
    """

    asks = TeamFace

    def __init__(self, *args: Any, approved: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        current = str(self.initial.get("colour") or "")
        if current and current not in dict(CHOICES):
            self.fields["colour"].choices = [(current, "Keep current"), *CHOICES]  # type: ignore[attr-defined]
        self.fields["name"].disabled = approved
        if approved:
            self.fields[
                "name"
            ].help_text = "You can no longer change the name, because rivals know the team by it."


class ReadyForm(FaceForm[ReadyCompany]):
    """Form for a ready-made team, with suggested values.

    Its field ids differ from those of the other form on the same page.
    """

    asks = ReadyCompany

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="ready_%s", **kwargs)
        self.fields["emblem"].choices = list(EMBLEMS.items())  # type: ignore[attr-defined]
