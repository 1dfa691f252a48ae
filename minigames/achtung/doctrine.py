"""The doctrine bot, which estimates how likely each player is to have each class.

The bot's votes, nominations and actions are based on these estimates. As a Spy, it behaves in
public like an ordinary class, and harms its team only if this is not immediately obvious. The bot
uses only its seat's view. The same view and dice always lead to the same choice.
"""

from __future__ import annotations

from typing import Final, assert_never

from engine.bots import Remark
from engine.dice import Dice
from engine.values import Seat
from minigames.achtung.rules.actions import (
    BALLOTS,
    EMPTY_NOTE,
    STAND_BY,
    VOTES,
    offer_of,
    standard_notes,
)
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.values import (
    MATCHES,
    ROUNDS,
    Backstab,
    Disguise,
    Elect,
    Headshot,
    Heal,
    Kind,
    MatchKind,
    Move,
    Nominate,
    Note,
    Own,
    Sabotage,
    Seats,
    Shoot,
    Team,
    View,
    Vote,
)

from .beliefs import Beliefs
from .remarks import remark
from .signals import KEEN_ONCE_IN, KEENNESS, SABOTAGE_PENALTY, allowed_shortfall, apparent_points

YES, NO = VOTES
MIN_HEADSHOT_CHANCE: Final = 0.5
"""Minimum chance that a player is a Spy for a headshot at that player."""
NOTE_BONUS: Final = 2.0
"""Points that a target's value gains if the other team's Spy has named the target in a note."""


class Doctrine:
    """A bot that can play any seat of Achtung, Spy! by deduction."""

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """Return a move for this seat, which must be the seat to act."""
        own_info, team = view.own, view.team
        if own_info is None or team is None:
            raise ValueError("only players choose; this is a spectator's view")
        match view.table.phase:
            case "squads":
                return self._squad(view, seat, own_info, team, dice)
            case "actions":
                return self._act(view, seat, own_info, dice)
            case "ballot":
                return self._ballot(view, seat, own_info)
            case "writers":
                return Elect(
                    writer=min(team.members, key=Beliefs(view, seat, cover_of(view, seat)).spy_risk)
                )
            case "notes":
                return self._note(view, seat, own_info, team)
            case "over":
                raise ValueError("the game is over")
            case _:
                assert_never(view.table.phase)

    def remark(self, view: View, seat: Seat, dice: Dice) -> Remark | None:
        """Return what the seat says to its team with its move.

        A Spy speaks as the class that it claims to have (`remarks`).
        """
        if view.own is None or view.team is None:
            return None
        return remark(view.table, view.team, seat, cover_of(view, seat) or view.own.kind, dice)

    # --- in public ---

    def _squad(
        self, view: View, seat: Seat, own_info: Own, team: Team, dice: Dice
    ) -> Nominate | Vote:
        """Return a nomination of the best squad, or a vote.

        The vote is yes if the squad is nearly as good as the best one and contains no feared Spy. A
        Spy judges as the class that it claims to have. Sometimes it acts on its wish to be in the
        squad.
        """
        beliefs, match = Beliefs(view, seat, cover_of(view, seat)), _match_type(view)
        keenness = KEENNESS if own_info.kind == "spy" and dice.die(KEEN_ONCE_IN) == 1 else 0.0
        values = {mate: beliefs.value(mate, match) for mate in team.members}
        values[seat] = (
            apparent_points(values[seat])
            - SABOTAGE_PENALTY * own_info.sabotaged
            + keenness * (team.stage == "nominate")
        )
        best = sorted(team.members, key=lambda mate: -values[mate])[: view.table.terms.squad]
        if team.stage == "nominate":
            return Nominate(squad=tuple(sorted(best)))
        shortfall = sum([values[mate] for mate in best]) - sum(
            [values[mate] for mate in team.squad]
        )
        risk = sum([beliefs.spy_risk(mate) for mate in team.squad]) if view.table.results else 0.0
        return (
            YES
            if shortfall <= allowed_shortfall(team.voted, risk) + keenness * (seat in team.squad)
            else NO
        )

    def _ballot(self, view: View, seat: Seat, own_info: Own) -> Move:
        """Return a vote for the match type in which the team's best squad is worth most.

        A Spy votes for the type in which it is worth least.
        """
        beliefs = Beliefs(view, seat)
        side = view.table.sides[seat]
        members = [
            Seat(number) for number, other_side in enumerate(view.table.sides) if other_side == side
        ]

        def strength(match: MatchKind) -> float:
            return sum(
                sorted([beliefs.value(mate, match) for mate in members])[-view.table.terms.squad :]
            )

        preferred = (min if own_info.kind == "spy" else max)(MATCHES, key=strength)
        return BALLOTS[MATCHES.index(preferred)]

    def _note(self, view: View, seat: Seat, own_info: Own, team: Team) -> Note:
        """Return a note. A Spy names the best player of its squad; other players write nothing."""
        if own_info.kind != "spy" or not view.table.terms.spy_notes:
            return EMPTY_NOTE
        beliefs, match = Beliefs(view, seat), _match_type(view)
        others = [
            mate
            for mate in team.squad
            if mate != seat and beliefs.spy_risk(mate) < MIN_HEADSHOT_CHANCE
        ]
        best = max(others, key=lambda mate: beliefs.value(mate, match), default=None)
        return EMPTY_NOTE if best is None else standard_notes((best,))[1]

    # --- in secret ---

    def _act(self, view: View, seat: Seat, own_info: Own, dice: Dice) -> Move:
        match own_info.kind:
            case "medic":
                return self._heal(view, seat)
            case "sniper":
                return self._shoot(view, seat)
            case "spy":
                return self._spy(view, seat, own_info, dice)
            case _:
                return STAND_BY

    def _heal(self, view: View, seat: Seat) -> Move:
        """Return the patients in order of their expected points."""
        offered, beliefs = offer_of(view, Heal), Beliefs(view, seat)
        if offered.closed:
            return STAND_BY
        match = _match_type(view)
        patients = sorted(offered.targets, key=lambda mate: -beliefs.points(mate, match))
        return Heal(targets=tuple(patients[: offered.max_targets]))

    def _shoot(self, view: View, seat: Seat) -> Move:
        """Return a shot at the most valuable enemy, considering that a Spy cannot be removed.

        Targets that were named in notes are preferred.
        """
        offered, beliefs = offer_of(view, Shoot), Beliefs(view, seat)
        if offered.closed:
            return STAND_BY
        match = _match_type(view)
        named_targets = _named_targets(view, offered.targets)
        return Shoot(
            target=max(
                offered.targets,
                key=lambda enemy: (
                    beliefs.value(enemy, match) + NOTE_BONUS * (enemy in named_targets)
                ),
            )
        )

    def _spy(self, view: View, seat: Seat, own_info: Own, dice: Dice) -> Move:
        """Return a Spy's action.

        The bot fires a headshot if it is likely to hit a Spy. A backstab is chosen if it stays
        secret or is worth the exposure. Otherwise, the bot guesses a class. Early in the evening,
        the bot may use a disguise instead.
        """
        beliefs = Beliefs(view, seat)
        headshot_offer = offer_of(view, Headshot)
        target = max(headshot_offer.targets, key=beliefs.spy_risk, default=None)
        if target is not None and beliefs.spy_risk(target) >= MIN_HEADSHOT_CHANCE:
            return Headshot(target=target)
        backstab_offer = offer_of(view, Backstab)
        if not offer_of(view, Disguise).closed and view.table.round <= 2 and dice.die(2) == 1:
            return Disguise(kind=cover_of(view, seat) or LOYAL_KINDS[0])
        victims = [mate for mate in backstab_offer.targets if mate not in own_info.fellows]
        if victims and _should_backstab(view, seat, dice):
            match = _match_type(view)
            return Backstab(target=max(victims, key=lambda mate: beliefs.value(mate, match)))
        return self._sabotage(view, own_info, beliefs)

    def _sabotage(self, view: View, own_info: Own, beliefs: Beliefs) -> Move:
        """Return a guess at the most likely class of a teammate who is not sabotaged yet.

        Guesses that have failed are never repeated.
        """
        attempts = own_info.attempts if not view.table.terms.new_classes else ()
        sabotaged = {
            guess_or_attempt.target for guess_or_attempt in attempts if guess_or_attempt.worked
        }
        failed = {
            (guess_or_attempt.target, guess_or_attempt.guess) for guess_or_attempt in attempts
        }
        guesses = [
            (beliefs.chance(mate, kind), mate, kind)
            for mate in offer_of(view, Sabotage).targets
            if mate not in sabotaged and mate not in own_info.fellows
            for kind in LOYAL_KINDS
            if (mate, kind) not in failed
        ]
        if not guesses:
            return STAND_BY
        _, mate, kind = max(guesses, key=lambda guess_or_attempt: guess_or_attempt[0])
        return Sabotage(target=mate, guess=kind)


