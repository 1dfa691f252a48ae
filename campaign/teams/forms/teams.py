"""Founding and changing a team."""

from __future__ import annotations

from typing import Any

from django import forms

from campaign.teams.rules.acts import TeamFace
from core.web.forms.records import RecordForm
from core.web.pictures.badges import CHOICES


class TeamForm(RecordForm[TeamFace]):
    """A team's face. An approved team keeps its name."""

    asks = TeamFace
    widgets = {"colour": forms.RadioSelect, "emblem": forms.RadioSelect}

    def __init__(self, *args: Any, approved: bool = False, **named: Any) -> None:
        super().__init__(*args, **named)
        own = str(self.initial.get("colour", ""))
        if own and own not in dict(CHOICES):
            self.fields["colour"].choices = [(own, "As it is"), *CHOICES]  # type: ignore[attr-defined]
        self.fields["name"].disabled = approved
        if approved:
            self.fields["name"].help_text = "The name stays: rivals know the team by it."

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
