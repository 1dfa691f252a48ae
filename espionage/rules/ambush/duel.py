"""The duel while a turn is played: two sides, who sees whom, who is hurt (P5, P7, P10, P14).

Whatever changes what a side knows is told to that side where it happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Told
from engine.values import EVERYONE, Seat, changed

from .fighting import armour, burning, down, dp, gassed, in_line, smoky
from .ground import OFF
from .terrain import terrain_of
from .values import (
    PHASES,
    WAY_NUMBER,
    Event,
    Noticed,
    Over,
    Own,
    Plan,
    Result,
    Sighted,
    State,
    Suffered,
)

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.game import Step

    from .call import WeaponSkill
    from .values import Deed, Ending, Man, Mishap

STILL = Plan()


class Side:
    """One of the two while a turn is played."""

    __slots__ = (
        "action",
        "audience",
        "lying",
        "man",
        "mark",
        "own",
        "phases",
        "seat",
        "seen",
        "sounds",
        "spotted",
        "unseen",
        "vanish",
    )

    def __init__(self, seat: Seat, own: Own, first: int) -> None:
        plan = own.plan or STILL
        self.seat, self.own, self.audience = seat, own, (seat,)
        self.man, self.mark, self.seen, self.spotted = own.man, own.mark, own.seen, own.spotted
        self.unseen, self.sounds, self.lying = own.unseen, own.sounds, own.lying
        self.phases: tuple[tuple[Deed, ...], ...] = (
            ((),) * (first - 1) + plan.phases + ((),) * (PHASES - len(plan.phases))
        )
        self.action, self.vanish = plan.action, plan.vanish

    def steps_in(self, phase: int) -> bool:
        """Whether steps are planned for this phase."""
        deeds = self.phases[phase - 1]
        return bool(deeds) and deeds[0] in WAY_NUMBER


class Duel:
    """The duel while a turn is played."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.table, self.dice = state.table, dice
        self.numbers, self.terrain = state.table.numbers, terrain_of(state.table.ground)
        self.turn, self.phase, self.clouds = self.table.turn, self.table.phase, self.table.clouds
        self.told: list[Told[Event]] = []
        self.ending: Ending = ""
        self.sides = (
            Side(Seat(0), state.own[0], self.phase),
            Side(Seat(1), state.own[1], self.phase),
        )
        self.look_out()

    def look_out(self) -> None:
        """What hangs in the air, worked out once."""
        self.smoke = smoky(self.clouds, self.terrain) if self.clouds else frozenset()
        self.fires = burning(self.clouds, self.terrain) if self.clouds else ()

    def tell(self, side: Side, event: Event) -> None:
        self.told.append(Told(event=event, to=side.audience))

    def other(self, side: Side) -> Side:
        return self.sides[1] if side is self.sides[0] else self.sides[0]

    # --- who sees whom ----------------------------------------------------------------------------

    def observe(self) -> None:
        """Both look: what each sees of the other, and whether he is seen (P5, P14)."""
        one, two = self.sides
        if OFF in (one.man.at, two.man.at):
            return
        line = in_line(self.terrain, self.smoke, one.man, two.man)
        one_sees, two_sees = line and one.man.blind < self.turn, line and two.man.blind < self.turn
        self._marks(one, two.man, one_sees)
        self._marks(two, one.man, two_sees)
        self._notices(one, two_sees)
        self._notices(two, one_sees)

    def _marks(self, side: Side, enemy: Man, sees: bool) -> None:
        mark = side.mark
        if sees:
            if (
                mark.in_sight
                and mark.at == enemy.at
                and mark.crouched == enemy.crouched
                and mark.hand == enemy.hand
            ):
                return
            side.mark = changed(
                mark,
                at=enemy.at,
                in_sight=True,
                crouched=enemy.crouched,
                hand=enemy.hand,
                turn=0,
                phase=0,
            )
        elif mark.in_sight:
            side.mark = changed(mark, in_sight=False, turn=self.turn, phase=self.phase)
        else:
            return
        self.tell(side, Sighted(phase=self.phase, mark=side.mark))

    def _notices(self, side: Side, seen: bool) -> None:
        if seen:
            side.spotted = True
        if seen != side.seen:
            side.seen = seen
            self.tell(side, Noticed(phase=self.phase, seen=seen))

    # --- harm -------------------------------------------------------------------------------------

    def gassed(self, side: Side) -> bool:
        return bool(self.clouds) and gassed(side.man, self.clouds, self.terrain)

    def harm(
        self,
        victim: Side,
        damage: int,
        how: Mishap,
        by: Side,
        skill: WeaponSkill,
        *,
        subdue: bool = False,
    ) -> None:
        """Armour first, then DP (P7); who subdues stops at 1 DP (P9). Down at 1 DP or less, and the
        duel is over (P12).
        """
        if not damage:
            return
        kept = min(damage, armour(victim.man))
        hits = damage - kept
        least = 1 if subdue else self.numbers.least_dp
        if least:
            hits = min(hits, dp(victim.man) - least)
        was_down = down(victim.man)
        victim.man = changed(
            victim.man, hits=victim.man.hits + hits, armour_lost=victim.man.armour_lost + kept
        )
        self.tell(victim, Suffered(phase=self.phase, how=how, armour=kept, hits=hits))
        if down(victim.man) and not was_down:
            if by is not victim:
                by.man = changed(by.man, felled_with=skill)
            self._falls(victim)

    def _falls(self, victim: Side) -> None:
        dead = any(side.man.who.dp <= side.man.hits for side in self.sides)
        self.ending = "death" if dead else "knock_out"
        enemy = self.other(victim)
        if enemy.mark.in_sight:
            enemy.mark = changed(enemy.mark, hurt="down")
            self.tell(enemy, Sighted(phase=self.phase, mark=enemy.mark))

    # --- the end ----------------------------------------------------------------------------------

    def finish(self) -> Step[State, Event]:
        if self.ending:
            for side in self.sides:
                self.tell(side, Result(left=side.man.left, felled_with=side.man.felled_with))
            self.told.append(
                Told(event=Over(ending=self.ending, turn=self.turn, phase=self.phase), to=EVERYONE)
            )
            table = changed(
                self.table,
                stage="over",
                ending=self.ending,
                turn=self.turn,
                phase=self.phase,
                clouds=self.clouds,
            )
        else:
            table = changed(self.table, turn=self.turn, phase=self.phase, clouds=self.clouds)
        return State(table=table, own=(self._own(self.sides[0]), self._own(self.sides[1]))), tuple(
            self.told
        )

    def _own(self, side: Side) -> Own:
        return changed(
            side.own,
            man=side.man,
            mark=side.mark,
            seen=side.seen,
            spotted=side.spotted,
            unseen=side.unseen,
            sounds=side.sounds,
            lying=side.lying,
            plan=None,
        )
