"""Forms with which staff upload the bundle of a club, and then choose the club's GM and name."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from core.web.forms.base import HouseForm
from home.rules.bundle import MAX_UPLOAD_BYTES


class BundleFile(HouseForm):
    """Form for uploading a bundle."""

    file = forms.FileField(
        label="Bundle",
        help_text=(
            "Choose a file of up to 4 MiB. It can be an unsealed bundle from any site or a "
            "bundle sealed by this site. You see a preview before anything is imported."
        ),
    )

    def clean_file(self) -> UploadedFile:
        """Return the file, or raise ValidationError if it is too large for a page."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MAX_UPLOAD_BYTES:
            raise ValidationError(
                "The file is larger than 4 MiB. Import it on the server with “manage.py "
                "import_campaign”.",
                code="too-large",
            )
        return file


class BringForm(HouseForm):
    """Form for choosing the GM and the name of an imported club."""

    gm = forms.CharField(
        label="GM on this site",
        max_length=150,
        help_text="The username of the club’s GM here. They must not play in the club on its "
        "original site.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    name = forms.CharField(
        label="New name",
        max_length=80,
        required=False,
        help_text="Leave empty to keep the original name.",
    )
    fork = forms.BooleanField(
        label="Import as a teaching copy",
        required=False,
        help_text=(
            "Members are renamed Player 1, Player 2 and so on, and messages are not included. "
            "The club states that it is a fork."
        ),
    )
