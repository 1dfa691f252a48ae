"""Services for writing, editing and withdrawing posts, comments, questions and letters (C80 to
C84).

Each service locks the author's membership, so that limits also apply to concurrent requests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q

from campaign.league.models import Membership
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_of
from campaign.members.services import members
from campaign.news.services import news
from campaign.voices.models import Block, Post, Thread, Wording
from campaign.voices.rules import talk
from campaign.voices.selectors.places import title_of
from campaign.voices.selectors.rights import can_post_in_thread, find_mute_of_member
from core.web.locks import club, locked
from core.web.markdown import as_plain_text, shorten
from core.web.refusals import Refused, TooFast, WrongTime, bad_field
from core.web.text import line, pages

from . import notifying

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign, Duel, Team
    from campaign.news.models import News
    from core.accounts.models import User

Kind = Thread.Kind


class Muted(Refused):
    """A GM has muted the author."""

    code = "muted"


# --- opening and answering ------------------------------------------------------------------------


def open_topic(*, campaign: Campaign, author: User, title: str, text: str, now: datetime) -> Thread:
    """Open a topic on the club's board. Raise BadForm, TooFast or Muted."""
    with club(campaign.pk):
        _lock_membership(campaign, author)
        thread = _create_thread(campaign, Kind.BOARD, author, now, title=title)
        _create_post(thread, author, text, now)
        if rules_of(campaign).topics_are_news:
            news_text = f"{author.get_username()} started a topic on the board: {thread.title}"
            news.publish(
                [news.Item(campaign.pk, "topic-opened", news_text[:500], f"topic:{thread.pk}", now)]
            )
        return thread


def ask_gm(*, campaign: Campaign, author: User, title: str, text: str, now: datetime) -> Thread:
    """Ask the GM a public question (C82). The GMs are notified.

    Raise BadForm or TooFast. Raise Muted if a muted member has asked a question within the last
    day.
    """
    with club(campaign.pk):
        _lock_membership(campaign, author)
        thread = _create_thread(campaign, Kind.QUESTION, author, now, title=title)
        _create_post(thread, author, text, now)
        gms = people.members([campaign.pk], Membership.Role.GM).get(campaign.pk, ())
        notice_text = f"{author.get_username()} asked the GM: {thread.title}"
        notifying.notify_members(
            thread, gms, ClubNotice.QUESTION_ASKED, notice_text, author=author, now=now
        )
        return thread


def publish_announcement(*, campaign: Campaign, author: User, text: str, now: datetime) -> Thread:
    """Publish a GM's announcement to the club. The announcement replaces the current one.

    All members and the club's hooks are notified. Raise BadForm or TooFast.
    """
    with club(campaign.pk):
        _lock_membership(campaign, author)
        _close_announcement(campaign, now)
        thread = _create_thread(campaign, Kind.ANNOUNCEMENT, author, now)
        post = _create_post(thread, author, text, now)
        summary = shorten(as_plain_text(post.wordings.get().text), 400)
        news_text = f"{author.get_username()}, GM: {summary}"
        news.publish([news.Item(campaign.pk, "gm-word", news_text[:500], f"word:{thread.pk}", now)])
        member_ids = people.members([campaign.pk]).get(campaign.pk, ())
        notice_text = f"Announcement to the club by {author.get_username()}, GM."
        notifying.notify_members(
            thread, member_ids, ClubNotice.GM_WORD, notice_text, author=author, now=now
        )
        return thread


def remove_announcement(*, campaign: Campaign, now: datetime) -> None:
    """Remove the current announcement. Raise WrongTime if there is no announcement."""
    with club(campaign.pk):
        if not _close_announcement(campaign, now):
            raise WrongTime("There is no announcement to remove.")


def _close_announcement(campaign: Campaign, now: datetime) -> int:
    open_announcements = Thread.objects.filter(
        campaign=campaign, kind=Kind.ANNOUNCEMENT, closed_at=None
    )
    return open_announcements.update(closed_at=now)


def post_in_thread(*, thread: Thread, author: User, text: str, now: datetime) -> Post:
    """Write a post in a public thread. The authors of earlier posts are notified, except of letters
    to the editor.

    Raise BadForm, TooFast or Muted. Raise Refused if the user cannot post in this thread.
    """
    with club(thread.campaign_id):
        membership = _lock_membership(thread.campaign, author)
        is_gm = membership.role == Membership.Role.GM
        if not can_post_in_thread(thread, author.pk, gm=is_gm):
            raise Refused(
                "Only the person who asked and the GM can write here. Start a topic on the "
                "board instead.",
                code="no-say",
            )
        post = _create_post(thread, author, text, now)
        if thread.kind == Kind.EDITOR:
            return post
        earlier_authors = (
            Post.objects.filter(thread=thread).order_by("at").values_list("by", flat=True)
        )
        participants = dict.fromkeys([thread.opened_by_id, *earlier_authors])
        title = title_of(thread)
        if thread.kind == Kind.QUESTION and is_gm:
            notice_text = f"The GM has answered: {title}"
            notifying.notify_members(
                thread, participants, ClubNotice.GM_ANSWERED, notice_text, author=author, now=now
            )
        else:
            notice_text = f"{author.get_username()} wrote in “{title}”."
            notifying.notify_members(
                thread, participants, ClubNotice.TALK_ANSWERED, notice_text, author=author, now=now
            )
        return post


