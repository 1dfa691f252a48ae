"""Forms for importing records. One previews a file, the other imports the previewed workbook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django import forms
from django.core.exceptions import ValidationError

from campaign.moving.rules.arranging import Arrangement, SheetChoice
from campaign.moving.rules.columns import SHEETS
from core.web import spreadsheets
from core.web.forms.base import HouseForm
from core.web.sheets import Sheets

MAX_TEXT_LENGTH: Final = 900_000
"""Maximum number of characters that a workbook in a form can have."""
MAX_PASTED_LENGTH: Final = 200_000
MAX_CHOICES_LENGTH: Final = 100_000


class WorkbookFile(HouseForm):
    """Form for a workbook: a file, or pasted cells. `cleaned_data["sheets"]` has its sheets."""

    file = forms.FileField(
        label="Workbook",
        required=False,
        allow_empty_file=True,
        help_text="XLSX, XLS, ODS, CSV, JSON, a saved web page, or a zip of such files, up to "
        "2 MB. You see a preview before anything is imported.",
    )
    pasted = forms.CharField(
        label="Or paste cells",
        required=False,
        max_length=MAX_PASTED_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Copy a table with its headings from a spreadsheet or a web page.",
    )

    def clean(self) -> dict[str, Any]:
        """Read the file or the pasted cells."""
        cleaned: dict[str, Any] = super().clean() or {}
        file, pasted = cleaned.get("file"), cleaned.get("pasted") or ""
        if file is None and not pasted.strip():
            if not self.errors:
                self.add_error("file", ValidationError("Choose a file.", code="required"))
            return cleaned
        try:
            cleaned["sheets"] = (
                spreadsheets.read_pasted(pasted)
                if file is None
                else spreadsheets.read(file.name or "", file.read(spreadsheets.MAX_FILE_BYTES + 1))
            )
        except spreadsheets.BadFile as bad:
            self.add_error(
                "pasted" if file is None else "file", ValidationError(bad.sentence, code=bad.code)
            )
            return cleaned
        if len(as_text(cleaned["sheets"])) > MAX_TEXT_LENGTH:
            self.add_error(
                "file", ValidationError("The file contains too much data.", code="too-large")
            )
        return cleaned


class PreviewedWorkbook(HouseForm):
    """Form for the previewed workbook, which is submitted again for the import.

    `choices` has the GM's meanings of its sheets and columns.
    """

    workbook = forms.CharField(widget=forms.HiddenInput, max_length=MAX_TEXT_LENGTH, strip=False)
    choices = forms.CharField(
        widget=forms.HiddenInput, max_length=MAX_CHOICES_LENGTH, required=False, empty_value="{}"
    )

    def clean_workbook(self) -> Sheets:
        """Return the sheets in the workbook."""
        try:
            sheets = msgspec.json.decode(
                self.cleaned_data["workbook"], type=dict[str, list[list[str]]]
            )
            return spreadsheets.bounded(sheets)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise ValidationError("Choose the file again.", code="not-json") from None
        except spreadsheets.BadFile as bad:
            raise ValidationError(bad.sentence, code=bad.code) from None

    def clean_choices(self) -> dict[str, SheetChoice]:
        """Return the meanings of sheets and columns."""
        try:
            return msgspec.json.decode(self.cleaned_data["choices"], type=dict[str, SheetChoice])
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise ValidationError("Choose the file again.", code="not-json") from None


def choices_from(data: Mapping[str, str], arrangement: Arrangement) -> dict[str, SheetChoice]:
    """Return the meanings of sheets and columns that a GM chose on the preview page.

    A sheet whose kind has changed gets new proposals for its columns.
    """
    choices = {}
    for number, sheet in enumerate(arrangement.sheets):
        kind = data.get(f"kind-{number}", sheet.kind)
        columns = {
            column.letters: heading
            for column in sheet.columns
            if (heading := data.get(f"column-{number}-{column.letters}", column.heading))
            != column.heading
        }
        if kind == sheet.kind and (columns or sheet.choice):
            before = sheet.choice.columns if sheet.choice else {}
            choices[sheet.title] = SheetChoice(kind=kind, columns=before | columns)
        elif kind != sheet.kind:
            choices[sheet.title] = SheetChoice(kind=kind if kind in SHEETS else "")
    return choices


def as_text(sheets: Sheets | Mapping[str, SheetChoice]) -> str:
    """Return sheets or choices as text for a hidden field of the form."""
    return msgspec.json.encode(sheets).decode()
