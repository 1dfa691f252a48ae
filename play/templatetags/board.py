"""`{% load board %}`: prints the plain values of `play.tabletop.board`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from play.pages.svg import choice_id, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.template import Context
    from django.utils.safestring import SafeString

    from play.tabletop.board import Drawing

register = template.Library()
register.filter("choice_id", choice_id)


@register.filter
def under(row: Sequence[str], heads: Sequence[str]) -> list[tuple[str, str]]:
    """`{% for head, cell in row|under:table.heads %}`: each cell with the head of its column."""
    return list(zip(heads, row, strict=False))


@register.filter
def listed(names: Sequence[str]) -> str:
    """Names with commas between them; semicolons where a name holds a comma itself."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


@register.simple_tag(takes_context=True)
def drawing(context: Context, picture: Drawing) -> SafeString:
    """`{% drawing board.drawing %}`: a picture as SVG. Its groups are links to the choices in the context's `choices`, by key."""
    return svg(picture, context.get("choices") or {})
