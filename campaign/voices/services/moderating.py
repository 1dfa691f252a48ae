"""Services for moderation: reports, hiding, muting (C85, C86), and a team's block of another team
(C83).

Actions of a GM are in the desk log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Membership
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors.links import club_path
from campaign.league.services import desk_log, members
from campaign.voices.models import Block, Mute, Report, Thread
from campaign.voices.rules import talk
from campaign.voices.selectors.places import thread_path, title_of
from campaign.voices.selectors.rights import judges_of
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.problems import Problem
from core.web.refusals import BadForm, Refused, WrongTime
from core.web.text import line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Campaign, Team
    from campaign.voices.models import Post
    from core.accounts.models import User

WHY = 500
"""Maximum length of a reason."""


# --- reports --------------------------------------------------------------------------------------


def report(*, post: Post, by: User, team: Team | None, why: str, at: datetime) -> Report:
    """Report the current wording of a post. A letter is reported for the `team` that received it
    (C85).

    Only the GMs who handle the report are notified. Raise BadForm without a reason, and Refused for
    the user's own post. Raise WrongTime if the post is already withdrawn, hidden, or reported by
    the same reader.
    """
    with club(post.thread.campaign_id):
        said = line(why, field="reason", title="Why", max_length=WHY)
        held = locked(post)
        if held.by_id == by.pk or (team is not None and held.team_id == team.pk):
            raise Refused("You cannot report your own post.", code="own-post")
        if held.withdrawn_at or held.hidden_at:
            raise WrongTime("This post was already deleted or hidden.")
        own = Report.objects.filter(wording__post=held, settled_at=None)
        own = own.filter(team=team) if team else own.filter(by=by)
        if own.exists():
            raise WrongTime("You have already reported this post. A GM will review it.")
        wording = held.wordings.order_by("-number")[0]
        made = Report.objects.create(wording=wording, by=by, team=team, why=said, at=at)
        held.thread = post.thread
        what = "A post was reported. Review it at the desk."
        _tell(
            post.thread.campaign_id,
            sorted(judges_of(held)),
            ClubNotice.POST_REPORTED,
            what,
            club_path("desk-talk"),
            f"post-reported:{made.pk}",
            at,
        )
        return made


def dismiss(*, report: Report, actor: User, at: datetime) -> Report:
    """Dismiss a report and leave the post unchanged. Raise WrongTime if the report is settled."""
    with club(report.wording.post.thread.campaign_id):
        held = locked(report)
        if held.settled_at:
            raise WrongTime("This report was already settled.")
        _settle([held], actor, at)
        _log(report.wording.post, actor, "report-dismissed", at, public=False)
        return held


def _settle(reports: Iterable[Report], actor: User, at: datetime) -> None:
    for one in reports:
        one.settled_at, one.settled_by = at, actor
        one.save(update_fields=["settled_at", "settled_by"])


# --- hiding ---------------------------------------------------------------------------------------


def hide(*, post: Post, actor: User, reason: str, at: datetime) -> Post:
    """Hide a post, leave a placeholder with the reason, and settle its reports (C85).

    The author is notified. GMs can hide only letters that were reported. Raise ReasonNeeded, or
    WrongTime if the post is hidden or withdrawn.
    """
    reason = desk_log.require_reason(reason)
    with club(post.thread.campaign_id):
        held = locked(post)
        if held.hidden_at or held.withdrawn_at:
            raise WrongTime("This post was already deleted or hidden.")
        held.hidden_at, held.hidden_by, held.hidden_why = at, actor, reason
        held.save(update_fields=["hidden_at", "hidden_by", "hidden_why"])
        _settle(Report.objects.filter(wording__post=held, settled_at=None), actor, at)
        _log(post, actor, "post-hidden", at, reason=reason)
        what = f"A GM has hidden your post in “{title_of(post.thread)}”: {reason}"
        _tell_writer(post, ClubNotice.POST_HIDDEN, what, at)
        return held


def show(*, post: Post, actor: User, reason: str, at: datetime) -> Post:
    """Show a hidden post again. Raise ReasonNeeded, or WrongTime if the post is not hidden."""
    reason = desk_log.require_reason(reason)
    with club(post.thread.campaign_id):
        held = locked(post)
        if not held.hidden_at:
            raise WrongTime("This post is not hidden.")
        held.hidden_at, held.hidden_by, held.hidden_why = None, None, ""
        held.save(update_fields=["hidden_at", "hidden_by", "hidden_why"])
        _log(post, actor, "post-shown", at, reason=reason)
        what = f"Your post in “{title_of(post.thread)}” is visible again: {reason}"
        _tell_writer(post, ClubNotice.POST_SHOWN, what, at)
        return held


def _log(
    post: Post, actor: User, kind: str, at: datetime, *, reason: str = "", public: bool = True
) -> None:
    """Log an action with the digest of the text. Actions about letters are not public."""
    letters = post.thread.kind == Thread.Kind.LETTERS
    said = post.wordings.order_by("-number")[0]
    desk_log.record(
        campaign_id=post.thread.campaign_id,
        actor=actor,
        kind=kind,
        now=at,
        reason=reason,
        detail={
            "by": "" if letters else post.by.get_username(),
            "thread": "a letter" if letters else title_of(post.thread),
            "digest": said.digest,
        },
        public=public and not letters,
    )


# --- muting ---------------------------------------------------------------------------------------


def mute(
    *,
    campaign: Campaign,
    user: User,
    until: datetime,
    letters: bool,
    reason: str,
    actor: User,
    at: datetime,
) -> Mute:
    """Mute a member until a given time and end any current mute (C86). If `letters` is set, the
    member cannot write letters either.

    The member is notified with the reason. Raise ReasonNeeded, Refused for GMs and non-members, and
    BadForm if the time is past or more than a year away.
    """
    reason = desk_log.require_reason(reason)
    with club(campaign.pk):
        part = members.lock_membership(user, campaign.pk)
        if part is None:
            raise Refused("Choose a member of the club.", field="username", code="no-member")
        if part.role == Membership.Role.GM:
            raise Refused("You cannot mute a GM (C86).", field="username", code="a-gm")
        if not at < until <= at + talk.LONGEST_MUTE:
            raise BadForm(
                [
                    Problem(
                        field="until",
                        code="out-of-bounds",
                        sentence="Until: choose a time in the future, within a year.",
                    )
                ]
            )
        standing = Mute.objects.filter(campaign=campaign, user=user, ended_at=None)
        standing.update(ended_at=at)
        made = Mute.objects.create(
            campaign=campaign,
            user=user,
            letters=letters,
            reason=reason,
            by=actor,
            since=at,
            until=until,
        )
        _log_mute(made, "muted", actor, reason, at)
        where = "the board, in comments and in letters" if letters else "the board and in comments"
        what = f"A GM has muted you on {where} until {in_text(until)}: {reason}"
        _tell(
            campaign.pk,
            [user.pk],
            ClubNotice.MUTED,
            what,
            club_path("talk"),
            f"muted:{made.pk}",
            at,
        )
        return made


def end_mute(*, mute: Mute, actor: User, reason: str, at: datetime) -> Mute:
    """Unmute a member. The member is notified. Raise ReasonNeeded, or WrongTime if the mute is
    over.
    """
    reason = desk_log.require_reason(reason)
    with club(mute.campaign_id):
        held = locked(mute)
        if held.ended_at or held.until <= at:
            raise WrongTime("This mute has already ended.")
        held.ended_at = at
        held.save(update_fields=["ended_at"])
        _log_mute(held, "mute-ended", actor, reason, at)
        what = f"You can write in {mute.campaign.name} again: {reason}"
        _tell(
            mute.campaign_id,
            [held.user_id],
            ClubNotice.MUTE_ENDED,
            what,
            club_path("talk"),
            f"mute-ended:{held.pk}",
            at,
        )
        return held


def _log_mute(mute: Mute, kind: str, actor: User, reason: str, at: datetime) -> None:
    desk_log.record(
        campaign_id=mute.campaign_id,
        actor=actor,
        kind=kind,
        now=at,
        reason=reason,
        detail={
            "user": mute.user.get_username(),
            "until": in_text(mute.until),
            "letters": mute.letters,
        },
    )


# --- blocking -------------------------------------------------------------------------------------


def block(*, team: Team, against: Team, by: User, at: datetime) -> None:
    """Hide future letters from another team. Only the blocking team knows (C83).

    Do nothing if the team is already blocked. Raise Refused for the team itself.
    """
    with club(team.campaign_id):
        locked(team)
        if team.pk == against.pk:
            raise Refused("Block another team.", code="no-such-team")
        Block.objects.get_or_create(
            team=team, against=against, until=None, defaults={"by": by, "since": at}
        )


def unblock(*, team: Team, against: Team, at: datetime) -> None:
    """Show future letters from a team again. Letters from the blocked period stay hidden."""
    with club(team.campaign_id):
        locked(team)
        Block.objects.filter(team=team, against=against, until=None).update(until=at)


# --- notices
# -----------------------------------------------------------------------------------------


def _tell_writer(post: Post, kind: ClubNotice, text: str, at: datetime) -> None:
    path = thread_path(post.thread, post.team)
    cause = f"{kind}:{post.pk}:{at.timestamp()}"
    _tell(post.thread.campaign_id, [post.by_id], kind, text, path, cause, at)


def _tell(
    campaign: UUID,
    users: Iterable[UUID],
    kind: ClubNotice,
    text: str,
    path: str,
    cause: str,
    at: datetime,
) -> None:
    notices.send(
        notices.Message(user, campaign, kind, text[:300], path, cause, at) for user in users
    )
