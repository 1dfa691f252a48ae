"""Queries for discussions as a reader sees them: threads, posts, letters, and unread counts.

Letters sent while the recipient blocked the sender are excluded everywhere, even from counts (C83).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal
from uuid import UUID

from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q, Subquery, Value
from django.db.models.functions import Coalesce

from campaign.league import policy
from campaign.league.models import Membership, Team
from campaign.league.selectors import people
from campaign.news.models import News
from campaign.voices.models import Block, Post, ReadMark, Report, Thread, Wording
from campaign.voices.rules import talk

from .enclosures import deals_in_letters
from .rights import (
    about_posts_of_others,
    can_post_in_thread,
    find_mute_of_member,
    is_report_handler,
    may_moderate,
    may_talk,
    username_or_empty,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Duel
    from campaign.league.selectors.viewer import Viewer
    from campaign.voices.models import Mute

Kind = Thread.Kind
LISTED_KINDS: Final = (Kind.BOARD, Kind.QUESTION, Kind.DUEL, Kind.NEWS, Kind.EDITOR)
"""Kinds of threads, other than announcements, on the club's discussion page."""
TITLE_RELATIONS: Final = ("duel__week__season", "news")
"""Relations of a thread that its title requires."""
State = Literal["said", "withdrawn", "hidden", "forgotten"]


@dataclass(frozen=True, slots=True)
class VisiblePost:
    """A post as a reader sees it.

    `author` is "" if the reader sees only the team. A placeholder has an empty `text`.
    `hidden_reason` is the GM's reason for hiding the post. `hidden_text` is the text of a hidden
    post, for GMs only. If a post is "forgotten", its text was deleted because of its age, and only
    its digest is kept. The fields that begin with `can_` say what the reader can do.
    """

    id: UUID
    author: str
    is_by_gm: bool
    team: Team | None
    posted_at: datetime
    state: State
    text: str
    digest: str
    wording_number: int
    edited_at: datetime | None
    hidden_reason: str
    hidden_text: str
    is_own: bool
    is_new: bool
    can_edit: bool
    can_withdraw: bool
    can_report: bool
    can_hide: bool
    can_unhide: bool
    deal: object = None
    """The deal that a letter carries (`enclosures`)."""


# --- threads --------------------------------------------------------------------------------------


def threads(viewer: Viewer, kinds: Iterable[str] = LISTED_KINDS) -> QuerySet[Thread]:
    """Return the club's threads, those with the latest posts first.

    The annotation `last_at` is the time of the latest post, and `post_count` is the number of
    posts.
    """
    if not may_talk(viewer):
        return Thread.objects.none()
    public_kinds = [kind for kind in kinds if kind in Thread.PUBLIC]
    rows = Thread.objects.filter(campaign=viewer.campaign, kind__in=public_kinds)
    return (
        rows.select_related(*TITLE_RELATIONS, "opened_by")
        .annotate(last_at=Max("posts__at"), post_count=Count("posts"))
        .order_by("-last_at", "id")
    )


def find_thread(viewer: Viewer, pk: UUID) -> Thread | None:
    """Return the public thread with this id, or None. This takes one query."""
    if not may_talk(viewer):
        return None
    rows = Thread.objects.filter(campaign=viewer.campaign, pk=pk, kind__in=Thread.PUBLIC)
    thread = rows.select_related(*TITLE_RELATIONS, "opened_by").first()
    return _with_campaign(viewer.campaign, thread)


def _with_campaign(campaign: Campaign, thread: Thread | None) -> Thread | None:
    if thread is not None:
        thread.campaign = campaign
    return thread


def current_announcement(viewer: Viewer) -> VisiblePost | None:
    """Return the GM's current announcement, or None. This takes one query."""
    if not may_talk(viewer):
        return None
    gm = Membership._base_manager.filter(
        campaign=viewer.campaign, user=OuterRef("post__by"), role=Membership.Role.GM, left_at=None
    )
    is_current = {"post__thread__kind": Kind.ANNOUNCEMENT, "post__thread__closed_at": None}
    rows = Wording.objects.filter(post__thread__campaign=viewer.campaign, **is_current)
    rows = rows.select_related("post__thread", "post__by", "post__team").annotate(by_gm=Exists(gm))
    wording_rows = tuple(rows.order_by("post__at", "post__id", "number"))
    if not wording_rows:
        return None
    post = wording_rows[0].post
    wordings = [row for row in wording_rows if row.post_id == post.pk]
    thread, gms = post.thread, frozenset({post.by_id} if wording_rows[0].by_gm else ())
    thread.campaign = viewer.campaign
    visible_post = _visible_post(viewer, thread, post, wordings, gms, None, None, None)
    return visible_post if visible_post.state == "said" else None