def post_about_duel(*, duel: Duel, author: User, text: str, now: datetime) -> Post:
    """Write a post about a duel. `post_in_thread` describes the errors."""
    return _post_about(duel.week.season.campaign, Kind.DUEL, author, text, now, duel=duel)


def post_about_news(*, item: News, author: User, text: str, now: datetime) -> Post:
    """Write a post about a line of news. `post_in_thread` describes the errors."""
    return _post_about(item.campaign, Kind.NEWS, author, text, now, news=item)


def write_to_editor(*, campaign: Campaign, author: User, text: str, now: datetime) -> Post:
    """Write a letter to the editor of the Courier (C110). `post_in_thread` describes the errors."""
    return _post_about(campaign, Kind.EDITOR, author, text, now, campaign=campaign)


def _post_about(
    campaign: Campaign, kind: Kind, author: User, text: str, now: datetime, /, **subject: Any
) -> Post:
    """Post in the thread of this kind about a subject, such as a duel. The first post creates the
    thread.
    """
    with club(campaign.pk):
        thread, _ = Thread.objects.get_or_create(
            **subject,
            kind=kind,
            defaults={"campaign": campaign, "opened_by": author, "opened_at": now},
        )
        for name, row in subject.items():  # reuse the loaded rows
            setattr(thread, name, row)
        thread.campaign = campaign
        return post_in_thread(thread=thread, author=author, text=text, now=now)


# --- letters --------------------------------------------------------------------------------------


def write_letter(*, team: Team, to: Team, author: User, text: str, now: datetime) -> Post:
    """Write a letter from one team in a club to another (C83).

    The recipients are notified unless they have blocked the sender. The sender is never told about
    a block. Raise BadForm, TooFast or Muted. Raise Refused for a letter to the sender's own team.
    Raise WrongTime if one of the teams has left the league.
    """
    with club(team.campaign_id):
        _lock_membership(team.campaign, author)
        if team.pk == to.pk:
            raise Refused("Write to another team.", field="to", code="no-such-team")
        for either_team in (team, to):
            if either_team.left_at:
                raise WrongTime(
                    f"{either_team.name} has left the league and no longer reads letters."
                )
        thread = get_letter_thread(team, to, author=author, now=now)
        post = _create_post(thread, author, text, now, team=team)
        is_blocked = Block.objects.filter(team=to, against=team, until=None).exists()
        owners = people.owners([to.pk]).get(to.pk, ())
        notice_text = f"{to} received a letter from {team}."
        notified_owners = () if is_blocked else owners
        notifying.notify_members(
            thread,
            notified_owners,
            ClubNotice.LETTER,
            notice_text,
            author=author,
            now=now,
            reader=to,
        )
        return post


def get_letter_thread(team: Team, other: Team, *, author: User, now: datetime) -> Thread:
    """Lock and return the thread with the letters between two teams."""
    first, second = sorted((team, other), key=lambda either_team: str(either_team.pk))
    thread, _ = Thread.objects.get_or_create(
        one=first,
        other=second,
        defaults={
            "campaign": team.campaign,
            "kind": Kind.LETTERS,
            "opened_by": author,
            "opened_at": now,
        },
    )
    locked_thread = locked(thread)
    locked_thread.campaign, locked_thread.one, locked_thread.other = team.campaign, first, second
    return locked_thread


# --- editing -------------------------------------------------------------------------------------


