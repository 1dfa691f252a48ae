"""Achtung, Spy! on the site: its options, its board, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.game import IllegalMove
from engine.values import HOST, Seat
from minigames.achtung.board.coach import coach
from minigames.achtung.board.menus import drafted_squad, menus, read
from minigames.achtung.board.options import Evening, public, public_terms, seat_counts, setup_of
from minigames.achtung.board.panels import panels
from minigames.achtung.board.people import BOT_NAMES, side_of, title_of
from minigames.achtung.board.picture import picture
from minigames.achtung.board.terms import schedule_line, terms_lines
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import Event, Move, Setup, State, View
from minigames.achtung.rules.words import CHANNELS, SIDES, number
from play.tabletop.board import Board, Draft
from play.tabletop.contract import TABLE, Channel, Credit, Host, Mark, Preset, Saying, Tabletop

from .board import log, words
from .claims import DOUBT, TRUST
from .doctrine import DOCTRINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

TEN: Final = 10
CLAIMS: Final = (("“I trust”", TRUST), ("“I do not”", DOUBT))
"""What one says of a mate with a button, by the word on it."""

ENDINGS: Final = {
    "five-matches": "Most wins of five matches; Spies win with the other team.",
    "draw": "Both teams won equally often.",
}

FIRST: Final = Evening(removals="who", pool_shown=True)
NINE: Final = Evening(pool="one_of_each", removals="who_and_how")
EVERYTHING: Final = Evening(
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
    """Two teams with Spies among them."""

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
    usual_seats = TEN
    presets = (
        Preset(
            key="first",
            title="First evening",
            blurb="Five a side. Removed players and the classes in play are announced.",
            seats=TEN,
            options=FIRST,
            coached=True,
        ),
        Preset(
            key="base",
            title="Base game",
            blurb="Five a side. Only the winner of each match is announced.",
            seats=TEN,
            options=Evening(),
        ),
        Preset(
            key="nine",
            title="Nine a side, classic",
            blurb="One of each class, one Spy, squads of six.",
            seats=18,
            options=NINE,
        ),
        Preset(
            key="everything",
            title="Everything on",
            blurb="Six a side with complex and different classes, new classes after every match, "
            "unlocks, votes on the match type, slips, disguise, Spies who know each other, "
            "and everything announced.",
            seats=12,
            options=EVERYTHING,
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
    """The votes of one match of the evening, of which there are at least three."""

    def seat_counts(self, options: Any) -> Sequence[int]:
        return seat_counts(options)

    def setup(self, options: Any, seats: int) -> Setup:
        return setup_of(options, seats)

    def seat_titles(self, setup: Setup) -> tuple[str, ...]:
        return tuple([title_of(seat) for seat in range(2 * setup.team_size)])

    def host(self, options: Any) -> Host:
        """Whoever set private content, or is the Administrator, holds no seat (A20)."""
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
        told = public_terms(options, seats)
        return [*terms_lines(told), *[line for line in (schedule_line(told.match_list),) if line]]

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
        return read(view, draft)

    def say(self, event: Event, names: Sequence[str], me: Seat | None) -> str:
        return log.say(event, names, me)

    def default_move(self, view: View, dice: Dice) -> Move:
        """The deducing bot answers for who is late."""
        if view.seat is None or view.seat == HOST:
            raise IllegalMove("Only players answer.")
        return DOCTRINE.choose(view, view.seat, dice)

    def moves_together(self, view: View) -> bool:
        """Each team chooses its squad step by step, unheard by the other."""
        return view.table.phase not in {"squads", "over"}

    # --- around it --------------------------------------------------------------------------------

    def channels(self, view: View) -> tuple[Channel, ...]:
        """One's own team's, where talk begins, and everybody's; Spies sit in their nominal team's
        (A8).
        """
        side = side_of(view)
        return (
            (TABLE,)
            if side is None
            else (Channel(key=CHANNELS[side], title=f"Team {SIDES[side]}"), TABLE)
        )

    def sayings(self, view: View) -> tuple[Saying, ...]:
        """Claims about mates, in one's own team's talk (A8): bots hear them."""
        team, side = view.team, side_of(view)
        if team is None or side is None or view.table.phase == "over":
            return ()
        return tuple(
            [
                Saying(
                    about=mate,
                    title=title,
                    text=words.format(player=number(mate)),
                    channel=CHANNELS[side],
                )
                for mate in team.members
                if mate != view.seat
                for title, words in CLAIMS
            ]
        )

    def teams(self, view: View) -> Sequence[tuple[str, tuple[Seat, ...]]]:
        sides = view.table.sides
        return tuple(
            [
                (title, tuple([Seat(seat) for seat, each in enumerate(sides) if each == side]))
                for side, title in enumerate(SIDES)
            ]
        )

    def coach(self, view: View) -> str:
        return coach(view)

    def truth(self, state: State, names: Sequence[str]) -> Board | None:
        return words.truth(state, names)


ACHTUNG_TABLE: Final = AchtungTable()
