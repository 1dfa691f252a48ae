"""A bot that hides pieces, lays traps, and searches places where the rival may have hidden pieces.

The bot runs for the roof when the police are far away. `Nature` contains the weights of its
decisions. The bot uses only its seat's view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.dice import Dice
from engine.values import Seat
from minigames.lunacy.doctrine import Doctrine
from minigames.lunacy.rules import judging, menus
from minigames.lunacy.rules.combat import EQUIPMENT, SWORD
from minigames.lunacy.rules.judging import Eyes, eyes_of
from minigames.lunacy.rules.laboratory import (
    DEFENCE_ROOM,
    DISTANCE,
    ENTRANCES,
    FIRST_AID,
    HELIPAD,
    NOWHERE,
    ROOF_LIFT,
    ROOMS,
    WEAPON_ROOM,
    column,
)
from minigames.lunacy.rules.police import DAMAGE, SPEED, STRENGTH
from minigames.lunacy.rules.step_builder import cops_in, rival
from minigames.lunacy.rules.values import (
    HEALTH,
    Buy,
    Change,
    Cop,
    Flee,
    Leave,
    Move,
    Slot,
    Spy,
    View,
    Wield,
)

ALL: Final = 3
NEVER: Final = 99


class Nature(NamedTuple):
    """The weights of a schemer's decisions. Distances are in steps, and health is in points."""

    weak: int = 3
    """Maximum health at which the bot hides its pieces."""
    mend: int = 7
    """Maximum health at which the bot goes to first aid."""
    stash: int = 0
    """Maximum distance from the roof elevator at which the bot hides pieces in any room."""
    carry: int = 1
    """Number of pieces in hand at which the bot goes near the roof to hide them."""
    pluck: int = 0
    """Lead in exchanges that the bot needs for an attack."""
    nerve: int = 1
    """Lead in exchanges that the bot needs to continue a fight."""
    bait: int = 2
    """One search in this many leaves a trap, in rooms with elevators or near the roof.

    The bot must claim a piece first, unless trip wires are used. Its own hiding places are always
    trapped.
    """
    suspicion: int = 2
    """Extra steps that the bot takes to reach a room where the rival may have hidden a piece."""
    chase: int = 3
    """Extra steps that the bot takes to reach a rival that claims a piece."""
    shops: int = 1
    """Extra steps that the bot takes to reach an equipment room that sells what it lacks."""
    wary: int = 6
    """Health that the bot must expect to have left before it enters a room with police."""
    bold: int = 2
    """Amount by which the expected loss can exceed the bot's health when it runs for the roof."""
    spare: int = 2
    """Number of weapons that the bot keeps instead of using them as traps."""


class Schemer(Doctrine):
    """A bot that plays according to its `Nature`."""

    def __init__(self, nature: Nature) -> None:
        self.nature = nature

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """Return a legal move, based only on the seat's view."""
        eyes = eyes_of(view)
        if eyes is None:
            raise ValueError("a schemer plays one of the two spies")
        decision = _Decision(eyes, self.nature, dice)
        match eyes.table.phase:
            case "act":
                return decision.in_turn()
            case "search":
                return decision.leave()
            case "shop":
                return decision.buy()
            case "weapons":
                return decision.weapon()
            case "answer":
                return decision.answer()
            case "flee":
                return decision.flight()
        return super().choose(view, seat, dice)


class Goal(NamedTuple):
    """A place to go to. The bonus is subtracted from its distance, in steps."""

    place: int
    bonus: int = 0


