"""Drawn worlds whose duel the site drives: who has entered, how far it has come, and which hidden
parts of it two worlds differ in.

Each part that is drawn is another side's than the reader's, and theirs alone (V60 to V63, V127):
armour and shots lost before the hour, how a car is driven, the orders of the turn under way, the
sheets in the middle of it, what an infiltrator read of which car, and what the duel cost a car.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from campaign.duels.rules.doctrines import DOCTRINES, Drive, Yields
from campaign.duels.services import entries
from campaign.league.models import Week
from campaign.ledger.services.posting import Book
from engine.match import heard_by
from engine.values import Seat
from espionage.rules.orders import Sheet
from espionage.rules.values import Debriefed
from tests.factories import duel_of
from tests.siege import dice

from .asking import Question, Site
from .comparing import Heard, hear
from .differences import DIFFERENCES, Acts, Always, Prepare, fate, line, merged
from .driven_turns import drive, duel_questions
from .worlds import LETTERS, A, Act, B, C, D, Reader, World, ending_of, nothing

if TYPE_CHECKING:
    from random import Random

    from play.running import Running

Part: TypeAlias = Literal[
    "worn", "doctrine", "sealed", "sheets", "dossier", "wear", "anything else"
]
AT_THE_WHEEL: Final[tuple[Part, ...]] = ("doctrine", "sealed", "sheets", "dossier")
"""In what worlds may differ at any turn of a duel."""
BEFORE_A_SHOT: Final[tuple[Part, ...]] = (*AT_THE_WHEEL, "worn", "anything else")
"""And in what else while nothing has come of it that everybody sees."""
AFTERWARDS: Final[tuple[Part, ...]] = ("doctrine", "dossier", "worn", "wear")
"""In what they may differ when one is left, since all others have given up."""
TURNS: Final = 2
"""So many turns at most are driven before a world is looked at."""
OTHERS: Final = 3
"""So many differences at most that are not the duel's."""


@dataclass(frozen=True)
class Life:
    """One of two worlds: what is done in the open week, and from the duel's hour on."""

    acts: Acts
    drive: Act

    def asked(self, world: World, reader: Reader) -> Iterator[Question]:
        """Have the duel come so far; then the questions where it would show."""
        self.drive(world)
        return duel_questions(world, reader)


@dataclass(frozen=True)
class Drawn:
    """What was drawn of a pair of worlds. Of each part of `victims` that side's differs; `plainly`:
    as whoever may know would see at once.
    """

    seed: str
    reader: Reader
    mode: str
    entered: tuple[int, ...]
    turns: int
    over: bool
    victims: dict[Part, int]
    plainly: bool

    def dice(self, *about: object) -> Random:
        """Dice of this pair, for one thing about it."""
        return dice("driven", self.seed, *about)

    def differs(self, part: Part) -> bool:
        return part in self.victims


def draw(
    reader: Reader, seed: str, parts: tuple[Part, ...] = (), *, over: bool | None = None
) -> Drawn:
    """Draw a pair of worlds for this reader; one that differs plainly in these parts, if any are
    named.
    """
    chance = dice("a driven duel", seed)
    over = chance.random() < 1 / 4 if over is None else over
    turns = 0 if over or chance.random() < 1 / 2 or "worn" in parts else chance.randint(1, TURNS)
    entered = {*chance.sample((A, B, C, D), chance.randint(3, 4))}
    if parts and reader.team is not None:
        entered.add(reader.team)
    able = list(AFTERWARDS if over else AT_THE_WHEEL if turns else BEFORE_A_SHOT)
    if reader.group in {"gm", "staff"} and "worn" in able:  # who read every garage's book
        able.remove("worn")
    chosen = parts or tuple(chance.sample(able, chance.randint(1, len(able))))
    others = sorted(entered - {reader.team})
    return Drawn(
        seed=seed,
        reader=reader,
        mode=chance.choice(("live", "slow")),
        entered=tuple(sorted(entered)),
        turns=turns,
        over=over,
        victims={part: chance.choice(others) for part in chosen},
        plainly=bool(parts),
    )


def lives(world: World, drawn: Drawn) -> tuple[Life, Life]:
    """The two worlds of a pair."""
    first, second = _acts(world, drawn)
    return (
        Life(first, partial(drive, drawn=drawn, other=False)),
        Life(second, partial(drive, drawn=drawn, other=True)),
    )


def hear_both(site: Site, world: World, drawn: Drawn) -> tuple[Heard, Heard]:
    """What the reader hears of both worlds of a pair."""
    phases, listening = ("settled",), [drawn.reader]
    first, second = lives(world, drawn)
    one = hear(site, world, first.acts, phases, listening, first.asked, why=True)
    return one, hear(site, world, second.acts, phases, listening, second.asked, like=one)


# --- the open week --------------------------------------------------------------------------------


