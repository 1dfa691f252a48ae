"""Kinds of notices about a club's league, garage, duels and desk."""

from __future__ import annotations

from typing import Final

from core.notifications.kinds import YOUR_TURN, NoticeKind, Secrecy
from core.notifications.rules.topics import Topic

OPEN: Final = Secrecy.OPEN
SEALED: Final = Secrecy.SEALED


class ClubNotice(NoticeKind):
    """A kind of notice to a person about their club."""

    SUBSTITUTE = "substitute", Topic.WAITS, OPEN
    DEADLINE_EXTENDED = "deadline-extended", Topic.WEEKS, OPEN
    MORE_TIME = "deadline-more-time", Topic.WEEKS, OPEN
    DEADLINE_HELD = "deadline-held", Topic.WEEKS, OPEN
    WEEK_POSTPONED = "week-postponed", Topic.WEEKS, OPEN
    WEEKS_RESCHEDULED = "weeks-rescheduled", Topic.WEEKS, OPEN
    WEEK_CANCELLED = "week-cancelled", Topic.WEEKS, OPEN
    LEAGUE_PAUSED = "league-paused", Topic.WEEKS, OPEN
    LEAGUE_GOES_ON = "league-goes-on", Topic.WEEKS, OPEN
    EVENT_NAMED = "event-named", Topic.WEEKS, OPEN
    EVENT_MADE = "event-made", Topic.WEEKS, OPEN
    EVENT_CALLED_OFF = "event-called-off", Topic.WEEKS, OPEN
    CHALLENGED = "challenged", Topic.WAITS, SEALED
    CHALLENGE_PROPOSED = "challenge-proposed", Topic.WAITS, SEALED
    CHALLENGE_DECLINED = "challenge-declined", Topic.CLUB, SEALED
    CHALLENGE_WITHDRAWN = "challenge-withdrawn", Topic.CLUB, SEALED
    DUEL_STARTS = "duel-starts", Topic.WEEKS, OPEN
    DUEL_DRIVE = "duel-drive", Topic.WAITS, OPEN, YOUR_TURN
    DUEL_TURN = "duel-turn", Topic.WAITS, SEALED, YOUR_TURN
    HEATS_DRAWN = "heats-drawn", Topic.WEEKS, OPEN
    DUEL_RECORDED = "duel-recorded", Topic.REPORTS, OPEN
    DUEL_CORRECTED = "duel-corrected", Topic.REPORTS, OPEN
    DUEL_DRAFTED = "duel-drafted", Topic.WAITS, OPEN
    DUEL_DISPUTED = "duel-disputed", Topic.WAITS, OPEN
    DUEL_ON_PAPER = "duel-on-paper", Topic.WEEKS, OPEN
    DISPUTE_DISMISSED = "dispute-dismissed", Topic.REPORTS, OPEN
    JOINED = "joined", Topic.CLUB, OPEN
    ROLE_CHANGED = "role-changed", Topic.CLUB, OPEN
    MEMBER_LEFT = "member-left", Topic.CLUB, OPEN
    MEMBER_REMOVED = "member-removed", Topic.CLUB, OPEN
    LOGIN_LINK_MADE = "login-link-made", Topic.CLUB, OPEN
    LOGIN_LINK_USED = "login-link-used", Topic.CLUB, OPEN
    TOKEN_ENDS = "token-ends", Topic.WAITS, OPEN
    ACCOUNT_CHANGED = "account-changed", Topic.CLUB, OPEN
    APPROVAL_ASKED = "approval-asked", Topic.CLUB, OPEN
    TEAM_APPROVED = "team-approved", Topic.CLUB, OPEN
    TEAM_SENT_BACK = "team-sent-back", Topic.CLUB, OPEN
    TEAM_HANDED_OVER = "team-handed-over", Topic.CLUB, OPEN
    TEAM_SHARED = "team-shared", Topic.CLUB, OPEN
    TEAM_GIVEN = "team-given", Topic.CLUB, OPEN
    SHARE_ASKED = "share-asked", Topic.CLUB, OPEN
    SHARE_DECLINED = "share-declined", Topic.CLUB, OPEN
    CARETAKER = "caretaker-seated", Topic.CLUB, OPEN
    OWNER_LEFT = "owner-left", Topic.CLUB, OPEN
    DEPUTY_NAMED = "deputy-named", Topic.WAITS, OPEN
    DEPUTY_ENDED = "deputy-ended", Topic.CLUB, OPEN
    TEAM_LEFT = "team-left", Topic.CLUB, OPEN
    BOT_SEATED = "bot-seated", Topic.CLUB, OPEN
    MOTION_MADE = "motion-made", Topic.WAITS, OPEN
    MOTION_ABOUT_YOU = "motion-about-you", Topic.WAITS, OPEN
    MOTION_ENDED = "motion-ended", Topic.CLUB, OPEN
    OFFER_MADE = "offer-made", Topic.CLUB, OPEN
    OFFER_ACCEPTED = "offer-accepted", Topic.CLUB, OPEN
    OFFER_DECLINED = "offer-declined", Topic.CLUB, OPEN
    OFFER_WITHDRAWN = "offer-withdrawn", Topic.CLUB, OPEN
    OFFER_LAPSED = "offer-lapsed", Topic.CLUB, OPEN
    CORRECTION = "correction", Topic.CLUB, OPEN
    LETTER = "letter", Topic.TALK, SEALED
    GM_ANSWERED = "gm-answered", Topic.TALK, OPEN
    TALK_ANSWERED = "talk-answered", Topic.TALK, OPEN
    GM_WORD = "gm-word", Topic.TALK, OPEN
    QUESTION_ASKED = "question-asked", Topic.TALK, OPEN
    POST_HIDDEN = "post-hidden", Topic.TALK, SEALED
    POST_SHOWN = "post-shown", Topic.TALK, SEALED
    POST_REPORTED = "post-reported", Topic.WAITS, SEALED
    MUTED = "muted", Topic.TALK, SEALED
    MUTE_ENDED = "mute-ended", Topic.TALK, SEALED
    PAGE_OPENED = "page-opened", Topic.CLUB, OPEN
    PAGE_CLOSED = "page-closed", Topic.CLUB, OPEN
    JOIN_ASKED = "join-asked", Topic.CLUB, OPEN
    JOIN_ANSWERED = "join-answered", Topic.CLUB, OPEN
