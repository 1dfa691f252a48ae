"""API operations on a club's discussions: threads, posts, announcements, and comments on duels and
news.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

from django_scopes import scope
from msgspec import Meta, field

from campaign.calendar.api.duels import resolve_duel
from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.api.shapes import SeasonPage, TeamRef, team_ref
from campaign.league.models import Duel, Team
from campaign.league.selectors.viewer import load_viewer
from campaign.voices.models import Post, Thread
from campaign.voices.rules.talk import MAX_POST_LENGTH, MAX_TITLE_LENGTH
from campaign.voices.selectors import reading
from campaign.voices.selectors.places import title_of
from campaign.voices.selectors.reading import VisiblePost
from campaign.voices.selectors.rights import may_moderate, may_talk
from campaign.voices.services import moderating, notes, speaking
from core.web.api.operations import Body, Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import Decorator, through
from core.web.api.scopes import Scope
from core.web.api.shapes import Reasoned
from core.web.moments import localize
from core.web.not_found import or_404
from core.web.records import filled


@dataclass(slots=True, kw_only=True)
class PostCall(ClubCall):
    """An API call about a post that the caller can read.

    If the post is a letter, `reader` is the team that received it.
    """

    post: Post
    reader: Team | None


def post_door(*, judged: bool = False) -> Decorator:
    """Admit members who can read the `post` in the address.

    If `judged` is true, admit GMs who can hide the post instead.
    """

    @contextmanager
    def admit(call: Call, path_arguments: dict[str, Any]) -> Iterator[PostCall]:
        viewer = or_404(load_viewer(call.user, path_arguments.pop("slug")))
        with scope(campaign=viewer.campaign.pk):
            pk = path_arguments.pop("post")
            post_to_read = None if judged else or_404(reading.find_post(viewer, pk))
            yield PostCall(
                request=call.request,
                user=call.user,
                now=call.now,
                headers=call.headers,
                viewer=viewer,
                post=post_to_read.post
                if post_to_read
                else or_404(reading.find_post_to_moderate(viewer, pk)),
                reader=post_to_read.team if post_to_read else None,
            )

    return through(
        admit,
        scope=Scope.DESK if judged else Scope.ORDERS,
        audience="Available to GMs of the club." if judged else "Available to readers of the post.",
    )


talk_door = partial(
    club_door,
    allow=may_talk,
    audience="Available to members of the club, except in try-outs.",
)


Kind = Literal["board", "question", "word", "duel", "news", "editor"]
PostTextField = Annotated[
    str, Meta(max_length=MAX_POST_LENGTH, description="Text in Markdown, without images.")
]
TitleField = Annotated[str, Meta(max_length=MAX_TITLE_LENGTH)]


class ThreadOut(Record):
    """A topic on the board, a question, an announcement, or the comments on a duel, an event or
    news.

    `new` is the number of posts that the caller has not read.
    """

    id: UUID
    kind: Kind
    title: str
    opened_by: str
    opened_at: datetime
    last_at: datetime | None
    posts: int
    new: int


class SaidOut(Record):
    """A post. `by` is null if only the team is shown.

    `text` is null if the post was withdrawn, was hidden, or was deleted because of its age. `why`
    is the GM's reason for hiding the post. `digest` is the SHA-256 of a JSON list with the post's
    id, the number of the wording, its time and its text (docs/reference/proof.md).
    """

    id: UUID
    author: str | None = field(name="by")
    team: TeamRef | None
    posted_at: datetime = field(name="at")
    state: Literal["said", "withdrawn", "hidden", "forgotten"]
    text: str | None
    edited_at: datetime | None
    hidden_reason: str = field(name="why")
    digest: str
    wording: int
    is_own: bool = field(name="mine")
    new: bool


def post_out(post: VisiblePost) -> SaidOut:
    """Return the record of a post."""
    return filled(
        SaidOut,
        post,
        author=post.author or None,
        team=team_ref(post.team) if post.team else None,
        text=post.text if post.state == "said" else None,
        wording=post.wording_number,
        new=post.is_new,
    )


def _thread_out(thread: Thread, new: dict[UUID, int]) -> ThreadOut:
    return ThreadOut(
        id=thread.pk,
        kind=thread.kind,  # type: ignore[arg-type]
        title=localize(title_of(thread), UTC),
        opened_by=thread.opened_by.get_username(),
        opened_at=thread.opened_at,
        last_at=thread.last_at,  # type: ignore[attr-defined]
        posts=thread.post_count,  # type: ignore[attr-defined]
        new=new.get(thread.pk, 0),
    )


class TalkQuery(Paged):
    """Filters for threads, as query parameters."""

    kind: Kind | None = None


@talk_door()
def list_threads(call: ClubCall, query: TalkQuery) -> Page[ThreadOut]:
    """List the club's threads, those with the latest posts first.

    Announcements are included only on request.
    """
    kinds = reading.LISTED_KINDS if query.kind is None else (query.kind,)
    new = reading.unread_counts(call.viewer)
    return paged(
        call, query, reading.threads(call.viewer, kinds), lambda row: _thread_out(row, new)
    )


class ThreadOpening(Body):
    """A request to open a topic on the board, or to ask the GM a question.

    The whole club can read both.
    """

    kind: Literal["board", "question"]
    title: TitleField
    text: PostTextField


@talk_door(status=201)
def open_thread(call: ClubCall, body: ThreadOpening) -> ThreadOut:
    """Open a topic, or ask the GM."""
    open_new_thread = speaking.open_topic if body.kind == "board" else speaking.ask_gm
    thread = open_new_thread(
        campaign=call.campaign, author=call.user, title=body.title, text=body.text, now=call.now
    )
    row = or_404(reading.threads(call.viewer).filter(pk=thread.pk).first())
    return _thread_out(row, {})


class PostText(Body):
    """The text of a post."""

    text: PostTextField


@talk_door()
def list_posts(call: ClubCall, query: Paged, thread: UUID) -> Page[SaidOut]:
    """List a thread's posts, oldest first."""
    readable_thread = or_404(reading.find_thread(call.viewer, thread))
    return posts_out(call, query, readable_thread)


