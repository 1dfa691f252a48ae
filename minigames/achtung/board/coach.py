"""What a beginner should know now, in two or three sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.achtung.rules.values import MATCHES
from minigames.achtung.rules.words import MATCH_KINDS, SIDES

from .lore import hurt_words, worth
from .people import joined, side_of
from .phrases import spy_words

if TYPE_CHECKING:
    from minigames.achtung.rules.values import Kind, Own, Team, Terms, View

SEALED: Final = (
    "Your answer is sealed. No one can see who has answered. All answers are revealed together "
    "when the last one is in."
)
_IN_VAIN: Final = "If nothing happened, your target may have been a Spy."


def coach(view: View) -> str:
    """The advice for this moment; "" for a spectator."""
    own, team = view.own, view.team
    if own is None or team is None:
        return ""
    if view.table.phase == "over":
        return (
            "Everything is revealed now. Review the matches from the first one. Whose votes and "
            "squads gave a Spy away, and when could you have known?"
        )
    if own.answer is not None:
        return SEALED
    match view.table.phase:
        case "squads":
            return f"{_opening(view, own)}{_squads(view, own, team)}".strip()
        case "ballot":
            return _ballot(view, own)
        case "writers":
            return _writers(view, own)
        case "notes":
            return _notes(view, own, team)
    return _actions(view, own)


def _opening(view: View, own: Own) -> str:
    """The first words of the evening."""
    if view.table.round > 1 or view.team is None or view.team.rounds:
        return ""
    side = side_of(view) or 0
    spies = view.table.terms.spies
    if own.kind == "spy":
        return f"{spy_words(side, spies)} Pass for an ordinary class. "
    them = "one of you is a Spy who wants" if spies == 1 else f"{spies} of you are Spies who want"
    return f"You play for {SIDES[side]}, and {them} {SIDES[1 - side]} to win. "


def _squads(view: View, own: Own, team: Team) -> str:
    if team.stage == "locked":
        return "Your squad is locked in. The other team shows only that it is still choosing."
    mine = _strength(own.kind, view.table.terms)
    if team.stage == "vote":
        after = (
            "Vote yes if these are strong in this match and you trust them. Remember who votes "
            "for whom. Spies like weak squads, and like to be in them."
        )
        return (
            after
            if own.kind != "spy"
            else "Vote as an ordinary player would. A squad with you in it lets you use the blade."
        )
    if team.captain == view.seat:
        return (
            f"You have the hat: tick {view.table.terms.squad} players and nominate them. {mine}; "
            "players who want in say so in the team’s talk, true or not."
        )
    return (
        f"{mine}: say in your team’s talk whether you want in. The captain nominates, then "
        "everyone votes."
    )


def _strength(kind: Kind, terms: Terms) -> str:
    """In which matches one's class counts."""
    worths = worth(kind, terms)
    best = [
        MATCH_KINDS[match]
        for match, points in zip(MATCHES, worths, strict=True)
        if points == max(worths)
    ]
    if not any(worths):
        return "Your class counts nothing by itself, but acts"
    return (
        f"Your class counts {worths[0]} in every match"
        if len(best) == len(MATCHES)
        else f"Your class is best in {joined(best)}"
    )


def _ballot(view: View, own: Own) -> str:
    if own.kind == "spy":
        return (
            "Everyone votes on the type of this match. Choose the one in which your own team is "
            "weak."
        )
    return (
        "Everyone votes on the type of this match. Choose the one in which your class, or your "
        "team’s best class, counts most."
    )


def _writers(view: View, own: Own) -> str:
    mine, theirs = SIDES[side_of(view) or 0], SIDES[1 - (side_of(view) or 0)]
    if own.kind == "spy":
        return (
            f"The slip reaches the Spies in {theirs}, who win with {mine} and against you. "
            "Best if the writer is you, or knows nothing."
        )
    return (
        f"Elect someone you trust: what they write reaches the Spies in {theirs}, who win with "
        f"{mine}."
    )


def _notes(view: View, own: Own, team: Team) -> str:
    is_spy, writes = own.kind == "spy", team.writer == view.seat
    if is_spy and view.table.terms.spy_notes:
        both = (
            (
                " It also reaches the Spies among them, who win against you: write nothing that "
                "helps them."
            )
            if writes
            else ""
        )
        return (
            "Your slip goes to the other team, unsigned. Tell them who to shoot. Players are "
            f"named by their numbers.{both}"
        )
    if is_spy and writes:
        return (
            "You write to the Spies in the other team, who win against you: leave the slip "
            "empty, or mislead them."
        )
    if writes:
        return (
            "You write to the Spies in the other team: tell them who to sabotage, or what you "
            "know. Players are named by their numbers."
        )
    return (
        "Everyone hands in a slip so that no one can see who writes. Yours is not read, so leave "
        "it empty or doodle."
    )


def _actions(view: View, own: Own) -> str:
    squads, seat = view.table.squads, view.seat
    inside = bool(squads) and seat in squads[side_of(view) or 0]
    match own.kind:
        case "medic":
            return _medic(view, own) if inside else "You can heal only in the squad. Stand by."
        case "sniper" if not inside:
            return "You can shoot only in the squad. Stand by."
        case "sniper":
            aim = "Shoot the player you think is the strongest in the other squad."
            return (
                f"{hurt_words('sniper', view.table.terms)} {aim}"
                if own.sabotaged
                else f"{aim} {_IN_VAIN}"
            )
        case "spy":
            return " ".join(_spy(view, own, inside=inside))
        case _:
            return (
                "You have no action of your own, so stand by. Everyone chooses something here so "
                "that no one gives themselves away."
            )


def _medic(view: View, own: Own) -> str:
    terms = view.table.terms
    hurt = f"{hurt_words('medic', terms)} " if own.sabotaged else ""
    if terms.medic == "automatic":
        return (
            f"{hurt}Your patient is chosen for you after all removals: the player who helps the "
            "squad most. Stand by."
        )
    if own.sabotaged:
        return f"{hurt}Choose someone who is likely to stay in the match."
    return "Heal the player you think scores most in this match. They count double."


def _spy(view: View, own: Own, *, inside: bool) -> list[str]:
    """One sentence for each thing a Spy can do here."""
    found = []
    if inside:
        heard = (
            "no one is told"
            if view.table.terms.announce_removals == "no"
            else "everyone is told who was removed"
        )
        found.append(f"From the squad, you can backstab; {heard}.")
    found.append(
        "Sabotage works from anywhere. Guess a teammate’s class from their requests and votes."
    )
    if inside and view.table.terms.disguise:
        found.append(
            "A disguise makes your squad’s announced points look higher, as if you were a "
            "class that counts."
        )
    if own.unlock == "ambassador":
        found.append(
            "With the Ambassador, you can headshot from anywhere. It hurts only a Spy of the "
            "other team."
        )
    return found