class _Decision:
    """The decision about one move."""

    def __init__(self, eyes: Eyes, nature: Nature, dice: Dice) -> None:
        self.eyes, self.nature, self.dice = eyes, nature, dice
        self.table, self.own, self.spy = eyes.table, eyes.own_state, eyes.spy
        self.here = eyes.spy.place
        self.other: Spy = eyes.table.spies[rival(eyes.seat)]
        self.unfound = NOWHERE in eyes.table.homes

    # --- a turn ---

    def in_turn(self) -> Move:
        eyes = self.eyes
        if eyes.burdened:
            return self.run()
        arming = self.arming()
        if arming is not None:
            return arming
        outfit = self.outfit()
        if outfit is not None:
            return outfit
        if not judging.why_not_search(eyes) and (self.wants_to_hide() or self.worth_searching()):
            return menus.SEARCH
        return self.walk(self.goals())

    def outfit(self) -> Move | None:
        """Return first aid or shopping if the spy needs it and this room offers it."""
        eyes = self.eyes
        if self.here == FIRST_AID and not judging.why_not_use(eyes, "mend"):
            return menus.MEND
        if (
            self.here in self.lacking()
            and not judging.why_not_use(eyes, "shop")
            and self.table.points
        ):
            return menus.SHOP
        return None

    def arming(self) -> Change | None:
        """Return a change that fills empty slots, or that counters a nearby rival's equipment."""
        own_state, other = self.own, self.other
        weapon: Slot = own_state.weapon
        defence: Slot = own_state.defence
        near = other.place in ROOMS and DISTANCE[self.here][other.place] <= 3
        stopped = weapon and weapon == other.shown_defence and near
        if own_state.weapons and (not weapon or stopped):
            fit = [colour for colour in own_state.weapons if colour != other.shown_defence]
            if fit or not weapon:
                weapon = self.dice.pick(fit or own_state.weapons)
        feared = other.shown_weapon
        if feared and feared in own_state.defences and near:
            defence = feared
        elif not defence and own_state.defences:
            defence = feared if feared in own_state.defences else self.dice.pick(own_state.defences)
        if (weapon, defence) == (own_state.weapon, own_state.defence) or not self.table.points:
            return None
        return menus.CHANGE[weapon, defence]

    def lacking(self) -> list[int]:
        """Return the equipment rooms that sell something the spy lacks."""
        own_state, other = self.own, self.other
        rooms = []
        if other.shown_weapon and other.shown_weapon not in (
            *own_state.defences,
            own_state.defence,
        ):
            rooms.append(DEFENCE_ROOM)
        if len(own_state.weapons) + bool(own_state.weapon) <= self.nature.spare:
            rooms.append(WEAPON_ROOM)
        return rooms

    def unarmed(self) -> bool:
        """Return whether the spy has no weapon at all."""
        return not (self.own.weapon or self.own.weapons)

    def run(self) -> Move:
        """Return a step towards the roof with all three pieces. Avoid opponents if possible."""
        current_place, points = self.here, self.table.points
        if current_place == ROOF_LIFT:
            return menus.GO[HELIPAD]
        steps = [
            (to, price)
            for to, price in judging.steps(self.eyes)
            if DISTANCE[to][ROOF_LIFT] < DISTANCE[current_place][ROOF_LIFT]
        ]
        steps = [step for step in steps if not self.company(step[0])] or steps
        paid = [to for to, price in steps if price <= points]
        return menus.GO[self.dice.pick(paid)] if paid else self.arming_defence() or menus.END_TURN

    def arming_defence(self) -> Change | None:
        """Return a change to the defence that stops the rival's weapon.

        A spy makes this change if it has too few points for a step.
        """
        feared = self.other.shown_weapon
        if not self.table.points or not feared or feared not in self.own.defences:
            return None
        return menus.CHANGE["", feared]

    def walk(self, goals: Sequence[Goal]) -> Move:
        """Return a step towards the best goal, based on distance and bonus.

        Avoid dangerous places.
        """
        steps = [step.to for step in menus.go_menu(self.eyes)]
        safe = [to for to in steps if not self.shuns(to)]
        goals = [goal for goal in goals if goal.place != self.here] or [Goal(ROOF_LIFT)]
        if not safe:
            return self.wait()
        distances = {
            to: min([DISTANCE[to][goal.place] - goal.bonus for goal in goals]) + self.wired(to)
            for to in safe
        }
        best = min(distances.values())
        return menus.GO[self.dice.pick([to for to in safe if distances[to] == best])]

    def wait(self) -> Move:
        """Return a feint if it makes revealed equipment uncertain again.

        Otherwise, end the turn.
        """
        if self.table.points and (self.spy.shown_weapon or self.spy.shown_defence):
            return menus.CHANGE[self.own.weapon, self.own.defence]
        return menus.END_TURN

    def company(self, place: int) -> bool:
        return (self.other.place == place and place in ROOMS) or bool(cops_in(self.table, place))

    def shuns(self, place: int) -> bool:
        """Return whether the spy should avoid a place because of police or a stronger rival."""
        cops = cops_in(self.table, place)
        if cops and not self.desperate():
            carry = any(cop.pieces for cop in cops)
            spare_health = self.spy.health - (2 if carry else self.nature.wary)
            return self.cost_of(cops) > spare_health
        if self.other.place != place or place not in ROOMS:
            return False
        return not self.must_stop() and self.edge() < self.nature.pluck

    def must_stop(self) -> bool:
        """Return whether the rival seems to carry all three pieces."""
        return len(self.other.claims) == ALL and not self.bluffs()

    def desperate(self) -> bool:
        """Return whether the police hold at least two pieces."""
        return sum([len(cop.pieces) for cop in self.table.cops]) >= 2

    def goals(self) -> list[Goal]:
        """Return the places that the spy should go to."""
        table, own_state, nature = self.table, self.own, self.nature
        loot = [Goal(place, 3) for place, room in enumerate(table.rooms) if room.pieces]
        loot += [
            Goal(cop.place, 2)
            for cop in table.cops
            if cop.pieces
            and cop.place in ROOMS
            and (self.desperate() or self.cost_of((cop,)) + 1 < self.spy.health)
        ]
        if self.desperate() and loot:
            return loot
        if self.must_stop():
            prey = self.other.place if self.other.place in ROOMS else ROOF_LIFT
            return [Goal(prey), *loot]
        if len(self.spy.claims) == ALL:
            return self.fetching()
        if self.spy.health <= nature.mend:
            return [Goal(FIRST_AID)]
        goals = loot
        goals += [Goal(room, nature.shops - 2 + 3 * self.unarmed()) for room in self.lacking()]
        if len(own_state.pieces) >= nature.carry:
            goals.append(Goal(ROOF_LIFT, 2))
        goals += [Goal(room, nature.suspicion - 2) for room in self.suspected()]
        if self.unfound:
            goals += [Goal(place) for place in ROOMS if table.rooms[place].looked_by is None]
        prey_there = self.other.claims and self.other.place in ROOMS
        if prey_there and self.edge() >= nature.pluck:
            goals.append(Goal(self.other.place, nature.chase))
        if not goals and self.other.place in ROOMS and self.edge() >= nature.pluck:
            goals.append(Goal(self.other.place))
        return goals or [Goal(FIRST_AID if self.spy.health < HEALTH else ROOF_LIFT)]

    def fetching(self) -> list[Goal]:
        """Return the goals of a spy that claims all three pieces.

        The goal is first aid if needed, otherwise the spy's own hidden pieces.
        """
        rooms = self.stash_rooms()
        if not rooms:
            return [Goal(ROOF_LIFT)]
        if not self.can_win() and self.spy.health < HEALTH - 1:
            return [Goal(FIRST_AID)]
        return [Goal(rooms[0])]

    def stash_rooms(self) -> list[int]:
        """Return the rooms in which the spy has hidden pieces.

        The room nearest to the roof is last.
        """
        rooms = {stash.room for stash in self.own.stashed}
        return sorted(rooms, key=lambda room: (-DISTANCE[ROOF_LIFT][room], room))

    # --- risks from the police ---

    def cost_of(self, cops: Sequence[Cop], *, sword: bool = False) -> int:
        """Return the average loss of health when killing these cops, rounded up."""
        blow = SWORD if sword or not (self.own.weapon or self.own.weapons) else EQUIPMENT
        half = 0
        for cop in cops:
            faces = DAMAGE[cop.rank]
            half += -(-STRENGTH[cop.rank] // blow) * 2 * sum(faces) // len(faces)
        return -(-half // 2)

    def cops_in_reach(self, place: int, turns: int) -> list[Cop]:
        """Return the cops that could reach a place in this number of police turns.

        The cops are assumed to chase this spy.
        """
        if self.other.claims and not self.spy.claims:
            return []
        return [
            cop
            for cop in self.table.cops
            if cop.place != NOWHERE and DISTANCE[cop.place][place] <= SPEED[cop.rank] * turns
        ]

    def chased(self) -> bool:
        """Return whether the spy would lose nearly all its health in the next turns."""
        cost = self.cost_of(self.cops_in_reach(self.here, 1))
        other = self.other
        if other.place in ROOMS and DISTANCE[other.place][self.here] <= 2 and self.edge() < 0:
            cost += 3
        return cost > 0 and self.spy.health - cost <= 1

    def can_win(self) -> bool:
        """Return whether the spy can collect its pieces and survive until it reaches the roof."""
        points, end = -self.table.points, self.here
        for room in self.stash_rooms():
            points += DISTANCE[end][room] + 1
            end = room
        light = points
        points += _heavy(end)
        turns = max(0, -(-points // 2))
        if not turns:
            return True
        cops = {
            cop.rank: cop for place in (self.here, end) for cop in self.cops_in_reach(place, turns)
        }
        cost = self.cost_of(list(cops.values()), sword=light <= 0)
        return self.spy.health + self.nature.bold > cost

    # --- the rival ---

    def edge(self) -> int:
        """Return how many more exchanges this spy would survive than the rival.

        The estimate uses the known equipment.
        """
        own_state, rival_spy = self.own, self.other
        deal, take = SWORD, SWORD
        armed = own_state.weapon and not self.eyes.burdened
        if armed and own_state.weapon != rival_spy.shown_defence:
            deal = EQUIPMENT
        loaded = len(rival_spy.claims) == ALL and not rival_spy.light
        if (
            not loaded
            and rival_spy.shown_weapon != ""
            and (rival_spy.shown_weapon is None or rival_spy.shown_weapon != own_state.defence)
        ):
            take = EQUIPMENT
        return -(-self.spy.health // take) - -(-rival_spy.health // deal)

    def bluffs(self) -> bool:
        """Return whether the rival's behaviour shows that it has hidden a piece it claims."""
        other = self.other
        if other.claims and other.place in ENTRANCES:
            return True
        return len(other.claims) == ALL and (other.light or bool(other.shown_weapon))

    def suspected(self) -> list[int]:
        """Return the rooms that the rival has searched since it found a piece that it claims."""
        table, other = self.table, self.other
        if not other.claims or self.spy.health <= 2:
            return []
        since = min(
            [
                place
                for number, place in zip(table.circled, table.since, strict=True)
                if number in other.claims
            ]
        )
        return [
            place
            for place, room in enumerate(table.rooms)
            if room.looked_by == rival(self.eyes.seat)
            and room.looked >= since
            and (not room.known or room.known == self.own.defence)
        ]

    # --- searching ---

    def wants_to_hide(self) -> bool:
        """Return whether the spy should hide its pieces in this room."""
        if not self.own.pieces or self.here not in ROOMS or self.is_strange(self.here):
            return False
        if len(self.spy.claims) == ALL:
            return not self.can_win() and self.lets_go()
        settled = len(self.own.pieces) >= self.nature.carry
        return self.lets_go() or (
            settled and DISTANCE[self.here][ROOF_LIFT] <= min(1, self.nature.stash)
        )

    def lets_go(self) -> bool:
        """Return whether the spy is likely to die and lose its pieces."""
        return self.spy.health <= self.nature.weak or self.chased()

    def is_strange(self, place: int) -> bool:
        """Return whether a room can contain a trap of the rival."""
        room = self.table.rooms[place]
        return room.device and room.laid_by != self.eyes.seat

    def wired(self, place: int) -> int:
        """Return how many extra steps it is worth to avoid a possible trap with a trip wire."""
        if not self.table.setup.wires or place not in ROOMS or not self.is_strange(place):
            return 0
        known_trap = self.table.rooms[place].known
        return (0 if known_trap == self.own.defence else NEVER) if known_trap else 1

    def worth_searching(self) -> bool:
        table, current_place = self.table, self.here
        if current_place not in ROOMS:
            return False
        room = table.rooms[current_place]
        if room.known and room.known != self.own.defence and room.laid_by != self.eyes.seat:
            return False
        if room.pieces:
            return True
        if any(stash.room == current_place for stash in self.own.stashed):
            return len(self.spy.claims) == ALL and self.can_win()
        return (self.unfound and room.looked_by is None) or current_place in self.suspected()

    def leave(self) -> Leave:
        """Hide all pieces or none, and leave traps at hiding places.

        Sometimes also leave a trap in rooms with elevators. Take as many weapons as possible.
        """
        hide = self.own.pieces if self.hides_here() else ()
        moves = [move for move in menus.leave_menu(self.eyes) if move.hide in {hide, ()}]
        moves = [move for move in moves if move.hide == hide] or moves
        max_taken = max([len(move.take) for move in moves])
        moves = [move for move in moves if len(move.take) == max_taken]
        laid = [move for move in moves if move.device not in {"leave", "decoy", "bare"}]
        without_trap = [move for move in moves if move not in laid]
        trapped = any(trap.room == self.here for trap in self.own.traps)
        if laid and not trapped and (self.baits(bool(hide)) or not without_trap):
            fit = [move for move in laid if move.device != self.other.shown_defence]
            return self.dice.pick(fit or laid)
        return without_trap[0] if without_trap else moves[0]

    def hides_here(self) -> bool:
        own_state, nature = self.own, self.nature
        search = self.table.search
        if not own_state.pieces or (search and search.halted):
            return False
        if len(self.spy.claims) == ALL:
            return not self.can_win() and (len(own_state.pieces) == ALL or self.lets_go())
        return self.lets_go() or DISTANCE[self.here][ROOF_LIFT] <= nature.stash

    def baits(self, hides: bool) -> bool:
        own_state, nature = self.own, self.nature
        if hides:
            return bool(own_state.weapons)
        has_reason = self.spy.claims or self.table.setup.wires
        if len(own_state.weapons) <= nature.spare or not has_reason:
            return False
        is_on_route = column(self.here) in (1, 5) or DISTANCE[self.here][ROOF_LIFT] <= 1
        return is_on_route and self.dice.die(nature.bait) == 1

    # --- the bag ---

    def buy(self) -> Buy:
        """Take the defence that stops the rival's weapon, or a colour that the spy lacks.

        In exchange, give back the most common colour.
        """
        owned_colours = judging.owned(self.eyes)
        moves = menus.buy_menu(self.eyes)
        needed = self.other.shown_weapon if self.here == DEFENCE_ROOM else None

        def value(move: Buy) -> tuple[bool, bool, int]:
            if not move.take:
                return False, False, 0
            return (
                move.take == needed and needed not in owned_colours,
                move.take not in owned_colours,
                owned_colours.count(move.give) if move.give else 0,
            )

        best = max(map(value, moves))
        if not (best[0] or best[1]):
            return menus.menu_of(self.eyes)[0]  # type: ignore[return-value]
        return self.dice.pick([move for move in moves if value(move) == best])

    # --- combat ---

    def weapon(self) -> Wield:
        """Use equipment unless the rival's defence stops it. Sometimes use the sword instead."""
        own_state, combat = self.own, self.table.combat
        if not own_state.weapon:
            return menus.SWORD
        if combat is None or combat.cop is not None:
            return menus.EQUIPMENT
        rival_defence = self.other.shown_defence
        if rival_defence == own_state.weapon or (rival_defence is None and self.dice.die(6) == 1):
            return menus.SWORD
        return menus.EQUIPMENT

    def answer(self) -> Move:
        """Stay to win or to stop the rival. Flee to the roof if that wins the match."""
        eyes, combat = self.eyes, self.table.combat
        if combat is None:
            return menus.STAY
        if eyes.burdened and self.here == ROOF_LIFT:
            return menus.FLEE[HELIPAD]
        if combat.cop is not None:
            cop = self.table.cops[combat.cop]
            blow = EQUIPMENT if self.own.weapon else SWORD
            needed = -(-(STRENGTH[cop.rank] - cop.hurt) // blow)
            faces = DAMAGE[cop.rank]
            stays = sum(faces) * needed < self.spy.health * len(faces) or self.desperate()
            if eyes.burdened and not (needed == 1 and stays):
                return self.flight()
            return menus.STAY if stays else self.flight()
        if self.must_stop() or self.edge() >= self.nature.nerve:
            return menus.STAY
        return self.flight()

    def flight(self) -> Flee:
        """Return a flight towards the roof or first aid. Empty places are preferred."""
        goal = ROOF_LIFT if self.eyes.burdened else FIRST_AID

        def cost(flight: Flee) -> tuple[bool, int]:
            near = -1 if flight.to == HELIPAD else DISTANCE[flight.to][goal]
            return self.company(flight.to), near

        flights = menus.flights(self.eyes)
        best = min(map(cost, flights))
        return self.dice.pick([flight for flight in flights if cost(flight) == best])


def _heavy(start: int) -> int:
    """Return the action points needed to carry all three pieces from a room to the roof."""
    floors = 4 - start // 5
    return 2 * (DISTANCE[start][ROOF_LIFT] - floors) + floors + 1
