"""Desk acts as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from campaign.league.rules import house
from core.web.pictures.words import counted, signed, signed_money
from core.web.problems import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaign.league.models import DeskAct

BOOKS: Final = {
    "money": "money", "stock": "stock", "standing": "standings", "skill": "skill points",
    "wound": "wounds", "prestige": "prestige", "damage": "vehicle damage",
}  # fmt: skip


def sentence(act: DeskAct) -> str:
    """What was done, in one sentence."""
    says = SAYS.get(act.kind)
    return says(act, act.detail) if says else act.kind.replace("-", " ").capitalize()


def _team(act: DeskAct, detail: Mapping[str, Any]) -> str:
    return str(detail.get("team") or act.team or "a team")


def _correction(act: DeskAct, detail: Mapping[str, Any]) -> str:
    amount = int(detail["amount"])
    change = (
        signed_money(amount) if detail["book"] == "money" else f"{signed(amount)} {detail['item']}"
    )
    own = ", a team of their own" if detail.get("own") else ""
    return (
        f"Corrected the {BOOKS.get(detail['book'], detail['book'])} of "
        f"{detail['owner']}{own}: {change}"
    )


def _rules(_: DeskAct, detail: Mapping[str, Any]) -> str:
    return "Changed house rules: " + ", ".join(
        option.title for option in house.fields() if option.name in detail.get("after", {})
    )


def _role(_: DeskAct, detail: Mapping[str, Any]) -> str:
    was = f"who was {_role_word(detail['before'])}" if detail["before"] else "who came by a link"
    return f"Made {detail['user']} {_role_word(detail['after'])}, {was}"


def _role_word(role: str) -> str:
    return "GM" if role == "gm" else f"a {role}"


def _a_hook(detail: Mapping[str, Any]) -> str:
    return f"“{detail['name']}” ({detail['to']})"


def _a_post(detail: Mapping[str, Any]) -> str:
    if not detail["by"]:
        return f"a letter ({detail['digest'][:12]})"
    return f"what {detail['by']} wrote in “{detail['thread']}”"


def _paused(act: DeskAct, detail: Mapping[str, Any]) -> str:
    by = "" if act.actor_id else " by a vote"
    return f"Paused the league for {counted(detail['weeks'], 'week')} in all{by}"


def _goes_on(act: DeskAct, _: Mapping[str, Any]) -> str:
    return "Had the league go on" + ("" if act.actor_id else " by a vote")


def _season_closed(_: DeskAct, detail: Mapping[str, Any]) -> str:
    without = detail.get("without_duels")
    return (
        f"Closed the season without the duel of week {joined(without)}"
        if without
        else "Closed the season"
    )


def _week(verb: str, rest: str = "") -> Callable[[DeskAct, Mapping[str, Any]], str]:
    return lambda _, detail: f"{verb} week {detail['week']}{rest}"


def _event(verb: str) -> Callable[[DeskAct, Mapping[str, Any]], str]:
    return lambda _, detail: f"{verb} {detail['event']} of week {detail['week']}"


def _duel(verb: str) -> Callable[[DeskAct, Mapping[str, Any]], str]:
    """About a week's own duel, or an event of it."""
    return lambda act, detail: (
        _event(verb) if "event" in detail else _week(f"{verb} the duel of")
    )(act, detail)


def _about_team(verb: str, rest: str = "") -> Callable[[DeskAct, Mapping[str, Any]], str]:
    return lambda act, detail: f"{verb} {_team(act, detail)}{rest}"