def duel_thread(duel: Duel) -> Thread | None:
    """Return the thread about a duel, or None. This takes one query."""
    thread = Thread.objects.filter(duel=duel).first()
    if thread is not None:
        thread.duel = duel
    return _with_campaign(duel.week.season.campaign, thread)


def news_thread(item: News) -> Thread | None:
    """Return the thread about a line of news, or None. This takes one query."""
    thread = Thread.objects.filter(news=item).first()
    if thread is not None:
        thread.news = item
    return _with_campaign(item.campaign, thread)


def editor_thread(campaign: Campaign) -> Thread | None:
    """Return the thread with the letters to the Courier's editor, or None. This takes one query."""
    rows = Thread.objects.filter(campaign=campaign, kind=Kind.EDITOR)
    return _with_campaign(campaign, rows.first())


def letters_to_editor(
    viewer: Viewer, since: datetime | None, until: datetime
) -> tuple[VisiblePost, ...]:
    """Return the letters to the editor from a period, oldest first. This takes at most five
    queries.
    """
    thread = editor_thread(viewer.campaign) if may_talk(viewer) else None
    if thread is None:
        return ()
    rows = post_rows(thread).filter(at__lte=until)
    if since is not None:
        rows = rows.filter(at__gt=since)
    return tuple(post for post in read_posts(viewer, thread, rows, None) if post.state == "said")


def find_news_item(campaign: Campaign, pk: UUID) -> News | None:
    """Return a line of the club's news, or None. This takes one query."""
    item = News.objects.filter(campaign=campaign, pk=pk).select_related("week").first()
    if item is not None:
        item.campaign = campaign
    return item


def post_counts_of_news(viewer: Viewer, items: Iterable[News]) -> dict[UUID, int] | None:
    """Return the number of posts about each line of news. This takes one query.

    Return None if the viewer has no access to discussions.
    """
    if not may_talk(viewer):
        return None
    rows = Post.objects.filter(thread__news__in=[item.pk for item in items]).order_by()
    return dict(rows.values_list("thread__news").annotate(count=Count("pk")))


# --- letters --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Correspondent:
    """Another team, as a correspondent.

    The record has the time of the last visible letter, the number of unread letters, and the start
    of a block.
    """

    team: Team
    last_at: datetime | None
    unread_count: int
    blocked_since: datetime | None


def letters_between(team: Team, other: Team) -> Thread | None:
    """Return the thread with the letters between two teams, or None. This takes one query."""
    first_id, second_id = sorted((team.pk, other.pk), key=str)
    rows = Thread.objects.filter(kind=Kind.LETTERS, one=first_id, other=second_id)
    return _with_campaign(team.campaign, rows.select_related("one", "other").first())


def correspondents(viewer: Viewer, team: Team) -> tuple[Correspondent, ...]:
    """Return the teams with which a team can exchange letters, for the team's owners.

    Teams with the latest letters come first, followed by the other teams by name. Teams that have
    left are included if there are letters. This takes four queries.
    """
    letters = visible_to(team, Post.objects.filter(thread__in=_letter_threads(team)))
    last_letter_times: dict[UUID, datetime] = {}
    for first_id, second_id, posted_at in (
        letters.order_by().values_list("thread__one", "thread__other").annotate(at=Max("at"))
    ):
        last_letter_times[second_id if first_id == team.pk else first_id] = posted_at
    unread_letters = _unread_letter_counts(viewer, team)
    block_starts = dict(Block.objects.filter(team=team, until=None).values_list("against", "since"))
    others = Team.objects.filter(campaign=team.campaign_id).exclude(pk=team.pk).order_by("name")
    rows = [
        Correspondent(
            other,
            last_letter_times.get(other.pk),
            unread_letters.get(other.pk, 0),
            block_starts.get(other.pk),
        )
        for other in others
        if other.left_at is None or other.pk in last_letter_times
    ]
    for row in rows:
        row.team.campaign = team.campaign
    return tuple(
        sorted(
            rows, key=lambda row: (-row.last_at.timestamp() if row.last_at else 0, row.team.name)
        )
    )


