"""Hints for beginners. Each hint has two or three sentences."""

from __future__ import annotations

from typing import Final

from engine.words import join_items
from minigames.achtung.rules.values import MATCHES, Kind, Own, Team, Terms, View
from minigames.achtung.rules.words import MATCH_WORDS, SIDE_WORDS

from .lore import points_of, sabotage_words
from .people import side_of
from .phrases import spy_words

SEALED: Final = (
    "Your answer is sealed. No one can see who has answered. All answers are revealed together "
    "when the last one is in."
)
_FAILED_SHOT: Final = "If nothing happened, your target may have been a Spy."


def coach(view: View) -> str:
    """Return the hint for the current situation, or "" for a spectator."""
    own_info, team = view.own, view.team
    if own_info is None or team is None:
        return ""
    if view.table.phase == "over":
        return (
            "Everything is revealed now. Review the matches from the first one. Whose votes and "
            "squads gave a Spy away, and when could you have known?"
        )
    if own_info.answer is not None:
        return SEALED
    match view.table.phase:
        case "squads":
            return f"{_opening(view, own_info)}{_squads(view, own_info, team)}".strip()
        case "ballot":
            return _ballot(view, own_info)
        case "writers":
            return _writers(view, own_info)
        case "notes":
            return _notes(view, own_info, team)
    return _actions(view, own_info)


def _opening(view: View, own_info: Own) -> str:
    """Return the first hint of the evening."""
    if view.table.round > 1 or view.team is None or view.team.rounds:
        return ""
    side = side_of(view) or 0
    spies = view.table.terms.spies
    if own_info.kind == "spy":
        return f"{spy_words(side, spies)} Pass for an ordinary class. "
    spies_in_team = (
        "one of you is a Spy who wants" if spies == 1 else f"{spies} of you are Spies who want"
    )
    return f"You play for {SIDE_WORDS[side]}, and {spies_in_team} {SIDE_WORDS[1 - side]} to win. "


def _squads(view: View, own_info: Own, team: Team) -> str:
    if team.stage == "locked":
        return "Your squad is locked in. The other team shows only that it is still choosing."
    own_strength = _strength(own_info.kind, view.table.terms)
    if team.stage == "vote":
        voting_advice = (
            "Vote yes if these are strong in this match and you trust them. Remember who votes "
            "for whom. Spies like weak squads, and like to be in them."
        )
        return (
            voting_advice
            if own_info.kind != "spy"
            else "Vote as an ordinary player would. A squad with you in it lets you use the blade."
        )
    if team.captain == view.seat:
        return (
            f"You have the hat: tick {view.table.terms.squad} players and nominate them. "
            f"{own_strength}; "
            "players who want in say so in the team’s talk, true or not."
        )
    return (
        f"{own_strength}: say in your team’s talk whether you want in. The captain nominates, then "
        "everyone votes."
    )


def _strength(kind: Kind, terms: Terms) -> str:
    """Return a sentence about the match types in which the seat's class is worth most."""
    points_by_match = points_of(kind, terms)
    best_matches = [
        MATCH_WORDS[match]
        for match, points in zip(MATCHES, points_by_match, strict=True)
        if points == max(points_by_match)
    ]
    if not any(points_by_match):
        return "Your class scores nothing itself, but has an action"
    return (
        f"Your class scores {points_by_match[0]} in every match"
        if len(best_matches) == len(MATCHES)
        else f"Your class is best in {join_items(best_matches)}"
    )


def _ballot(view: View, own_info: Own) -> str:
    if own_info.kind == "spy":
        return (
            "Everyone votes on the type of this match. Choose the one in which your own team is "
            "weak."
        )
    return (
        "Everyone votes on the type of this match. Choose the one in which your class, or your "
        "team’s best class, counts most."
    )


def _writers(view: View, own_info: Own) -> str:
    own_side, other_side = SIDE_WORDS[side_of(view) or 0], SIDE_WORDS[1 - (side_of(view) or 0)]
    if own_info.kind == "spy":
        return (
            f"The slip reaches the Spies in {other_side}, who win with {own_side} and against you. "
            "Ideally, the writer is you, or someone who knows nothing."
        )
    return (
        f"Elect someone you trust: what they write reaches the Spies in {other_side}, who win with "
        f"{own_side}."
    )


def _notes(view: View, own_info: Own, team: Team) -> str:
    is_spy, is_writer = own_info.kind == "spy", team.writer == view.seat
    if is_spy and view.table.terms.spy_notes:
        second_recipient = (
            (
                " It also reaches the Spies among them, who win against you: write nothing that "
                "helps them."
            )
            if is_writer
            else ""
        )
        return (
            "Your slip goes to the other team, unsigned. Tell them who to shoot. Players are "
            f"named by their numbers.{second_recipient}"
        )
    if is_spy and is_writer:
        return (
            "You write to the Spies in the other team, who win against you: leave the slip "
            "empty, or mislead them."
        )
    if is_writer:
        return (
            "You write to the Spies in the other team: tell them who to sabotage, or what you "
            "know. Players are named by their numbers."
        )
    return (
        "Everyone hands in a slip so that no one can see who writes. Yours is not read, so leave "
        "it empty or doodle."
    )


def _actions(view: View, own_info: Own) -> str:
    squads, seat = view.table.squads, view.seat
    is_in_squad = bool(squads) and seat in squads[side_of(view) or 0]
    match own_info.kind:
        case "medic":
            return (
                _medic(view, own_info)
                if is_in_squad
                else "You can heal only in the squad. Stand by."
            )
        case "sniper" if not is_in_squad:
            return "You can shoot only in the squad. Stand by."
        case "sniper":
            aim = "Shoot the player you think is the strongest in the other squad."
            return (
                f"{sabotage_words('sniper', view.table.terms)} {aim}"
                if own_info.sabotaged
                else f"{aim} {_FAILED_SHOT}"
            )
        case "spy":
            return " ".join(_spy(view, own_info, is_in_squad=is_in_squad))
        case _:
            return (
                "You have no action of your own, so stand by. Everyone chooses something here so "
                "that no one gives themselves away."
            )


def _medic(view: View, own_info: Own) -> str:
    terms = view.table.terms
    sabotage_note = f"{sabotage_words('medic', terms)} " if own_info.sabotaged else ""
    if terms.medic == "automatic":
        return (
            f"{sabotage_note}Your patient is chosen for you after all removals: the player who "
            "helps "
            "the squad most. Stand by."
        )
    if own_info.sabotaged:
        return f"{sabotage_note}Choose someone who is likely to stay in the match."
    return "Heal the player you think scores most in this match. They count double."


def _spy(view: View, own_info: Own, *, is_in_squad: bool) -> list[str]:
    sentences = []
    if is_in_squad:
        announcement = (
            "no one is told"
            if view.table.terms.announce_removals == "no"
            else "everyone is told who was removed"
        )
        sentences.append(f"From the squad, you can backstab; {announcement}.")
    sentences.append(
        "Sabotage works from anywhere. Guess a teammate’s class from their requests and votes."
    )
    if is_in_squad and view.table.terms.disguise:
        sentences.append(
            "A disguise makes your squad’s announced points look higher, as if you were a "
            "class that counts."
        )
    if own_info.unlock == "ambassador":
        sentences.append(
            "With the Ambassador, you can headshot from anywhere. It hurts only a Spy of the "
            "other team."
        )
    return sentences