def edit(*, post: Post, author: User, text: str, now: datetime) -> Post:
    """Edit a post within ten minutes. Earlier wordings are kept (C81).

    Raise WrongTime if the time is over, or if the post has been withdrawn or hidden. Raise Refused
    for posts by other people. Raise BadForm or Muted.
    """
    with club(post.thread.campaign_id):
        _lock_membership(post.thread.campaign, author)
        locked_post = _lock_own_post(post, author)
        if now >= talk.editable_until(locked_post.at):
            minutes = int(talk.EDIT_PERIOD.total_seconds() // 60)
            raise WrongTime(
                f"You can edit a post for {minutes} minutes. Write a new one, or delete this one "
                "(C81)."
            )
        _refuse_if_muted(post.thread, author, now, editing=True)
        new_text = _clean_text(text)
        last_wording = locked_post.wordings.order_by("-number")[0]
        if new_text != last_wording.text:
            _add_wording(locked_post, last_wording.number + 1, new_text, now)
        return locked_post


def withdraw(*, post: Post, author: User, now: datetime) -> Post:
    """Withdraw a post. A placeholder remains (C81).

    Raise Refused for posts by other people. Raise WrongTime if the post has already been withdrawn
    or hidden.
    """
    with club(post.thread.campaign_id):
        locked_post = _lock_own_post(post, author)
        locked_post.withdrawn_at = now
        locked_post.save(update_fields=["withdrawn_at"])
        return locked_post


def _lock_own_post(post: Post, author: User) -> Post:
    locked_post = locked(post)
    if locked_post.by_id != author.pk:
        raise Refused("Only the author can edit or delete this post.", code="not-yours")
    if locked_post.withdrawn_at:
        raise WrongTime("This post was already deleted.")
    if locked_post.hidden_at:
        raise WrongTime("This post was hidden by a GM and can no longer be changed.")
    return locked_post


# --- one post -------------------------------------------------------------------------------------


def _lock_membership(campaign: Campaign, user: User) -> Membership:
    membership = members.lock_membership(user, campaign.pk)
    if membership is None or campaign.tryout:
        raise Refused("Only members of the club can write here.", code="no-member")
    return membership


def _create_thread(
    campaign: Campaign, kind: str, author: User, now: datetime, *, title: str = ""
) -> Thread:
    title_line = (
        line(title, field="title", title="Title", max_length=talk.MAX_TITLE_LENGTH)
        if kind != Kind.ANNOUNCEMENT
        else ""
    )
    return Thread.objects.create(
        campaign=campaign, kind=kind, title=title_line, opened_by=author, opened_at=now
    )


def _create_post(
    thread: Thread, author: User, text: str, now: datetime, *, team: Team | None = None
) -> Post:
    clean_text = _clean_text(text)
    _refuse_if_muted(thread, author, now)
    _refuse_too_many_posts(thread.campaign, author, now)
    post = Post.objects.create(thread=thread, by=author, team=team, at=now)
    _add_wording(post, 1, clean_text, now)
    return post


def _clean_text(text: str) -> str:
    clean_text = pages(
        text, field="text", title="Text", max_length=talk.MAX_POST_LENGTH, min_length=1
    )
    if not clean_text:
        raise bad_field("text", "length", "Text: enter a text.")
    return clean_text


def _add_wording(post: Post, number: int, text: str, written_at: datetime) -> None:
    digest = talk.digest(post=str(post.pk), number=number, text=text, written_at=written_at)
    Wording.objects.create(post=post, number=number, text=text, at=written_at, digest=digest)


def _refuse_too_many_posts(campaign: Campaign, author: User, now: datetime) -> None:
    """Raise TooFast after twenty posts per hour or a hundred posts per day (C84)."""
    post_counts = Post.objects.filter(
        thread__campaign=campaign, by=author, at__gt=now - talk.DAY
    ).aggregate(hour=Count("pk", filter=Q(at__gt=now - talk.HOUR)), day=Count("pk"))
    match talk.reached_limit(post_counts["hour"], post_counts["day"]):
        case "hour":
            raise TooFast(
                f"You have reached the limit of {talk.MAX_POSTS_PER_HOUR} posts per hour. Try "
                "again later (C84).",
                field="text",
            )
        case "day":
            raise TooFast(
                f"You have reached the limit of {talk.MAX_POSTS_PER_DAY} posts per day. Try again "
                "tomorrow (C84).",
                field="text",
            )


def _refuse_if_muted(thread: Thread, author: User, now: datetime, *, editing: bool = False) -> None:
    """Raise Muted if a GM has muted the author.

    A muted member can still ask one question per day. They can write letters unless the mute
    includes letters (C86).
    """
    mute = find_mute_of_member(author.pk, thread.campaign, now)
    if mute is None or (thread.kind == Kind.LETTERS and not mute.letters):
        return
    is_new_question = thread.kind == Kind.QUESTION and not editing
    since = now - talk.TIME_BETWEEN_QUESTIONS
    if (
        is_new_question
        and not Post.objects.filter(
            thread__campaign=thread.campaign, thread__kind=Kind.QUESTION, by=author, at__gt=since
        ).exists()
    ):
        return
    raise Muted(
        f"A GM has muted you until {mute.until:%Y-%m-%d %H:%M} UTC: “{mute.reason}” You can "
        "still send orders, and write to the GM once a day (C86)."
    )