def _letter_threads(team: Team) -> QuerySet[Thread]:
    return Thread.objects.filter(Q(one=team) | Q(other=team), kind=Kind.LETTERS)


def _unread_letter_counts(viewer: Viewer, team: Team) -> dict[UUID, int]:
    rows = _unread_posts(viewer).filter(thread__in=_letter_threads(team)).order_by()
    return dict(rows.values_list("team").annotate(count=Count("pk")))


def visible_to(team: Team, rows: QuerySet[Post]) -> QuerySet[Post]:
    """Exclude letters that were sent to the team while it blocked their sender."""
    return rows.exclude(Exists(_blocks_of_sender(Block.objects.filter(team=team))))


def _blocks_of_sender(blocks: QuerySet[Block]) -> QuerySet[Block]:
    not_ended = Q(until=None) | Q(until__gt=OuterRef("at"))
    return blocks.filter(not_ended, against=OuterRef("team"), since__lte=OuterRef("at"))


def block_since(team: Team, other: Team) -> datetime | None:
    """Return the time since which a team has blocked another team, or None.

    This is only for the blocking team's owners. It takes one query.
    """
    rows = Block.objects.filter(team=team, against=other, until=None)
    return rows.values_list("since", flat=True).first()


# --- posts ----------------------------------------------------------------------------------------


def post_rows(thread: Thread | None, team: Team | None = None) -> QuerySet[Post]:
    """Return the posts in a thread, oldest first. Letters are returned as `team` sees them."""
    rows: QuerySet[Post] = Post.objects.filter(thread=thread)
    if thread is None:
        rows = rows.none()
    if team is not None:
        rows = visible_to(team, rows)
    return _in_order(rows).prefetch_related(_wordings())


def _in_order(rows: QuerySet[Post]) -> QuerySet[Post]:
    return rows.select_related("by", "team").order_by("at", "id")


def _wordings() -> Prefetch:
    return Prefetch("wordings", queryset=Wording.objects.order_by("number"))


def read_posts(
    viewer: Viewer,
    thread: Thread,
    rows: Iterable[Post],
    now: datetime | None,
    team: Team | None = None,
) -> tuple[VisiblePost, ...]:
    """Return posts as the viewer sees them. Letters are returned as `team` sees them.

    If `now` is None, no actions are possible. This takes four queries.
    """
    posts = list(rows)
    letters = thread.kind == Kind.LETTERS
    gms = frozenset() if letters else _gm_ids(viewer.campaign)
    read_until = _read_until(viewer, thread) if now and posts else None
    deals = deals_in_letters(team, [post.pk for post in posts]) if team and posts else {}
    return tuple(
        [
            replace(
                _visible_post(
                    viewer, thread, post, list(post.wordings.all()), gms, now, read_until, team
                ),
                deal=deals.get(post.pk),
            )
            for post in posts
        ]
    )


def _gm_ids(campaign: Campaign) -> frozenset[UUID]:
    rows = Membership.objects.filter(campaign=campaign, role=Membership.Role.GM, left_at=None)
    return frozenset(rows.values_list("user_id", flat=True))


def _read_until(viewer: Viewer, thread: Thread) -> datetime | None:
    """Return the time up to which the viewer has read a thread.

    Posts from before the viewer joined the club do not count as new.
    """
    rows = Membership.objects.filter(campaign=viewer.campaign, user=viewer.user_id)
    read_marks = ReadMark.objects.filter(user=viewer.user_id, thread=thread).values("until")[:1]
    return rows.values_list(Coalesce(Subquery(read_marks), F("joined_at")), flat=True).first()


