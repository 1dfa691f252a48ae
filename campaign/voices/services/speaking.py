"""Services for writing, editing and withdrawing posts, comments, questions and letters (C80 to
C84).

Each service locks the author's membership, so that limits hold for simultaneous requests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Count, Q

from campaign.league.models import Membership
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_of
from campaign.league.services import members, news
from campaign.voices.models import Block, Post, Thread, Wording
from campaign.voices.rules import talk
from campaign.voices.selectors.places import title_of
from campaign.voices.selectors.rights import answers, mute_of
from core.web.locks import club, locked
from core.web.markdown import as_plain_text, shorten
from core.web.problems import Problem
from core.web.refusals import BadForm, Refused, TooFast, WrongTime
from core.web.text import line, pages

from . import telling

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign, News, Team, Week
    from core.accounts.models import User

Kind = Thread.Kind


class Muted(Refused):
    """Error: a GM has muted the author."""

    code = "muted"


# --- opening and answering ------------------------------------------------------------------------


def open_topic(*, campaign: Campaign, by: User, title: str, text: str, at: datetime) -> Thread:
    """Open a topic on the club's board. Raise BadForm, TooFast or Muted."""
    with club(campaign.pk):
        _held(campaign, by)
        thread = _begun(campaign, Kind.BOARD, by, at, title=title)
        _said(thread, by, text, at)
        if rules_of(campaign).topics_are_news:
            what = f"{by.get_username()} started a topic on the board: {thread.title}"
            news.publish(
                [news.Item(campaign.pk, "topic-opened", what[:500], f"topic:{thread.pk}", at)]
            )
        return thread


def ask(*, campaign: Campaign, by: User, title: str, text: str, at: datetime) -> Thread:
    """Ask the GM a public question (C82). The GMs are notified.

    Raise BadForm, TooFast, or Muted if a muted member has asked within the last day.
    """
    with club(campaign.pk):
        _held(campaign, by)
        thread = _begun(campaign, Kind.QUESTION, by, at, title=title)
        _said(thread, by, text, at)
        gms = people.members([campaign.pk], Membership.Role.GM).get(campaign.pk, ())
        what = f"{by.get_username()} asked the GM: {thread.title}"
        telling.tell(thread, gms, ClubNotice.QUESTION_ASKED, what, by=by, at=at)
        return thread


def say_word(*, campaign: Campaign, by: User, text: str, at: datetime) -> Thread:
    """Publish a GM's announcement to the club. It replaces the current one.

    All members and the club's hooks are notified. Raise BadForm or TooFast.
    """
    with club(campaign.pk):
        _held(campaign, by)
        _close_word(campaign, at)
        thread = _begun(campaign, Kind.WORD, by, at)
        post = _said(thread, by, text, at)
        said = shorten(as_plain_text(post.wordings.get().text), 400)
        what = f"{by.get_username()}, GM: {said}"
        news.publish([news.Item(campaign.pk, "gm-word", what[:500], f"word:{thread.pk}", at)])
        everybody = people.members([campaign.pk]).get(campaign.pk, ())
        what = f"Announcement to the club by {by.get_username()}, GM."
        telling.tell(thread, everybody, ClubNotice.GM_WORD, what, by=by, at=at)
        return thread


def take_word_down(*, campaign: Campaign, at: datetime) -> None:
    """Remove the current announcement. Raise WrongTime if there is none."""
    with club(campaign.pk):
        if not _close_word(campaign, at):
            raise WrongTime("There is no announcement to remove.")


def _close_word(campaign: Campaign, at: datetime) -> int:
    standing = Thread.objects.filter(campaign=campaign, kind=Kind.WORD, closed_at=None)
    return standing.update(closed_at=at)


