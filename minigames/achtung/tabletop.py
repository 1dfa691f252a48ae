"""Achtung, Spy!, set up as a game of the site: options, board and texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from engine.dice import Dice
from engine.game import IllegalMove
from engine.values import HOST, Seat
from minigames.achtung.board.coach import coach
from minigames.achtung.board.menus import drafted_squad, menus, read_move
from minigames.achtung.board.options import Evening, public, public_terms, seat_counts, setup_of
from minigames.achtung.board.panels import panels
from minigames.achtung.board.people import BOT_NAMES, side_of, title_of
from minigames.achtung.board.picture import picture
from minigames.achtung.board.terms import schedule_line, terms_lines
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import Event, Move, Setup, State, View
from minigames.achtung.rules.words import CHANNELS, SIDE_WORDS, player_number
from play.tabletop.board import Board, Draft
from play.tabletop.contract import TABLE, Channel, Credit, Host, Mark, Preset, Saying, Tabletop

from .board import log, words
from .claims import DOUBT, TRUST
from .doctrine import DOCTRINE

USUAL_SEATS: Final = 10
CLAIM_BUTTONS: Final = (("“I trust”", TRUST), ("“I do not”", DOUBT))
"""Buttons that make claims about a teammate, as pairs of label and phrase."""

ENDINGS: Final = {
    "five-matches": "Most wins of five matches; Spies win with the other team.",
    "draw": "Both teams won equally often.",
}

FIRST_OPTIONS: Final = Evening(removals="who", pool_shown=True)
NINE_OPTIONS: Final = Evening(pool="one_of_each", removals="who_and_how")
ALL_OPTIONS: Final = Evening(
    removals="who_and_how",
    totals=True,
    pool_shown=True,
    matches="by_vote",
    pool="different",
    new_classes=True,
    random_pools_after=(2,),
    spy_notes=True,
    team_notes=True,
    disguise=True,
    spies_know=True,
    complex_classes=True,
    unlocks="one_each_by_chance",
)


class AchtungTable(Tabletop[Setup, State, Move, Event, View]):
    """Two teams, with Spies among their players."""

    game = ACHTUNG
    title = "Achtung, Spy!"
    blurb = "Two teams, a Spy in each, and five matches. Choose who you trust."
    credit = Credit(
        title="Achtung, Spy!",
        author="deecee",
        year="undated",
        licence=(
            "Wording is our own. Classes and gear are those of Team Fortress 2, a "
            "trademark of Valve; this is an unofficial fan game."
        ),
    )
    minutes = "30 to 60 minutes"
    late = "If you run out of time, a bot chooses your move."
    options = Evening
    usual_seats = USUAL_SEATS
    presets = (
        Preset(
            key="first",
            title="First evening",
            blurb="Five a side. Removed players and the classes in play are announced.",
            seats=USUAL_SEATS,
            options=FIRST_OPTIONS,
            coached=True,
        ),
        Preset(
            key="base",
            title="Base game",
            blurb="Five a side. Only the winner of each match is announced.",
            seats=USUAL_SEATS,
            options=Evening(),
        ),
        Preset(
            key="nine",
            title="Nine a side, classic",
            blurb="One of each class, one Spy, squads of six.",
            seats=18,
            options=NINE_OPTIONS,
        ),
        Preset(
            key="everything",
            title="Everything on",
            blurb="Six a side with complex and different classes, new classes after every match, "
            "unlocks, votes on the match type, slips, disguise, Spies who know each other, "
            "and everything announced.",
            seats=12,
            options=ALL_OPTIONS,
        ),
    )
    bots: ClassVar[tuple[str, ...]] = ("doctrine", "random")
    bot_names = BOT_NAMES
    endings = ENDINGS
    style = "achtung/board.css"
    marks: ClassVar[tuple[Mark, ...]] = (
        Mark(key="trusted", title="Trusted"),
        Mark(key="doubted", title="Doubted"),
        Mark(key="spy", title="Spy"),
    )
    first_tab = "talk"
    min_rated_moves = 5
    """The number of votes in one match. An evening has at least three matches."""

    def seat_counts(self, options: Any) -> Sequence[int]:
        return seat_counts(options)

    def setup(self, options: Any, seats: int) -> Setup:
        return setup_of(options, seats)

    def seat_titles(self, setup: Setup) -> tuple[str, ...]:
        return tuple([title_of(seat) for seat in range(2 * setup.team_size)])

    def host(self, options: Any) -> Host:
        """Return the host.

        A person who has set secret options, or who is the Administrator, has no seat (A20).
        """
        if options.host == "is_the_administrator":
            return Host(
                title="Administrator",
                stays_away="The Administrator watches and never plays. Leave every seat to others.",
            )
        if not options.host_plays:
            return Host(
                stays_away=(
                    "You chose not to play so that you can set secret options. Leave every seat "
                    "to others."
                )
            )
        return Host()

    def public_options(self, options: Any) -> Evening:
        return public(options)

    def terms(self, options: Any, seats: int) -> Sequence[str]:
        public_setup = public_terms(options, seats)
        return [
            *terms_lines(public_setup),
            *[line for line in (schedule_line(public_setup.match_list),) if line],
        ]

    # --- the board --------------------------------------------------------------------------------

    def board(self, view: View, names: Sequence[str], draft: Draft | None = None) -> Board:
        offered = menus(view, names)
        return Board(
            headline=words.headline(view, names),
            lines=tuple(words.lines(view, names)),
            drawing=picture(view, names, drafted_squad(draft)),
            panels=panels(view, names),
            menus=offered,
            words=words.passages(view, names),
            waiting=(view.seat,) if offered and view.seat is not None else (),
        )

    def read(self, view: View, draft: Draft) -> Move:
        return read_move(view, draft)

    def say(self, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
        return log.event_words(event, names, viewer)

    def turn_number(self, view: View) -> int:
        """Return the number of the current round."""
        return view.table.round

    def default_move(self, view: View, dice: Dice) -> Move:
        """Return a move by doctrine for a player whose time is up."""
        if view.seat is None or view.seat == HOST:
            raise IllegalMove("Only players answer.")
        return DOCTRINE.choose(view, view.seat, dice)

    def moves_together(self, view: View) -> bool:
        """Return whether all seats move together.

        This is not the case while teams choose squads, because a team cannot see the other team's
        steps.
        """
        return view.table.phase not in {"squads", "over"}

    # --- chat -------------------------------------------------------------------------------------

    def channels(self, view: View) -> tuple[Channel, ...]:
        """Return the private channel of the seat's team and the public channel.

        The private channel is the default. A Spy uses the channel of its nominal team (A8).
        """
        side = side_of(view)
        return (
            (TABLE,)
            if side is None
            else (Channel(key=CHANNELS[side], title=f"Team {SIDE_WORDS[side]}"), TABLE)
        )

    def sayings(self, view: View) -> tuple[Saying, ...]:
        """Return claims about teammates for talk within the team. Bots understand them (A8)."""
        team, side = view.team, side_of(view)
        if team is None or side is None or view.table.phase == "over":
            return ()
        return tuple(
            Saying(
                about=mate,
                title=title,
                text=phrase.format(player=player_number(mate)),
                channel=CHANNELS[side],
            )
            for mate in team.members
            if mate != view.seat
            for title, phrase in CLAIM_BUTTONS
        )

    def teams(self, view: View) -> Sequence[tuple[str, tuple[Seat, ...]]]:
        sides = view.table.sides
        return tuple(
            (
                title,
                tuple(Seat(seat) for seat, seat_side in enumerate(sides) if seat_side == side),
            )
            for side, title in enumerate(SIDE_WORDS)
        )

    def coach(self, view: View) -> str:
        return coach(view)

    def truth(self, state: State, names: Sequence[str]) -> Board | None:
        return words.truth(state, names)


ACHTUNG_TABLE: Final = AchtungTable()
