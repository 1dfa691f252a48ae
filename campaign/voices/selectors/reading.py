"""Queries for discussions as one reader sees them: threads, posts, letters, and unread counts.

Letters sent while their team was blocked are excluded everywhere, including counts (C83).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal
from uuid import UUID

from django.db.models import (
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Prefetch,
    Q,
    Subquery,
)
from django.db.models.functions import Coalesce

from campaign.league import policy
from campaign.league.models import Event, Membership, News, Team, TeamOwner
from campaign.league.selectors import people
from campaign.voices.models import Block, Post, Report, Seen, Thread, Wording
from campaign.voices.rules import talk
from core.web.prepared import PreparedInScope

from .rights import against_others, answers, may_moderate, may_talk, mute_of, named, user_judges

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from django.db.models import QuerySet
    from django.db.models.expressions import Combinable

    from campaign.league.models import Campaign, Week
    from campaign.league.selectors.viewer import Viewer
    from campaign.voices.models import Mute

Kind = Thread.Kind
LISTED: Final = (Kind.BOARD, Kind.QUESTION, Kind.DUEL, Kind.NEWS)
"""Kinds of threads on the club's discussion page, besides announcements."""
ABOUT: Final = ("week__season", "event", "news")
"""Relations that a thread's title needs."""
State = Literal["said", "withdrawn", "hidden", "forgotten"]


@dataclass(frozen=True, slots=True)
class Said:
    """A post as one reader sees it.

    `by` is "" if the reader sees only the team. A placeholder has an empty `text`. `why` is the
    GM's reason for hiding the post, and `kept` is the hidden text for a GM. The text of a
    "forgotten" post was deleted because of its age, and only its digest is kept. The fields from
    `edits` to `shows` are the actions that the reader can take.
    """

    id: UUID
    by: str
    gm: bool
    team: Team | None
    at: datetime
    state: State
    text: str
    digest: str
    wording: int
    edited_at: datetime | None
    why: str
    kept: str
    own: bool
    new: bool
    edits: bool
    withdraws: bool
    reports: bool
    hides: bool
    shows: bool


# --- threads --------------------------------------------------------------------------------------


def threads(viewer: Viewer, kinds: Iterable[str] = LISTED) -> QuerySet[Thread]:
    """Return the club's threads, latest post first, with the time of that post (`last_at`) and the
    number of posts (`said`).
    """
    if not may_talk(viewer):
        return Thread.objects.none()
    wanted = [kind for kind in kinds if kind in Thread.PUBLIC]
    rows = Thread.objects.filter(campaign=viewer.campaign, kind__in=wanted)
    return (
        rows.select_related(*ABOUT, "opened_by")
        .annotate(last_at=Max("posts__at"), said=Count("posts"))
        .order_by("-last_at", "id")
    )


def thread_of(viewer: Viewer, pk: UUID) -> Thread | None:
    """Return a public thread, or None. Takes one query."""
    if not may_talk(viewer):
        return None
    rows = Thread.objects.filter(campaign=viewer.campaign, pk=pk, kind__in=Thread.PUBLIC)
    found = rows.select_related(*ABOUT, "opened_by").first()
    return _in(viewer.campaign, found)


def _in(campaign: Campaign, thread: Thread | None) -> Thread | None:
    if thread is not None:
        thread.campaign = campaign
    return thread


def word_of(viewer: Viewer) -> Said | None:
    """Return the GM's current announcement, or None. Takes one query."""
    if not may_talk(viewer):
        return None
    found = _WORD.all(club=viewer.campaign.pk)
    if not found:
        return None
    post = found[0].post
    wordings = [row for row in found if row.post_id == post.pk]
    thread, gms = post.thread, frozenset({post.by_id} if found[0].by_gm else ())  # type: ignore[attr-defined]
    thread.campaign = viewer.campaign
    said = _said(viewer, thread, post, wordings, gms, None, None, None)
    return said if said.state == "said" else None


