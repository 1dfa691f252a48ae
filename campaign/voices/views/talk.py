"""Pages of the club's discussions: the board, threads, announcements, and comments (C80 to C82)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.league.views.calendar import requested_week
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.voices.forms.talk import OpenForm, SayForm
from campaign.voices.models import Thread
from campaign.voices.selectors import reading
from campaign.voices.selectors.places import about_path, title_of
from campaign.voices.selectors.rights import may_moderate, may_talk
from campaign.voices.services import speaking
from core.web.forms.base import Act
from core.web.moments import localize
from core.web.not_found import or_404
from core.web.views.posting import carry_out, status_of, turn_back

from .thread import posts_shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.league.models import Week
    from campaign.league.selectors.viewer import Viewer

Kind = Thread.Kind
A_PAGE: Final = 30
AT_ONCE: Final = 10
"""Maximum number of posts on a duel's own page."""
OPENED: Final = {
    Kind.BOARD: (
        "Start a topic",
        "Only members of the club can read the board.",
        "Topic posted.",
    ),
    Kind.QUESTION: (
        "Ask the GM",
        "The whole club can read questions and answers. Do not reveal your orders here.",
        "Question sent. The GM has been notified.",
    ),
}
"""Threads that a member can open: title, audience, and confirmation."""


@require_safe
@club_page(allow=may_talk)
def talk(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the announcement, letters, and threads, latest post first."""
    page = Paginator(reading.threads(viewer), A_PAGE).get_page(request.GET.get("page"))
    new = reading.unread(viewer)
    rows = [(thread, title_of(thread), new.get(thread.pk, 0)) for thread in page.object_list]
    return render_club_page(
        request,
        viewer,
        "campaign/voices/talk",
        here="talk",
        title="Board",
        audience="club",
        word=reading.word_of(viewer),
        says_word=may_moderate(viewer),
        page=page,
        rows=rows,
        letters=reading.new_letters(viewer),
        voice=reading.voice(viewer, timezone.now()),
        button=Act(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_talk)
def open_thread(request: HttpRequest, viewer: Viewer, kind: str) -> HttpResponse:
    """Open a topic on the board, or ask the GM."""
    if kind not in OPENED:
        raise Http404
    title, lede, done = OPENED[Kind(kind)]
    form = OpenForm(request.POST or None)
    act = speaking.open_topic if kind == Kind.BOARD else speaking.ask

    def opening() -> Thread:
        said = form.cleaned_data
        return act(
            campaign=viewer.campaign,
            by=viewer.person,
            title=said["title"],
            text=said["text"],
            at=timezone.now(),
        )

    back = club_url("talk", viewer.campaign)
    response = carry_out(
        request,
        form,
        opening,
        to=lambda thread: club_url("talk-thread", viewer.campaign, thread=thread.pk),
        message=done,
    )
    return response or render_club_page(
        request,
        viewer,
        "form",
        here="talk",
        title=title,
        lede=lede,
        form=form,
        action=title,
        back=back,
        crumbs=(("Board", back),),
        status=status_of(form),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_talk)
def thread(request: HttpRequest, viewer: Viewer, thread: UUID) -> HttpResponse:
    """Show a thread with its posts, and the form to answer."""
    found = or_404(reading.thread_of(viewer, thread))

    def say(form: SayForm) -> object:
        return speaking.answer(
            thread=found, by=viewer.person, text=form.cleaned_data["text"], at=timezone.now()
        )

    here = club_url("talk-thread", viewer.campaign, thread=thread)
    return _page(request, viewer, found, say, here)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_talk)
def about_duel(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """Show posts about a week's duel, or about one of its events."""
    week = _duel(request, viewer, number, event)
    kept = reading.duel_thread(week)
    found = kept or Thread(campaign=viewer.campaign, kind=Kind.DUEL, week=week, event=week.event)

    def say(form: SayForm) -> object:
        return speaking.talk_about_duel(
            week=week, by=viewer.person, text=form.cleaned_data["text"], at=timezone.now()
        )

    return _page(request, viewer, found, say, request.get_full_path(), empty=kept is None)


def _duel(request: HttpRequest, viewer: Viewer, number: int, event: int | None) -> Week:
    week = requested_week(request, viewer, number)
    if event is None:
        return week
    return week.on(or_404(reading.event_numbered(week, event)))


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_talk)
def about_news(request: HttpRequest, viewer: Viewer, item: UUID) -> HttpResponse:
    """Show posts about a line of news."""
    line = or_404(reading.news_item(viewer.campaign, item))
    kept = reading.news_thread(line)
    found = kept or Thread(campaign=viewer.campaign, kind=Kind.NEWS, news=line)

    def say(form: SayForm) -> object:
        return speaking.talk_about_news(
            item=line, by=viewer.person, text=form.cleaned_data["text"], at=timezone.now()
        )

    return _page(request, viewer, found, say, request.get_full_path(), empty=kept is None)


