"""Forms for the club's own parts. One edits a single part, the other the whole list as JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django import forms
from django.core.exceptions import ValidationError

from campaign.garage.rules.club_parts import RECORD_TYPES, iter_parts
from campaign.garage.rules.parts import AnyPart, ClubParts
from campaign.garage.rules.published import GROUPS
from core.web.forms.base import HouseForm
from core.web.forms.reasons import reason
from core.web.forms.records import RecordForm
from core.web.text import free_slug

REASON_HELP: Final = "The reason is shown in the desk log."
MAX_JSON_LENGTH: Final = 400_000


class PartForm(RecordForm[AnyPart]):
    """Form for a part. The part's key is made from its first name and never changes."""

    sold = forms.BooleanField(
        label="On sale",
        required=False,
        initial=True,
        help_text="If off, the part cannot be used in new vehicles. Existing vehicles keep it.",
    )
    reason = reason(REASON_HELP, required=False)

    def __init__(
        self, *args: Any, kind: str, parts: ClubParts, part: AnyPart | None = None, **kwargs: Any
    ) -> None:
        self.kind, self.parts, self.part = kind, parts, part
        sold = part is None or part.key not in parts.retired
        super().__init__(*args, asks=RECORD_TYPES[kind], row=part, initial={"sold": sold}, **kwargs)
        del self.fields["key"]

    def values_by_name(self) -> dict[str, Any]:
        """Return the part's fields, including its key."""
        return {
            **super().values_by_name(),
            "key": self.part.key if self.part else self._new_key(),
            **self._rules(),
        }

    def _rules(self) -> dict[str, Any]:
        """Return the fields that the form does not show. They stay as they are (C120)."""
        names = ("rule", "reversed")
        return {name: getattr(self.part, name) for name in names if hasattr(self.part, name)}

    def _new_key(self) -> str:
        """Return a key for a new part, made from its name and unique in this list."""
        ascii_name = re.sub(r"[^a-z0-9]+", "_", self.cleaned_data["name"].lower()).strip("_")
        start = f"own_{ascii_name}"[:36].rstrip("_")
        used_keys = {part.key for _, _, part in iter_parts(self.parts)}
        return free_slug(start, used_keys, separator="_")

    def place_of(self, field: str) -> str:
        """Return the form field for an error in a row of the list."""
        return field.rpartition(".")[2]


class PartListForm(HouseForm):
    """Form for the whole list of parts as JSON."""

    parts = forms.CharField(
        label="Parts list",
        max_length=MAX_JSON_LENGTH,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "code"}),
        help_text="The complete list as JSON. Parts that are not included are removed.",
    )
    reason = reason(REASON_HELP, required=False)

    def __init__(self, *args: Any, current: ClubParts, **kwargs: Any) -> None:
        super().__init__(*args, initial={"parts": as_text(current)}, **kwargs)

    def clean_parts(self) -> Mapping[str, Any]:
        """Return the list as plain data."""
        try:
            parts: Mapping[str, Any] = msgspec.json.decode(
                self.cleaned_data["parts"], type=dict[str, Any]
            )
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise ValidationError("Enter a JSON object.", code="not-json") from None
        return parts

    def place_of(self, field: str) -> str:
        """Return the name of the list's field, which shows all errors."""
        return "parts"


class PublishedListForm(HouseForm):
    """Form for installing the published list, with the groups of parts to leave out."""

    leave_out = forms.MultipleChoiceField(
        label="Leave out",
        choices=list(GROUPS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def as_text(parts: ClubParts) -> str:
    """Return the list of parts as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(parts), indent=1).decode()