def _word(club: UUID) -> QuerySet[Wording]:
    """Return the wordings of the current announcement, oldest first, with `by_gm` for its
    author.
    """
    gm = Membership.objects.filter(
        campaign=club, user=OuterRef("post__by"), role=Membership.Role.GM, left_at=None
    )
    stands = {"post__thread__kind": Kind.WORD, "post__thread__closed_at": None}
    rows = Wording.objects.filter(post__thread__campaign=club, **stands)
    rows = rows.select_related("post__thread", "post__by", "post__team").annotate(by_gm=Exists(gm))
    return rows.order_by("post__at", "post__id", "number")


_WORD: Final = PreparedInScope(_word, club=UUID)


def duel_thread(week: Week) -> Thread | None:
    """Return the thread about a duel or the event of the given week, or None. Takes one query."""
    rows = Thread.objects.filter(kind=Kind.DUEL, week=week, event=week.event)
    found = rows.first()
    if found is not None:
        found.week, found.event = week, week.event
    return _in(week.season.campaign, found)


def news_thread(item: News) -> Thread | None:
    """Return the thread about a line of news, or None. Takes one query."""
    found = Thread.objects.filter(news=item).first()
    if found is not None:
        found.news = item
    return _in(item.campaign, found)


def event_numbered(week: Week, number: int) -> Event | None:
    """Return an event of a week, or None. Takes one query."""
    return Event.objects.filter(week=week, number=number).first()


def news_item(campaign: Campaign, pk: UUID) -> News | None:
    """Return a line of the club's news, or None. Takes one query."""
    found = News.objects.filter(campaign=campaign, pk=pk).select_related("week").first()
    if found is not None:
        found.campaign = campaign
    return found


def said_about_news(viewer: Viewer, items: Iterable[News]) -> dict[UUID, int] | None:
    """Return the number of posts for each line of news, or None for viewers without access. Takes
    one query.
    """
    if not may_talk(viewer):
        return None
    rows = Post.objects.filter(thread__news__in=[item.pk for item in items]).order_by()
    return dict(rows.values_list("thread__news").annotate(found=Count("pk")))


# --- letters --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Correspondent:
    """Another team, with the time of the last visible letter, the number of unread letters, and the
    start of a block.
    """

    team: Team
    last_at: datetime | None
    new: int
    blocked: datetime | None


def letters_between(team: Team, other: Team) -> Thread | None:
    """Return the thread of letters of two teams, or None. Takes one query."""
    one, two = sorted((team.pk, other.pk), key=str)
    rows = Thread.objects.filter(kind=Kind.LETTERS, one=one, other=two)
    return _in(team.campaign, rows.select_related("one", "other").first())


def correspondents(viewer: Viewer, team: Team) -> tuple[Correspondent, ...]:
    """Return the teams with which a team can exchange letters, for its owners.

    Teams with the latest letters are first, the others by name. Teams that have left are included
    if there are letters. Takes four queries.
    """
    letters = visible_to(team, Post.objects.filter(thread__in=_threads_of(team)))
    last: dict[UUID, datetime] = {}
    for one, other, at in (
        letters.order_by().values_list("thread__one", "thread__other").annotate(at=Max("at"))
    ):
        last[other if one == team.pk else one] = at
    new = _new_letters(viewer, team)
    standing = dict(Block.objects.filter(team=team, until=None).values_list("against", "since"))
    others = Team.objects.filter(campaign=team.campaign_id).exclude(pk=team.pk).order_by("name")
    found = [
        Correspondent(other, last.get(other.pk), new.get(other.pk, 0), standing.get(other.pk))
        for other in others
        if other.left_at is None or other.pk in last
    ]
    for one in found:
        one.team.campaign = team.campaign
    return tuple(
        sorted(
            found,
            key=lambda one: (-one.last_at.timestamp() if one.last_at else 0, one.team.name),
        )
    )


def _threads_of(team: Team) -> QuerySet[Thread]:
    return Thread.objects.filter(Q(one=team) | Q(other=team), kind=Kind.LETTERS)


def _new_letters(viewer: Viewer, team: Team) -> dict[UUID, int]:
    rows = _unread(viewer).filter(thread__in=_threads_of(team)).order_by()
    return dict(rows.values_list("team").annotate(found=Count("pk")))


