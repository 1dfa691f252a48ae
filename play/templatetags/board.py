"""`{% load board %}`: prints the plain values of `play.tabletop.board`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import mark_safe

from core.web.pictures.icons import icon_path
from play.forms.opening import bot_kind
from play.rules.rating import SETTLED
from play.tabletop.board import is_bot
from play.tabletop.lessons import has_lesson
from play.views.portraits import portrait
from play.views.svg import choice_id, svg

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from django.template import Context
    from django.utils.safestring import SafeString

    from play.tabletop.board import Drawing

register = template.Library()
register.filter("choice_id", choice_id)
register.filter("bot_kind", bot_kind)
register.filter("has_lesson", has_lesson)
register.simple_tag(portrait)


@register.filter
def result_words(result: str) -> str:
    """`{{ one.result|result_words }}` behind "You": "won", "drew", "lost"."""
    return "drew" if result == "drawn" else result


@register.filter
def points(hundredths: int) -> int:
    """Hundredths of a point as people read them."""
    return round(hundredths / 100)


@register.filter
def beside(cells: Sequence[object], heads: Sequence[object]) -> list[tuple[object, object]]:
    """`{% for head, cell in cells|beside:heads %}`: each cell with the head of its column."""
    return list(zip(heads, cells, strict=True))


@register.simple_tag
def form(results: Sequence[str]) -> SafeString:
    """`{% form row.form %}`: how somebody's last matches ended, as letters that are read out as
    words.
    """
    return format_html_join(
        " ", '<abbr title="{}">{}</abbr>', [(each, each[0].upper()) for each in results]
    )


@register.filter
def halves(points: int) -> str:
    """`{{ line.points|halves }}`: points that are counted in halves: 3 reads "1½"."""
    return quarters(2 * points)


@register.filter
def quarters(points: int) -> str:
    """Points that are counted in quarters: 5 reads "1¼", and 1 reads "¼"."""
    whole, rest = divmod(points, 4)
    return f"{whole or (0 if not rest else '')}{('', '¼', '½', '¾')[rest]}"


@register.filter
def under(row: Sequence[str], heads: Sequence[str]) -> list[tuple[str, str]]:
    """`{% for head, cell in row|under:table.heads %}`: each cell with the head of its column."""
    return list(zip(heads, row, strict=False))


@register.filter
def listed(names: Sequence[str]) -> SafeString:
    """Names with commas between them; semicolons where a name holds a comma itself. Bots have their
    mark.
    """
    between = "; " if any("," in name for name in names) else ", "
    marked = [
        format_html("{} {}", name, bot_mark()) if is_bot(names, seat) else escape(name)
        for seat, name in enumerate(names)
    ]
    return mark_safe(between.join(marked))  # noqa: S308 - each of them is escaped


@register.simple_tag
def bot_mark() -> SafeString:
    """`{% bot_mark %}`: stands beside the name of a bot, and is read out as "bot"."""
    return format_html(
        (
            '<svg class="icon bot" viewBox="0 0 24 24" role="img"><title>bot</title><path '
            'd="{}"/></svg>'
        ),
        icon_path("bot"),
    )


if TYPE_CHECKING:

    class Rated(Protocol):
        """What has a rating, in hundredths of a point."""

        @property
        def value(self) -> int: ...
        @property
        def deviation(self) -> int: ...


@register.simple_tag
def rating(of: Rated) -> SafeString:
    """`{% rating row %}`: the rating in whole points, with a question mark while few matches bear
    it out.
    """
    shown = round(of.value / 100)
    if of.deviation <= SETTLED:
        return format_html("{}", shown)
    return format_html('{}<abbr title="not sure yet">?</abbr>', shown)


@register.simple_tag
def spread(of: Rated) -> str:
    """`{% spread row %}`: by how many points a rating may be wrong, twenty to one: twice its
    deviation.
    """
    return f"± {round(of.deviation / 50)}"


@register.simple_tag(takes_context=True)
def drawing(context: Context, picture: Drawing) -> SafeString:
    """`{% drawing board.drawing %}`: a picture as SVG. Its groups are links to the choices in
    the context's `choices`, by key.
    """
    return svg(picture, context.get("choices") or {})
