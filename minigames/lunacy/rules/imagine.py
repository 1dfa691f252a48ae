"""Random complete states that fit a view, for the bots' playouts and for tests of secrecy.

The states keep everything that the seat knows: its own equipment and traps, the rooms that it
searched last, and the locations of its pieces. Public knowledge, such as revealed equipment,
searched rooms, and first finds, is also kept. Everything else is random.
"""

from __future__ import annotations

from typing import Final, Literal, cast

from engine.dice import Dice
from engine.values import Seat, changed

from .laboratory import DEFENCE_ROOM, NOWHERE, ROOMS
from .step_builder import minus, plus, rival
from .values import (
    COLOURS,
    DECOYS,
    SEATS,
    Bag,
    Cell,
    Colour,
    Colours,
    Device,
    Find,
    Note,
    Numbers,
    Own,
    Slot,
    Stash,
    State,
    Trap,
    View,
)

NOTHING: Final[tuple[Device, Seat | None]] = ("", None)
DECOY: Final[tuple[Device, Seat | None]] = ("decoy", None)
TRAPPED: Final = 3
"""One unknown device in this many is a trap."""
ARMED: Final = 3
"""Chance that an unrevealed slot is filled, in quarters."""
BLUFF: Final = 5
"""One claimed piece in this many is hidden, if there is a room for it."""


def imagine(view: View, dice: Dice) -> State:
    """Return a random state that fits this view."""
    return _Guess(view, dice).state()


