"""Founding and changing a team."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from django import forms

from campaign.teams.rules.acts import EMBLEMS, ReadyCompany, TeamFace
from core.web.forms.records import RecordForm
from core.web.pictures.badges import CHOICES

T = TypeVar("T", bound=msgspec.Struct)


class FaceForm(RecordForm[T]):
    """A face whose colour and emblem are picked by what they look like."""

    widgets = {"colour": forms.RadioSelect, "emblem": forms.RadioSelect}

    def swatches(self) -> list[tuple[Any, dict[str, str]]]:
        """Each colour's radio button with a badge that shows it."""
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
        """Each emblem's radio button with a badge that shows it, in the chosen colour."""
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
    """A team's face. An approved team keeps its name."""

    asks = TeamFace

    def __init__(self, *args: Any, approved: bool = False, **named: Any) -> None:
        super().__init__(*args, **named)
        own = str(self.initial.get("colour", ""))
        if own and own not in dict(CHOICES):
            self.fields["colour"].choices = [(own, "Keep current"), *CHOICES]  # type: ignore[attr-defined]
        self.fields["name"].disabled = approved
        if approved:
            self.fields[
                "name"
            ].help_text = "You can no longer change the name, because rivals know the team by it."


class ReadyForm(FaceForm[ReadyCompany]):
    """The face of a ready company, drawn already. Its fields stand on a page with those of another
    form.
    """

    asks = ReadyCompany

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, auto_id="ready_%s", **named)
        self.fields["emblem"].choices = list(EMBLEMS.items())  # type: ignore[attr-defined]
