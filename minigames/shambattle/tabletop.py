"""Spy Agent Shambattle, set up as a game of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final

from engine.dice import Dice
from engine.game import Refusal
from engine.options import OPTIONS, use_attribute_docstrings
from engine.values import Seat, Value, changed
from minigames.shambattle.board.codes import CODES, codes_of
from minigames.shambattle.board.orders import Orders
from minigames.shambattle.board.picture import (
    countdown,
    fire_shapes,
    ghost_shapes,
    path_shapes,
    picture,
    push_shapes,
)
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.maps import MAPS
from minigames.shambattle.rules.menu import TIME_UP, to_move
from minigames.shambattle.rules.roster import SIDES
from minigames.shambattle.rules.turns import standard_deployment
from minigames.shambattle.rules.values import (
    Deploy,
    Done,
    Event,
    MapKey,
    Move,
    Push,
    Setup,
    Spot,
    State,
    View,
)
from play.tabletop.board import Board, Draft, Panel, Shape
from play.tabletop.contract import Credit, Preset, Tabletop, Turn

from .board import coach, log, menus, shooting, words

SEATS: Final = 2
MIN_COUNTDOWN: Final = 4
LIVE_CLOCK: Final = 5
"""Default turn clock in live play, in minutes per turn (S10, S32)."""


@use_attribute_docstrings
class Options(Value):
    """The options that players choose for a table (S2, S6, S10, S32, S33)."""

    map: Annotated[MapKey, OPTIONS.option("Map")] = "volcano"
    """The Volcano, with one catwalk from side A, or the Drydock, with two."""
    countdown: Annotated[int, OPTIONS.number(0, 20, "Countdown")] = 0
    """The missile launches at the end of this turn of the Mastermind, 4 to 20. Enter 0 for the
    countdown that balances the map best.
    """
    clock: Annotated[int, OPTIONS.number(0, 60, "Minutes per turn")] = 0
    """Time limit for a whole turn of moving, judo and shooting. With 0, the limit is 5 minutes at a
    table with a live clock, otherwise none. Not for correspondence tables.
    """


PRESETS: Final = (
    Preset(
        key="volcano",
        title="The Volcano",
        blurb="The standard map, with the countdown that balances it best.",
        seats=SEATS,
        options=Options(),
    ),
    Preset(
        key="drydock",
        title="The Drydock",
        blurb="Two catwalks lead to the pool. Less time, more routes.",
        seats=SEATS,
        options=Options(map="drydock"),
    ),
    Preset(
        key="minutes",
        title="Four minutes to go",
        blurb="The missile launches after four turns.",
        seats=SEATS,
        options=Options(countdown=4),
    ),
    Preset(
        key="by-the-clock",
        title="Five minutes a turn",
        blurb="By the rules: a turn ends after five minutes.",
        seats=SEATS,
        options=Options(clock=LIVE_CLOCK),
    ),
)


class ShambattleTable(Tabletop[Setup, State, Move, Event, View]):
    """Commandos against a Mastermind's rocket base, on an open table sixty inches wide."""

    game = SHAMBATTLE
    title = "Spy Agent Shambattle"
    blurb = "Commandos storm a Mastermind’s rocket base. A miniatures game on a map to scale."
    credit = Credit(
        title="Spy Agent Shambattle",
        author="the author of its web page",
        year="a “lite” version of an old toy-soldier game",
        licence="Wording, pictures and the table are our own; unofficial.",
    )
    minutes = "an hour"
    options = Options
    presets = PRESETS
    late = (
        "If you run out of time, your figures deploy as on the map and each step ends. A beaten "
        "figure stays where it is. The turn clock ends the turn."
    )
    bots: ClassVar[tuple[str, ...]] = ("doctrine", "search", "random")
    endings = log.ENDING_WORDS
    style = "shambattle/board.css"
    script = "shambattle/board.js"
    min_rated_moves = 10
    """About two turns of marching and shooting.

    In the shortest matches, each side makes thirty moves.
    """

    # --- setting up ---

    def seat_counts(self, options: Any) -> Sequence[int]:
        return (SEATS,)

    def live_options(self, options: Any) -> Value:
        """Return the options for live play. The default turn clock is five minutes (S32)."""
        live: Options = options
        return live if live.clock else changed(live, clock=LIVE_CLOCK)

    def setup(self, options: Any, seats: int) -> Setup:
        """Return the set-up. Raise an error if the countdown is too short."""
        if seats != SEATS:
            raise Refusal(f"This game needs 2 players, not {seats}.")
        countdown = options.countdown or MAPS[options.map].countdown
        if countdown < MIN_COUNTDOWN:
            raise Refusal(
                "The countdown must be 4 to 20 turns, or 0 for the one that balances the map best."
            )
        return Setup(map=options.map, countdown=countdown, clock=options.clock)

    def seat_titles(self, setup: Setup) -> tuple[str, ...]:
        return ("Mastermind", "Spy")

    # --- playing ---

    def board(self, view: View, names: Sequence[str], draft: Draft | None = None) -> Board:
        march = (
            menus.drafted_march(view.table, view.seat, draft)
            if _can_act(view) and view.table.step == "move" and view.seat is not None
            else None
        )
        planned = _planned_places(view, draft)
        plan, chosen_figure = _plan_shapes(view, draft, march, planned)
        return Board(
            headline=words.headline(view),
            lines=words.lines(view),
            drawing=picture(view, plan, chosen_figure),
            panels=tuple(_panels(view, draft, march)),
            menus=menus.menus(view, draft),
            words=words.passages(view, march, planned),
            waiting=to_move(view.table),
        )

    def eased(self, board: Board) -> Board:
        return menus.preset_doctrine(board)

    def read(self, view: View, draft: Draft) -> Move:
        return menus.read_move(view, draft) or super().read(view, draft)

    def say(self, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
        return log.event_words(event)

    def turn_number(self, view: View) -> int:
        """Return the number of the current turn."""
        return view.table.turn

    def default_move(self, view: View, dice: Dice) -> Move:
        """Return the default move (S22).

        The default move uses the map's standard deployment, leaves the loser of a fight in place,
        or ends the step.
        """
        if view.table.push is not None:
            return Push(distance=0)
        if view.table.step == "deploy":
            return Deploy(spots=standard_deployment(view.table, view.table.side))
        return Done()

    def turn(self, view: View) -> Turn | None:
        """Return the turn or deployment that the turn clock limits, if there is one (S10, S30)."""
        table = view.table
        if not table.clock or table.step == "over":
            return None
        name = f"{'deploy' if table.step == 'deploy' else table.turn}-{table.side}"
        return Turn(name=name, seat=table.side, seconds=60 * table.clock, ending_move=TIME_UP)

    # --- coaching ---

    def coach(self, view: View) -> str:
        return coach.coach(view)


SHAMBATTLE_TABLE: Final = ShambattleTable()


def _can_act(view: View) -> bool:
    return view.seat is not None and view.seat in to_move(view.table)


def _planned_places(view: View, draft: Draft | None) -> list[tuple[int, Spot]]:
    """Return the planned places of the figures that this view's seat is deploying or pushing."""
    table, seat = view.table, view.seat
    if seat is None or not _can_act(view):
        return []
    if table.push is not None:
        return [(table.push.loser, menus.drafted_push(table, table.push, draft))]
    if table.step == "deploy":
        return list(
            zip(SIDES[seat], menus.drafted_deployment(table, seat, draft).spots, strict=True)
        )
    return []


def _plan_shapes(
    view: View, draft: Draft | None, march: Orders | None, planned: Sequence[tuple[int, Spot]]
) -> tuple[list[Shape], int | None]:
    """Return the shapes that are drawn over the table for the acting seat.

    The second value is the figure to which the shapes belong.
    """
    table, seat = view.table, view.seat
    if seat is None or not _can_act(view):
        return [], None
    if table.push is not None:
        ((loser, destination),) = planned
        return push_shapes(table, loser, destination), loser
    if table.step == "deploy":
        return ghost_shapes(table.map, planned), None
    if march is not None:
        return path_shapes(table.map, march.goings), None
    if table.step == "fire":
        figure_sights = shooting.chosen_figure(shooting.all_sights(table, seat), draft)
        if figure_sights is not None:
            target, aim = shooting.drawn_target(table, figure_sights, draft)
            return fire_shapes(
                table, figure_sights.man, figure_sights.shots, target, aim
            ), figure_sights.man
    return [], None


def _panels(view: View, draft: Draft | None, march: Orders | None) -> list[Panel]:
    table, seat = view.table, view.seat
    panels = []
    if march is not None and march.goings:
        panels.append(Panel(title="The march as written", lines=words.march_lines(march)))
    if table.step == "fire" and seat is not None and _can_act(view) and table.push is None:
        sights = shooting.all_sights(table, seat)
        figure_sights = shooting.chosen_figure(sights, draft)
        if figure_sights is not None and figure_sights.is_open:
            bursts = [
                f"Spray towards {CODES[enemy]}: {codes_of(removed)} out, no die."
                for enemy, _, removed in figure_sights.bursts
            ]
            shots = [
                f"{CODES[shot.at]}: {shooting.odds_words(shot)}." for shot in figure_sights.shots
            ]
            panels.append(
                Panel(
                    title=f"Targets of {CODES[figure_sights.man]}",
                    lines=(*bursts, *shots),
                    empty="Only by a spray at a place of your own.",
                )
            )
    if table.step != "over":
        panels.append(
            Panel(title="Countdown", lines=(words.missile(table),), drawing=countdown(table))
        )
    return panels