def _visible_post(
    viewer: Viewer,
    thread: Thread,
    post: Post,
    wordings: Sequence[Wording],
    gms: frozenset[UUID],
    now: datetime | None,
    read_until: datetime | None,
    team: Team | None,
) -> VisiblePost:
    last_wording = wordings[-1]
    letters = thread.kind == Kind.LETTERS
    is_own = (
        post.team_id == team.pk if letters and team is not None else post.by_id == viewer.user_id
    )
    is_author = post.by_id == viewer.user_id and (not letters or is_own)
    state = _state(post, last_wording)
    is_open = state == "said" and now is not None
    gm = may_moderate(viewer) and not letters
    return VisiblePost(
        id=post.pk,
        author=username_or_empty(post.by) if is_own or not letters else "",
        is_by_gm=not letters and post.by_id in gms,
        team=post.team,
        posted_at=post.at,
        state=state,
        text=last_wording.text if state == "said" else "",
        digest=last_wording.digest if state in {"said", "forgotten"} else "",
        wording_number=last_wording.number,
        edited_at=last_wording.at if state == "said" and len(wordings) > 1 else None,
        hidden_reason=post.hidden_why if state == "hidden" else "",
        hidden_text=last_wording.text if state == "hidden" and gm else "",
        is_own=is_own,
        is_new=not is_own and read_until is not None and post.at > read_until,
        can_edit=is_open and is_author and now is not None and now < talk.editable_until(post.at),
        can_withdraw=is_open and is_author,
        can_report=is_open and not is_own,
        can_hide=is_open and gm,
        can_unhide=state == "hidden" and gm and now is not None,
    )


def _state(post: Post, last_wording: Wording) -> State:
    if post.withdrawn_at:
        return "withdrawn"
    if post.hidden_at:
        return "hidden"
    return "said" if last_wording.text else "forgotten"


@dataclass(frozen=True, slots=True)
class PostToRead:
    """A post on which a viewer can act. For a letter, the record has the team that received it."""

    post: Post
    team: Team | None


def find_post(viewer: Viewer, pk: UUID) -> PostToRead | None:
    """Return a public post, or a letter of the viewer's team, or None. This takes at most two
    queries.
    """
    if not may_talk(viewer):
        return None
    rows = Post.objects.filter(thread__campaign=viewer.campaign, pk=pk)
    rows = rows.select_related("by", "team", "thread__one", "thread__other", "thread__opened_by")
    post = rows.select_related(*[f"thread__{name}" for name in TITLE_RELATIONS]).first()
    if post is None:
        return None
    post.thread.campaign = viewer.campaign
    if post.thread.kind != Kind.LETTERS:
        return PostToRead(post, None)
    own_teams = [team for team in viewer.teams if team.pk in post.thread.team_ids]
    for team in sorted(own_teams, key=lambda own_team: own_team.pk != post.team_id):
        if visible_to(team, Post.objects.filter(pk=pk)).exists():
            return PostToRead(post, team)
    return None


def read_post(viewer: Viewer, post_to_read: PostToRead, now: datetime) -> VisiblePost:
    """Return a post as the viewer sees it."""
    rows = post_rows(post_to_read.post.thread).filter(pk=post_to_read.post.pk)
    return read_posts(viewer, post_to_read.post.thread, rows, now, post_to_read.team)[0]


def find_post_to_moderate(viewer: Viewer, pk: UUID) -> Post | None:
    """Return a post that a GM can hide or show, or None (C85).

    This is a public post, or a letter that was reported to the GM.
    """
    if not may_moderate(viewer):
        return None
    rows = Post.objects.filter(thread__campaign=viewer.campaign, pk=pk)
    reported = Report.objects.filter(wording__post=OuterRef("pk"))
    post = (
        rows.select_related(
            "by",
            "team",
            "thread__one",
            "thread__other",
            *[f"thread__{name}" for name in TITLE_RELATIONS],
        )
        .annotate(reported=Exists(reported))
        .first()
    )
    if post is None:
        return None
    post.thread.campaign = viewer.campaign
    if post.thread.kind != Kind.LETTERS:
        return post
    is_own = post.by_id == viewer.user_id or post.team_id in viewer.team_ids
    return post if post.reported and not is_own and is_report_handler(viewer) else None


# --- what is new ----------------------------------------------------------------------------------


def _unread_posts(viewer: Viewer) -> QuerySet[Post]:
    """Return the unread posts by other people that the viewer can see."""
    marks = ReadMark._base_manager.filter(user=viewer.user_id, thread=OuterRef("thread"))
    read_until = Coalesce(Subquery(marks.values("until")[:1]), Value(viewer.joined_at))
    public = Q(thread__kind__in=LISTED_KINDS) & ~Q(by=viewer.user_id)
    return Post.objects.filter(
        public | _letters_to(viewer) if viewer.team_ids else public,
        thread__campaign=viewer.campaign,
        withdrawn_at=None,
        hidden_at=None,
        at__gt=read_until,
    )


