"""A table's page, with the board as one seat sees it, actions, seats, log, chat and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from core.web.forms.base import Act
from engine.game import Refusal
from engine.values import Seat
from engine.words import join_items
from play.forms.opening import bot_words, tempered_words
from play.forms.table import Bring, Deputy, MoveForm, Note, Say
from play.models import Table
from play.selectors import chat, history, loadouts, notes, ratings, table_view
from play.selectors.channels import in_stands
from play.selectors.matches import current_match
from play.selectors.names import names_at
from play.selectors.options import host_of
from play.selectors.part_of import frame_of
from play.selectors.participants import Participant
from play.selectors.shared import sharing
from play.selectors.table_view import TableView
from play.selectors.turns import next_turn
from play.services.talking import can_speak
from play.tabletop import registry
from play.tabletop.board import Draft, Drawing, Names
from play.tabletop.contract import Saying

from .boards import ShownBoard
from .challenges import link_of
from .frame import order_in, show, table_url, title_of, watch_page
from .svg import svg

LAST_LINES: Final = 200
TABS: Final = (
    ("drive", "Drive"), ("mine", "Mine"), ("log", "Log"), ("talk", "Talk"), ("notes", "Notes"),
    ("table", "Table"),
)  # fmt: skip
"""The tabs beside the board, of which one is open at a time. "Drive" contains the controls. Only
games whose `first_tab` is "drive" have it.
"""


@require_safe
@watch_page
def table(request: HttpRequest, place: Participant) -> HttpResponse:
    """Show the whole page or, for htmx, only the part that other players' moves can change."""
    return answer(request, place)


@require_safe
@watch_page
def pulse(request: HttpRequest, place: Participant) -> HttpResponse:
    """Return the version of the viewer's page, for pages that poll."""
    return JsonResponse({"v": table_view.version(place)})


@require_safe
@watch_page
def frames(request: HttpRequest, place: Participant) -> HttpResponse:
    """Return everything that the viewer has received after the first `since` events, as pictures
    and lines without buttons.
    """
    since_text = request.GET.get("since", "")
    since = int(since_text) if since_text.isdecimal() and len(since_text) < 7 else 0
    missed = history.missed_events(place, since)
    return JsonResponse(
        {
            "before": _picture(missed.before.drawing if missed.before else None),
            "moments": [
                {"picture": _picture(moment.drawing), "lines": moment.lines}
                for moment in missed.moments
            ],
            "left_out": missed.left_out,
        }
    )


def _picture(drawing: Drawing | None) -> str:
    return svg(drawing, {}) if drawing is not None else ""


