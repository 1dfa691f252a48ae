"""Pages for the club's discussions: the board, threads, announcements and comments (C80 to C82)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.calendar.views.calendar import resolve_duel
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.voices.forms.talk import PostForm, ThreadForm
from campaign.voices.models import Post, Thread
from campaign.voices.selectors import reading
from campaign.voices.selectors.places import subject_path, title_of
from campaign.voices.selectors.rights import may_moderate, may_talk
from campaign.voices.services import speaking
from core.web.forms.base import Act
from core.web.moments import localize
from core.web.not_found import or_404
from core.web.views.posting import carry_out, status_of, turn_back

from .thread import thread_context

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.league.models import Duel
    from campaign.league.selectors.viewer import Viewer

Kind = Thread.Kind
THREADS_PER_PAGE: Final = 30
POSTS_ON_DUEL_PAGE: Final = 10
"""Maximum number of posts on the page of a duel."""
EDITOR_LEDE: Final = "The next issue of the Courier prints the letters for members of the club."
OPENABLE_KINDS: Final = {
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
"""Title, audience and confirmation for each kind of thread that members can open."""


@require_safe
@club_page(allow=may_talk)
def talk(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the announcement, the letters, and the threads, those with the latest posts first."""
    page = Paginator(reading.threads(viewer), THREADS_PER_PAGE).get_page(request.GET.get("page"))
    unread = reading.unread_counts(viewer)
    rows = [(thread, title_of(thread), unread.get(thread.pk, 0)) for thread in page.object_list]
    return render_club_page(
        request,
        viewer,
        "campaign/voices/talk",
        here="talk",
        title="Board",
        audience="club",
        announcement=reading.current_announcement(viewer),
        can_announce=may_moderate(viewer),
        page=page,
        rows=rows,
        unread_letters=reading.count_unread_letters(viewer),
        posting_right=reading.posting_right(viewer, timezone.now()),
        button=Act(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_talk)
def open_thread(request: HttpRequest, viewer: Viewer, kind: str) -> HttpResponse:
    """Open a topic on the board, or ask the GM."""
    if kind not in OPENABLE_KINDS:
        raise Http404
    title, lede, confirmation = OPENABLE_KINDS[Kind(kind)]
    form = ThreadForm(request.POST or None)
    open_new_thread = speaking.open_topic if kind == Kind.BOARD else speaking.ask_gm

    def act() -> Thread:
        values = form.cleaned_data
        return open_new_thread(
            campaign=viewer.campaign,
            author=viewer.person,
            title=values["title"],
            text=values["text"],
            now=timezone.now(),
        )

    back = club_url("talk", viewer.campaign)
    response = carry_out(
        request,
        form,
        act,
        to=lambda thread: club_url("talk-thread", viewer.campaign, thread=thread.pk),
        message=confirmation,
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
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_talk)
def thread(request: HttpRequest, viewer: Viewer, thread: UUID) -> HttpResponse:
    """Show a thread with its posts, and the form for answering."""
    readable_thread = or_404(reading.find_thread(viewer, thread))
    page_url = club_url("talk-thread", viewer.campaign, thread=thread)
    write = partial(speaking.post_in_thread, thread=readable_thread)
    return _render_thread(request, viewer, readable_thread, write, page_url)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_talk)
