"""Forms for importing records. One previews a file, the other imports the previewed workbook."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django import forms
from django.core.exceptions import ValidationError

from core.web import spreadsheets
from core.web.forms.base import HouseForm
from core.web.sheets import Sheets

MAX_TEXT_LENGTH: Final = 900_000
"""Maximum number of characters that a workbook in a form can have."""


class WorkbookFile(HouseForm):
    """Form for a workbook file. `cleaned_data["file"]` has its sheets."""

    file = forms.FileField(
        label="Workbook",
        allow_empty_file=True,
        help_text="XLSX, XLS, ODS, CSV, JSON or a zip of CSV files, up to 2 MB. You see a "
        "preview before anything is imported.",
    )

    def clean_file(self) -> Sheets:
        """Return the sheets in the file."""
        file: Any = self.cleaned_data["file"]
        try:
            sheets = spreadsheets.read(file.name or "", file.read(spreadsheets.MAX_FILE_BYTES + 1))
        except spreadsheets.BadFile as bad:
            raise ValidationError(bad.sentence, code=bad.code) from None
        if len(as_text(sheets)) > MAX_TEXT_LENGTH:
            raise ValidationError("The file contains too much data.", code="too-large")
        return sheets


class PreviewedWorkbook(HouseForm):
    """Form for the previewed workbook, which is submitted again for the import."""

    workbook = forms.CharField(widget=forms.HiddenInput, max_length=MAX_TEXT_LENGTH, strip=False)

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


def as_text(sheets: Sheets) -> str:
    """Return the sheets as text for a hidden field of the form."""
    return msgspec.json.encode(sheets).decode()