def _page(
    request: HttpRequest,
    viewer: Viewer,
    found: Thread,
    say: Callable[[SayForm], object],
    here: str,
    *,
    empty: bool = False,
) -> HttpResponse:
    """Return a thread's page with its form. `empty` is used if the thread has no posts yet."""
    now = timezone.now()
    form = SayForm(request.POST or None, label="Post" if empty else "Reply")
    voice = reading.voice_in(viewer, found, now)
    if response := carry_out(request, form, lambda: say(form), to=f"{here}#end"):
        return response
    about = about_path(found)
    context: dict[str, Any] = {
        "thread": found,
        "about": club_url("club", viewer.campaign) + about if about else "",
        "form": form,
        "voice": voice,
        "action": here,
    }
    return render_club_page(
        request,
        viewer,
        "campaign/voices/thread",
        here="talk",
        title=localize(title_of(found), timezone.get_current_timezone()),
        label=str(Kind(found.kind).label),
        audience="club",
        crumbs=(("Board", club_url("talk", viewer.campaign)),),
        status=status_of(form),
        **context,
        **posts_shown(request, viewer, None if empty else found, now),
    )


# --- the GM's announcement
# --------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_moderate)
def say_word(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Publish an announcement to the club."""
    form = SayForm(request.POST or None, label="Announcement to the club")
    back = club_url("talk", viewer.campaign)

    def act() -> Thread:
        return speaking.say_word(
            campaign=viewer.campaign,
            by=viewer.person,
            text=form.cleaned_data["text"],
            at=timezone.now(),
        )

    return carry_out(
        request, form, act, to=back, message="Announcement posted. The club has been notified."
    ) or render_club_page(
        request,
        viewer,
        "form",
        here="talk",
        title="Post an announcement",
        lede="The announcement is shown above the news until you replace it. Members are "
        "notified, and it is sent to the club's webhooks.",
        form=form,
        action="Post announcement",
        back=back,
        crumbs=(("Board", back),),
        status=status_of(form),
    )


@require_POST
@club_page(allow=may_moderate)
def take_word_down(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Remove the announcement."""
    form, back = Act(request.POST), club_url("talk", viewer.campaign)

    def act() -> None:
        speaking.take_word_down(campaign=viewer.campaign, at=timezone.now())

    message = "Announcement removed. It remains in the news."
    return carry_out(request, form, act, to=back, message=message) or turn_back(request, form, back)


def fold(viewer: Viewer, week: Week) -> dict[str, Any]:
    """Return the latest post and the number of posts about a duel for its page, or None in a
    try-out.

    Takes one query without posts, otherwise five.
    """
    if not may_talk(viewer):
        return {}
    thread = reading.duel_thread(week)
    page = Paginator(reading.post_rows(thread), AT_ONCE)
    posts = reading.read(viewer, thread, page.get_page(page.num_pages), None) if thread else ()
    return {"talks": True, "talk_posts": posts, "talk_said": page.count}
