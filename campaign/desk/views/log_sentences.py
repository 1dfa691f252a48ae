"""Sentences for entries in the desk log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from campaign.house_rules.rules import house
from campaign.league.models import DeskAct
from core.web.pictures.words import counted, signed, signed_money
from core.web.problems import joined

BOOKS: Final = {
    "money": "money", "stock": "stock", "standing": "standings", "skill": "skill points",
    "wound": "wounds", "prestige": "prestige", "damage": "vehicle damage",
}  # fmt: skip


def sentence(act: DeskAct) -> str:
    """Return the sentence for a desk log entry."""
    write = SENTENCES.get(act.kind)
    return write(act, act.detail) if write else act.kind.replace("-", " ").capitalize()


def _team(act: DeskAct, detail: Mapping[str, Any]) -> str:
    return str(detail.get("team") or act.team or "a team")


def _correction(act: DeskAct, detail: Mapping[str, Any]) -> str:
    amount = int(detail["amount"])
    change = (
        signed_money(amount) if detail["book"] == "money" else f"{signed(amount)} {detail['item']}"
    )
    suffix = ", their own team" if detail.get("own") else ""
    return (
        f"Corrected the {BOOKS.get(detail['book'], detail['book'])} of "
        f"{detail['owner']}{suffix}: {change}"
    )


def _rules(_: DeskAct, detail: Mapping[str, Any]) -> str:
    changed = detail.get("after", {})
    titles = [option.title for option in house.fields() if option.name in changed]
    return "Changed house rules: " + ", ".join(
        [*titles, *(["Time zone"] if "timezone" in changed else [])]
    )


def _role(_: DeskAct, detail: Mapping[str, Any]) -> str:
    origin = (
        f"who was {_role_word(detail['before'])}" if detail["before"] else "who joined with a link"
    )
    return f"Made {detail['user']} {_role_word(detail['after'])}, {origin}"


def _role_word(role: str) -> str:
    return "GM" if role == "gm" else f"a {role}"


def _a_hook(detail: Mapping[str, Any]) -> str:
    return f"“{detail['name']}” ({detail['to']})"


def _a_post(detail: Mapping[str, Any]) -> str:
    if not detail["by"]:
        return f"a letter ({detail['digest'][:12]})"
    return f"what {detail['by']} wrote in “{detail['thread']}”"


def _paused(act: DeskAct, detail: Mapping[str, Any]) -> str:
    suffix = "" if act.actor_id else " by a vote"
    return f"Paused the league for a total of {counted(detail['weeks'], 'week')}{suffix}"


def _goes_on(act: DeskAct, _: Mapping[str, Any]) -> str:
    return "Resumed the league" + ("" if act.actor_id else " by a vote")


def _season_closed(_: DeskAct, detail: Mapping[str, Any]) -> str:
    weeks = detail.get("without_duels")
    return (
        f"Closed the season without the duel of week {joined(weeks)}"
        if weeks
        else "Closed the season"
    )


def _week(verb: str, suffix: str = "") -> Callable[[DeskAct, Mapping[str, Any]], str]:
    return lambda _, detail: f"{verb} week {detail['week']}{suffix}"


def _event(verb: str) -> Callable[[DeskAct, Mapping[str, Any]], str]:
    return lambda _, detail: f"{verb} {detail['event']} of week {detail['week']}"


def _duel(verb: str) -> Callable[[DeskAct, Mapping[str, Any]], str]:
    """Return a function that returns a phrase about a week's own duel or one of its events."""
    return lambda act, detail: (
        _event(verb) if "event" in detail else _week(f"{verb} the duel of")
    )(act, detail)


def _about_team(verb: str, suffix: str = "") -> Callable[[DeskAct, Mapping[str, Any]], str]:
    return lambda act, detail: f"{verb} {_team(act, detail)}{suffix}"