def answer(
    request: HttpRequest,
    place: Participant,
    *,
    draft: Draft | None = None,
    refused: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the current table. `draft` is a choice that is being composed. `refused` maps choices
    to the reasons why they were refused.
    """
    view = look(place, draft)
    context = {
        **playing(place, view, draft=draft, refused=refused or {}, order=order_in(request)),
        "link": link_of(request, place.table),
        "shared_url": request.build_absolute_uri(reverse("play-match", args=[place.table.pk])),
    }
    if fragment_for(request) == "play":
        return render(request, "play/fragment.html", {**context, **talk(place)}, status=status)
    table = place.table
    shown_board = context["shown"]
    page_context = {
        **talk(place),
        "tabs": [
            tab
            for tab in TABS
            if tab[0] != "drive" or registry.get(table.game).first_tab == "drive"
        ],
        "tab": _first_tab(
            place, has_own_panels=shown_board is not None and bool(shown_board.own_panels)
        ),
        "title": title_of(table),
        **grid(place),
        "note": Note(initial={"text": notes.note(place)}, auto_id="id_note_%s"),
        "deputy": _deputy(place),
        "tabletop": registry.get(table.game),
        "act": Act(),
    }
    return show(request, "table", status=status, **{**page_context, **context})


def _first_tab(place: Participant, *, has_own_panels: bool) -> str:
    """Return the tab that is open at first, which is the game's own tab unless it is empty."""
    first = registry.get(place.table.game).first_tab
    return "log" if first == "mine" and not has_own_panels else first


def fragment_for(request: HttpRequest) -> str:
    """Return the id of the page part that htmx requests, or "" for the whole page."""
    htmx: Any = getattr(request, "htmx", None)
    return str(htmx.target or "") if htmx else ""


def look(place: Participant, draft: Draft | None = None) -> TableView:
    """Return the table as the viewer sees it. A draft that the game cannot draw is ignored."""
    try:
        return table_view.view_table(place, draft)
    except Refusal:
        return table_view.view_table(place)


def playing(
    place: Participant,
    view: TableView,
    *,
    draft: Draft | None = None,
    refused: Mapping[str, str],
    order: str = "",
) -> dict[str, Any]:
    """Return the context for the part of the page that changes with each move."""
    table, is_host = place.table, place.table.opened_by_id == place.user.pk
    shown_board = ShownBoard(view.board, draft, refused, order) if view.board else None
    acts = place.may_act and shown_board is not None and not view.paused
    move_form = MoveForm(initial={"heard": view.heard, "seat": place.seat})
    form = [move_form[name] for name in ("idempotency", "heard", "seat")]
    can = acts and shown_board is not None and shown_board.can_act
    loadout = loadouts.loadout(place)
    move_url, path = table_url("play-move", table, place), table_url("play-table", table, place)
    return {
        "place": place,
        "table": table,
        "seen": view,
        "shown": shown_board,
        "choices": shown_board.choices if shown_board and acts else {},
        "move_url": move_url if acts else "",
        "ask_url": f"{move_url}{'&' if '?' in move_url else '?'}ask=1",
        "preview_url": table_url("play-preview", table, place),
        "move_form": form,
        "my_move": can,
        "here": path,
        "order_url": f"{path}{'&' if '?' in path else '?'}order=",
        "announce": _announcement(view, shown_board, can),
        "pulse_url": table_url("play-pulse", table, place),
        "frames_url": table_url("play-frames", table, place),
        "thinking": _thinks(_names_of(view, view.thinking)),
        "live_url": _live(place),
        "is_open": table.status == Table.Status.OPEN,
        "is_over": table.status == Table.Status.OVER,
        "bots": tempered_words(registry.get(table.game)),
        "won_by": _names_of(view, view.winners),
        "rating_changes": (changes := _changes(table)),
        "too_short": not changes and ratings.min_moves_missed(table, place.chairs),
        "helped": ratings.helped_names(table, place.chairs),
        "host": (host := host_of(table)),
        "stays_away": is_host and host.stays_away,
        "frame": frame_of(place),
        "is_host": is_host,
        "is_full": not any(chair.is_free for chair in place.chairs),
        "free_to": ("", place.user.get_username()),
        "is_kept": any(chair.kept_for_id == place.user.pk for chair in place.chairs),
        "asked": [
            chair.kept_for.get_username()
            for chair in place.chairs
            if chair.kept_for and chair.is_free
        ],
        "late": registry.get(table.game).late,
        "loadout": loadout,
        "bring": Bring(loadout=loadout) if loadout and loadout.is_seated else None,
        "onward": next_turn(place.user, table.pk),
        "act": Act(),
        "friend": Act(),
        "sharing": sharing(place) if table.status == Table.Status.OVER else None,
    }


def _changes(table: Table) -> list[tuple[str, ratings.Change]]:
    return [
        (change.name or bot_words(change.player.bot), change)
        for change in ratings.changes_at(table)
    ]


def _names_of(view: TableView, seats: Sequence[Seat]) -> Names:
    return Names(
        [view.names[seat] for seat in seats],
        bots=[position for position, seat in enumerate(seats) if seat in view.names.bots],
    )


def _announcement(view: TableView, shown_board: ShownBoard | None, can: bool) -> str:
    """Return the text that screen readers announce when this part of the page has changed."""
    if shown_board is None:
        return "The table is waiting for players."
    if shown_board.refused:
        return next(iter(shown_board.refused.values()))
    last = " ".join([line.text for line in view.latest_lines])
    return " ".join(
        sentence
        for sentence in (
            last,
            "Your move." if can else "",
            shown_board.board.headline,
            _thinks(_names_of(view, view.thinking)),
        )
        if sentence
    )


def _thinks(names: Names) -> str:
    """Return a sentence that says that these bots are thinking, or "" if there are no bots."""
    return f"{join_items(names)} {'is' if len(names) == 1 else 'are'} thinking …" if names else ""


def _live(place: Participant) -> str:
    """Return the address of the table's live stream. Return "" after the end, for anonymous
    viewers, and on sites without streams.
    """
    is_over = place.table.status == Table.Status.OVER and place.table.rating_due_at is None
    if not settings.LIVE_STREAMS or is_over or not place.is_signed_in:
        return ""
    seat = f"?as={place.seat}" if len(place.seats) > 1 and place.seat is not None else ""
    return reverse("play-live", args=[place.table.pk]) + seat


def talk(place: Participant, form: Say | None = None) -> dict[str, Any]:
    """Return the chat lines that the viewer can read, and the form if they can write."""
    channels = chat.channels(place)
    speaks = [(channel.key, channel.title) for channel in channels if not channel.mute]
    titles = {channel.key: channel.title for channel in channels}
    chat_lines = chat.lines(place, limit=LAST_LINES)
    lines = [
        (line, titles.get(line.channel, line.channel) if len(channels) > 1 else "")
        for line in chat_lines
    ]
    speaks = speaks if can_speak(place) else []
    if form is None and speaks:
        form = Say(
            channels=speaks,
            initial={"channel": chat.last_channel(place, chat_lines) or speaks[0][0]},
        )
    return {
        "lines": lines,
        "say": form if speaks else None,
        "say_url": table_url("play-say", place.table, place),
        "several": len(channels) > 1,
        "stands": in_stands(place),
    }


@dataclass(frozen=True)
class Row:
    """A player in the grid of marks, with the available phrases and the viewer's mark."""

    seat: Seat
    name: str
    bot: bool
    sayings: tuple[Saying, ...]
    mark: str


def grid(place: Participant) -> dict[str, Any]:
    """Return the other players by team, starting with the viewer's team. Each has the viewer's mark
    and the available phrases.
    """
    tabletop, others = registry.get(place.table.game), notes.markable_seats(place)
    if not others or place.table.match is None:
        return {"grid": ()}
    running = current_match(place.table.match)
    view, names, own_marks = running.view(place.seat), names_at(place.chairs), notes.marks(place)
    sayings = tabletop.sayings(view) if place.table.is_playing and can_speak(place) else ()
    rows = {
        seat: Row(
            seat,
            names[seat].removesuffix(f", {place.chairs[seat].title}"),
            bool(place.chairs[seat].bot),
            tuple([saying for saying in sayings if saying.about == seat]),
            own_marks.get(seat, ""),
        )
        for seat in others
    }
    teams = tabletop.teams(running.view(None)) or (("", others),)
    team_rows = [
        (title, [rows[seat] for seat in seats if seat in rows], place.seat in seats)
        for title, seats in teams
    ]
    return {
        "grid": sorted(team_rows, key=lambda team: not team[2]),
        "marks": tabletop.marks,
        "mark_url": table_url("play-mark", place.table, place),
        "say_url": table_url("play-say", place.table, place),
        "act": Act(),
    }


def _deputy(place: Participant) -> Deputy | None:
    """Return the form to name a user's deputy, or None for a deal of the day."""
    chair = place.chair
    if chair is None or chair.holder_id != place.user.pk or hasattr(place.table, "dealt"):
        return None
    return Deputy(initial={"username": chair.deputy.get_username() if chair.deputy else ""})
