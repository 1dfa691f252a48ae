"""The tempers people play with: doctrine's reasoning with a manner of one's own, ears for what
mates claim, and another squad now and then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots import Temper
from minigames.achtung.rules.actions import STAND_BY, VOTES, offer
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.values import Nominate, Sabotage
from minigames.achtung.rules.words import CHANNELS

from .answers import answer, spoken
from .beliefs import Ears
from .claims import claims
from .doctrine import Doctrine, cover
from .manner import Manner, Mood
from .signals import DENT, KEEN

if TYPE_CHECKING:
    from engine.bots import Heard, Remark
    from engine.dice import Dice
    from engine.values import Seat
    from minigames.achtung.rules.values import Kind, Move, Own, Table, Team, View, Vote

    from .beliefs import Beliefs

YES, NO = VOTES


class Player(Doctrine):
    """Plays by doctrine in this manner, having heard this."""

    def __init__(self, manner: Manner, heard: tuple[Heard, ...] = ()) -> None:
        self.manner, self.heard = manner, heard

    def having_heard(self, heard: tuple[Heard, ...]) -> Player:
        return Player(self.manner, heard)

    def remark(self, view: View, seat: Seat, dice: Dice) -> Remark | None:
        """What this seat says with a nomination, as the class it passes for."""
        own, team, table = view.own, view.team, view.table
        if own is None or team is None or table.phase != "squads":
            return None
        if team.stage != "nominate" or seat != team.captain:
            return None
        return spoken(self._mood(table, team, seat, cover(view, seat) or own.kind), dice)

    def answer(self, view: View, seat: Seat, dice: Dice) -> Remark | None:
        """What this seat says to the last claim of a mate, as the class it passes for."""
        own, team = view.own, view.team
        if own is None or team is None or view.table.phase == "over" or not self.heard:
            return None
        mood = self._mood(view.table, team, seat, cover(view, seat) or own.kind)
        return answer(mood, self.heard[-1], dice)

    def _mood(self, table: Table, team: Team, seat: Seat, face: Kind) -> Mood:
        said = claims(self.heard, team.members, CHANNELS[table.sides[seat]])
        return Mood(table, team, seat, face, self.manner, Ears(said, self.manner.ears))

    # --- in public ---

    def _squad(self, view: View, seat: Seat, own: Own, team: Team, dice: Dice) -> Nominate | Vote:
        """As doctrine, by what was said too, and in one's own manner."""
        mood = self._mood(view.table, team, seat, cover(view, seat) or own.kind)
        dent = -DENT * own.sabotaged
        spy = own.kind == "spy" and dice.die(self.manner.keen_once_in) == 1
        keen = KEEN if spy else 0.0
        if team.stage == "nominate":
            return Nominate(squad=mood.best(dent + keen))
        return YES if mood.allows(dent, keen * (seat in team.squad)) else NO

    # --- as a Spy ---

    def _sabotage(self, view: View, own: Own, beliefs: Beliefs) -> Move:
        """The likeliest class of all mates, where what a guess has ruled out makes the others
        likelier.
        """
        lasting = own.attempts if not view.table.terms.new_classes else ()
        hit = {each.target for each in lasting if each.worked}
        missed = {(each.target, each.guess) for each in lasting}
        guesses = []
        for mate in offer(view, Sabotage).targets:
            kinds = [kind for kind in LOYAL_KINDS if (mate, kind) not in missed]
            total = sum([beliefs.chance(mate, kind) for kind in kinds]) + beliefs.spy(mate)
            if mate in hit or mate in own.fellows or not total:
                continue
            guesses += [(beliefs.chance(mate, kind) / total, mate, kind) for kind in kinds]
        if not guesses:
            return STAND_BY
        _, mate, kind = max(guesses, key=lambda each: each[0])
        return Sabotage(target=mate, guess=kind)


# --- the three of them ----------------------------------------------------------------------------

WATCHER: Final = Manner(
    stale=0.9, whim=0.2, wary=1.6, hurry=0.2, keen_once_in=2, fear=0.87, ears=0.3
)
MIXER: Final = Manner(stale=4.0, whim=0.6, keen_once_in=5, fear=0.9)
LISTENER: Final = Manner(stale=0.8, whim=0.3, hurry=0.35, keen_once_in=6, fear=0.9, ears=2.0)


def newcomer(manner: Manner) -> Player:
    """Goes by results alone, suspects half-heartedly, and likes and dislikes more."""
    return Player(
        manner._replace(reads_votes=False, fear=0.7, whim=manner.whim + 0.3, wary=manner.wary - 0.5)
    )


def strong(manner: Manner) -> Player:
    """Feels every suspicion, holds out against it, and as a Spy hardly ever shows its wish."""
    return Player(
        manner._replace(
            fear=1.0, wary=manner.wary + 1.5, hurry=manner.hurry - 0.05, keen_once_in=12
        )
    )


def _temper(key: str, words: str, names: tuple[str, ...], manner: Manner) -> Temper:
    return Temper(key, words, names, newcomer(manner), Player(manner), strong(manner))


TEMPERS: Final = (
    _temper(
        "watcher",
        "trusts few, and votes squads down",
        (
            "Keyhole", "Shutter", "Lookout", "Spyglass", "Curtain", "Doorstop", "Eavesdrop",
            "Padlock", "Sidelong", "Nightlamp",
        ),
        WATCHER,
    ),
    _temper(
        "mixer",
        "gives everyone a turn with a new squad every match",
        (
            "Shuffle", "Turnstile", "Pinwheel", "Seesaw", "Switchyard", "Weathercock", "Jumble",
            "Relay", "Patchwork", "Rota",
        ),
        MIXER,
    ),
    _temper(
        "listener",
        "believes what it is told, and changes its mind",
        (
            "Rumour", "Hearsay", "Telegraph", "Switchboard", "Postcard", "Grapevine", "Loudhailer",
            "Whisper", "Echo", "Bulletin",
        ),
        LISTENER,
    ),
)  # fmt: skip
"""Of about the same strength at each level."""
