"""Queries for all data that the site stores about a person, which the person can download.

Every reference to a person in the database is in `EXPORTED`, with the exported fields, or in
`LEFT_OUT`, with the reason. The file contains rows that the person created or that are about them.
It never contains credentials, or data that only other people can see.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.apps import apps
from django_scopes import scopes_disabled

from core.accounts.models import User


class Part(NamedTuple):
    """A part of the file. It contains the rows of a model whose `field` refers to the person."""

    model: str
    field: str
    fields: tuple[str, ...]
    order: tuple[str, ...] = ("pk",)

    @property
    def name(self) -> str:
        """The part's name in the file."""
        return f"{self.model}.{self.field}"


def _part(model: str, field: str, fields: str, order: str = "pk") -> Part:
    return Part(model, field, tuple(fields.split()), tuple(order.split()))


_ROW: Final = "item amount cause note week__number at"
EXPORTED: Final = (
    _part("account.EmailAddress", "user", "email verified primary"),
    _part("mfa.Authenticator", "user", "type created_at last_used_at"),
    _part("accounts.ApiToken", "user", "name token_key created expiry used_at", "created ref"),
    _part("notifications.Notice", "user", "campaign__name kind text path about at until read_at"),
    _part(
        "notifications.NotificationPreferences",
        "user",
        "topics push_topics hook_topics quiet_from quiet_until wake digest_at remind_hours "
        "offer_closed",
    ),
    _part("notifications.PushSubscription", "user", "name words made_at stopped_at stopped_why"),
    _part("notifications.OwnHook", "user", "kind made_at stopped_at stopped_why"),
    _part("notifications.Delivery", "user", "notice_id at state attempts done_at fault"),
    _part("play.Move", "by", "match__game match_id ply seat payload at how"),
    _part("play.Table", "opened_by", "id game name options status opened_at over_at ending"),
    _part(
        "play.Chair", "holder", "table_id table__game seat title resigned_at result shares loadout"
    ),
    _part("play.Chair", "kept_for", "table_id table__game seat title"),
    _part("play.Chair", "deputy", "table_id table__game seat title"),
    _part("play.DealtTable", "user", "deal__day deal__game table_id"),
    _part("play.PlayerRating", "user", "game value deviation volatility matches won"),
    _part("play.OffLadders", "user", "user_id"),
    _part("play.ChatLine", "user", "table_id channel text at"),
    _part("play.PrivateNote", "user", "table_id text at"),
    _part("play.PrivateMark", "user", "match_id seat mark at"),
    _part("play.Holiday", "user", "starts ends"),
    _part("play.Tournament", "opened_by", "id name game opened_at begins_at status ending"),
    _part("play.Entrant", "user", "tournament__name lot entered_at left_at place"),
    _part("campaign.Campaign", "founder", "name slug founded_at archived_at"),
    _part("campaign.MoveIn", "by", "campaign__name at first_week"),
    _part("campaign.Membership", "user", "campaign__name role joined_at left_at"),
    _part("campaign.Invite", "made_by", "campaign__name role team__name note reason made_at"),
    _part("campaign.JoinAsk", "user", "campaign__name said asked_at answered_at agreed"),
    _part("campaign.LoginLink", "user", "campaign__name made_at expires_at used_at revoked_at"),
    _part("campaign.LoginLink", "made_by", "campaign__name made_at expires_at"),
    _part("campaign.DeskAct", "actor", "campaign__name kind reason at"),
    _part("campaign.CalendarKey", "user", "made_at"),
    _part("campaign.TeamOwner", "user", "team__campaign__name team__name since until"),
    _part("campaign.TeamAsk", "user", "team__name asked_at answered_at agreed"),
    _part("campaign.TeamAsk", "invited_by", "team__name asked_at"),
    _part("campaign.Deputy", "user", "team__name week__number named_at ended_at"),
    _part("campaign.Deputy", "named_by", "team__name week__number named_at ended_at"),
    _part("campaign.Challenge", "asked_by", "name words asked_at starts_at arena budget outcome"),
    _part("campaign.Duel", "made_by", "name arena starts_at made_at called_off_at"),
    _part("campaign.Hook", "made_by", "campaign__name name kind made_at stopped_at"),
    _part("campaign.Pause", "by", "campaign__name reason at weeks until"),
    _part("campaign.DuelResult", "recorded_by", "duel__week__number revision reason recorded_at"),
    _part("campaign.DuelDraft", "by", "duel__week__number number team__name at payload"),
    _part("campaign.DuelSignature", "by", "team__name at payload"),
    _part("campaign.DuelDispute", "by", "duel__week__number team__name at reason settled_at"),
    _part("campaign.TableMark", "by", "key at kind what value"),
    _part("campaign.TableRoll", "by", "team__name number at words add faces"),
    _part("campaign.Money", "by", f"team__name {_ROW}"),
    _part("campaign.Stock", "by", f"team__name {_ROW}"),
    _part("campaign.StandingPoint", "by", f"team__name {_ROW}"),
    _part("campaign.SkillPoint", "by", f"character__name {_ROW}"),
    _part("campaign.Wound", "by", f"character__name {_ROW}"),
    _part("campaign.Prestige", "by", f"character__name {_ROW}"),
    _part("campaign.Damage", "by", f"vehicle__name {_ROW}"),
    _part("campaign.Motion", "moved_by", "campaign__name kind reason at outcome"),
    _part("campaign.Ballot", "by", "motion_id team__name yes at"),
    _part("campaign.Thread", "opened_by", "campaign__name kind title opened_at closed_at"),
    _part("campaign.Post", "by", "id thread_id team__name at withdrawn_at hidden_at hidden_why"),
    _part("campaign.ReadMark", "user", "thread_id until"),
    _part("campaign.Block", "by", "team__name against__name since until"),
    _part("campaign.Report", "by", "team__name why at settled_at"),
    _part("campaign.Mute", "user", "campaign__name letters reason since until ended_at"),
    _part("campaign.RivalNote", "by", "team__name about__name number text at"),
    _part(
        "campaign.Deal",
        "made_by",
        "id team__name to__name kind amount weeks character__name state title text made_at",
    ),
    _part("campaign.DealStep", "actor", "deal_id state taken_at"),
    _part("espionage.MoreTime", "by", "week__number team__name at"),
    _part("espionage.BeaconRound", "given_by", "round had_at"),
    _part("espionage.OrderPlan", "saved_by", "team__name week__number version payload saved_at"),
    _part("espionage.OrderSheet", "saved_by", "team__name week__number version payload saved_at"),
)
"""Contents of the file, apart from the account itself and the versions of posts."""

