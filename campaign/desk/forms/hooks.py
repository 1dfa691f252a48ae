"""The form for a hook, which sends the club's news to a channel or a tool."""

from __future__ import annotations

from django import forms

from core.web.forms.reasons import DeskForm


class HookForm(DeskForm):
    """Form for a hook's name and address."""

    name = forms.CharField(
        max_length=60,
        help_text="For example, the name of the channel. It is shown to the club in the desk log.",
    )
    address = forms.CharField(
        label="Webhook URL",
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text="The URL is not shown again, because anyone who has it can post to the channel.",
    )
