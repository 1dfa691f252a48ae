"""What the doctrine bot says to its team (A8).

The bot uses stock phrases when it makes a nomination, which the whole team hears immediately (A2).
The bot says nothing with a vote or an action, because its answer must stay secret until the end
(A2, A21). A remark depends on what the whole team knows, and on the class that the bot claims to
have. A Spy therefore speaks and keeps silent like an ordinary player of that class. The bot's
remarks never contradict the squad that it nominates. Remarks never name a class, because the Spy is
listening.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from engine.bots import Remark
from engine.dice import Dice
from engine.values import Seat
from minigames.achtung.rules.values import MATCHES, Kind, Table, Team, View
from minigames.achtung.rules.words import CHANNELS, MATCH_WORDS, player_number

from .beliefs import Beliefs
from .claims import DOUBT, TRUST
from .signals import KEENNESS, SABOTAGE_PENALTY, apparent_points

MAX_PHRASES: Final = 2
"""Number of phrases to choose from, if more of them fit."""
MIN_DIFFERENCE: Final = 0.05
"""Points by which a player or squad must be ahead to be clearly better than another.

A Sniper's own shots change its judgement of others by less than this.
"""
TRUST_LIMIT: Final = 0.6
DOUBT_LIMIT: Final = 1.5
"""Limits of trust and doubt, as shares of the initial chance that a player is a Spy.

A teammate whose chance is below TRUST_LIMIT is trusted. A teammate whose chance is above
DOUBT_LIMIT is doubted.
"""


class Nomination:
    """A nomination by a captain who claims to have a given class.

    By default, the beliefs are those of the doctrine bot.
    """

    def __init__(
        self,
        table: Table,
        team: Team,
        seat: Seat,
        apparent_class: Kind,
        beliefs: Beliefs | None = None,
    ) -> None:
        self.table, self.team, self.seat = table, team, seat
        self.match = table.match or MATCHES[0]
        self.beliefs = beliefs or Beliefs(
            View(seat=seat, table=table, team=team), seat, apparent_class
        )
        self.values = {mate: self.beliefs.value(mate, self.match) for mate in team.members}
        self.values[seat] = apparent_points(self.values[seat])
        self.sabotage_penalty = -SABOTAGE_PENALTY if self.could_be_sabotaged() else 0.0

    # --- words and choices that do not depend on what the member hides ----------------------------

    @cached_property
    def surely_in(self) -> frozenset[Seat]:
        """Return the players who are in the best squad, whatever the seat's own value."""
        return self._clear_split(self.sabotage_penalty)[0] & self._clear_split(KEENNESS)[0]

    @cached_property
    def surely_out(self) -> frozenset[Seat]:
        """Return the players who are not in the best squad, whatever the seat's own value."""
        return self._clear_split(self.sabotage_penalty)[1] & self._clear_split(KEENNESS)[1]

    def could_be_sabotaged(self) -> bool:
        """Return whether a player in this seat could know of a sabotage that is still in effect.

        This is possible after the player has been in a squad (A6).
        """
        side = self.table.sides[self.seat]
        return not self.table.terms.new_classes and any(
            self.seat in result.squads[side] for result in self.table.results
        )

    def _best(self, bonus: float) -> Sequence[Seat]:
        """Return the best squad if the seat's value is increased by `bonus` points."""
        values = self._values_with(bonus)
        return sorted(values, key=lambda mate: -values[mate])[: self.table.terms.squad]

    def _clear_split(self, bonus: float) -> tuple[frozenset[Seat], frozenset[Seat]]:
        """Return the players who are clearly in the best squad, and those who clearly are not."""
        values, best_squad = self._values_with(bonus), self._best(bonus)
        lowest_in, highest_out = (
            values[best_squad[-1]],
            max([values[mate] for mate in values if mate not in best_squad]),
        )
        clearly_in = [mate for mate in values if values[mate] > highest_out + MIN_DIFFERENCE]
        return frozenset(clearly_in), frozenset(
            [mate for mate in values if values[mate] < lowest_in - MIN_DIFFERENCE]
        )

    def _values_with(self, bonus: float) -> dict[Seat, float]:
        return self.values | {self.seat: self.values[self.seat] + bonus}

    # --- teammates --------------------------------------------------------------------------------

    def most_trusted(self, candidates: frozenset[Seat]) -> Seat | None:
        """Return the player who is least likely to be a Spy, if there is reason for trust."""
        return self._find_mate(candidates, lambda risk: -risk, lambda risk: risk <= TRUST_LIMIT)

    def most_doubted(self, candidates: frozenset[Seat]) -> Seat | None:
        """Return the player who is most likely to be a Spy, if there is reason for doubt."""
        return self._find_mate(candidates, lambda risk: risk, lambda risk: risk >= DOUBT_LIMIT)

    def _find_mate(
        self,
        candidates: frozenset[Seat],
        key: Callable[[float], float],
        is_enough: Callable[[float], bool],
    ) -> Seat | None:
        initial_risk = self.table.terms.spies / (len(self.team.members) - 1)
        risks = {
            mate: self.beliefs.spy_risk(mate) / initial_risk
            for mate in sorted(candidates - {self.seat})
        }
        mate_found = max(risks, key=lambda mate: key(risks[mate]), default=None)
        return mate_found if mate_found is not None and is_enough(risks[mate_found]) else None

    def last_result_word(self) -> str:
        """Return "won" or "lost" when the team makes its first nomination after a match.

        At later nominations, and after a draw, return "".
        """
        if self.team.voted or not self.table.results or self.table.results[-1].winner is None:
            return ""
        return "won" if self.table.results[-1].winner == self.table.sides[self.seat] else "lost"


