"""Bots with a temper, which play by doctrine in their own style.

These bots listen to teammates' claims, and sometimes choose a different squad.
"""

from __future__ import annotations

from typing import Final

from engine.bots import Heard, Remark, Temper
from engine.dice import Dice
from engine.values import Seat
from minigames.achtung.rules.actions import STAND_BY, VOTES, offer_of
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.values import (
    Kind,
    Move,
    Nominate,
    Own,
    Sabotage,
    Table,
    Team,
    View,
    Vote,
)
from minigames.achtung.rules.words import CHANNELS

from .answers import answer, nomination_remark
from .beliefs import Beliefs, ClaimsHeard
from .claims import claims_in
from .doctrine import Doctrine, cover_of
from .play_style import PlayStyle, SquadChoice
from .signals import KEENNESS, SABOTAGE_PENALTY

YES, NO = VOTES


class Player(Doctrine):
    """A bot that plays by doctrine in a given style and takes talk into account."""

    def __init__(self, play_style: PlayStyle, heard_lines: tuple[Heard, ...] = ()) -> None:
        self.play_style, self.heard_lines = play_style, heard_lines

    def having_heard(self, heard_lines: tuple[Heard, ...]) -> Player:
        return Player(self.play_style, heard_lines)

    def remark(self, view: View, seat: Seat, dice: Dice) -> Remark | None:
        """Return what the seat says with a nomination, as the class that it claims to have."""
        own_info, team, table = view.own, view.team, view.table
        if own_info is None or team is None or table.phase != "squads":
            return None
        if team.stage != "nominate" or seat != team.captain:
            return None
        return nomination_remark(
            self._mood(table, team, seat, cover_of(view, seat) or own_info.kind), dice
        )

    def answer(self, view: View, seat: Seat, dice: Dice) -> Remark | None:
        """Return the seat's answer to a teammate's last claim.

        A bot answers as the class that it claims to have.
        """
        own_info, team = view.own, view.team
        if own_info is None or team is None or view.table.phase == "over" or not self.heard_lines:
            return None
        mood = self._mood(view.table, team, seat, cover_of(view, seat) or own_info.kind)
        return answer(mood, self.heard_lines[-1], dice)

    def _mood(self, table: Table, team: Team, seat: Seat, apparent_class: Kind) -> SquadChoice:
        team_claims = claims_in(self.heard_lines, team.members, CHANNELS[table.sides[seat]])
        return SquadChoice(
            table,
            team,
            seat,
            apparent_class,
            self.play_style,
            ClaimsHeard(team_claims, self.play_style.claim_weight),
        )

    # --- in public ---

    def _squad(
        self, view: View, seat: Seat, own_info: Own, team: Team, dice: Dice
    ) -> Nominate | Vote:
        """Return a nomination or vote by doctrine, in this style and influenced by claims."""
        squad_choice = self._mood(view.table, team, seat, cover_of(view, seat) or own_info.kind)
        penalty = -SABOTAGE_PENALTY * own_info.sabotaged
        is_keen = own_info.kind == "spy" and dice.die(self.play_style.keen_once_in) == 1
        keenness = KEENNESS if is_keen else 0.0
        if team.stage == "nominate":
            return Nominate(squad=squad_choice.best_squad(penalty + keenness))
        return YES if squad_choice.allows(penalty, keenness * (seat in team.squad)) else NO

    # --- as a Spy ---

    def _sabotage(self, view: View, own_info: Own, beliefs: Beliefs) -> Move:
        """Return a guess at the most likely class of a teammate.

        Earlier wrong guesses make the other classes more likely.
        """
        attempts = own_info.attempts if not view.table.terms.new_classes else ()
        sabotaged = {
            guess_or_attempt.target for guess_or_attempt in attempts if guess_or_attempt.worked
        }
        failed = {
            (guess_or_attempt.target, guess_or_attempt.guess) for guess_or_attempt in attempts
        }
        guesses = []
        for mate in offer_of(view, Sabotage).targets:
            kinds = [kind for kind in LOYAL_KINDS if (mate, kind) not in failed]
            total = sum([beliefs.chance(mate, kind) for kind in kinds]) + beliefs.spy_risk(mate)
            if mate in sabotaged or mate in own_info.fellows or not total:
                continue
            guesses += [(beliefs.chance(mate, kind) / total, mate, kind) for kind in kinds]
        if not guesses:
            return STAND_BY
        _, mate, kind = max(guesses, key=lambda guess_or_attempt: guess_or_attempt[0])
        return Sabotage(target=mate, guess=kind)


# --- the three tempers ----------------------------------------------------------------------------

WATCHER: Final = PlayStyle(
    repeat_penalty=0.9,
    max_whim=0.2,
    wariness=1.6,
    impatience=0.2,
    keen_once_in=2,
    suspicion=0.87,
    claim_weight=0.3,
)
MIXER: Final = PlayStyle(repeat_penalty=4.0, max_whim=0.6, keen_once_in=5, suspicion=0.9)
LISTENER: Final = PlayStyle(
    repeat_penalty=0.8,
    max_whim=0.3,
    impatience=0.35,
    keen_once_in=6,
    suspicion=0.9,
    claim_weight=2.0,
)


def newcomer_bot(play_style: PlayStyle) -> Player:
    """Return a bot that uses only results as evidence.

    A newcomer is also less suspicious, and has stronger whims.
    """
    return Player(
        play_style._replace(
            reads_votes=False,
            suspicion=0.7,
            max_whim=play_style.max_whim + 0.3,
            wariness=play_style.wariness - 0.5,
        )
    )


def strong_bot(play_style: PlayStyle) -> Player:
    """Return a bot that is fully suspicious and insists on its suspicions.

    As a Spy, it rarely shows its wish to be in the squad.
    """
    return Player(
        play_style._replace(
            suspicion=1.0,
            wariness=play_style.wariness + 1.5,
            impatience=play_style.impatience - 0.05,
            keen_once_in=12,
        )
    )


def _temper(key: str, description: str, names: tuple[str, ...], play_style: PlayStyle) -> Temper:
    return Temper(
        key,
        description,
        names,
        newcomer_bot(play_style),
        Player(play_style),
        strong_bot(play_style),
    )


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
"""Bots that are about equally strong at each level."""
