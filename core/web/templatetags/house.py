"""`{% load house %}` provides formatting and pictures of the site for templates.

`core.web.pictures` draws the pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal, Protocol

from django import template
from django.template import Context
from django.template.base import Parser, TextNode, Token
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from core.web.addresses import address
from core.web.markdown import render_markdown
from core.web.moments import day_and_time, own_zone, pieces, zone_named
from core.web.pictures import badges, charts, dice, icons, timeline, words
from core.web.portrait_codes import portrait_code

register = template.Library()

register.filter("money", words.money)
register.filter("signed", words.signed)
register.filter("signed_money", words.signed_money)
register.filter("age", words.age)
register.simple_tag(words.counted, name="counted")
register.filter("written", render_markdown)


def stamp(instant: datetime) -> str:
    """Format a time to the second, for scripts."""
    return instant.isoformat(timespec="seconds")


@register.simple_tag(takes_context=True)
def page_link(context: Context, number: int, name: str = "") -> str:
    """Return the query string for another page of a list: `{% page_link 2 "open" %}`.

    The parameter has the given name, or "page". All other parameters are kept.
    """
    query = context["request"].GET.copy()
    query[name or "page"] = str(number)
    return f"?{query.urlencode()}"


@register.simple_tag
@lru_cache(maxsize=len(icons.ICONS))
def icon(name: str) -> SafeString:
    """Return a line icon, hidden from screen readers: `{% icon "clock" %}`."""
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
    """Parse `{% icon %}`. If the name is a literal, the icon is drawn immediately."""
    _, *arguments = token.split_contents()
    if len(arguments) == 1 and arguments[0][:1] in {'"', "'"}:
        return TextNode(icon(arguments[0][1:-1]))
    node: template.Node = _variable_icon(parser, token)
    return node


@register.simple_tag
def portrait(name: str) -> SafeString:
    """Return the portrait for a name: `{% portrait person.name %}`. Return "" without a name.

    Screen readers skip the portrait, because the name is next to it.
    """
    if not name:
        return SafeString("")
    return format_html(
        '<img class="portrait" src="{}" alt="">', address("portrait", portrait_code(name))
    )


@register.simple_tag
def die(face: int) -> SafeString:
    """Return a die: `{% die 5 %}`."""
    return mark_safe(dice.die(face).svg)  # noqa: S308 - a number in one of our drawings


@register.simple_tag
def roll(
    faces: Sequence[int],
    modifiers: Sequence[tuple[str, int]] = (),
    total: int | Literal[""] | None = None,
    label: str = "",
) -> SafeString:
    """Return dice, (reason, number) modifiers and a total, which is the sum by default.

    `{% roll faces modifiers total label %}`
    """
    return mark_safe(dice.roll(faces, modifiers or (), None if total == "" else total, label).html)  # noqa: S308 - escaped there


@register.inclusion_tag("components/post_button.html")
def post_button(
    label: str, form: Any, name: str, *args: Any, look: str = "", wraps: bool = False
) -> dict[str, object]:
    """Return the context for a form with only a button: `{% post_button "Leave" act "leave" pk %}`.

    `name` and `args` are those of its URL. `wraps` makes it a row of actions.
    """
    return {
        "label": label,
        "form": form,
        "action": address(name, *args),
        "look": look,
        "wraps": wraps,
    }


@register.inclusion_tag("components/team.html")
def team_badge(team: Any, url: str = "", small: bool = False) -> dict[str, object]:
    """Return the context for a team's emblem and name.

    `{% team_badge team url=... small=True %}`

    `team` is any object with `name`, `colour`, and optionally `slug` and `emblem`.
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


@register.simple_tag
def team_band(team: Any) -> SafeString:
    """Return a band in a team's colour: `{% team_band team %}`. Screen readers skip it."""
    paint, colour = badges.paint_of(team.colour or "")
    return format_html(
        '<svg class="team-band {}"{} viewBox="0 0 1 1" preserveAspectRatio="none" '
        'aria-hidden="true"><path d="M0 0h1v1H0z"/></svg>',
        paint,
        format_html(' color="{}"', colour) if colour else "",
    )