def answer(*, thread: Thread, by: User, text: str, at: datetime) -> Post:
    """Post in a public thread. Its earlier authors are notified.

    Raise BadForm, TooFast, Muted, or Refused if the user cannot post in this thread.
    """
    with club(thread.campaign_id):
        part = _held(thread.campaign, by)
        gm = part.role == Membership.Role.GM
        if not answers(thread, by.pk, gm=gm):
            raise Refused(
                "Only the person who asked and the GM can write here. Start a topic on the "
                "board instead.",
                code="no-say",
            )
        post = _said(thread, by, text, at)
        before = Post.objects.filter(thread=thread).order_by("at").values_list("by", flat=True)
        spoke = dict.fromkeys([thread.opened_by_id, *before])
        title = title_of(thread)
        if thread.kind == Kind.QUESTION and gm:
            what = f"The GM has answered: {title}"
            telling.tell(thread, spoke, ClubNotice.GM_ANSWERED, what, by=by, at=at)
        else:
            what = f"{by.get_username()} wrote in “{title}”."
            telling.tell(thread, spoke, ClubNotice.TALK_ANSWERED, what, by=by, at=at)
        return post


def talk_about_duel(*, week: Week, by: User, text: str, at: datetime) -> Post:
    """Post about a week's duel, or about an event if the week stands for one. See `answer`."""
    campaign = week.season.campaign
    with club(campaign.pk):
        thread, _ = Thread.objects.get_or_create(
            week=week,
            event=week.event,
            defaults={
                "campaign": campaign,
                "kind": Kind.DUEL,
                "opened_by": by,
                "opened_at": at,
            },
        )
        thread.campaign, thread.week = campaign, week
        return answer(thread=thread, by=by, text=text, at=at)


def talk_about_news(*, item: News, by: User, text: str, at: datetime) -> Post:
    """Post about a line of news. See `answer`."""
    campaign = item.campaign
    with club(campaign.pk):
        thread, _ = Thread.objects.get_or_create(
            news=item,
            defaults={
                "campaign": campaign,
                "kind": Kind.NEWS,
                "opened_by": by,
                "opened_at": at,
            },
        )
        thread.campaign, thread.news = campaign, item
        return answer(thread=thread, by=by, text=text, at=at)


# --- letters --------------------------------------------------------------------------------------


def write_letter(*, team: Team, to: Team, by: User, text: str, at: datetime) -> Post:
    """Write a letter from one team of a club to another (C83).

    The recipients are notified unless they have blocked the sender. The sender is never told about
    a block. Raise BadForm, TooFast, Muted, Refused for a letter to the sender's own team, or
    WrongTime if a team has left the league.
    """
    with club(team.campaign_id):
        _held(team.campaign, by)
        if team.pk == to.pk:
            raise Refused("Write to another team.", field="to", code="no-such-team")
        for one in (team, to):
            if one.left_at:
                raise WrongTime(f"{one.name} has left the league and no longer reads letters.")
        thread = letters_between(team, to, by=by, at=at)
        post = _said(thread, by, text, at, team=team)
        blocked = Block.objects.filter(team=to, against=team, until=None).exists()
        owners = people.owners([to.pk]).get(to.pk, ())
        what = f"{to} received a letter from {team}."
        told = () if blocked else owners
        telling.tell(thread, told, ClubNotice.LETTER, what, by=by, at=at, reader=to)
        return post


def letters_between(team: Team, other: Team, *, by: User, at: datetime) -> Thread:
    """Return the thread of letters between two teams, locked."""
    first, second = sorted((team, other), key=lambda one: str(one.pk))
    thread, _ = Thread.objects.get_or_create(
        one=first,
        other=second,
        defaults={
            "campaign": team.campaign,
            "kind": Kind.LETTERS,
            "opened_by": by,
            "opened_at": at,
        },
    )
    held = locked(thread)
    held.campaign, held.one, held.other = team.campaign, first, second
    return held


# --- editing
# -------------------------------------------------------------------------------------------