def visible_to(team: Team, rows: QuerySet[Post]) -> QuerySet[Post]:
    """Exclude letters that were sent while the team had blocked their senders."""
    return rows.exclude(Exists(_blocked(Block.objects.filter(team=team))))


def _blocked(blocks: QuerySet[Block]) -> QuerySet[Block]:
    within = Q(until=None) | Q(until__gt=OuterRef("at"))
    return blocks.filter(within, against=OuterRef("team"), since__lte=OuterRef("at"))


def block_since(team: Team, other: Team) -> datetime | None:
    """Return the time since which a team blocks another, or None, for its owners. Takes one
    query.
    """
    rows = Block.objects.filter(team=team, against=other, until=None)
    return rows.values_list("since", flat=True).first()


# --- posts ----------------------------------------------------------------------------------------


def post_rows(thread: Thread | None, team: Team | None = None) -> QuerySet[Post]:
    """Return the posts of a thread, oldest first. Letters are returned as the team sees them."""
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


def read(
    viewer: Viewer,
    thread: Thread,
    rows: Iterable[Post],
    now: datetime | None,
    team: Team | None = None,
) -> tuple[Said, ...]:
    """Return posts as the viewer sees them, and letters as `team` sees them.

    Without `now`, no actions are possible. Takes four queries, or three for letters.
    """
    found = list(rows)
    letters = thread.kind == Kind.LETTERS
    gms = frozenset() if letters else _gms(viewer.campaign)
    seen = _seen(viewer, thread) if now and found else None
    return tuple(
        [
            _said(viewer, thread, post, list(post.wordings.all()), gms, now, seen, team)
            for post in found
        ]
    )


def _gms(campaign: Campaign) -> frozenset[UUID]:
    return frozenset(_GMS.all(club=campaign.pk))


def _masters(club: UUID) -> QuerySet[Membership, UUID]:
    rows = Membership.objects.filter(campaign=club, role=Membership.Role.GM, left_at=None)
    return rows.values_list("user_id", flat=True)


_GMS: Final = PreparedInScope(_masters, club=UUID)


def _seen(viewer: Viewer, thread: Thread) -> datetime | None:
    """Return the time up to which the viewer has read. Posts from before they joined are not new to
    them.
    """
    rows = Membership.objects.filter(campaign=viewer.campaign, user=viewer.user_id)
    seen = Seen.objects.filter(user=viewer.user_id, thread=thread).values("until")[:1]
    return rows.values_list(Coalesce(Subquery(seen), F("joined_at")), flat=True).first()


def _said(
    viewer: Viewer,
    thread: Thread,
    post: Post,
    wordings: Sequence[Wording],
    gms: frozenset[UUID],
    now: datetime | None,
    seen: datetime | None,
    team: Team | None,
) -> Said:
    last = wordings[-1]
    letters = thread.kind == Kind.LETTERS
    ours = post.team_id == team.pk if letters and team is not None else post.by_id == viewer.user_id
    own = post.by_id == viewer.user_id and (not letters or ours)
    state = _state(post, last)
    stands = state == "said" and now is not None
    gm = may_moderate(viewer) and not letters
    return Said(
        id=post.pk,
        by=named(post.by) if ours or not letters else "",
        gm=not letters and post.by_id in gms,
        team=post.team,
        at=post.at,
        state=state,
        text=last.text if state == "said" else "",
        digest=last.digest if state in {"said", "forgotten"} else "",
        wording=last.number,
        edited_at=last.at if state == "said" and len(wordings) > 1 else None,
        why=post.hidden_why if state == "hidden" else "",
        kept=last.text if state == "hidden" and gm else "",
        own=ours,
        new=not ours and seen is not None and post.at > seen,
        edits=stands and own and now is not None and now < talk.editable_until(post.at),
        withdraws=stands and own,
        reports=stands and not ours,
        hides=stands and gm,
        shows=state == "hidden" and gm and now is not None,
    )


def _state(post: Post, last: Wording) -> State:
    if post.withdrawn_at:
        return "withdrawn"
    if post.hidden_at:
        return "hidden"
    return "said" if last.text else "forgotten"