def posts_out(call: ClubCall, query: Paged, thread: Thread | None) -> Page[SaidOut]:
    """Return a page of posts in a public thread.

    If the thread does not exist yet, the page is empty.
    """
    page = paged(call, query, reading.post_rows(thread), lambda row: row)
    posts = reading.read_posts(call.viewer, thread, page.results, call.now) if thread else ()
    return Page(
        count=page.count,
        next=page.next,
        previous=page.previous,
        results=tuple(post_out(post) for post in posts),
    )


@talk_door(status=201)
def answer(call: ClubCall, body: PostText, thread: UUID) -> SaidOut:
    """Post in a thread."""
    readable_thread = or_404(reading.find_thread(call.viewer, thread))
    return _read_post_out(
        call,
        speaking.post_in_thread(
            thread=readable_thread, author=call.user, text=body.text, now=call.now
        ),
    )


def _read_post_out(call: ClubCall, post: Post) -> SaidOut:
    post_to_read = or_404(reading.find_post(call.viewer, post.pk))
    return post_out(reading.read_post(call.viewer, post_to_read, call.now))


@talk_door(scope=Scope.READ)
def have_read(call: ClubCall, thread: UUID) -> None:
    """Mark a thread as read."""
    readable_thread = or_404(reading.find_thread(call.viewer, thread))
    notes.mark_as_read(thread=readable_thread, user=call.user, until=call.now)


# --- about duels and news -------------------------------------------------------------------------


@talk_door()
@resolve_duel
def list_duel_posts(call: ClubCall, duel: Duel, query: SeasonPage) -> Page[SaidOut]:
    """List the posts about a duel, oldest first."""
    return posts_out(call, query, reading.duel_thread(duel))


@talk_door(status=201)
@resolve_duel
def talk_about_duel(call: ClubCall, duel: Duel, body: PostText) -> SaidOut:
    """Write a post about a duel."""
    return _read_post_out(
        call, speaking.post_about_duel(duel=duel, author=call.user, text=body.text, now=call.now)
    )


