"""What a beginner should know now, in two or three sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.achtung.rules.classes import printed
from minigames.achtung.rules.values import MATCHES
from minigames.achtung.rules.words import MATCH_KINDS, SIDES

from .people import side_of

if TYPE_CHECKING:
    from minigames.achtung.rules.values import Own, Team, View

SEALED: Final = "Your answer is sealed. Nobody sees who has answered; when the last one has, all are opened together."


def coach(view: View) -> str:
    """The advice for this moment; "" for a spectator."""
    own, team = view.own, view.team
    if own is None or team is None:
        return ""
    if view.table.phase == "over":
        return "Everything is open now. Read the matches from the first on: whose votes and squads gave the Spy away, and when could you have known?"
    if own.answer is not None:
        return SEALED
    match view.table.phase:
        case "squads":
            return f"{_opening(view, own)}{_squads(view, own, team)}".strip()
        case "ballot":
            return _ballot(view, own)
        case "writers":
            return "Elect somebody you trust: what they write reaches the Spies in the other team, who win with you."
        case "notes":
            return _notes(view, own, team)
    return _actions(view, own)


def _opening(view: View, own: Own) -> str:
    """The first words of the evening."""
    if view.table.round > 1 or view.team is None or view.team.rounds:
        return ""
    side = side_of(view) or 0
    if own.kind == "spy":
        return f"You are the Spy: you sit with {SIDES[side]} and win with {SIDES[1 - side]}. Pass for an ordinary class. "
    return f"You play for {SIDES[side]}, and one of you is a Spy who wants {SIDES[1 - side]} to win. "


def _squads(view: View, own: Own, team: Team) -> str:
    if team.stage == "locked":
        return "Your squad is locked in. The other team shows only that it is still choosing."
    best = max(MATCHES, key=lambda match: printed(own.kind, match, complex_classes=view.table.terms.complex_classes))
    mine = (
        f"Your class is best in {MATCH_KINDS[best]}"
        if own.kind not in ("medic", "sniper", "spy")
        else "Your class counts nothing by itself, but acts"
    )
    if team.stage == "vote":
        after = "Vote yes if these are strong in this match and you trust them. Remember who votes for whom: Spies like weak squads, and to be in them."
        return after if own.kind != "spy" else "Vote as an ordinary player would. A squad with you in it lets you use the blade."
    if team.captain == view.seat:
        return f"You have the hat: tick {view.table.terms.squad} players and nominate them. {mine}; those who want in now say so in the team’s talk, true or not."
    return f"{mine}: say in your team’s talk whether you want in. The captain nominates, then everybody votes."


def _ballot(view: View, own: Own) -> str:
    if own.kind == "spy":
        return "Everybody votes on the type of this match. You want the one in which your own team is weak."
    return "Everybody votes on the type of this match. Choose the one in which your class, or your team’s best, counts most."


def _notes(view: View, own: Own, team: Team) -> str:
    if own.kind == "spy" and view.table.terms.spy_notes:
        return "Your slip goes to the other team, unsigned: tell them whom to shoot. Players are named by their numbers."
    if team.writer == view.seat:
        return "You write to the Spies in the other team: tell them whom to sabotage, or what you know. Players are named by their numbers."
    return "Everybody hands in a slip so that nobody sees who writes. Yours is not read: leave it empty or doodle."


def _actions(view: View, own: Own) -> str:
    squads, seat = view.table.squads, view.seat
    inside = bool(squads) and seat in squads[side_of(view) or 0]
    match own.kind:
        case "medic":
            return (
                "Heal whoever you think brings most points in this match: they count double."
                if inside
                else "You heal only in the squad. Stand by."
            )
        case "sniper":
            return (
                "Shoot whoever you think is strongest of the other squad. If nothing seems to have come of it, you may have met their Spy."
                if inside
                else "You shoot only in the squad. Stand by."
            )
        case "spy":
            where = "From the squad you may backstab, which shows where removals are announced. " if inside else ""
            return f"{where}Sabotage works from anywhere: guess a team mate’s class, by what they asked for and voted."
        case _:
            return "You have no action of your own: stand by. Everybody presses something here, so that nobody gives themselves away."