@dataclass(frozen=True, slots=True)
class Found:
    """A post on which a viewer can act, with the team for which they read it."""

    post: Post
    team: Team | None


def post_of(viewer: Viewer, pk: UUID) -> Found | None:
    """Return a public post or a letter of the viewer's team, or None. Takes at most two queries."""
    if not may_talk(viewer):
        return None
    rows = Post.objects.filter(thread__campaign=viewer.campaign, pk=pk)
    rows = rows.select_related("by", "team", "thread__one", "thread__other", "thread__opened_by")
    found = rows.select_related(*[f"thread__{name}" for name in ABOUT]).first()
    if found is None:
        return None
    found.thread.campaign = viewer.campaign
    if found.thread.kind != Kind.LETTERS:
        return Found(found, None)
    mine = [team for team in viewer.teams if team.pk in found.thread.team_ids]
    for team in sorted(mine, key=lambda one: one.pk != found.team_id):
        if visible_to(team, Post.objects.filter(pk=pk)).exists():
            return Found(found, team)
    return None


def read_one(viewer: Viewer, found: Found, now: datetime) -> Said:
    """Return a post as the viewer sees it."""
    rows = post_rows(found.post.thread).filter(pk=found.post.pk)
    return read(viewer, found.post.thread, rows, now, found.team)[0]


def judged_post(viewer: Viewer, pk: UUID) -> Post | None:
    """Return a post that a GM can hide or show: a public post, or a letter reported to them
    (C85).
    """
    if not may_moderate(viewer):
        return None
    rows = Post.objects.filter(thread__campaign=viewer.campaign, pk=pk)
    reported = Report.objects.filter(wording__post=OuterRef("pk"))
    found = (
        rows.select_related(
            "by", "team", "thread__one", "thread__other", *[f"thread__{name}" for name in ABOUT]
        )
        .annotate(reported=Exists(reported))
        .first()
    )
    if found is None:
        return None
    found.thread.campaign = viewer.campaign
    if found.thread.kind != Kind.LETTERS:
        return found
    own = found.by_id == viewer.user_id or found.team_id in viewer.team_ids
    return found if found.reported and not own and user_judges(viewer) else None


# --- what is new ----------------------------------------------------------------------------------


def _unread(viewer: Viewer) -> QuerySet[Post]:
    """Return unread posts of others that the viewer can see."""
    seen = Seen.objects.filter(user=viewer.user_id, thread=OuterRef("thread")).values("until")[:1]
    came = Membership.objects.filter(campaign=viewer.campaign, user=viewer.user_id)
    rows = (
        Post.objects.filter(thread__campaign=viewer.campaign, withdrawn_at=None, hidden_at=None)
        .annotate(read_until=Coalesce(Subquery(seen), Subquery(came.values("joined_at")[:1])))
        .filter(at__gt=F("read_until"))
    )
    public = Q(thread__kind__in=LISTED) & ~Q(by=viewer.user_id)
    if not viewer.team_ids:
        return rows.filter(public)
    mine = list(viewer.team_ids)
    ours = Q(thread__one__in=mine) | Q(thread__other__in=mine)
    letters = Q(thread__kind=Kind.LETTERS) & ours & ~Q(team__in=mine) & ~Exists(_at_the_other())
    return rows.filter(public | letters)


def unread(viewer: Viewer) -> dict[UUID, int]:
    """Return the number of unread posts by thread, including letters. Takes one query, or none
    without access.
    """
    if not may_talk(viewer):
        return {}
    rows = _unread(viewer).order_by().values_list("thread")
    return dict(rows.annotate(found=Count("pk")))


def new_letters(viewer: Viewer) -> int:
    """Return the number of unread letters to the viewer's teams. Takes at most one query."""
    if not may_talk(viewer) or not viewer.team_ids:
        return 0
    return _unread(viewer).filter(thread__kind=Kind.LETTERS).count()