def _acts(world: World, drawn: Drawn) -> tuple[Acts, Acts]:
    one, two = week_of_a_duel(drawn.mode, drawn.entered), dict[str, Act]()
    if drawn.differs("doctrine"):
        number = drawn.victims["doctrine"]
        first, second = drawn.dice("doctrine").sample(_drives(), 2)
        label = f"a car of {LETTERS[number]}"
        one[label] = partial(_enter, number=number, drive=first)
        two[label] = partial(_enter, number=number, drive=second)
    if drawn.differs("dossier"):
        read, unread = _infiltrations(drawn)
        one |= read(world)
        two |= unread(world)
    if drawn.differs("worn"):
        two["worn"] = partial(_worn, number=drawn.victims["worn"], chance=drawn.dice("worn"))
    more, others = _anything_else(drawn)
    return one | more | one, one | others | one | two


def week_of_a_duel(mode: str, entered: tuple[int, ...]) -> dict[str, Act]:
    """A week whose duel the site drives with people at the wheel: nobody sends spies, these teams
    enter.
    """
    acts: dict[str, Act] = {f"entry of {letter}": nothing for letter in LETTERS}
    acts |= {f"sheet of {LETTERS[number]}": partial(_passed, number=number) for number in range(4)}
    acts["who drives"] = partial(_driven_here, mode=mode)
    return acts | {
        f"a car of {LETTERS[number]}": partial(_enter, number=number, drive=Drive())
        for number in entered
    }


def _driven_here(world: World, mode: str) -> None:
    rules: dict[str, Any] = dict(world.week.rules or {})
    Week.objects.filter(pk=world.week.pk).update(rules=rules | {"duel_mode": mode})
    world.refresh()


def _passed(world: World, number: int) -> None:
    world.send(number, Sheet(), state="passed", after=2 + number)


def _enter(world: World, number: int, drive: Drive) -> None:
    entries.enter(
        duel=duel_of(world.week),
        team=world.team(number),
        vehicle=world.car(number),
        crew={"driver": world.who(number, "Rook").pk, "gunner": world.who(number, "Sable").pk},
        now=world.at,
        drive=drive,
    )


def _drives() -> list[Drive]:
    return [Drive(doctrine=one, yields=two) for one in DOCTRINES for two in get_args(Yields)]


def _worn(world: World, number: int, chance: Random) -> None:
    """A car has less armour on some sides, and fewer shots, than everybody thinks."""
    for side in chance.sample(("front", "back", "left", "right"), chance.randint(1, 3)):
        line(
            world, Book.DAMAGE, world.car(number).pk, f"armour:{side}", chance.randint(1, 5), "worn"
        )
    line(world, Book.DAMAGE, world.car(number).pk, "ammo:weapon:1", chance.randint(1, 9), "shots")


def _anything_else(drawn: Drawn) -> tuple[dict[str, Act], dict[str, Act]]:
    """Some of what the reader may not know at a duel anyway."""
    if not drawn.differs("anything else"):
        return {}, {}
    unknown = [
        each
        for each in DIFFERENCES
        if isinstance(each.one, Always)
        and isinstance(each.two, Always)
        and "duelled" in each.phases
        and drawn.reader.group not in each.knows
    ]
    chance = drawn.dice("anything else")
    return merged(chance.sample(unknown, min(len(unknown), chance.randint(1, OTHERS))))


# --- infiltrations --------------------------------------------------------------------------------


def _infiltrations(drawn: Drawn) -> tuple[Prepare, Prepare]:
    """A week in which somebody's infiltrator reads a whole sheet; and one in which it fails, or
    reads that of another car. Whom one was sent against hears that one came, so it is never the
    reader's car in one week alone.
    """
    chance, holder = drawn.dice("dossier"), drawn.victims["dossier"]
    cars = [number for number in drawn.entered if number != holder]
    first, second = chance.sample(cars, 2)
    read = infiltration(drawn.entered, holder, first, saw=True)
    if chance.random() < 1 / 2 and drawn.reader.team not in {first, second}:
        return read, infiltration(drawn.entered, holder, second, saw=True)
    return read, infiltration(drawn.entered, holder, first, saw=False)


@cache
def infiltration(entered: tuple[int, ...], holder: int, about: int, *, saw: bool) -> Prepare:
    """An infiltration with the dice by which it reads a car's whole sheet, or comes to nothing."""
    acts = week_of_a_duel("live", entered)
    sent: Acts = {f"sheet of {LETTERS[holder]}": partial(_spies, number=holder, about=about)}
    wanted = partial(_read_a_sheet if saw else _failed, holder=holder)
    found = fate(wanted, seat=holder, acts={**acts, **sent})

    def prepare(world: World) -> Acts:
        dice_of = f"dice of {holder}"
        return {**sent, dice_of: found(world)[dice_of]}

    return prepare


def _spies(world: World, number: int, about: int) -> None:
    spy = world.order(number, "Vesper", "infiltrate", about)
    world.send(number, Sheet(orders=(spy,)), after=2 + number)


def _read_a_sheet(running: Running, holder: int) -> bool:
    told = [
        one for one in heard_by(Seat(holder), running.audience_events) if isinstance(one, Debriefed)
    ]
    missions = [mission for one in told for mission in one.debrief.missions]
    return any(seen.sheet is not None for mission in missions for seen in mission.saw)


def _failed(running: Running, holder: int) -> bool:
    return ending_of(running, holder) == "failed"
