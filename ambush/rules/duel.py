"""The duel during a turn: the two sides, who sees whom, and who is hurt (P5, P7, P10, P14).

A side receives an event as soon as its knowledge changes.
"""

from __future__ import annotations

from msgspec import UNSET

from engine.dice import Dice
from engine.game import Step, Told
from engine.values import EVERYONE, Seat, changed

from .call import WeaponSkill
from .fighting import (
    are_in_sight,
    armour_left,
    burning_squares,
    dp_left,
    is_down,
    is_gassed,
    smoky_squares,
)
from .ground import OFF_MAP
from .terrain import terrain_of
from .values import (
    DIRECTION_NUMBERS,
    PHASES,
    Ending,
    Event,
    Man,
    Mishap,
    Movement,
    Noticed,
    Over,
    Own,
    Plan,
    Result,
    Sighted,
    State,
    Suffered,
)

EMPTY_PLAN = Plan()


class Side:
    """One of the two sides during a turn."""

    __slots__ = (
        "action",
        "audience",
        "brawl",
        "lying",
        "man",
        "mark",
        "offer_turn",
        "offers_to_part",
        "own",
        "phases",
        "seat",
        "seen",
        "sounds",
        "spotted",
        "unseen",
        "vanish",
    )

    def __init__(self, seat: Seat, state: State) -> None:
        own_state = state.own[seat]
        plan = own_state.plan or EMPTY_PLAN
        self.seat, self.own, self.audience = seat, own_state, (seat,)
        self.man, self.mark, self.seen, self.spotted = (
            own_state.man,
            own_state.mark,
            own_state.seen,
            own_state.spotted,
        )
        self.unseen, self.sounds, self.lying = own_state.unseen, own_state.sounds, own_state.lying
        self.brawl = own_state.brawl
        self.phases: tuple[tuple[Movement, ...], ...] = (
            ((),) * (state.table.phase - 1) + plan.phases + ((),) * (PHASES - len(plan.phases))
        )
        self.action, self.vanish = plan.action, plan.vanish
        self.offers_to_part = bool(plan.offers_to_part)
        self.offer_turn = state.table.offer_turn(seat)

    def steps_in(self, phase: int) -> bool:
        """Return whether any steps are planned for this phase."""
        deeds = self.phases[phase - 1]
        return bool(deeds) and deeds[0] in DIRECTION_NUMBERS


class Duel:
    """The duel during a turn."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.table, self.dice = state.table, dice
        self.numbers, self.terrain = state.table.numbers, terrain_of(state.table.ground)
        self.turn, self.phase, self.clouds = self.table.turn, self.table.phase, self.table.clouds
        self.told: list[Told[Event]] = []
        self.ending: Ending = ""
        self.sides = (Side(Seat(0), state), Side(Seat(1), state))
        self.update_clouds()

    def update_clouds(self) -> None:
        """Update smoke and fires."""
        self.smoke = smoky_squares(self.clouds, self.terrain) if self.clouds else frozenset()
        self.fires = burning_squares(self.clouds, self.terrain) if self.clouds else ()

    def tell(self, side: Side, event: Event) -> None:
        self.told.append(Told(event=event, to=side.audience))

    def other_side(self, side: Side) -> Side:
        return self.sides[1] if side is self.sides[0] else self.sides[0]

    # --- sight ------------------------------------------------------------------------------------

    def observe(self) -> None:
        """Update what each side sees of the other, and whether the other side sees it (P5, P14)."""
        ambusher, ambushed = self.sides
        if OFF_MAP in (ambusher.man.at, ambushed.man.at):
            return
        line = are_in_sight(self.terrain, self.smoke, ambusher.man, ambushed.man)
        ambusher_sees, ambushed_sees = (
            line and ambusher.man.blind < self.turn,
            line and ambushed.man.blind < self.turn,
        )
        self._update_mark(ambusher, ambushed.man, ambusher_sees)
        self._update_mark(ambushed, ambusher.man, ambushed_sees)
        self._update_seen(ambusher, ambushed_sees)
        self._update_seen(ambushed, ambusher_sees)

    def _update_mark(self, side: Side, enemy: Man, is_visible: bool) -> None:
        mark = side.mark
        if is_visible:
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

    def _update_seen(self, side: Side, is_seen: bool) -> None:
        if is_seen:
            side.spotted = True
        if is_seen != side.seen:
            side.seen = is_seen
            self.tell(side, Noticed(phase=self.phase, seen=is_seen))

    # --- damage -----------------------------------------------------------------------------------

    def gassed(self, side: Side) -> bool:
        return bool(self.clouds) and is_gassed(side.man, self.clouds, self.terrain)

    def harm(
        self,
        victim: Side,
        damage: int,
        mishap: Mishap,
        attacker: Side,
        skill: WeaponSkill,
        *,
        subdue: bool = False,
    ) -> None:
        """Apply damage to armour first, then to DP (P7).

        A subduing blow stops at 1 DP (P9). When a fighter is at 1 DP or less, he is down and the
        duel is over (P12).
        """
        if not damage:
            return
        absorbed = min(damage, armour_left(victim.man))
        hits = damage - absorbed
        min_dp = 1 if subdue else self.numbers.least_dp
        if min_dp:
            hits = min(hits, dp_left(victim.man) - min_dp)
        was_down = is_down(victim.man)
        victim.man = changed(
            victim.man, hits=victim.man.hits + hits, armour_lost=victim.man.armour_lost + absorbed
        )
        self.tell(victim, Suffered(phase=self.phase, how=mishap, armour=absorbed, hits=hits))
        if is_down(victim.man) and not was_down:
            if attacker is not victim:
                attacker.man = changed(attacker.man, felled_with=skill)
            self._fall(victim)

    def _fall(self, victim: Side) -> None:
        dead = any(side.man.who.dp <= side.man.hits for side in self.sides)
        self.ending = "death" if dead else "knock_out"
        enemy = self.other_side(victim)
        if enemy.mark.in_sight:
            enemy.mark = changed(enemy.mark, hurt="down")
            self.tell(enemy, Sighted(phase=self.phase, mark=enemy.mark))

    # --- the end ----------------------------------------------------------------------------------

    def finish(self) -> Step[State, Event]:
        ambusher, ambushed = self.sides
        offers = (ambusher.offer_turn, ambushed.offer_turn)
        table = changed(
            self.table,
            turn=self.turn,
            phase=self.phase,
            clouds=self.clouds,
            part_offers=offers if any(offers) else UNSET,
        )
        if self.ending:
            for side in self.sides:
                self.tell(side, Result(left=side.man.left, felled_with=side.man.felled_with))
            self.told.append(
                Told(event=Over(ending=self.ending, turn=self.turn, phase=self.phase), to=EVERYONE)
            )
            table = changed(table, stage="over", ending=self.ending)
        return State(
            table=table, own=(self._own_state(self.sides[0]), self._own_state(self.sides[1]))
        ), tuple(self.told)

    def _own_state(self, side: Side) -> Own:
        return changed(
            side.own,
            man=side.man,
            mark=side.mark,
            seen=side.seen,
            spotted=side.spotted,
            unseen=side.unseen,
            sounds=side.sounds,
            lying=side.lying,
            brawl=side.brawl,
            plan=None,
        )