WORDINGS: Final = Part(
    "campaign.Wording", "post__by", ("post_id", "number", "text", "at", "digest")
)
"""Versions of posts, which refer to a person through the post."""

LEFT_OUT: Final = {
    "accounts.User_groups.user": "groups are not used",
    "accounts.User_user_permissions.user": "permissions are not used",
    "web.IdempotentAnswer.user": "sealed with keys that the person's own browser or tool holds",
    "home.BundleUpload.by": "a club's file before its import, for at most a day",
    "admin.LogEntry.user": "what staff did in the admin is about other people",
    "campaign.JoinAsk.answered_by": "someone else's request",
    "campaign.Team.bot_by": "stored in the club's news",
    "campaign.TeamAsk.answered_by": "someone else's request",
    "campaign.Deputy.ended_by": "in the row of the person who named the deputy",
    "campaign.Pause.ended_by": "in the club's news",
    "campaign.Motion.to": "about a team, and part of the motion",
    "campaign.Post.hidden_by": "someone else's post",
    "campaign.Report.settled_by": "someone else's report",
    "campaign.Mute.by": "about someone else",
}
"""References that are not in the file, each with the reason."""


def my_data(user: User, now: datetime) -> dict[str, Any]:
    """Return the account and the rows of all parts of `EXPORTED`, by part. This takes one query for
    each part.
    """
    account = {
        "name": user.get_username(),
        "former_name": user.former_name,
        "renamed_at": user.renamed_at,
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "timezone": user.timezone,
        "shown": user.shown,
        "joined_at": user.date_joined,
        "last_login": user.last_login,
        "staff": user.is_staff,
    }
    with scopes_disabled():
        parts = {part.name: _rows(part, user) for part in (*EXPORTED, WORDINGS)}
    return {"made_at": now, "account": account, "parts": parts}


def _rows(part: Part, user: User) -> list[dict[str, Any]]:
    model = apps.get_model(part.model)
    rows = model._base_manager.filter(**{part.field: user})  # over all clubs
    return list(rows.order_by(*part.order).values(*part.fields))