def _match_type(view: View) -> MatchKind:
    return view.table.match or MATCHES[0]


def _named_targets(view: View, targets: Seats) -> frozenset[Seat]:
    """Return the targets that the other team's Spies have named in notes for this match."""
    letters = view.team.letters if view.team else ()
    texts = {letter.text for letter in letters if letter.round == view.table.round}
    return frozenset([target for target in targets if standard_notes((target,))[1].text in texts])


def _should_backstab(view: View, seat: Seat, dice: Dice) -> bool:
    """Return whether a backstab is worth the exposure.

    If removals are secret, the answer is always yes. Otherwise, the bot backstabs late in the
    evening, if a backstab is needed, or at random.
    """
    terms, halves, side = view.table.terms, view.table.halves, view.table.sides[seat]
    if terms.announce_removals == "no":
        return True
    is_needed = halves[1 - side] <= halves[side] and view.table.round >= ROUNDS - 2
    one_in = 2 if terms.announce_removals == "removal" else 4
    return is_needed or view.table.round == ROUNDS or dice.die(one_in) == 1


def cover_of(view: View, seat: Seat) -> Kind | None:
    """Return the class that a Spy claims to have. Return None for other players.

    The claim stays the same until new classes are dealt.
    """
    if view.own is None or view.own.kind != "spy" or view.team is None:
        return None
    table = view.table
    kinds = (
        [kind for kind in table.pools[table.sides[seat]] if kind != "spy"]
        if table.pools
        else LOYAL_KINDS[:6]
    )
    turn = table.round if table.terms.new_classes else 0
    return kinds[(view.team.order.index(seat) * 5 + view.team.order[0] + turn) % len(kinds)]


DOCTRINE: Final = Doctrine()
