"""The forms by which staff bring a club here: its file, and then who runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.core.exceptions import ValidationError

from core.web.forms.base import HouseForm
from home.rules.bundle import LARGEST_UPLOAD

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class BundleFile(HouseForm):
    """A bundle as a file."""

    file = forms.FileField(
        label="The bundle",
        help_text=(
            "An open one of any site, or one that this site sealed; up to 4 MiB. Nothing is "
            "taken in yet: you see first what is in it."
        ),
    )

    def clean_file(self) -> UploadedFile:
        """The file, if a page takes one of its size."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_UPLOAD:
            raise ValidationError(
                "The file is larger than 4 MiB: take it in on the server, by "
                "“manage.py import_campaign”.",
                code="too-large",
            )
        return file


class BringForm(HouseForm):
    """Who runs the club here, and what it is called."""

    gm = forms.CharField(
        label="Who runs it here",
        max_length=150,
        help_text="A user name: its GM. Not somebody who plays in the club at home.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    name = forms.CharField(
        label="Another name", max_length=80, required=False, help_text="Empty for its own."
    )
    fork = forms.BooleanField(
        label="A copy to teach with",
        required=False,
        help_text=(
            "People become Player 1, Player 2 …, and what they said to each other stays behind. "
            "The club says what it is a fork of."
        ),
    )
