"""Template tags for boards (`{% load board %}`), which render the plain values of
`play.tabletop.board`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from django import template
from django.template import Context
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from core.web.pictures.icons import icon_path
from play.forms.opening import bot_kind
from play.rules.rating import SETTLED
from play.tabletop.board import Drawing, is_bot
from play.tabletop.lessons import has_lesson
from play.views.svg import choice_id, svg

register = template.Library()
register.filter("choice_id", choice_id)
register.filter("bot_kind", bot_kind)
register.filter("has_lesson", has_lesson)


@register.filter
def points(hundredths: int) -> int:
    """Convert hundredths of a point to displayed points."""
    return round(hundredths / 100)


@register.filter
def pair_with_heads(
    cells: Sequence[object], heads: Sequence[object]
) -> list[tuple[object, object]]:
    """Pair cells with column headings: `{% for head, cell in cells|pair_with_heads:heads %}`."""
    return list(zip(heads, cells, strict=True))


@register.simple_tag
def form(results: Sequence[str]) -> SafeString:
    """Show recent results as letters (`{% form row.form %}`). Screen readers read words instead."""
    return format_html_join(
        " ", '<abbr title="{}">{}</abbr>', [(result, result[0].upper()) for result in results]
    )


@register.filter
def halves(points: int) -> str:
    """Format points counted in halves (`{{ line.points|halves }}`), so that 3 becomes "1½"."""
    return quarters(2 * points)


@register.filter
def quarters(points: int) -> str:
    """Format points counted in quarters, so that 5 becomes "1¼", and 1 becomes "¼"."""
    points_whole, quarters_left = divmod(points, 4)
    return f"{points_whole or (0 if not quarters_left else '')}{('', '¼', '½', '¾')[quarters_left]}"


@register.filter
def pair_row_with_heads(row: Sequence[str], heads: Sequence[str]) -> list[tuple[str, str]]:
    """Pair each cell with its column's heading, and leave out columns without a cell: `{% for head,
    cell in row|pair_row_with_heads:table.heads %}`.
    """
    return list(zip(heads, row, strict=False))


@register.filter
def join_names(names: Sequence[str]) -> SafeString:
    """Join names with commas, or with semicolons if a name contains a comma. Bots are marked."""
    between = "; " if any("," in name for name in names) else ", "
    marked = [
        format_html("{} {}", name, bot_mark()) if is_bot(names, seat) else escape(name)
        for seat, name in enumerate(names)
    ]
    return mark_safe(between.join(marked))  # noqa: S308 - each name is escaped


@register.simple_tag
def bot_mark() -> SafeString:
    """Return the mark beside a bot's name (`{% bot_mark %}`). Screen readers read it as "bot"."""
    return format_html(
        (
            '<svg class="icon bot" viewBox="0 0 24 24" role="img"><title>bot</title><path '
            'd="{}"/></svg>'
        ),
        icon_path("bot"),
    )


if TYPE_CHECKING:

    class Rated(Protocol):
        """An object with a rating in hundredths of a point."""

        @property
        def value(self) -> int: ...
        @property
        def deviation(self) -> int: ...


@register.simple_tag
def rating(row: Rated) -> SafeString:
    """Return a rating in whole points (`{% rating row %}`). A question mark is added while the
    rating is uncertain.
    """
    shown_points = round(row.value / 100)
    if row.deviation <= SETTLED:
        return format_html("{}", shown_points)
    return format_html('{}<abbr title="not sure yet">?</abbr>', shown_points)


@register.simple_tag
def spread(row: Rated) -> str:
    """Return the uncertainty of a rating in points (`{% spread row %}`). It is twice the rating's
    deviation, which is a 95 % interval.
    """
    return f"± {round(row.deviation / 50)}"


@register.simple_tag(takes_context=True)
def drawing(context: Context, picture: Drawing) -> SafeString:
    """Render a picture as SVG (`{% drawing board.drawing %}`). Its groups link to the context's
    `choices` by key.
    """
    return svg(picture, context.get("choices") or {})