@resolve_duel
def about_duel(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Show the posts about a duel."""
    return _render_posts_about(
        request,
        viewer,
        reading.duel_thread(duel),
        Thread(campaign=viewer.campaign, kind=Kind.DUEL, duel=duel),
        partial(speaking.post_about_duel, duel=duel),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_talk)
def about_news(request: HttpRequest, viewer: Viewer, item: UUID) -> HttpResponse:
    """Show the posts about a line of news."""
    news_item = or_404(reading.find_news_item(viewer.campaign, item))
    return _render_posts_about(
        request,
        viewer,
        reading.news_thread(news_item),
        Thread(campaign=viewer.campaign, kind=Kind.NEWS, news=news_item),
        partial(speaking.post_about_news, item=news_item),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_talk)
def editor(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the letters to the editor of the Courier (C110)."""
    return _render_posts_about(
        request,
        viewer,
        reading.editor_thread(viewer.campaign),
        Thread(campaign=viewer.campaign, kind=Kind.EDITOR),
        partial(speaking.write_to_editor, campaign=viewer.campaign),
    )


def _render_posts_about(
    request: HttpRequest,
    viewer: Viewer,
    stored_thread: Thread | None,
    new_thread: Thread,
    write: Callable[..., Post],
) -> HttpResponse:
    """Return the page of a thread that the first post opens."""
    thread, empty = stored_thread or new_thread, stored_thread is None
    return _render_thread(request, viewer, thread, write, request.get_full_path(), empty=empty)


def _render_thread(
    request: HttpRequest,
    viewer: Viewer,
    thread: Thread,
    write: Callable[..., Post],
    page_url: str,
    *,
    empty: bool = False,
) -> HttpResponse:
    """Return the page of a thread with its form. `empty` is True if the thread has no posts yet."""
    now = timezone.now()
    label = "Letter" if thread.kind == Kind.EDITOR else "Post" if empty else "Reply"
    form = PostForm(request.POST or None, label=label)
    posting_right = reading.posting_right_in_thread(viewer, thread, now)

    def act() -> Post:
        text = form.cleaned_data["text"]
        return write(author=viewer.person, text=text, now=timezone.now())

    if response := carry_out(request, form, act, to=f"{page_url}#end"):
        return response
    path = subject_path(thread)
    context: dict[str, Any] = {
        "thread": thread,
        "subject_url": club_url("club", viewer.campaign) + path if path else "",
        "form": form,
        "posting_right": posting_right,
        "action": page_url,
    }
    return render_club_page(
        request,
        viewer,
        "campaign/voices/thread",
        here="talk",
        title=localize(title_of(thread), timezone.get_current_timezone()),
        label="" if thread.kind == Kind.EDITOR else str(Kind(thread.kind).label),
        lede=EDITOR_LEDE if thread.kind == Kind.EDITOR else "",
        audience="club",
        crumbs=(("Board", club_url("talk", viewer.campaign)),),
        status=status_of(form),
        **context,
        **thread_context(request, viewer, None if empty else thread, now),
    )


# --- the GM's announcement ------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=may_moderate)
def publish_announcement(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Publish an announcement to the club."""
    form = PostForm(request.POST or None, label="Announcement to the club")
    from_desk = request.GET.get("from") == "desk"
    back = club_url("desk" if from_desk else "talk", viewer.campaign)

    def act() -> Thread:
        return speaking.publish_announcement(
            campaign=viewer.campaign,
            author=viewer.person,
            text=form.cleaned_data["text"],
            now=timezone.now(),
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
        crumbs=(("Desk" if from_desk else "Board", back),),
    )


@require_POST
@club_page(allow=may_moderate)
def remove_announcement(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Remove the announcement."""
    form, back = Act(request.POST), club_url("talk", viewer.campaign)

    def act() -> None:
        speaking.remove_announcement(campaign=viewer.campaign, now=timezone.now())

    message = "Announcement removed. It remains in the news."
    return carry_out(request, form, act, to=back, message=message) or turn_back(request, form, back)


def comments_preview(viewer: Viewer, duel: Duel) -> dict[str, Any]:
    """Return the latest posts about a duel and their number, for the duel's page.

    Return an empty dictionary if the viewer has no access to discussions. This takes one query if
    there are no posts, otherwise five.
    """
    if not may_talk(viewer):
        return {}
    thread = reading.duel_thread(duel)
    page = Paginator(reading.post_rows(thread), POSTS_ON_DUEL_PAGE)
    posts = (
        reading.read_posts(viewer, thread, page.get_page(page.num_pages), None) if thread else ()
    )
    return {"show_comments": True, "comments": posts, "comment_count": page.count}
