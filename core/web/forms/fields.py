"""How a field of a form stands on a page: label, help, errors next to it, all tied together by
ids.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting
from django.utils.safestring import mark_safe

from .drawing import WIDGETS

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.safestring import SafeString

OPTIONAL: Final = ' <span class="optional">(optional)</span>'


class HouseField(BoundField):
    """A field with all that belongs to it."""

    def as_field_group(self) -> SafeString:
        """The field as every page shows it. A group of choices is a fieldset; a single tick box has
        its label behind it.
        """
        words, label, drawn = (
            self._words(),
            escape(str(self.label)) if self.label else "",
            str(self),
        )
        if self.use_fieldset:
            ids = (
                f' aria-describedby="{escape(self.aria_describedby)}"'
                if self.aria_describedby
                else ""
            )
            legend = (
                f"<legend>{label}{'' if self.field.required else OPTIONAL}</legend>"
                if label
                else ""
            )
            found = f'<fieldset class="field"{ids}>{legend}{words}{drawn}</fieldset>'
        elif self.widget_type == "checkbox":
            found = (
                f'<div class="field tick">{drawn}<label '
                f'for="{escape(self.id_for_label)}">{label}</label>{words}</div>'
            )
        else:
            optional = "" if self.field.required or self.field.disabled else OPTIONAL
            named = (
                f'<label for="{escape(self.id_for_label)}">{label}{optional}</label>'
                if label
                else ""
            )
            found = f'<div class="field">{named}{words}{drawn}</div>'
        return mark_safe(found)  # noqa: S308 - escaped

    def _words(self) -> str:
        """Help, which forms write as HTML, and what is wrong with what was sent."""
        name = f' id="{escape(self.auto_id)}_helptext"' if self.auto_id else ""
        return (f'<div class="helptext"{name}>{self.help_text}</div>' if self.help_text else "") + (
            str(self.errors) if self.errors else ""
        )


class HouseRenderer(TemplatesSetting):
    """Forms by templates; their fields, inputs and selects put together here, which takes a fifth
    of the time.
    """

    bound_field_class = HouseField

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        """A widget, or whatever else of a form."""
        draw = WIDGETS.get(template_name)
        if draw is None:
            return super().render(template_name, context, request)
        return mark_safe(draw(context["widget"]))  # noqa: S308 - escaped where it is drawn
