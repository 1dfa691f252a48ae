"""Forms about teams: approving a roster, and the remark with which it goes back."""

from __future__ import annotations

from typing import Any

from django import forms

from core.web.forms.reasons import DeskForm


class ApprovalForm(DeskForm):
    """The roster that was looked at: `seen` is its stamp, so that nobody approves what was changed
    meanwhile.
    """

    seen = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def __init__(self, *args: Any, stamp: str, **kwargs: Any) -> None:
        super().__init__(*args, initial={"seen": stamp}, **kwargs)
        self.stamp = stamp

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seen") != self.stamp:
            raise forms.ValidationError(
                "The team changed its roster since you opened this page. Look at it again.",
                code="stale",
            )
        return data


class RemarkForm(DeskForm):
    """What the owners should change."""

    remark = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What to change before the roster can play. The team's owners read it.",
    )