def edit(*, post: Post, by: User, text: str, at: datetime) -> Post:
    """Edit a post within ten minutes. Earlier wordings are kept (C81).

    Raise WrongTime after that, or if the post is withdrawn or hidden. Raise Refused for posts of
    others, BadForm or Muted.
    """
    with club(post.thread.campaign_id):
        _held(post.thread.campaign, by)
        held = _own(post, by)
        if at >= talk.editable_until(held.at):
            minutes = int(talk.EDITABLE.total_seconds() // 60)
            raise WrongTime(
                f"You can edit a post for {minutes} minutes. Write a new one, or delete this one "
                "(C81)."
            )
        _insist_unmuted(post.thread, by, at, editing=True)
        said = _text(text)
        last = held.wordings.order_by("-number")[0]
        if said != last.text:
            _word(held, last.number + 1, said, at)
        return held


def withdraw(*, post: Post, by: User, at: datetime) -> Post:
    """Withdraw a post and leave a placeholder (C81).

    Raise Refused for posts of others, or WrongTime if the post is withdrawn or hidden already.
    """
    with club(post.thread.campaign_id):
        held = _own(post, by)
        held.withdrawn_at = at
        held.save(update_fields=["withdrawn_at"])
        return held


def _own(post: Post, by: User) -> Post:
    held = locked(post)
    if held.by_id != by.pk:
        raise Refused("Only the author can edit or delete this post.", code="not-yours")
    if held.withdrawn_at:
        raise WrongTime("This post was already deleted.")
    if held.hidden_at:
        raise WrongTime("This post was hidden by a GM and can no longer be changed.")
    return held


# --- one post -------------------------------------------------------------------------------------


def _held(campaign: Campaign, by: User) -> Membership:
    part = members.lock_membership(by, campaign.pk)
    if part is None or campaign.tryout:
        raise Refused("Only members of the club can write here.", code="no-member")
    return part


def _begun(campaign: Campaign, kind: str, by: User, at: datetime, *, title: str = "") -> Thread:
    words = (
        line(title, field="title", title="Title", max_length=talk.TITLE)
        if kind != Kind.WORD
        else ""
    )
    return Thread.objects.create(
        campaign=campaign, kind=kind, title=words, opened_by=by, opened_at=at
    )


def _said(thread: Thread, by: User, text: str, at: datetime, *, team: Team | None = None) -> Post:
    said = _text(text)
    _insist_unmuted(thread, by, at)
    _refuse_a_flood(thread.campaign, by, at)
    post = Post.objects.create(thread=thread, by=by, team=team, at=at)
    _word(post, 1, said, at)
    return post


def _text(text: str) -> str:
    said = pages(text, field="text", title="Text", max_length=talk.LONGEST, min_length=1)
    if not said:
        raise BadForm([Problem(field="text", code="length", sentence="Text: enter a text.")])
    return said


def _word(post: Post, number: int, text: str, at: datetime) -> None:
    proof = talk.digest(post=str(post.pk), number=number, text=text, at=at)
    Wording.objects.create(post=post, number=number, text=text, at=at, digest=proof)


def _refuse_a_flood(campaign: Campaign, by: User, at: datetime) -> None:
    """Limit posts to twenty per hour and a hundred per day (C84)."""
    lately = Post.objects.filter(thread__campaign=campaign, by=by, at__gt=at - talk.DAY).aggregate(
        hour=Count("pk", filter=Q(at__gt=at - talk.HOUR)), day=Count("pk")
    )
    match talk.too_fast(lately["hour"], lately["day"]):
        case "hour":
            raise TooFast(
                f"You have reached the limit of {talk.AN_HOUR} posts per hour. Try again later "
                "(C84).",
                field="text",
            )
        case "day":
            raise TooFast(
                f"You have reached the limit of {talk.A_DAY} posts per day. Try again tomorrow "
                "(C84).",
                field="text",
            )


def _insist_unmuted(thread: Thread, by: User, at: datetime, *, editing: bool = False) -> None:
    """Refuse muted members. They can still ask one question per day, and write letters if the mute
    does not include these (C86).
    """
    mute = mute_of(by.pk, thread.campaign, at)
    if mute is None or (thread.kind == Kind.LETTERS and not mute.letters):
        return
    asks = thread.kind == Kind.QUESTION and not editing
    since = at - talk.ASKED_ONCE_IN
    if (
        asks
        and not Post.objects.filter(
            thread__campaign=thread.campaign, thread__kind=Kind.QUESTION, by=by, at__gt=since
        ).exists()
    ):
        return
    raise Muted(
        f"A GM has muted you until {mute.until:%Y-%m-%d %H:%M} UTC: “{mute.reason}” You can "
        "still send orders, and write to the GM once a day (C86)."
    )