@talk_door()
def list_news_posts(call: ClubCall, query: Paged, item: UUID) -> Page[SaidOut]:
    """List the posts about a line of news, oldest first."""
    line = or_404(reading.find_news_item(call.campaign, item))
    return posts_out(call, query, reading.news_thread(line))


@talk_door(status=201)
def talk_about_news(call: ClubCall, body: PostText, item: UUID) -> SaidOut:
    """Write a post about a line of news."""
    line = or_404(reading.find_news_item(call.campaign, item))
    return _read_post_out(
        call, speaking.post_about_news(item=line, author=call.user, text=body.text, now=call.now)
    )


@talk_door()
def list_letters_to_editor(call: ClubCall, query: Paged) -> Page[SaidOut]:
    """List the letters to the editor of the Courier, oldest first."""
    return posts_out(call, query, reading.editor_thread(call.campaign))


@talk_door(status=201)
def write_to_editor(call: ClubCall, body: PostText) -> SaidOut:
    """Write a letter to the editor of the Courier. The next issue prints it."""
    return _read_post_out(
        call,
        speaking.write_to_editor(
            campaign=call.campaign, author=call.user, text=body.text, now=call.now
        ),
    )


# --- the GM's announcement ------------------------------------------------------------------------


class WordOut(Record):
    """The GM's current announcement, or null."""

    announcement: SaidOut | None = field(name="word")


@talk_door()
def show_word(call: ClubCall) -> WordOut:
    """Return the GM's current announcement."""
    announcement = reading.current_announcement(call.viewer)
    return WordOut(announcement=post_out(announcement) if announcement else None)


@club_door(allow=may_moderate, scope=Scope.DESK, audience="Available to GMs of the club.")
def say_word(call: ClubCall, body: PostText) -> WordOut:
    """Publish an announcement to the club. The announcement replaces the current one."""
    speaking.publish_announcement(
        campaign=call.campaign, author=call.user, text=body.text, now=call.now
    )
    return show_word.function(call)


@club_door(allow=may_moderate, scope=Scope.DESK, audience="Available to GMs of the club.")
def take_word_down(call: ClubCall) -> WordOut:
    """Remove the announcement. Its text stays in the news."""
    speaking.remove_announcement(campaign=call.campaign, now=call.now)
    return show_word.function(call)


# --- one post -------------------------------------------------------------------------------------


@post_door()
def edit(call: PostCall, body: PostText) -> SaidOut:
    """Edit your post or letter. This is possible for ten minutes."""
    speaking.edit(post=call.post, author=call.user, text=body.text, now=call.now)
    return _read_post_out(call, call.post)


@post_door()
def withdraw(call: PostCall) -> SaidOut:
    """Withdraw your post or letter. A placeholder remains."""
    speaking.withdraw(post=call.post, author=call.user, now=call.now)
    return _read_post_out(call, call.post)


class Reporting(Body):
    """The reason for a report."""

    reason: Annotated[str, Meta(max_length=moderating.MAX_REASON_LENGTH)]


@post_door()
def report(call: PostCall, body: Reporting) -> SaidOut:
    """Report the current wording of a post to the GM. Letters to your team can also be reported."""
    moderating.report(
        post=call.post, reporter=call.user, team=call.reader, reason=body.reason, now=call.now
    )
    return _read_post_out(call, call.post)


class Hidden(Record):
    """A post as the desk shows it, and whether it is hidden."""

    id: UUID
    hidden: bool
    hidden_reason: str = field(name="why")


@post_door(judged=True)
def hide(call: PostCall, body: Reasoned) -> Hidden:
    """Hide a post, or a letter that was reported to the caller.

    A placeholder with the reason remains in its place.
    """
    hidden_post = moderating.hide(post=call.post, actor=call.user, reason=body.reason, now=call.now)
    return Hidden(id=hidden_post.pk, hidden=True, hidden_reason=hidden_post.hidden_why)


@post_door(judged=True)
def show(call: PostCall, body: Reasoned) -> Hidden:
    """Show a hidden post again."""
    shown_post = moderating.show(post=call.post, actor=call.user, reason=body.reason, now=call.now)
    return Hidden(id=shown_post.pk, hidden=False, hidden_reason="")
