"""The form for verifying a transcript."""

from __future__ import annotations

from typing import Final

from django import forms

from engine.codec import Reader, Unreadable
from espionage.rules.transcript import TooLarge, Transcript, check_bounds

MAX_FILE_BYTES: Final = 4 * 1024 * 1024
MAX_PASTED_LENGTH: Final = 1_000_000
"""Maximum length of pasted text in characters. The server accepts forms of up to 1 MiB."""
READER: Final[Reader[Transcript]] = Reader(Transcript)


class TranscriptForm(forms.Form):
    """A transcript, either as an uploaded file or as pasted text."""

    file = forms.FileField(
        label="Transcript",
        required=False,
        help_text="The transcript file from your report, up to 4 MB.",
    )
    text = forms.CharField(
        label="Or paste it here",
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        max_length=MAX_PASTED_LENGTH,
        help_text="Up to 1 MB. Upload larger transcripts as a file.",
    )

    def clean(self) -> dict[str, object]:
        """Read the transcript into `cleaned_data["transcript"]`."""
        data = super().clean() or {}
        raw = self._raw(data)
        if raw is None:
            if not self.errors:
                self.add_error("file", "Choose a file, or paste a transcript.")
            return data
        try:
            transcript = READER.decode(raw)
            check_bounds(transcript)
        except (Unreadable, TooLarge) as refusal:
            self.add_error(
                "file" if data.get("file") else "text",
                f"This is not a week's transcript. {refusal}",
            )
            return data
        data["transcript"] = transcript
        return data

    def _raw(self, data: dict[str, object]) -> bytes | None:
        file = data.get("file")
        if file is None:
            return str(data["text"]).encode() if data.get("text") else None
        if file.size > MAX_FILE_BYTES:  # type: ignore[attr-defined]
            self.add_error("file", "The file is too large. A transcript is smaller than 4 MB.")
            return None
        content: bytes = file.read()  # type: ignore[attr-defined]
        return content