SENTENCES: Final[Mapping[str, Callable[[DeskAct, Mapping[str, Any]], str]]] = {
    "bot-seated": lambda act, detail: f"Assigned a {detail['bot']} bot to {_team(act, detail)}",
    "correction": _correction,
    "correction-refused": lambda _, detail: (
        f"Tried to correct the {BOOKS[detail['book']]} of {detail['owner']}; nothing was booked"
    ),
    "deadline-held": lambda _, detail: (
        f"Postponed the {detail['what']} of week {detail['week']} after an outage"
    ),
    "deadline-extended": _week("Extended the deadline of"),
    "deadline-more-time": lambda act, detail: (
        f"Requested an extension for {_team(act, detail)} in week {detail['week']}"
    ),
    "duel-corrected": _duel("Corrected"),
    "deputy-ended": lambda act, detail: (
        f"Removed {detail['user']} as deputy for {_team(act, detail)} in week {detail['week']}"
    ),
    "deputy-named": lambda act, detail: (
        f"Named {detail['user']} as deputy for {_team(act, detail)} in week {detail['week']}"
    ),
    "duel-recorded": _duel("Recorded"),
    "event-called-off": _event("Cancelled"),
    "event-made": _event("Created"),
    "event-named": _week("Named the duel of"),
    "hook-added": lambda _, detail: f"Started sending the club’s news to {_a_hook(detail)}",
    "hook-removed": lambda _, detail: f"Stopped sending the club’s news to {_a_hook(detail)}",
    "invite-made": lambda _, detail: (
        f"Created an invite link for {_role_word(detail.get('role', 'player'))}"
    ),
    "invite-revoked": lambda *_: "Revoked an invite link",
    "join-agreed": lambda _, detail: f"Accepted {detail['user']}’s request to join",
    "join-declined": lambda _, detail: f"Declined {detail['user']}’s request to join",
    "league-goes-on": _goes_on,
    "league-paused": _paused,
    "login-link-made": lambda _, detail: f"Created a one-time sign-in link for {detail['user']}",
    "member-left": lambda _, detail: f"{detail['user']} left the club",
    "member-removed": lambda _, detail: f"Removed {detail['user']} from the club",
    "moved-in": lambda _, detail: (
        f"Moved the club in with its old records: {counted(detail['teams'], 'team')}, "
        f"{counted(detail['people'], 'person', 'people')}, {counted(detail['cars'], 'car')}"
    ),
    "mute-ended": lambda _, detail: f"Unmuted {detail['user']}",
    "duel-on-paper": _week("Took the duel of", " out of the arena"),
    "muted": lambda _, detail: (
        f"Muted {detail['user']} on board and talk{' and in letters' if detail['letters'] else ''} "
        f"until {detail['until']}"
    ),
    "arenas-changed": lambda _, detail: f"Changed the club’s arenas ({detail['changes']})",
    "brought-here": lambda *_: "Imported the club from another site",
    "fork-made": lambda _, detail: f"Created this club as a fork of {detail['title']}",
    "page-closed": lambda *_: "Closed the club’s public page",
    "page-opened": lambda *_: "Opened the club’s public page",
    "owner-left": lambda act, detail: f"{detail['user']} left {_team(act, detail)}",
    "parts-changed": lambda _, detail: f"Changed the club’s vehicle parts ({detail['changes']})",
    "post-hidden": lambda _, detail: f"Hid {_a_post(detail)}",
    "post-shown": lambda _, detail: f"Unhid {_a_post(detail)}",
    "report-dismissed": lambda _, detail: f"Dismissed the report about {_a_post(detail)}",
    "role-changed": _role,
    "rules-changed": _rules,
    "sealed-opened": lambda act, detail: (
        f"Opened the sealed orders of {_team(act, detail)} of week {detail['week']}"
    ),
    "season-closed": _season_closed,
    "season-opened": lambda *_: "Started a season",
    "share-asked": lambda act, detail: (
        f"Asked the owners of {_team(act, detail)} to make {detail['user']} a co-owner"
    ),
    "share-declined": lambda act, detail: (
        f"Declined {detail['user']}’s request to run {_team(act, detail)}"
    ),
    "team-approved": lambda act, detail: (
        f"Approved {_team(act, detail)}"
        + (", their own team" if detail.get("own") else "")
        + (
            " automatically, because its roster follows the house rules"
            if detail.get("rule")
            else ""
        )
    ),
    "team-given": lambda act, detail: (
        f"Gave {_team(act, detail)}, which had no owner, to {detail['user']} through an invite link"
    ),
    "team-handed-over": lambda act, detail: (
        f"Handed {_team(act, detail)} over to {detail['after']}"
    ),
    "team-left": lambda act, detail: f"{_team(act, detail)} left the league",
    "team-shared": lambda act, detail: f"Made {detail['user']} a co-owner of {_team(act, detail)}",
    "phase-ended": lambda _, detail: (
        f"Ended the time for {detail['phase']} in week {detail['week']}"
    ),
    "next-evening": lambda _, detail: f"Confirmed the next evening on {detail['at'][:10]}",
    "next-evening-answer": lambda _, detail: (
        f"Answered {'yes' if detail['yes'] else 'no'} to the next evening on {detail['at'][:10]}"
    ),
    "team-ready": lambda act, detail: (
        f"{_team(act, detail)} was ready in week {detail['week']} ({detail['phase']})"
    ),
    "team-sent-back": _about_team("Sent", "’s roster back"),
    "week-cancelled": _week("Deleted"),
    "week-postponed": _week("Postponed"),
    "week-started": lambda _, detail: (
        f"Started week {detail['week']}{' as a single evening' if detail['evening'] else ''}"
    ),
    "weeks-rescheduled": lambda _, detail: (
        f"Rescheduled {'weeks' if detail['weeks'][1:] else 'week'} {joined(detail['weeks'])}"
    ),
    "week-retried": _week("Tried", " again after a fault"),
    "week-voided": _week("Declared", " void after a fault"),
}
