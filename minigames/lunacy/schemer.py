"""A spy who schemes: it hides what it found when it is weak or chased, traps where it hid and at
the lifts, looks for what the other hid, arms against the colours the other showed, and runs
for the roof when the police are out of reach.

What it weighs, and how much, is its `Nature`. Sees its seat's view and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

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
from minigames.lunacy.rules.values import HEALTH, Buy, Flee

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice
    from engine.values import Seat
    from minigames.lunacy.rules.values import Change, Cop, Leave, Move, Slot, Spy, View, Wield

ALL: Final = 3
NEVER: Final = 99


class Nature(NamedTuple):
    """What a schemer is like. Distances are steps, health is points."""

    weak: int = 3
    """At this health or less it hides what it carries."""
    mend: int = 7
    """At this health or less it goes to mend."""
    stash: int = 0
    """So near the roof lift, it hides what it carries in any room that it searches."""
    carry: int = 1
    """With so many pieces in hand it goes to hide them there."""
    pluck: int = 0
    """It attacks if it can bear so many exchanges more than the other."""
    nerve: int = 1
    """It stays in a fight if it can bear so many exchanges more."""
    bait: int = 2
    """Having found a piece, it traps one in so many of the rooms at lifts; where it hid, always."""
    suspicion: int = 2
    """A room where the other may have hidden something is worth a way longer by so much less."""
    chase: int = 3
    """So is the other who claims a piece."""
    shops: int = 1
    """It goes so far out of its way to an equipment room for what it lacks."""
    wary: int = 6
    """It walks into police only if that leaves it so much health."""
    bold: int = 2
    """It runs for the roof if that costs so much more than it has, on average."""
    spare: int = 2
    """So many weapons it keeps for the hand."""


class Schemer(Doctrine):
    """Plays by its nature."""

    def __init__(self, nature: Nature) -> None:
        self.nature = nature

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """A legal move for this seat, from its view."""
        eyes = eyes_of(view)
        if eyes is None:
            raise ValueError("a schemer plays one of the two spies")
        mind = _Mind(eyes, self.nature, dice)
        match eyes.table.phase:
            case "act":
                return mind.in_turn()
            case "search":
                return mind.leave()
            case "shop":
                return mind.buy()
            case "weapons":
                return mind.weapon()
            case "answer":
                return mind.answer()
            case "flee":
                return mind.flight()
        return super().choose(view, seat, dice)


class Goal(NamedTuple):
    """Somewhere to go, and how many steps nearer it counts than it is."""

    place: int
    bonus: int = 0


class _Mind:
    """One choice."""

    def __init__(self, eyes: Eyes, nature: Nature, dice: Dice) -> None:
        self.eyes, self.nature, self.dice = eyes, nature, dice
        self.table, self.own, self.spy = eyes.table, eyes.own, eyes.spy
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
        """Mend, or shop for what is lacking, in the room for it."""
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
        """Fill empty hands, and be ready for the other when near: a defence of the colour it
        showed, a weapon of a colour that its shown defence does not stop.
        """
        own, other = self.own, self.other
        weapon: Slot = own.weapon
        defence: Slot = own.defence
        near = other.place in ROOMS and DISTANCE[self.here][other.place] <= 3
        stopped = weapon and weapon == other.shown_defence and near
        if own.weapons and (not weapon or stopped):
            fit = [colour for colour in own.weapons if colour != other.shown_defence]
            if fit or not weapon:
                weapon = self.dice.pick(fit or own.weapons)
        feared = other.shown_weapon
        if feared and feared in own.defences and near:
            defence = feared
        elif not defence and own.defences:
            defence = feared if feared in own.defences else self.dice.pick(own.defences)
        if (weapon, defence) == (own.weapon, own.defence) or not self.table.points:
            return None
        return menus.CHANGE[weapon, defence]

    def lacking(self) -> list[int]:
        """The equipment rooms that may have what it needs: a defence of the colour that the other
        showed, a weapon to spare.
        """
        own, other = self.own, self.other
        rooms = []
        if other.shown_weapon and other.shown_weapon not in (*own.defences, own.defence):
            rooms.append(DEFENCE_ROOM)
        if len(own.weapons) + bool(own.weapon) <= self.nature.spare:
            rooms.append(WEAPON_ROOM)
        return rooms

    def unarmed(self) -> bool:
        """No weapon in use, and none to take."""
        return not (self.own.weapon or self.own.weapons)

    def run(self) -> Move:
        """To the roof with all three pieces, round company."""
        here, points = self.here, self.table.points
        if here == ROOF_LIFT:
            return menus.GO[HELIPAD]
        ways = [
            (to, price)
            for to, price in judging.steps(self.eyes)
            if DISTANCE[to][ROOF_LIFT] < DISTANCE[here][ROOF_LIFT]
        ]
        ways = [way for way in ways if not self.company(way[0])] or ways
        paid = [to for to, price in ways if price <= points]
        return menus.GO[self.dice.pick(paid)] if paid else self.arming_defence() or menus.DONE

    def arming_defence(self) -> Change | None:
        """A point too few for a step goes into a defence."""
        feared = self.other.shown_weapon
        if not self.table.points or not feared or feared not in self.own.defences:
            return None
        return menus.CHANGE["", feared]

    def walk(self, goals: Sequence[Goal]) -> Move:
        """A step on a shortest way to the goal that is best for its distance, round company."""
        steps = [step.to for step in menus.go_menu(self.eyes)]
        safe = [to for to in steps if not self.shuns(to)]
        goals = [goal for goal in goals if goal.place != self.here] or [Goal(ROOF_LIFT)]
        if not safe:
            return self.wait()
        away = {
            to: min([DISTANCE[to][goal.place] - goal.bonus for goal in goals]) + self.wired(to)
            for to in safe
        }
        best = min(away.values())
        return menus.GO[self.dice.pick([to for to in safe if away[to] == best])]

    def wait(self) -> Move:
        """With a point left over, pretend to change: what was shown is no longer known."""
        if self.table.points and (self.spy.shown_weapon or self.spy.shown_defence):
            return menus.CHANGE[self.own.weapon, self.own.defence]
        return menus.DONE

    def company(self, place: int) -> bool:
        return (self.other.place == place and place in ROOMS) or bool(cops_in(self.table, place))

    def shuns(self, place: int) -> bool:
        """Police that it could not bear, and the other when that would win."""
        cops = cops_in(self.table, place)
        if cops and not self.desperate():
            carry = any(cop.pieces for cop in cops)
            most = self.spy.health - (2 if carry else self.nature.wary)
            return self.cost_of(cops) > most
        if self.other.place != place or place not in ROOMS:
            return False
        return not self.must_stop() and self.edge() < self.nature.pluck

    def must_stop(self) -> bool:
        """The other may be on its way to the roof with all three."""
        return len(self.other.claims) == ALL and not self.bluffs()

    def desperate(self) -> bool:
        """The police are about to carry everything off."""
        return sum([len(cop.pieces) for cop in self.table.cops]) >= 2

    def goals(self) -> list[Goal]:
        """Where to head."""
        table, own, nature = self.table, self.own, self.nature
        loot = [Goal(at, 3) for at, room in enumerate(table.rooms) if room.pieces]
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
        if len(own.pieces) >= nature.carry:
            goals.append(Goal(ROOF_LIFT, 2))
        goals += [Goal(room, nature.suspicion - 2) for room in self.suspected()]
        if self.unfound:
            goals += [Goal(at) for at in ROOMS if table.rooms[at].looked_by is None]
        prey_there = self.other.claims and self.other.place in ROOMS
        if prey_there and self.edge() >= nature.pluck:
            goals.append(Goal(self.other.place, nature.chase))
        if not goals and self.other.place in ROOMS and self.edge() >= nature.pluck:
            goals.append(Goal(self.other.place))
        return goals or [Goal(FIRST_AID if self.spy.health < HEALTH else ROOF_LIFT)]

    def fetching(self) -> list[Goal]:
        """All three are its own: to the hidden ones, the last of them next to the roof; and to
        first aid as long as the police would not let it pass.
        """
        rooms = self.stash_rooms()
        if not rooms:
            return [Goal(ROOF_LIFT)]
        if not self.can_win() and self.spy.health < HEALTH - 1:
            return [Goal(FIRST_AID)]
        return [Goal(rooms[0])]

    def stash_rooms(self) -> list[int]:
        """Where its own pieces lie, the room nearest to the roof last."""
        rooms = {stash.room for stash in self.own.stashed}
        return sorted(rooms, key=lambda room: (-DISTANCE[ROOF_LIFT][room], room))

    # --- what the police may do ---

    def cost_of(self, cops: Sequence[Cop], *, sword: bool = False) -> int:
        """Health, on average and rounded up, that killing these costs."""
        blow = SWORD if sword or not (self.own.weapon or self.own.weapons) else EQUIPMENT
        half = 0
        for cop in cops:
            faces = DAMAGE[cop.rank]
            half += -(-STRENGTH[cop.rank] // blow) * 2 * sum(faces) // len(faces)
        return -(-half // 2)

    def coming(self, place: int, turns: int) -> list[Cop]:
        """The police who may be at this place within so many turns of theirs, if they are after
        this spy.
        """
        if self.other.claims and not self.spy.claims:
            return []
        return [
            cop
            for cop in self.table.cops
            if cop.place != NOWHERE and DISTANCE[cop.place][place] <= SPEED[cop.rank] * turns
        ]

    def chased(self) -> bool:
        """Whether what comes in the next turns costs more than it can spare."""
        cost = self.cost_of(self.coming(self.here, 1))
        other = self.other
        if other.place in ROOMS and DISTANCE[other.place][self.here] <= 2 and self.edge() < 0:
            cost += 3
        return cost > 0 and self.spy.health - cost <= 1

    def can_win(self) -> bool:
        """Whether it would get to the roof with all three, whatever it has hidden, before the
        police have had what health it has.
        """
        points, at = -self.table.points, self.here
        for room in self.stash_rooms():
            points += DISTANCE[at][room] + 1
            at = room
        light = points
        points += _heavy(at)
        turns = max(0, -(-points // 2))
        if not turns:
            return True
        cops = {cop.rank: cop for where in (self.here, at) for cop in self.coming(where, turns)}
        cost = self.cost_of(list(cops.values()), sword=light <= 0)
        return self.spy.health + self.nature.bold > cost

    # --- the other spy ---

    def edge(self) -> int:
        """How many exchanges more it can bear than the other, by what was shown."""
        mine, theirs = self.own, self.other
        deal, take = SWORD, SWORD
        armed = mine.weapon and not self.eyes.burdened
        if armed and mine.weapon != theirs.shown_defence:
            deal = EQUIPMENT
        loaded = len(theirs.claims) == ALL and not theirs.light
        if (
            not loaded
            and theirs.shown_weapon != ""
            and (theirs.shown_weapon is None or theirs.shown_weapon != mine.defence)
        ):
            take = EQUIPMENT
        return -(-self.spy.health // take) - -(-theirs.health // deal)

    def bluffs(self) -> bool:
        """Whether the other surely has hidden something: it claims pieces at an entrance, or claims
        all three and walks lightly, or fights with a weapon.
        """
        other = self.other
        if other.claims and other.place in ENTRANCES:
            return True
        return len(other.claims) == ALL and (other.light or bool(other.shown_weapon))

    def suspected(self) -> list[int]:
        """Rooms that the other went through since it found what it claims."""
        table, other = self.table, self.other
        if not other.claims or self.spy.health <= 2:
            return []
        since = min(
            [
                at
                for number, at in zip(table.circled, table.since, strict=True)
                if number in other.claims
            ]
        )
        return [
            at
            for at, room in enumerate(table.rooms)
            if room.looked_by == rival(self.eyes.seat)
            and room.looked >= since
            and (not room.known or room.known == self.own.defence)
        ]

    # --- searching ---

    def wants_to_hide(self) -> bool:
        """Pieces in hand, and reason to let go of them here."""
        if not self.own.pieces or self.here not in ROOMS or self.is_strange(self.here):
            return False
        if len(self.spy.claims) == ALL:
            return not self.can_win() and self.lets_go()
        settled = len(self.own.pieces) >= self.nature.carry
        return self.lets_go() or (
            settled and DISTANCE[self.here][ROOF_LIFT] <= min(1, self.nature.stash)
        )

    def lets_go(self) -> bool:
        """Whether it fears for what it carries."""
        return self.spy.health <= self.nature.weak or self.chased()

    def is_strange(self, place: int) -> bool:
        """Whether a trap of the other may lie there."""
        room = self.table.rooms[place]
        return room.device and room.laid_by != self.eyes.seat

    def wired(self, place: int) -> int:
        """How far round it would go for a trip wire that may be there."""
        if not self.table.setup.wires or place not in ROOMS or not self.is_strange(place):
            return 0
        known = self.table.rooms[place].known
        return (0 if known == self.own.defence else NEVER) if known else 1

    def worth_searching(self) -> bool:
        table, here = self.table, self.here
        if here not in ROOMS:
            return False
        room = table.rooms[here]
        if room.known and room.known != self.own.defence and room.laid_by != self.eyes.seat:
            return False
        if room.pieces:
            return True
        if any(stash.room == here for stash in self.own.stashed):
            return len(self.spy.claims) == ALL and self.can_win()
        return (self.unfound and room.looked_by is None) or here in self.suspected()

    def leave(self) -> Leave:
        """Hide all or nothing, under a trap; trap lifts when there is something to be found; pick
        up what fits.
        """
        hide = self.own.pieces if self.hides_here() else ()
        moves = [move for move in menus.leave_menu(self.eyes) if move.hide in {hide, ()}]
        moves = [move for move in moves if move.hide == hide] or moves
        most = max([len(move.take) for move in moves])
        moves = [move for move in moves if len(move.take) == most]
        laid = [move for move in moves if move.device not in {"leave", "decoy", "bare"}]
        plain = [move for move in moves if move not in laid]
        trapped = any(trap.room == self.here for trap in self.own.traps)
        if laid and not trapped and (self.baits(bool(hide)) or not plain):
            fit = [move for move in laid if move.device != self.other.shown_defence]
            return self.dice.pick(fit or laid)
        return plain[0] if plain else moves[0]

    def hides_here(self) -> bool:
        own, nature = self.own, self.nature
        search = self.table.search
        if not own.pieces or (search and search.halted):
            return False
        if len(self.spy.claims) == ALL:
            return not self.can_win() and (len(own.pieces) == ALL or self.lets_go())
        return self.lets_go() or DISTANCE[self.here][ROOF_LIFT] <= nature.stash

    def baits(self, hides: bool) -> bool:
        own, nature = self.own, self.nature
        if hides:
            return bool(own.weapons)
        wanted = self.spy.claims or self.table.setup.wires
        if len(own.weapons) <= nature.spare or not wanted:
            return False
        way = column(self.here) in (1, 5) or DISTANCE[self.here][ROOF_LIFT] <= 1
        return way and self.dice.die(nature.bait) == 1

    # --- the bag ---

    def buy(self) -> Buy:
        """What it came for: the defence against the colour that was shown, else a colour it lacks;
        given back is what it has most of.
        """
        mine = judging.owned(self.eyes)
        moves = menus.buy_menu(self.eyes)
        wanted = self.other.shown_weapon if self.here == DEFENCE_ROOM else None

        def value(move: Buy) -> tuple[bool, bool, int]:
            if not move.take:
                return False, False, 0
            return (
                move.take == wanted and wanted not in mine,
                move.take not in mine,
                mine.count(move.give) if move.give else 0,
            )

        best = max(map(value, moves))
        if not (best[0] or best[1]):
            return menus.menu_of(self.eyes)[0]  # type: ignore[return-value]
        return self.dice.pick([move for move in moves if value(move) == best])

    # --- combat ---

    def weapon(self) -> Wield:
        """Equipment, unless the defence that the other showed stops it, or now and then to
        surprise.
        """
        own, combat = self.own, self.table.combat
        if not own.weapon:
            return menus.SWORD
        if combat is None or combat.cop is not None:
            return menus.EQUIPMENT
        shown = self.other.shown_defence
        if shown == own.weapon or (shown is None and self.dice.die(6) == 1):
            return menus.SWORD
        return menus.EQUIPMENT

    def answer(self) -> Move:
        """Stay as long as it can win, or has to stop the other; run home when that wins."""
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
        """To where there is no company, and closer to what it is after."""
        goal = ROOF_LIFT if self.eyes.burdened else FIRST_AID

        def cost(flight: Flee) -> tuple[bool, int]:
            near = -1 if flight.to == HELIPAD else DISTANCE[flight.to][goal]
            return self.company(flight.to), near

        flights = menus.flights(self.eyes)
        best = min(map(cost, flights))
        return self.dice.pick([flight for flight in flights if cost(flight) == best])


def _heavy(start: int) -> int:
    """Points from a room to the roof with all three."""
    floors = 4 - start // 5
    return 2 * (DISTANCE[start][ROOF_LIFT] - floors) + floors + 1
