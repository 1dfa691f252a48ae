"""The doctrine bot: it keeps beliefs over who is the Spy and who holds which class, and votes,
nominates and acts on them.

As a Spy it plays the part of an ordinary class in public, and harms its team where it would not
show at once. It sees one view and nothing else; the same view and dice give the same choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from engine.values import Seat
from minigames.achtung.rules.actions import BALLOTS, SILENT, STAND_BY, VOTES, notes, offer
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
from .signals import DENT, KEEN, KEEN_ONCE_IN, allowed, shown

if TYPE_CHECKING:
    from engine.bots import Remark
    from engine.dice import Dice

YES, NO = VOTES
SURE: Final = 0.5
"""A headshot is worth a try from this chance on."""
TRUST: Final = 2.0
"""Points that a note from the other team's Spy adds to a target."""


class Doctrine:
    """Plays any seat of Achtung, Spy! by deduction."""

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """One move for this seat, which must be to act."""
        own, team = view.own, view.team
        if own is None or team is None:
            raise ValueError("only players choose; this is a spectator's view")
        match view.table.phase:
            case "squads":
                return self._squad(view, seat, own, team, dice)
            case "actions":
                return self._act(view, seat, own, dice)
            case "ballot":
                return self._ballot(view, seat, own)
            case "writers":
                return Elect(
                    writer=min(team.members, key=Beliefs(view, seat, cover(view, seat)).spy)
                )
            case "notes":
                return self._note(view, seat, own, team)
            case "over":
                raise ValueError("the game is over")
            case _:
                assert_never(view.table.phase)

    def remark(self, view: View, seat: Seat, dice: Dice) -> Remark | None:
        """What this seat says to its team with its move, a Spy as the class he passes for
        (`remarks`).
        """
        if view.own is None or view.team is None:
            return None
        return remark(view.table, view.team, seat, cover(view, seat) or view.own.kind, dice)

    # --- in public ---

    def _squad(self, view: View, seat: Seat, own: Own, team: Team, dice: Dice) -> Nominate | Vote:
        """The best squad by these beliefs; votes ask that a squad comes near it and that no Spy
        need be feared in it. A Spy judges as his cover would, and at times gives in to his wish to
        be in.
        """
        beliefs, match = Beliefs(view, seat, cover(view, seat)), _match(view)
        keen = KEEN if own.kind == "spy" and dice.die(KEEN_ONCE_IN) == 1 else 0.0
        worth = {mate: beliefs.value(mate, match) for mate in team.members}
        worth[seat] = shown(worth[seat]) - DENT * own.sabotaged + keen * (team.stage == "nominate")
        best = sorted(team.members, key=lambda mate: -worth[mate])[: view.table.terms.squad]
        if team.stage == "nominate":
            return Nominate(squad=tuple(sorted(best)))
        short = sum([worth[mate] for mate in best]) - sum([worth[mate] for mate in team.squad])
        risk = sum([beliefs.spy(mate) for mate in team.squad]) if view.table.results else 0.0
        return YES if short <= allowed(team.voted, risk) + keen * (seat in team.squad) else NO

    def _ballot(self, view: View, seat: Seat, own: Own) -> Move:
        """The type in which the best squad is worth most; a Spy's vote goes to the one in which it
        is worth least.
        """
        beliefs = Beliefs(view, seat)
        side = view.table.sides[seat]
        members = [Seat(at) for at, each in enumerate(view.table.sides) if each == side]

        def strength(match: MatchKind) -> float:
            return sum(
                sorted([beliefs.value(mate, match) for mate in members])[-view.table.terms.squad :]
            )

        best = (min if own.kind == "spy" else max)(MATCHES, key=strength)
        return BALLOTS[MATCHES.index(best)]

    def _note(self, view: View, seat: Seat, own: Own, team: Team) -> Note:
        """A Spy names the squad's best player to the other side; nobody else has anything to
        say.
        """
        if own.kind != "spy" or not view.table.terms.spy_notes:
            return SILENT
        beliefs, match = Beliefs(view, seat), _match(view)
        others = [mate for mate in team.squad if mate != seat and beliefs.spy(mate) < SURE]
        best = max(others, key=lambda mate: beliefs.value(mate, match), default=None)
        return SILENT if best is None else notes((best,))[1]

    # --- in secret ---

    def _act(self, view: View, seat: Seat, own: Own, dice: Dice) -> Move:
        match own.kind:
            case "medic":
                return self._heal(view, seat)
            case "sniper":
                return self._shoot(view, seat)
            case "spy":
                return self._spy(view, seat, own, dice)
            case _:
                return STAND_BY

    def _heal(self, view: View, seat: Seat) -> Move:
        """Patients by the points they are expected to add."""
        offered, beliefs = offer(view, Heal), Beliefs(view, seat)
        if offered.closed:
            return STAND_BY
        match = _match(view)
        wishes = sorted(offered.targets, key=lambda mate: -beliefs.points(mate, match))
        return Heal(targets=tuple(wishes[: offered.many]))

    def _shoot(self, view: View, seat: Seat) -> Move:
        """The enemy who is worth most and no Spy; whom a note names comes first."""
        offered, beliefs = offer(view, Shoot), Beliefs(view, seat)
        if offered.closed:
            return STAND_BY
        match = _match(view)
        named = _named(view, offered.targets)
        return Shoot(
            target=max(
                offered.targets,
                key=lambda enemy: beliefs.value(enemy, match) + TRUST * (enemy in named),
            )
        )

    def _spy(self, view: View, seat: Seat, own: Own, dice: Dice) -> Move:
        """A blade where it may not show or is worth it, else a guess at a class; a disguise while
        nobody suspects.
        """
        beliefs = Beliefs(view, seat)
        shot = offer(view, Headshot)
        target = max(shot.targets, key=beliefs.spy, default=None)
        if target is not None and beliefs.spy(target) >= SURE:
            return Headshot(target=target)
        blade = offer(view, Backstab)
        if not offer(view, Disguise).closed and view.table.round <= 2 and dice.die(2) == 1:
            return Disguise(kind=cover(view, seat) or LOYAL_KINDS[0])
        victims = [mate for mate in blade.targets if mate not in own.fellows]
        if victims and _dares(view, seat, dice):
            match = _match(view)
            return Backstab(target=max(victims, key=lambda mate: beliefs.value(mate, match)))
        return self._sabotage(view, own, beliefs)

    def _sabotage(self, view: View, own: Own, beliefs: Beliefs) -> Move:
        """The likeliest class of all mates who are not sabotaged yet; never a guess that has failed
        before.
        """
        lasting = own.attempts if not view.table.terms.new_classes else ()
        hit = {each.target for each in lasting if each.worked}
        missed = {(each.target, each.guess) for each in lasting}
        guesses = [
            (beliefs.chance(mate, kind), mate, kind)
            for mate in offer(view, Sabotage).targets
            if mate not in hit and mate not in own.fellows
            for kind in LOYAL_KINDS
            if (mate, kind) not in missed
        ]
        if not guesses:
            return STAND_BY
        _, mate, kind = max(guesses, key=lambda each: each[0])
        return Sabotage(target=mate, guess=kind)


def _match(view: View) -> MatchKind:
    return view.table.match or MATCHES[0]


def _named(view: View, targets: Seats) -> frozenset[Seat]:
    """Whom this match's notes from the other team's Spies name."""
    letters = view.team.letters if view.team else ()
    texts = {letter.text for letter in letters if letter.round == view.table.round}
    return frozenset([target for target in targets if notes((target,))[1].text in texts])


def _dares(view: View, seat: Seat, dice: Dice) -> bool:
    """Whether a backstab is worth what it gives away: always where removals stay secret, else late
    or when it is needed.
    """
    terms, halves, side = view.table.terms, view.table.halves, view.table.sides[seat]
    if terms.announce_removals == "no":
        return True
    needed = halves[1 - side] <= halves[side] and view.table.round >= ROUNDS - 2
    often = 2 if terms.announce_removals == "removal" else 4
    return needed or view.table.round == ROUNDS or dice.die(often) == 1


def cover(view: View, seat: Seat) -> Kind | None:
    """The class a Spy passes for, the same for as long as classes last; None for anybody else."""
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