SAYS: Final[Mapping[str, Callable[[DeskAct, Mapping[str, Any]], str]]] = {
    "bot-seated": lambda act, detail: (
        f"Let a {detail['bot']} bot stand in for {_team(act, detail)}"
    ),
    "correction": _correction,
    "correction-refused": lambda _, detail: (
        f"Tried to correct the {BOOKS[detail['book']]} of {detail['owner']}; nothing was booked"
    ),
    "deadline-held": lambda _, detail: (
        f"Held the {detail['what']} of week {detail['week']} after an outage"
    ),
    "deadline-extended": _week("Extended the deadline of"),
    "deadline-more-time": lambda act, detail: (
        f"Asked for more time for {_team(act, detail)} in week {detail['week']}"
    ),
    "duel-corrected": _duel("Corrected"),
    "deputy-ended": lambda act, detail: (
        f"{detail['user']} no longer gives orders for {_team(act, detail)} in week {detail['week']}"
    ),
    "deputy-named": lambda act, detail: (
        f"Let {detail['user']} give orders for {_team(act, detail)} in week {detail['week']}"
    ),
    "duel-recorded": _duel("Recorded"),
    "event-called-off": _event("Called off"),
    "event-made": _event("Made"),
    "event-named": _week("Named the duel of"),
    "hook-added": lambda _, detail: f"Began to send the club’s news to {_a_hook(detail)}",
    "hook-removed": lambda _, detail: f"Stopped sending the club’s news to {_a_hook(detail)}",
    "invite-made": lambda _, detail: (
        f"Made an invite link for {_role_word(detail.get('role', 'player'))}"
    ),
    "invite-revoked": lambda *_: "Revoked an invite link",
    "join-agreed": lambda _, detail: f"Took {detail['user']} in, who had asked to join",
    "join-declined": lambda _, detail: f"Said no to {detail['user']}, who had asked to join",
    "league-goes-on": _goes_on,
    "league-paused": _paused,
    "login-link-made": lambda _, detail: f"Made a one-time log-in link for {detail['user']}",
    "member-left": lambda _, detail: f"{detail['user']} left the club",
    "member-removed": lambda _, detail: f"Removed {detail['user']} from the club",
    "moved-in": lambda _, detail: (
        f"Moved the club in with its old records: {counted(detail['teams'], 'team')}, "
        f"{counted(detail['people'], 'person', 'people')}, {counted(detail['cars'], 'car')}"
    ),
    "mute-ended": lambda _, detail: f"Let {detail['user']} speak again",
    "muted": lambda _, detail: (
        f"Muted {detail['user']} on board and talk{' and in letters' if detail['letters'] else ''} "
        f"until {detail['until']}"
    ),
    "brought-here": lambda *_: "Brought the club here from another site",
    "fork-made": lambda _, detail: f"Made this club as a fork of {detail['title']}",
    "page-closed": lambda *_: "Closed the club’s public page",
    "page-opened": lambda *_: "Opened the club’s public page to anybody",
    "owner-left": lambda act, detail: (
        f"{detail['user']} gave up their part in {_team(act, detail)}"
    ),
    "parts-changed": lambda _, detail: f"Changed the club’s vehicle parts ({detail['changes']})",
    "post-hidden": lambda _, detail: f"Hid {_a_post(detail)}",
    "post-shown": lambda _, detail: f"Showed {_a_post(detail)} again",
    "report-dismissed": lambda _, detail: f"Left {_a_post(detail)} as it is, which was reported",
    "role-changed": _role,
    "rules-changed": _rules,
    "sealed-opened": lambda act, detail: (
        f"Opened the sealed orders of {_team(act, detail)} of week {detail['week']}"
    ),
    "season-closed": _season_closed,
    "season-opened": lambda *_: "Opened a season",
    "share-asked": lambda act, detail: (
        f"Asked the owners of {_team(act, detail)} to let {detail['user']} run it too"
    ),
    "share-declined": lambda act, detail: (
        f"Did not let {detail['user']} run {_team(act, detail)} too"
    ),
    "team-approved": lambda act, detail: (
        f"Approved {_team(act, detail)}"
        + (", a team of their own" if detail.get("own") else "")
        + (" by the house rule: its roster is in order" if detail.get("rule") else "")
    ),
    "team-given": lambda act, detail: (
        f"Gave {_team(act, detail)}, which nobody ran, to {detail['user']} by an invite link"
    ),
    "team-handed-over": lambda act, detail: (
        f"Handed {_team(act, detail)} over to {detail['after']}"
    ),
    "team-left": lambda act, detail: f"{_team(act, detail)} left the league",
    "team-shared": lambda act, detail: f"Let {detail['user']} run {_team(act, detail)} too",
    "team-sent-back": _about_team("Sent", "’s roster back"),
    "week-cancelled": _week("Struck out"),
    "week-postponed": _week("Put off"),
    "week-started": lambda _, detail: (
        f"Started week {detail['week']}{' as an evening' if detail['evening'] else ''}"
    ),
    "week-retried": _week("Tried", " again after a fault"),
    "week-voided": _week("Declared", " void after a fault"),
}