@register.inclusion_tag("components/time_left.html", takes_context=True)
def time_left(
    context: Context, until: datetime, now: datetime | None = None, *, starts: bool = False
) -> dict[str, object]:
    """Return the context for the time left, which a script counts down: `{% time_left due %}`.

    `now` defaults to the context's `now`. If `starts` is true, the time is that until something
    starts, and otherwise that until a deadline.
    """
    moment = now or context.get("now") or timezone.now()
    seconds = (until - moment).total_seconds()
    return {
        "until": stamp(until),
        "now": stamp(moment),
        "words": words.time_left(seconds),
        "starts": starts,
        "passed": seconds <= 0,
        "close": 0 < seconds < 6 * 3600,
    }


@register.simple_tag(takes_context=True)
def moment(
    context: Context, instant: datetime, short: bool = False, club: _HasZone | None = None
) -> SafeString:
    """Return a date and time in the reader's time zone: `{% moment at %}`.

    If this zone is unknown, the club's time zone is used and named, and a script replaces it with
    the browser's. The time in the club's zone is a tooltip if `short` is true, and otherwise
    follows the time. `club` is for pages about several clubs.
    """
    request = getattr(context, "request", None)
    club_zone = zone_named(club.timezone) if club else getattr(request, "club_zone", None)
    reader_zone = own_zone(request)
    local = instant.astimezone(reader_zone or club_zone or timezone.get_current_timezone())
    club_time = _club_time(instant.astimezone(club_zone), local) if club_zone else ""
    length = "short" if short else "long"
    script_attribute = "" if reader_zone else format_html(' data-local="{}"', length)
    text = day_and_time(local) if short else f"{local:%A} {local.day} {local:%B %Y, %H:%M}"
    if not short or reader_zone is None:
        text = f"{text} {local.tzname()}"
    opening = format_html('<time datetime="{}"{}', stamp(local), script_attribute)
    if club_time and short:
        return opening + format_html(' title="{}">{}</time>', club_time, text)
    club_note = format_html(' <span class="yours">({})</span>', club_time) if club_time else ""
    return opening + format_html(">{}</time>{}", text, club_note)


class _HasZone(Protocol):
    """An object with a time zone, such as a club."""

    timezone: str


def _club_time(club_local: datetime, local: datetime) -> str:
    """Return the time in the club's time zone, or "" if it is the same as for the reader."""
    if club_local.utcoffset() == local.utcoffset():
        return ""
    text = f"{club_local:%H:%M}" if club_local.date() == local.date() else day_and_time(club_local)
    return f"{text} {club_local.tzname()} club time"


@register.simple_tag(takes_context=True)
def told(context: Context, text: str, club: _HasZone | None = None) -> SafeString:
    """Return a line with its times in the reader's time zone: `{% told news.text %}`."""
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
    """Return the context for a timeline of (label, time) pairs: `{% week_strip moments %}`."""
    current_time = now or context.get("now") or timezone.now()
    return {
        "strip": timeline.week_strip(moments, current_time),
        "now": current_time,
        "title": title,
    }


@register.inclusion_tag("components/line_chart.html")
def line_chart(
    title: str, labels: Sequence[str], series: Sequence[tuple[str, str, Sequence[int]]]
) -> dict[str, object]:
    """Return the context for a chart of (name, colour, values) series and their table.

    `{% line_chart "Standing points" weeks series %}`
    """
    return {"chart": charts.line_chart(title, labels, series)}


@register.inclusion_tag("components/bar.html")
def bar(value: float, maximum: float, colour: str = "") -> dict[str, object]:
    """Return the context for a bar: `{% bar row.points longest row.colour %}`."""
    return {"bar": charts.bar(value, maximum, colour)}
