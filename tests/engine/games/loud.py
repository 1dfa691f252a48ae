"""Games that tell too much, each in one way.

Their views stay honest, so only law 11 detects them. Most tell everyone a private event. Others
tell more than happened, such as a hand or an unknown die.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ambush.rules import values as ambush
from ambush.rules.game import AmbushGame
from engine.game import Step, Told
from engine.values import EVERYONE, Seat, Value, changed
from espionage.rules import values as week
from espionage.rules.week import Week
from minigames.achtung.rules import values as achtung
from minigames.achtung.rules.game import Achtung
from minigames.lunacy.rules import events as lunacy
from minigames.lunacy.rules.game import Lunacy
from minigames.renamed.rules import events as renamed
from minigames.renamed.rules.game import Renamed
from minigames.renamed.rules.moves import Move as RenamedMove
from minigames.renamed.rules.moves import Skip
from minigames.renamed.rules.values import State as RenamedState
from minigames.shambattle.rules import values as shambattle
from minigames.shambattle.rules.game import Shambattle
from tests.engine.games import couriers, parley
from tests.engine.games.bids import Bids
from tests.engine.games.couriers import Couriers
from tests.engine.games.parley import Parley
from tests.games import all_games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice
    from engine.game import AnyGame


class Loud:
    """Mixin that tells everyone events of these types, or all events."""

    loud: ClassVar[tuple[type, ...]] = (Value,)

    def setups(self) -> Sequence[Any]:
        every = super().setups()  # type: ignore[misc]
        return every[0], every[-1]

    def start(self, setup: Any, dice: Dice) -> Any:
        return self._louder(*super().start(setup, dice))  # type: ignore[misc]

    def apply(self, state: Any, seat: Seat, move: Any, dice: Dice) -> Any:
        return self._louder(*super().apply(state, seat, move, dice))  # type: ignore[misc]

    def _louder(self, state: Any, told: tuple[Told[Any], ...]) -> Any:
        return state, tuple([self._aloud(each) for each in told])

    def _aloud(self, told: Told[Any]) -> Told[Any]:
        return changed(told, to=EVERYONE) if isinstance(told.event, self.loud) else told


class OpenBids(Loud, Bids):
    """Bids are sealed publicly."""


class OpenCouriers(Loud, Couriers):
    """Hands, draws, hidden cards and peeks are public."""


class OpenStakes(Loud, Parley):
    """Stakes are public."""

    loud = (parley.Staked,)


class HandForResting(Couriers):
    """A resting player hears the next player's hand, although only the mover may know it."""

    def setups(self) -> Sequence[couriers.Setup]:
        return super().setups()[2:]

    def apply(
        self, state: couriers.State, seat: Seat, move: couriers.Move, dice: Dice
    ) -> Step[couriers.State, couriers.Event]:
        after, told = super().apply(state, seat, move, dice)
        if isinstance(move, couriers.Rest):
            hand: couriers.Event = couriers.HandDealt(hand=after.own[after.table.turn].hand)
            told = (*told, Told(event=hand, to=(seat,)))
        return after, told


class OpenDraw(Loud, Lunacy):
    """Smash and grab: the other spy hears the drawn pieces."""

    loud = (lunacy.Drew,)


class DrawInPassing(OpenDraw):
    """The same as a fleeting event, which must not depend on a sealed die."""

    fleeting = MappingProxyType({**Lunacy.fleeting, lunacy.Drew: "everyone"})


class OpenSearch(Loud, Lunacy):
    """The other spy hears what the searcher found."""

    loud = (lunacy.Saw,)


class OpenFeint(Loud, Lunacy):
    """The other spy hears the equipment after a change."""

    loud = (lunacy.Carries,)


class OpenCards(Loud, Renamed):
    """Everyone hears which cards were drawn."""

    loud = (renamed.CardsDrawn,)


class OpenLair(Loud, Renamed):
    """Everyone hears which lair card was laid face down."""

    loud = (renamed.CardLaid,)


class HandOnSkipping(Renamed):
    """A player who skips reveals their hand, which is neither a draw nor a choice."""

    def apply(
        self, state: RenamedState, seat: Seat, move: RenamedMove, dice: Dice
    ) -> Step[RenamedState, renamed.Event]:
        after, told = super().apply(state, seat, move, dice)
        if isinstance(move, Skip):
            told = (*told, renamed.announce(renamed.HandDealt(cards=state.own[seat].hand)))
        return after, told


class OpenClasses(Loud, Achtung):
    """Everyone hears who the Spies are."""

    loud = (achtung.ClassDealt,)


class OpenAnswers(Loud, Achtung):
    """Everyone hears ballots, votes, notes and actions when they are sealed."""

    loud = (achtung.Answered,)


class FutureDie(Shambattle):
    """Nothing is hidden except future dice, of which ending a step reveals one."""

    def setups(self) -> Sequence[shambattle.Setup]:
        return (shambattle.Setup(countdown=4),)

    def apply(
        self, state: shambattle.State, seat: Seat, move: shambattle.Move, dice: Dice
    ) -> Step[shambattle.State, shambattle.Event]:
        after, told = super().apply(state, seat, move, dice)
        if isinstance(move, shambattle.Done):
            die: shambattle.Event = shambattle.Holding(men=(dice.in_domain("sealed").die(6),))
            told = (*told, Told(event=die, to=EVERYONE))
        return after, told


class OpenSpies(Loud, Week):
    """Every team hears which spy is sent."""

    loud = (week.MissionBegan,)


class OpenGuards(Loud, Week):
    """Every team hears who counterspies."""

    loud = (week.GuardSent,)


class OpenRolls(Loud, Week):
    """Every team hears every spy's roll, which is a fleeting event for one team."""

    loud = (week.SpyRolled,)


class OpenPlans(Loud, AmbushGame):
    """A sealed plan is public."""

    loud = (ambush.PlanSealed,)


class OpenSteps(Loud, AmbushGame):
    """Everyone hears each fighter's steps, seen or not."""

    loud = (ambush.Stepped,)


class OpenAttacks(Loud, AmbushGame):
    """The enemy hears everything about an attack, including the attacker's modifiers."""

    loud = (ambush.Attacked,)


def make_loud(game: AnyGame) -> AnyGame:
    """Return a version of this game in which everyone hears everything."""
    loud: AnyGame = type(f"Open{type(game).__name__}", (Loud, type(game)), {})()
    return loud


BY_HAND: Final[tuple[AnyGame, ...]] = (
    OpenBids(),
    OpenCouriers(),
    OpenStakes(),
    HandForResting(),
    OpenDraw(),
    DrawInPassing(),
    OpenSearch(),
    OpenFeint(),
    OpenCards(),
    OpenLair(),
    HandOnSkipping(),
    OpenClasses(),
    OpenAnswers(),
    FutureDie(),
    OpenSpies(),
    OpenGuards(),
    OpenRolls(),
    OpenPlans(),
    OpenSteps(),
    OpenAttacks(),
)
LOUD: Final = (
    *BY_HAND,
    *[make_loud(game) for game in all_games() if game.key not in {each.key for each in BY_HAND}],
)
"""In games that are not listed above, everything is told to everyone."""