class _Guess:
    """A builder for a random state."""

    def __init__(self, view: View, dice: Dice) -> None:
        self.table, self.seat, self.mine, self.dice = view.table, view.seat, view.own, dice
        self.strangers: tuple[Seat, ...] = (
            SEATS if view.own is None else tuple([seat for seat in SEATS if seat != view.seat])
        )
        self.devices: list[tuple[Device, Seat | None]] = [NOTHING] * len(ROOMS)
        self.tokens: list[list[int]] = [[] for _ in ROOMS]

    def state(self) -> State:
        """Return a random state. Tokens, pieces, devices and arsenals are chosen in this order.

        Each choice fits the choices before it.
        """
        self._spread_tokens()
        hands = {seat: self._hand(seat) for seat in self.strangers}
        weapons, defences = self._pools()
        weapons = self._reserve(
            self._lay_known(weapons),
            [self.table.spies[seat].shown_weapon for seat in self.strangers],
        )
        defences = self._reserve(
            defences, [self.table.spies[seat].shown_defence for seat in self.strangers]
        )
        kits: dict[int, tuple[Slot, Slot]] = {}
        for seat in self.strangers:
            spy = self.table.spies[seat]
            weapon, weapons = self._slot(spy.shown_weapon, weapons, barred=len(hands[seat][0]) == 3)
            defence, defences = self._slot(spy.shown_defence, defences)
            kits[seat] = weapon, defence
        weapons = self._lay_others(weapons, kits)
        own_states: dict[int, Own] = (
            {} if self.mine is None or self.seat is None else {self.seat: self.mine}
        )
        for seat in self.strangers:
            weapon, defence = kits[seat]
            arsenal, weapons = self._arsenal(weapons, weapon, take_all=self._sees_bag("weapons"))
            shields, defences = self._arsenal(
                defences, defence, take_all=self._sees_bag("defences")
            )
            own_states[seat] = self._stranger(
                seat,
                Own(weapons=arsenal, defences=shields, weapon=weapon, defence=defence),
                hands[seat],
            )
        bag = self._bag(weapons, defences)
        cells = [
            Cell(device=device, owner=owner, tokens=tuple(sorted(self.tokens[place])))
            for place, (device, owner) in enumerate(self.devices)
        ]
        for seat in self.strangers:
            own_states[seat] = self._in_the_middle(seat, own_states[seat], cells, bag)
        return State(
            table=self.table, own=(own_states[0], own_states[1]), cells=tuple(cells), bag=bag
        )

    # --- number tokens and pieces ---

    def _spread_tokens(self) -> None:
        """Place one token in each room.

        Tokens in the spy's notes stay in their rooms. Circled tokens that nobody has found go to
        rooms that no spy has searched.
        """
        table = self.table
        token_by_room = {
            home: number
            for number, home in zip(table.circled, table.homes, strict=True)
            if home != NOWHERE
        }
        token_by_room.update(self._known_tokens())
        loose = {*range(1, 26)} - {*token_by_room.values()}
        hiding = [number for number in table.circled if number in loose]
        unseen = [
            room
            for room in ROOMS
            if room not in token_by_room
            and table.rooms[room].looked_by is None
            and not self._is_open(room)
        ]
        token_by_room.update(zip(self.dice.shuffle(unseen), hiding, strict=False))
        rooms = [room for room in ROOMS if room not in token_by_room]
        token_by_room.update(zip(rooms, self.dice.shuffle(sorted(loose - {*hiding})), strict=True))
        for room, number in token_by_room.items():
            if number not in table.circled or number in hiding:
                self.tokens[room].append(number)
        for stash in self.mine.stashed if self.mine else ():
            self.tokens[stash.room].append(stash.number)

    def _known_tokens(self) -> dict[int, int]:
        """Return the token in each room where this seat has seen one that has not moved since."""
        if self.mine is None:
            return {}
        token_notes = [(note.room, note.tokens) for note in self.mine.notes]
        if self.mine.find:
            token_notes.append((self.mine.find.room, self.mine.find.tokens))
        return {
            room: number
            for room, tokens in token_notes
            for number in tokens
            if number not in self.table.circled
        }

    def _is_open(self, room: int) -> bool:
        search = self.table.search
        return search is not None and search.room == room and not search.halted

    def _hand(self, seat: Seat) -> tuple[Numbers, tuple[Stash, ...]]:
        """Return the claimed pieces that a spy carries, and the claimed pieces that it has hidden.

        A piece can be hidden only in a room where this spy, and nobody else, has searched since the
        piece was found (L7).
        """
        table, pieces, stashed = self.table, list[int](), list[Stash]()
        claims = self.dice.shuffle(table.spies[seat].claims)
        for index, number in enumerate(claims):
            since = table.since[table.circled.index(number)]
            rooms = [
                place
                for place, room in enumerate(table.rooms)
                if room.looked_by == seat and room.looked >= since
            ]
            rooms = [place for place in rooms if not self._is_open(place)]
            betrayed = table.spies[seat].light and index == 2 and not stashed
            if rooms and (betrayed or self.dice.die(BLUFF) == 1):
                stashed.append(Stash(room=self.dice.pick(rooms), number=number))
                self.tokens[stashed[-1].room].append(number)
            else:
                pieces.append(number)
        return tuple(sorted(pieces)), tuple(stashed)

    # --- equipment ---

    def _pools(self) -> tuple[list[Colour], list[Colour]]:
        """Return the weapons and the defences whose location is unknown, in random order.

        The location is known for equipment that has left the game, lies on the floor, is in a
        visible bag, or belongs to this seat.
        """
        table, own_state = self.table, self.mine
        all_pieces = COLOURS * table.setup.stashes
        weapons = minus(
            all_pieces,
            *table.lost_weapons,
            *[colour for room in table.rooms for colour in room.weapons],
        )
        defences = minus(all_pieces, *table.lost_defences)
        if own_state is not None:
            weapons = minus(
                weapons,
                *own_state.weapons,
                own_state.weapon,
                *[trap.colour for trap in own_state.traps],
            )
            defences = minus(defences, *own_state.defences, own_state.defence)
            if self._sees_bag("weapons"):
                weapons = minus(weapons, *(own_state.offer or ()))
            elif self._sees_bag("defences"):
                defences = minus(defences, *(own_state.offer or ()))
        return list(self.dice.shuffle(weapons)), list(self.dice.shuffle(defences))

    def _sees_bag(self, kind: Literal["weapons", "defences"]) -> bool:
        """Return whether this seat sees the bag of weapons or of defences.

        If it does, everything that is not in the bag belongs to someone.
        """
        if self.mine is None or self.seat is None or self.mine.offer is None:
            return False
        return (self.table.spies[self.seat].place == DEFENCE_ROOM) is (kind == "defences")

    def _slot(
        self, revealed: Slot | None, pool: list[Colour], *, barred: bool = False
    ) -> tuple[Slot, list[Colour]]:
        """Return the colour in a spy's slot, and the rest of the pool.

        A revealed colour is kept; otherwise, the colour is random. A spy that carries all three
        pieces has no weapon.
        """
        if revealed and not barred:
            return revealed, pool
        if revealed == "" or barred or not pool or self.dice.die(4) > ARMED:
            return "", [*pool, revealed] if revealed else pool
        return pool[-1], pool[:-1]

    def _reserve(self, pool: list[Colour], revealed: list[Slot | None]) -> list[Colour]:
        """Remove revealed equipment from a pool, so that it is not drawn at random."""
        return list(minus(tuple(pool), *[slot or "" for slot in revealed]))

    def _lay_known(self, pool: list[Colour]) -> list[Colour]:
        """Place the devices that this seat knows.

        These are its own traps, its own decoys in rooms that nobody has searched since, and traps
        that have killed a spy (L20).
        """
        if self.mine is not None:
            for trap in self.mine.traps:
                self.devices[trap.room] = trap.colour, self.seat
            for note in self.mine.notes:
                if note.device == "decoy" and self.table.rooms[note.room].laid_by == self.seat:
                    self.devices[note.room] = DECOY
            if self.mine.find and self.mine.find.device == "decoy":
                self.devices[self.mine.find.room] = DECOY
        for place, room in enumerate(self.table.rooms):
            if room.known and room.laid_by is not None and self.devices[place] == NOTHING:
                self.devices[place] = room.known, room.laid_by
                pool = list(minus(tuple(pool), room.known))
        return pool

    def _lay_others(self, pool: list[Colour], kits: dict[int, tuple[Slot, Slot]]) -> list[Colour]:
        """Fill the other rooms that contain a device with decoys and with traps of the other spies.

        If the bag is visible, weapons beyond the carrying limit must be traps in rooms.
        """
        search, turn = self.table.search, self.table.turn
        rooms = [
            place
            for place, room in enumerate(self.table.rooms)
            if room.device and self.devices[place] == NOTHING
        ]
        must = (
            len(pool) - self.table.setup.limit + bool(kits[self.strangers[0]][0])
            if self._sees_bag("weapons")
            else 0
        )
        for place in self.dice.shuffle(rooms) if must > 0 else rooms:
            owner = self.table.rooms[place].laid_by
            harmless = (search is not None and search.room == place and turn != owner) or (
                owner is not None and self._stood_through(place, owner)
            )
            if (
                pool
                and owner is not None
                and not harmless
                and (must > 0 or self.dice.die(TRAPPED) == 1)
            ):
                self.devices[place] = pool.pop(), owner
                must -= 1
            else:
                self.devices[place] = DECOY
        return pool

    def _stood_through(self, room: int, owner: Seat) -> bool:
        """Return whether the owner's enemy is in this room and trip wires are used (L35).

        If so, a trap in the room would already have gone off.
        """
        return self.table.setup.wires and self.table.spies[rival(owner)].place == room

    def _arsenal(
        self, pool: list[Colour], slot: Slot, *, take_all: bool
    ) -> tuple[Colours, list[Colour]]:
        """Return three to five random weapons or defences.

        If the bag of this kind is visible, return everything that remains, up to the limit.
        """
        max_size = min(self.table.setup.limit - bool(slot), len(pool))
        size = max_size if take_all else min(max_size, 2 + self.dice.die(3))
        return tuple(sorted(pool[:size])), pool[size:]

    def _bag(self, weapons: list[Colour], defences: list[Colour]) -> Bag:
        """Return the bags with what remains.

        A bag that is visible to a shopper keeps its contents.
        """
        offer = self.mine.offer or () if self.mine else ()
        return Bag(
            weapons=plus(tuple(weapons), *(offer if self._sees_bag("weapons") else ())),
            defences=plus(tuple(defences), *(offer if self._sees_bag("defences") else ())),
        )

    # --- the other spy ---

    def _stranger(self, seat: Seat, kit: Own, hand: tuple[Numbers, tuple[Stash, ...]]) -> Own:
        """Add traps, pieces and notes that fit the rooms that this spy was the last to search."""
        pieces, stashed = hand
        table = self.table
        laid_rooms = [place for place, room in enumerate(table.rooms) if room.laid_by == seat]
        traps = [
            Trap(room=place, colour=cast("Colour", device))
            for place, (device, owner) in enumerate(self.devices)
            if owner == seat
        ]
        notes = [
            Note(
                room=place,
                round=table.round,
                device=self.devices[place][0],
                looked=table.round,
                tokens=tuple(sorted(self.tokens[place])),
            )
            for place in laid_rooms
            if table.rooms[place].looked_by == seat
        ]
        laid = sum([self.devices[place] == DECOY for place in laid_rooms])
        return changed(
            kit,
            decoys=max(0, DECOYS - laid),
            traps=tuple(traps),
            pieces=pieces,
            stashed=stashed,
            notes=tuple(notes),
        )

    def _in_the_middle(self, seat: Seat, own_state: Own, cells: list[Cell], bag: Bag) -> Own:
        """Add the finds of a search in progress, or the contents of the bag that a shopper sees."""
        table = self.table
        if table.turn != seat:
            return own_state
        if table.phase == "shop":
            return changed(
                own_state,
                offer=bag.defences if table.spies[seat].place == DEFENCE_ROOM else bag.weapons,
            )
        if table.phase == "search" and table.search is not None:
            cell = cells[table.search.room]
            tokens = () if table.search.halted else cell.tokens
            return changed(
                own_state, find=Find(room=table.search.room, device=cell.device, tokens=tokens)
            )
        return own_state
