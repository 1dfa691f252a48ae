"""The Totally Renamed Spy Game, set up as a game of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from engine.dice import Dice
from engine.game import Refusal
from engine.options import OPTIONS
from engine.values import Seat, Value, changed
from minigames.renamed.board.picture import NO_AIM, Aim, picture
from minigames.renamed.rules.cards import CARDS_PER_KIND, LAIR_VALUES, SPY_VALUES, Distribution
from minigames.renamed.rules.events import Event
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import KILL, PASS, SKIP, Move
from minigames.renamed.rules.values import MAX_SEATS, MAX_TARGET, Phase, Setup, State, View
from play.tabletop.board import Board, Draft
from play.tabletop.contract import Credit, Preset, Tabletop

from .board import coach, log, menus, panels, words

Count = Annotated[int, Meta(ge=0, le=CARDS_PER_KIND)]


class Options(Value):
    """Options that players choose for a match (R1, R7, R10)."""

    target: Annotated[
        int,
        OPTIONS.number(
            1,
            MAX_TARGET,
            "Points that end the match",
            "33 by the rules. Choose fewer for a short match.",
        ),
    ] = 33
    auto_pass: Annotated[
        bool,
        OPTIONS.option(
            "Pass automatically",
            "Only players who hold the letter are asked about a taunt. Faster, but "
            "it shows who holds it.",
        ),
    ] = False
    lairs: Annotated[
        tuple[Count, ...],
        OPTIONS.rows(4, 4, "Lair cards of 1, 2, 3 and 4", "How many of each, 36 in total."),
    ] = (9, 9, 9, 9)
    spies: Annotated[
        tuple[Count, ...],
        OPTIONS.rows(8, 8, "Spies of 2 to 9", "How many of each value, 36 in total."),
    ] = (6, 6, 6, 5, 4, 4, 3, 2)


PRESETS: Final = (
    Preset(
        key="duel",
        title="Duel",
        blurb="Two players, to the full target. Every letter you see counts.",
        seats=2,
        options=Options(),
    ),
    Preset(
        key="quick",
        title="One quick coup",
        blurb="Three players, to 12 points. Takes 15 minutes.",
        seats=3,
        options=Options(target=12),
    ),
    Preset(
        key="crowd",
        title="A full house",
        blurb="Eight players. Only holders of a letter are asked.",
        seats=8,
        options=Options(auto_pass=True),
    ),
)
DEFAULT_MOVES: Final[dict[Phase, Move]] = {"capture": KILL, "foil": PASS}
"""The move for a player whose time is up, by step (R14). In other steps, the player skips."""
VILLAINS: Final = (
    "The Baron", "The Countess", "The Professor", "The Admiral", "The Duchess", "The Doctor",
    "The Maestro", "The Heiress",
)  # fmt: skip


class RenamedTable(Tabletop[Setup, State, Move, Event, View]):
    """The Totally Renamed Spy Game as a game of the site."""

    game = RENAMED
    title = "Totally Renamed Spy Game"
    blurb = "Supervillains lure spies into their lairs, and really should not taunt them."
    credit = Credit(
        title="James Ernest’s Totally Renamed Spy Game",
        author="James Ernest, Cheapass Games",
        year="2004",
        licence="This is an unofficial implementation. The wording and the pictures are our own.",
        source="cheapass.com",
    )
    minutes = "15 to 45 minutes"
    options = Options
    presets = PRESETS
    late = "If you run out of time, you skip the step, kill the captive, or pass."
    bots: ClassVar[tuple[str, ...]] = ("search", "doctrine", "random")
    endings = log.ENDINGS
    style = "renamed/board.css"
    script = "renamed/board.js"
    usual_seats = 4
    min_rated_moves = 3
    """Moves of a player in a rated match: a lair card, a spy, and what follows.

    In the shortest matches, each player makes eleven moves.
    """

    # --- setting up ---

    def seat_counts(self, options: Options) -> Sequence[int]:
        return range(2, MAX_SEATS + 1)

    def setup(self, options: Options, seats: int) -> Setup:
        """Return the set-up. Raise Refusal if the number of seats or cards is invalid."""
        if not 2 <= seats <= MAX_SEATS:
            raise Refusal(f"Two to eight can play, not {seats}.")
        for kind, counts, values in (
            ("lair cards", options.lairs, LAIR_VALUES),
            ("spies", options.spies, SPY_VALUES),
        ):
            if len(counts) != len(values):
                raise Refusal(
                    f"Enter how many {kind} there are for each value from {values[0]} to "
                    f"{values[-1]}: {len(values)} numbers."
                )
            if sum(counts) != CARDS_PER_KIND:
                raise Refusal(
                    f"These {kind} add up to {sum(counts)}. They must add up to {CARDS_PER_KIND}."
                )
        deck = Distribution(lairs=options.lairs, spies=options.spies)  # type: ignore[arg-type]
        return Setup(players=seats, target=options.target, auto_pass=options.auto_pass, deck=deck)

    def seat_titles(self, setup: Setup) -> tuple[str, ...]:
        return VILLAINS[: setup.players]

    # --- playing ---

    def board(self, view: View, names: Sequence[str], draft: Draft | None = None) -> Board:
        step_menus = menus.menus(view, names, draft)
        sends = any(
            choice.key == "send" and not choice.closed
            for menu in step_menus
            for choice in menu.choices
        )
        return Board(
            headline=words.headline(view, names),
            lines=tuple(words.lines(view, names)),
            drawing=picture(view, names, sends=sends, aim=_aim(draft) if sends else NO_AIM),
            panels=tuple(panels.panels(view, names, menus.presses(view))),
            menus=step_menus,
            words=tuple(words.passages(view, names)),
            waiting=view.table.acting,
        )

    def read(self, view: View, draft: Draft) -> Move:
        match draft.choice:
            case "send":
                return menus.read_send(draft)
            case "team":
                return menus.read_team(draft)
        return super().read(view, draft)

    def say(self, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
        return log.say(event, names, viewer)

    def default_move(self, view: View, dice: Dice) -> Move:
        """Return a move that costs no card and risks nothing (R14)."""
        return DEFAULT_MOVES.get(view.table.phase, SKIP)

    # --- coaching and final board ---

    def coach(self, view: View) -> str:
        return coach.coach(view)

    def truth(self, state: State, names: Sequence[str]) -> Board:
        """Return the board with all hands and all face-down cards."""
        view = self.game.view(state, None)
        board = self.board(view, names)
        hands = [panels.open_hand(names[seat], hand) for seat, hand in enumerate(state.own)]
        return changed(board, panels=(*hands, *board.panels))


def _aim(draft: Draft | None) -> Aim:
    """Return where the draft's card comes from, and into which lair it is played."""
    if draft is None or draft.choice not in {"send", "team"}:
        return NO_AIM
    lair_owner = draft.value("into")
    return Aim(
        draft.value("what"),
        int(lair_owner)
        if lair_owner.isascii() and lair_owner.isdecimal() and len(lair_owner) < 3
        else NO_AIM.lair_seat,
    )


RENAMED_TABLE: Final = RenamedTable()
