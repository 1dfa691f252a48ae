"""Services for moderation: reporting, hiding, muting (C85, C86), and blocking another team (C83).

Actions of a GM are recorded in the desk log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Membership
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import club_path
from campaign.league.services import desk_log
from campaign.members.services import members
from campaign.voices.models import Block, Mute, Report, Thread
from campaign.voices.rules import talk
from campaign.voices.selectors.places import thread_path, title_of
from campaign.voices.selectors.rights import report_handlers_of_post
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.refusals import Refused, WrongTime, bad_field
from core.web.text import line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Campaign, Team
    from campaign.voices.models import Post
    from campaign.voices.rules.acts import Muting
    from core.accounts.models import User

MAX_REASON_LENGTH = 500
"""Maximum length of the reason for a report, in characters."""


# --- reports --------------------------------------------------------------------------------------


def report(*, post: Post, reporter: User, team: Team | None, reason: str, now: datetime) -> Report:
    """Report the current wording of a post (C85).

    A letter is reported for the `team` that received it. Only the GMs who handle the report are
    notified. Raise BadForm if there is no reason. Raise Refused for the user's own post. Raise
    WrongTime if the post has been withdrawn, hidden, or reported by the same reader.
    """
    with club(post.thread.campaign_id):
        reason_line = line(reason, field="reason", title="Why", max_length=MAX_REASON_LENGTH)
        locked_post = locked(post)
        if locked_post.by_id == reporter.pk or (
            team is not None and locked_post.team_id == team.pk
        ):
            raise Refused("You cannot report your own post.", code="own-post")
        if locked_post.withdrawn_at or locked_post.hidden_at:
            raise WrongTime("This post was already deleted or hidden.")
        own_reports = Report.objects.filter(wording__post=locked_post, settled_at=None)
        own_reports = own_reports.filter(team=team) if team else own_reports.filter(by=reporter)
        if own_reports.exists():
            raise WrongTime("You have already reported this post. A GM will review it.")
        wording = locked_post.wordings.order_by("-number")[0]
        new_report = Report.objects.create(
            wording=wording, by=reporter, team=team, why=reason_line, at=now
        )
        locked_post.thread = post.thread
        text = "A post was reported. Review it at the desk."
        _notify(
            post.thread.campaign_id,
            sorted(report_handlers_of_post(locked_post)),
            ClubNotice.POST_REPORTED,
            text,
            club_path("desk-talk"),
            f"post-reported:{new_report.pk}",
            now,
        )
        return new_report


def dismiss(*, report: Report, actor: User, now: datetime) -> Report:
    """Dismiss a report without changing the post. Raise WrongTime if the report has been
    settled.
    """
    with club(report.wording.post.thread.campaign_id):
        locked_report = locked(report)
        if locked_report.settled_at:
            raise WrongTime("This report was already settled.")
        _settle_reports([locked_report], actor, now)
        _log_post_action(report.wording.post, actor, "report-dismissed", now, public=False)
        return locked_report


def _settle_reports(reports: Iterable[Report], actor: User, now: datetime) -> None:
    for open_report in reports:
        open_report.settled_at, open_report.settled_by = now, actor
        open_report.save(update_fields=["settled_at", "settled_by"])


# --- hiding ---------------------------------------------------------------------------------------


def hide(*, post: Post, actor: User, reason: str, now: datetime) -> Post:
    """Hide a post, and settle all reports about it (C85). A placeholder with the reason remains.

    The author is notified. GMs can hide letters only if they were reported. Raise ReasonNeeded.
    Raise WrongTime if the post has been hidden or withdrawn.
    """
    reason = desk_log.require_reason(reason)
    with club(post.thread.campaign_id):
        locked_post = locked(post)
        if locked_post.hidden_at or locked_post.withdrawn_at:
            raise WrongTime("This post was already deleted or hidden.")
        locked_post.hidden_at, locked_post.hidden_by, locked_post.hidden_why = now, actor, reason
        locked_post.save(update_fields=["hidden_at", "hidden_by", "hidden_why"])
        _settle_reports(
            Report.objects.filter(wording__post=locked_post, settled_at=None), actor, now
        )
        _log_post_action(post, actor, "post-hidden", now, reason=reason)
        text = f"A GM has hidden your post in “{title_of(post.thread)}”: {reason}"
        _notify_author(post, ClubNotice.POST_HIDDEN, text, now)
        return locked_post


def show(*, post: Post, actor: User, reason: str, now: datetime) -> Post:
    """Show a hidden post again. Raise ReasonNeeded. Raise WrongTime if the post is not hidden."""
    reason = desk_log.require_reason(reason)
    with club(post.thread.campaign_id):
        locked_post = locked(post)
        if not locked_post.hidden_at:
            raise WrongTime("This post is not hidden.")
        locked_post.hidden_at, locked_post.hidden_by, locked_post.hidden_why = None, None, ""
        locked_post.save(update_fields=["hidden_at", "hidden_by", "hidden_why"])
        _log_post_action(post, actor, "post-shown", now, reason=reason)
        text = f"Your post in “{title_of(post.thread)}” is visible again: {reason}"
        _notify_author(post, ClubNotice.POST_SHOWN, text, now)
        return locked_post


def _log_post_action(
    post: Post, actor: User, kind: str, now: datetime, *, reason: str = "", public: bool = True
) -> None:
    """Log an action on a post with the digest of its text. Actions on letters are not public."""
    letters = post.thread.kind == Thread.Kind.LETTERS
    wording = post.wordings.order_by("-number")[0]
    desk_log.record(
        campaign_id=post.thread.campaign_id,
        actor=actor,
        kind=kind,
        now=now,
        reason=reason,
        detail={
            "by": "" if letters else post.by.get_username(),
            "thread": "a letter" if letters else title_of(post.thread),
            "digest": wording.digest,
        },
        public=public and not letters,
    )


# --- muting ---------------------------------------------------------------------------------------


def mute(*, campaign: Campaign, new: Muting, actor: User, now: datetime) -> Mute:
    """Mute a member until a given time (C86). This ends any current mute.

    The member is told the reason. Raise ReasonNeeded. Raise Refused for GMs and non-members. Raise
    BadForm if the time is in the past or more than a year away.
    """
    reason = desk_log.require_reason(new.reason)
    with club(campaign.pk):
        member = people.find_member_by_name(campaign, new.username)
        membership = members.lock_membership(member.user, campaign.pk) if member else None
        if membership is None:
            raise Refused("Choose a member of the club.", field="username", code="no-member")
        if membership.role == Membership.Role.GM:
            raise Refused("You cannot mute a GM (C86).", field="username", code="a-gm")
        if not now < new.until <= now + talk.MAX_MUTE_DURATION:
            raise bad_field(
                "until", "out-of-bounds", "Until: choose a time in the future, within a year."
            )
        current_mutes = Mute.objects.filter(campaign=campaign, user=membership.user, ended_at=None)
        current_mutes.update(ended_at=now)
        new_mute = Mute.objects.create(
            campaign=campaign,
            user=membership.user,
            letters=new.letters,
            reason=reason,
            by=actor,
            since=now,
            until=new.until,
        )
        _log_mute(new_mute, "muted", actor, reason, now)
        places = (
            "the board, in comments and in letters" if new.letters else "the board and in comments"
        )
        text = f"A GM has muted you on {places} until {in_text(new.until)}: {reason}"
        _notify(
            campaign.pk,
            [membership.user_id],
            ClubNotice.MUTED,
            text,
            club_path("talk"),
            f"muted:{new_mute.pk}",
            now,
        )
        return new_mute


def end_mute(*, mute: Mute, actor: User, reason: str, now: datetime) -> Mute:
    """Unmute a member. The member is notified.

    Raise ReasonNeeded. Raise WrongTime if the mute is over.
    """
    reason = desk_log.require_reason(reason)
    with club(mute.campaign_id):
        locked_mute = locked(mute)
        if locked_mute.ended_at or locked_mute.until <= now:
            raise WrongTime("This mute has already ended.")
        locked_mute.ended_at = now
        locked_mute.save(update_fields=["ended_at"])
        _log_mute(locked_mute, "mute-ended", actor, reason, now)
        text = f"You can write in {mute.campaign.name} again: {reason}"
        _notify(
            mute.campaign_id,
            [locked_mute.user_id],
            ClubNotice.MUTE_ENDED,
            text,
            club_path("talk"),
            f"mute-ended:{locked_mute.pk}",
            now,
        )
        return locked_mute


def _log_mute(mute: Mute, kind: str, actor: User, reason: str, now: datetime) -> None:
    desk_log.record(
        campaign_id=mute.campaign_id,
        actor=actor,
        kind=kind,
        now=now,
        reason=reason,
        detail={
            "user": mute.user.get_username(),
            "until": in_text(mute.until),
            "letters": mute.letters,
        },
    )


# --- blocking -------------------------------------------------------------------------------------


def block(*, team: Team, blocked_team: Team, user: User, now: datetime) -> None:
    """Hide future letters from another team. Only the blocking team knows about this (C83).

    If the team is already blocked, do nothing. Raise Refused if a team tries to block itself.
    """
    with club(team.campaign_id):
        locked(team)
        if team.pk == blocked_team.pk:
            raise Refused("Block another team.", code="no-such-team")
        Block.objects.get_or_create(
            team=team, against=blocked_team, until=None, defaults={"by": user, "since": now}
        )


def unblock(*, team: Team, blocked_team: Team, now: datetime) -> None:
    """Show future letters from another team again. Letters sent during the block stay hidden."""
    with club(team.campaign_id):
        locked(team)
        Block.objects.filter(team=team, against=blocked_team, until=None).update(until=now)


# --- notices --------------------------------------------------------------------------------------


def _notify_author(post: Post, kind: ClubNotice, text: str, now: datetime) -> None:
    path = thread_path(post.thread, post.team)
    cause = f"{kind}:{post.pk}:{now.timestamp()}"
    _notify(post.thread.campaign_id, [post.by_id], kind, text, path, cause, now)


def _notify(
    campaign: UUID,
    users: Iterable[UUID],
    kind: ClubNotice,
    text: str,
    path: str,
    cause: str,
    now: datetime,
) -> None:
    notices.send(
        notices.Message(user, campaign, kind, text[:300], path, cause, now) for user in users
    )
