"""`{% load house %}`: the house's words and pictures for templates. The drawing itself is in
`core.web.pictures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from django import template
from django.template.base import TextNode
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from core.web.forms import drawing
from core.web.markdown import written
from core.web.moments import day_and_time, own_zone, pieces, zone_named
from core.web.pictures import badges, charts, dice, icons, lists, timeline, words

if TYPE_CHECKING:
    from datetime import datetime

    from django.template import Context
    from django.template.base import Parser, Token
    from django.utils.safestring import SafeString

register = template.Library()

register.filter("money", words.money)
register.filter("signed", words.signed)
register.filter("signed_money", words.signed_money)
register.filter("age", words.age)
register.filter("choices", drawing.choices)
register.simple_tag(words.counted, name="counted")
register.filter("written", written)


@register.filter
def facts(pairs: Iterable[tuple[str, str]]) -> SafeString:
    """`<dl class="facts">{{ pairs|facts }}</dl>`: (label, words) pairs, both with a capital."""
    return mark_safe(lists.facts(pairs))  # noqa: S308 - escaped there


@register.filter
def cells(rows: Iterable[tuple[str, str, str]]) -> SafeString:
    """`<tbody>{{ rows|cells }}</tbody>`: rows of a heading, words with a capital, and a number."""
    return mark_safe(lists.cells(rows))  # noqa: S308 - escaped there


@register.filter
def links(pages: Iterable[lists.Link]) -> SafeString:
    """`<ul>{{ pages|links }}</ul>`: pages side by side, the one that is shown marked."""
    return mark_safe("".join([page.html for page in pages]))  # noqa: S308 - escaped there


def stamp(at: datetime) -> str:
    """A moment to the second, as scripts read it."""
    return at.isoformat(timespec="seconds")


@register.simple_tag(takes_context=True)
def page_link(context: Context, number: int, name: str = "") -> str:
    """`{% page_link 2 "open" %}`: the query of this address with another page of a list, whose
    parameter has this name, "page" unless told; all else of it stays.
    """
    query = context["request"].GET.copy()
    query[name or "page"] = str(number)
    return f"?{query.urlencode()}"


@register.simple_tag
@lru_cache(maxsize=len(icons.ICONS))
def icon(name: str) -> SafeString:
    """`{% icon "clock" %}`: a line icon beside a word. It says nothing to a screen reader: the
    word does.
    """
    return format_html(
        (
            '<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" '
            'focusable="false"><path d="{}"/></svg>'
        ),
        icons.icon_path(name),
    )


_variable_icon = register.tags["icon"]


@register.tag("icon")
def icon_node(parser: Parser, token: Token) -> template.Node:
    """The same: one that is named in the template is drawn when the template is read."""
    _, *said = token.split_contents()
    if len(said) == 1 and said[0][:1] in {'"', "'"}:
        return TextNode(icon(said[0][1:-1]))
    node: template.Node = _variable_icon(parser, token)
    return node


@register.simple_tag
def die(face: int) -> SafeString:
    """`{% die 5 %}`: one die."""
    return mark_safe(dice.die(face).svg)  # noqa: S308 - a number in a drawing of ours


@register.simple_tag
def roll(
    faces: Sequence[int],
    modifiers: Sequence[tuple[str, int]] = (),
    total: int | Literal[""] | None = None,
    label: str = "",
) -> SafeString:
    """`{% roll faces modifiers total label %}`: dice, (why, number) modifiers, and what they
    came to; without a total they are summed.
    """
    return mark_safe(dice.roll(faces, modifiers or (), None if total == "" else total, label).html)  # noqa: S308 - escaped there


@register.inclusion_tag("components/team.html")
def team_badge(team: Any, url: str = "", small: bool = False) -> dict[str, object]:
    """`{% team_badge team url=... small=True %}`: emblem and name of anything with `name`,
    `colour` and perhaps `slug` and `emblem`.
    """
    get = (
        team.get
        if isinstance(team, Mapping)
        else lambda key, default="": getattr(team, key, default)
    )
    shield = badges.badge(
        get("name", ""), get("colour", "") or "", get("emblem", "") or "", get("slug", "") or ""
    )
    return {"badge": shield, "url": url, "small": small}


@register.inclusion_tag("components/time_left.html", takes_context=True)
def time_left(context: Context, until: datetime, now: datetime | None = None) -> dict[str, object]:
    """`{% time_left due %}`: "2 days 4 h left"; the page counts down by itself where scripts
    run. `now` defaults to the context's.
    """
    moment = now or context.get("now") or timezone.now()
    seconds = (until - moment).total_seconds()
    return {
        "until": stamp(until),
        "now": stamp(moment),
        "words": words.time_left(seconds),
        "passed": seconds <= 0,
        "close": 0 < seconds < 6 * 3600,
    }


@register.simple_tag(takes_context=True)
def moment(
    context: Context, at: datetime, short: bool = False, club: _HasZone | None = None
) -> SafeString:
    """`{% moment at %}`: date and time by the reader's own clock. Where their zone is not known it
    is the club's, which is said; a script then puts the browser's in its place.

    The club's time is the tooltip of a short one, and beside a long one. `club` is for pages that
    are about several clubs.
    """
    request = getattr(context, "request", None)
    theirs = zone_named(club.timezone) if club else getattr(request, "club_zone", None)
    own = own_zone(request)
    local = at.astimezone(own or theirs or timezone.get_current_timezone())
    elsewhere = _club_time(at.astimezone(theirs), local) if theirs else ""
    known = mark_safe("") if own else mark_safe(f' data-local="{"short" if short else "long"}"')  # noqa: S308 - ours
    words = day_and_time(local) if short else f"{local:%A} {local.day} {local:%B %Y, %H:%M}"
    if not short or own is None:
        words = f"{words} {local.tzname()}"
    shown = format_html('<time datetime="{}"{}', stamp(local), known)
    if elsewhere and short:
        return shown + format_html(' title="{}">{}</time>', elsewhere, words)
    beside = format_html(' <span class="yours">({})</span>', elsewhere) if elsewhere else ""
    return shown + format_html(">{}</time>{}", words, beside)


class _HasZone(Protocol):
    """A club: what has hours of its own."""

    timezone: str


def _club_time(there: datetime, local: datetime) -> str:
    """What the club's clock shows; "" where it shows the reader's own time."""
    if there.utcoffset() == local.utcoffset():
        return ""
    words = f"{there:%H:%M}" if there.date() == local.date() else day_and_time(there)
    return f"{words} {there.tzname()} club time"


@register.simple_tag(takes_context=True)
def told(context: Context, text: str, club: _HasZone | None = None) -> SafeString:
    """`{% told news.text %}`: a line that many read, its moments by this reader's own clock."""
    return format_html_join(
        "",
        "{}",
        (
            (piece if isinstance(piece, str) else moment(context, piece, short=True, club=club),)
            for piece in pieces(text)
        ),
    )


@register.inclusion_tag("components/week_strip.html", takes_context=True)
def week_strip(
    context: Context,
    moments: Sequence[tuple[str, datetime]],
    now: datetime | None = None,
    title: str = "This week",
) -> dict[str, object]:
    """`{% week_strip moments %}`: (label, moment) pairs in order of time, as a line with the
    next one and the time left.
    """
    at = now or context.get("now") or timezone.now()
    return {"strip": timeline.week_strip(moments, at), "now": at, "title": title}


@register.inclusion_tag("components/line_chart.html")
def line_chart(
    title: str, labels: Sequence[str], series: Sequence[tuple[str, str, Sequence[int]]]
) -> dict[str, object]:
    """`{% line_chart "Standing points" weeks series %}`: series of (name, colour, values), with
    their table.
    """
    return {"chart": charts.line_chart(title, labels, series)}


@register.inclusion_tag("components/bar.html")
def bar(value: float, longest: float, colour: str = "") -> dict[str, object]:
    """`{% bar row.points longest row.colour %}`: a bar beside a number that the page prints
    itself.
    """
    return {"bar": charts.bar(value, longest, colour)}