def _letters_to(viewer: Viewer) -> Q:
    """Return a condition that matches letters to the viewer's teams.

    Letters from senders that the receiving team had blocked do not match.
    """
    team_ids = list(viewer.team_ids)
    of_own_teams = Q(thread__one__in=team_ids) | Q(thread__other__in=team_ids)
    receiver = Q(team=OuterRef("thread__one")) | Q(team=OuterRef("thread__other"))
    blocks = _blocks_of_sender(Block._base_manager.filter(receiver))
    return Q(thread__kind=Kind.LETTERS) & of_own_teams & ~Q(team__in=team_ids) & ~Q(Exists(blocks))


def unread_counts(viewer: Viewer) -> dict[UUID, int]:
    """Return the number of unread posts by thread, including letters.

    This takes one query, or none if the viewer has no access to discussions.
    """
    if not may_talk(viewer):
        return {}
    rows = _unread_posts(viewer).order_by().values_list("thread")
    return dict(rows.annotate(count=Count("pk")))


def count_unread_posts(viewer: Viewer) -> int:
    """Return the number of posts and letters that are new to the viewer.

    This takes at most one query.
    """
    return _unread_posts(viewer).count() if may_talk(viewer) else 0


def count_unread_letters(viewer: Viewer) -> int:
    """Return the number of unread letters to the viewer's teams. This takes at most one query."""
    if not may_talk(viewer) or not viewer.team_ids:
        return 0
    return _unread_posts(viewer).filter(thread__kind=Kind.LETTERS).count()


# --- permission to post -------------------------------------------------------------------------


def describe_bot(team: Team) -> str:
    """Return a hint for the author of a letter to a team that a bot plays, otherwise "".

    This takes at most two queries.
    """
    if not people.owners([team.pk]):
        return f"{team.name} is run by a bot, which never answers letters."
    if team.standing_bot:
        return f"A bot acts for {team.name}. It never answers letters, but the owners can."
    return ""


@dataclass(frozen=True, slots=True)
class PostingRight:
    """Whether someone can post, and their current mute, if any."""

    can_post: bool
    mute: Mute | None


def posting_right_in_thread(viewer: Viewer, thread: Thread, now: datetime) -> PostingRight:
    """Check whether the viewer can post in a public thread. This takes one query."""
    mute = find_mute_of_member(viewer.user_id, viewer.campaign, now)
    can_post = can_post_in_thread(thread, viewer.user_id, gm=policy.may_run_desk(viewer))
    return PostingRight(can_post and (mute is None or thread.kind == Kind.QUESTION), mute)


def posting_right(viewer: Viewer, now: datetime, *, letters: bool = False) -> PostingRight:
    """Check whether the viewer can post on the board, or write letters. This takes one query."""
    mute = find_mute_of_member(viewer.user_id, viewer.campaign, now)
    return PostingRight(mute is None or (letters and not mute.letters), mute)


# --- reports --------------------------------------------------------------------------------------


def open_reports(viewer: Viewer) -> QuerySet[Report]:
    """Return open reports, oldest first, for the GMs who handle them (C85)."""
    if not is_report_handler(viewer):
        return Report.objects.none()
    rows = Report.objects.filter(
        about_posts_of_others(viewer),
        wording__post__thread__campaign=viewer.campaign,
        settled_at=None,
    )
    return rows.select_related(
        "by",
        "team",
        "wording__post__by",
        "wording__post__team",
        *[f"wording__post__thread__{name}" for name in (*TITLE_RELATIONS, "one", "other")],
    ).order_by("at", "id")


def find_report(viewer: Viewer, pk: UUID) -> Report | None:
    """Return an open report that the viewer handles, or None."""
    report = open_reports(viewer).filter(pk=pk).first()
    if report is not None:
        report.wording.post.thread.campaign = viewer.campaign
    return report


def hidden_letters(viewer: Viewer) -> QuerySet[Post]:
    """Return the hidden letters, for the GMs who handle their reports."""
    rows = Post.objects.filter(
        thread__campaign=viewer.campaign,
        thread__kind=Kind.LETTERS,
        hidden_at__isnull=False,
        withdrawn_at=None,
    )
    if not is_report_handler(viewer):
        return rows.none()
    others = rows.exclude(by=viewer.user_id).exclude(team__in=viewer.team_ids)
    return others.select_related("by", "team").order_by("at", "id")