def new_to_members() -> Combinable:
    """Return an expression on `Membership` for the number of unread posts, or None if there can be
    none.

    It gives the same number as `unread`, so that pages can get the number in the query for the
    membership.
    """
    user, campaign = OuterRef(OuterRef("user")), OuterRef(OuterRef("campaign"))
    seen = Seen.objects.filter(user=user, thread=OuterRef("thread")).values("until")[:1]
    mine = TeamOwner.objects.filter(
        user=user, until=None, team__left_at=None, team__campaign=campaign
    ).values("team")
    rows = (
        Post.objects.filter(
            thread__campaign=OuterRef("campaign"), withdrawn_at=None, hidden_at=None
        )
        .annotate(read_until=Subquery(seen))
        .filter(Q(read_until=None, at__gt=OuterRef("joined_at")) | Q(at__gt=F("read_until")))
    )
    public = Q(thread__kind__in=LISTED) & ~Q(by=OuterRef("user"))
    ours = Q(thread__one__in=mine) | Q(thread__other__in=mine)
    letters = Q(thread__kind=Kind.LETTERS) & ours & ~Q(team__in=mine) & ~Exists(_at_the_other())
    counted = rows.filter(public | letters).order_by().values("thread__campaign")
    return Subquery(counted.annotate(found=Count("pk")).values("found"))


def _at_the_other() -> QuerySet[Block]:
    """Return an expression on letters that is true if the receiving team blocked the sender when
    the letter was written.
    """
    receiver = Q(team=OuterRef("thread__one")) | Q(team=OuterRef("thread__other"))
    return _blocked(Block.objects.filter(receiver))


# --- permission to post
# -----------------------------------------------------------------------------


def answering_bot(team: Team) -> str:
    """Return a hint for a letter's author if a bot plays the team, or "". Takes at most two
    queries.
    """
    if not people.owners([team.pk]):
        return f"{team.name} is run by a bot, which never answers letters."
    if team.standing_bot:
        return f"A bot stands in for {team.name}. It never answers letters, but the owners can."
    return ""


@dataclass(frozen=True, slots=True)
class Voice:
    """Whether someone can post in a place, and the mute that prevents it."""

    speaks: bool
    mute: Mute | None


def voice_in(viewer: Viewer, thread: Thread, now: datetime) -> Voice:
    """Return whether the viewer can post in a public thread. Takes one query."""
    mute = mute_of(viewer.user_id, viewer.campaign, now)
    says = answers(thread, viewer.user_id, gm=policy.may_run_desk(viewer))
    return Voice(says and (mute is None or thread.kind == Kind.QUESTION), mute)


def voice(viewer: Viewer, now: datetime, *, letters: bool = False) -> Voice:
    """Return whether the viewer can post on the board, or write letters. Takes one query."""
    mute = mute_of(viewer.user_id, viewer.campaign, now)
    return Voice(mute is None or (letters and not mute.letters), mute)


# --- reports --------------------------------------------------------------------------------------


def reports(viewer: Viewer) -> QuerySet[Report]:
    """Return open reports, oldest first, for the GMs who handle them (C85)."""
    if not user_judges(viewer):
        return Report.objects.none()
    rows = Report.objects.filter(
        against_others(viewer), wording__post__thread__campaign=viewer.campaign, settled_at=None
    )
    return rows.select_related(
        "by",
        "team",
        "wording__post__by",
        "wording__post__team",
        *[f"wording__post__thread__{name}" for name in (*ABOUT, "one", "other")],
    ).order_by("at", "id")


def report_of(viewer: Viewer, pk: UUID) -> Report | None:
    """Return an open report, or None."""
    found = reports(viewer).filter(pk=pk).first()
    if found is not None:
        found.wording.post.thread.campaign = viewer.campaign
    return found


def hidden_letters(viewer: Viewer) -> QuerySet[Post]:
    """Return hidden letters, all of them reported, for the GMs who handle them."""
    rows = Post.objects.filter(
        thread__campaign=viewer.campaign,
        thread__kind=Kind.LETTERS,
        hidden_at__isnull=False,
        withdrawn_at=None,
    )
    if not user_judges(viewer):
        return rows.none()
    others = rows.exclude(by=viewer.user_id).exclude(team__in=viewer.team_ids)
    return others.select_related("by", "team").order_by("at", "id")