# --- the phrases ----------------------------------------------------------------------------------


def _who_wants_in(nomination: Nomination) -> Seat | None:
    return nomination.seat if nomination.seat in nomination.surely_in else None


def _who_is_trusted(nomination: Nomination) -> Seat | None:
    return nomination.most_trusted(nomination.surely_in)


def _who_is_doubted(nomination: Nomination) -> Seat | None:
    return nomination.most_doubted(nomination.surely_out)


def _who_thanks(nomination: Nomination) -> Seat | None:
    return nomination.seat if nomination.last_result_word() == "won" else None


def _who_complains(nomination: Nomination) -> Seat | None:
    return nomination.seat if nomination.last_result_word() == "lost" else None


class Phrase(NamedTuple):
    """A phrase. `find_player` returns the player it is about, or None if it does not fit."""

    text: str
    find_player: Callable[[Nomination], Seat | None]

    def text_about(self, nomination: Nomination, player: Seat) -> str:
        """Return the phrase, with this player's number filled in."""
        return self.text.format(match=MATCH_WORDS[nomination.match], player=player_number(player))


PHRASES: Final = (
    Phrase("Well played, all of you.", _who_thanks),
    Phrase("That went badly. Look who was in the squad.", _who_complains),
    Phrase(DOUBT, _who_is_doubted),
    Phrase(TRUST, _who_is_trusted),
    Phrase("I want in: I can do something for us in {match}.", _who_wants_in),
)
"""Phrases, from the most specific to the most general. Phrases that fit are used in this order."""


def remark(table: Table, team: Team, seat: Seat, apparent_class: Kind, dice: Dice) -> Remark | None:
    """Return what the nominating member says as the class that it claims to have.

    Return None if it says nothing.
    """
    if table.phase != "squads" or team.stage != "nominate" or seat != team.captain:
        return None
    nomination = Nomination(table, team, seat, apparent_class)
    fitting = [
        (phrase, player)
        for phrase in PHRASES
        if (player := phrase.find_player(nomination)) is not None
    ]
    if not fitting:
        return None
    phrase, player = dice.pick(fitting[:MAX_PHRASES])
    return Remark(channel=CHANNELS[table.sides[seat]], phrase=phrase.text_about(nomination, player))
