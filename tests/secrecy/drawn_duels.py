"""Random worlds whose duel is driven on the site: entries, progress, and the hidden parts in which
two worlds differ.

Each part belongs to another side than the reader's (V60 to V63, V127): damage and shots lost before
the start, the driving plan, the orders of the current turn, sheets during it, an infiltrator's
reading of a car, and a car's losses in the duel.
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
"""Parts in which worlds may differ at any turn of a duel."""
BEFORE_A_SHOT: Final[tuple[Part, ...]] = (*AT_THE_WHEEL, "worn", "anything else")
"""Further parts while they have had no visible effect."""
AFTERWARDS: Final[tuple[Part, ...]] = ("doctrine", "dossier", "worn", "wear")
"""Parts in which worlds may differ when all others have resigned."""
TURNS: Final = 2
"""Maximum number of turns driven before a world is looked at."""
OTHERS: Final = 3
"""Maximum number of differences not about the duel."""


@dataclass(frozen=True)
class Life:
    """One of two worlds: acts in the open week, and from the start of the duel on."""

    acts: Acts
    drive: Act

    def asked(self, world: World, reader: Reader) -> Iterator[Question]:
        """Drive the duel this far and return the questions where a difference would show."""
        self.drive(world)
        return duel_questions(world, reader)


@dataclass(frozen=True)
class Drawn:
    """A drawn pair of worlds. Each part of `victims` differs; `plainly` means in a way that a
    reader with access would see at once.
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
        """Return dice of this pair for one purpose."""
        return dice("driven", self.seed, *about)

    def differs(self, part: Part) -> bool:
        return part in self.victims


def draw(
    reader: Reader, seed: str, parts: tuple[Part, ...] = (), *, over: bool | None = None
) -> Drawn:
    """Draw a pair of worlds for this reader, optionally one that differs plainly in these parts."""
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
    """Return the two worlds of a pair."""
    first, second = _acts(world, drawn)
    return (
        Life(first, partial(drive, drawn=drawn, other=False)),
        Life(second, partial(drive, drawn=drawn, other=True)),
    )


def hear_both(site: Site, world: World, drawn: Drawn) -> tuple[Heard, Heard]:
    """Return what the reader hears in both worlds of a pair."""
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
    """Return a week whose duel people drive on the site, without missions, with these teams
    entered.
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
    """Remove armour on some sides of a car and some of its shots."""
    for side in chance.sample(("front", "back", "left", "right"), chance.randint(1, 3)):
        line(
            world, Book.DAMAGE, world.car(number).pk, f"armour:{side}", chance.randint(1, 5), "worn"
        )
    line(world, Book.DAMAGE, world.car(number).pk, "ammo:weapon:1", chance.randint(1, 9), "shots")


def _anything_else(drawn: Drawn) -> tuple[dict[str, Act], dict[str, Act]]:
    """Draw other hidden differences during a duel."""
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
    """Return a week in which an infiltrator reads a whole sheet, and one in which it fails or reads
    another car's. The target team hears of an infiltrator, so it is never the reader's.
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
    """Return an infiltration with dice by which it reads a car's whole sheet, or fails."""
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
