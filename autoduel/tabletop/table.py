"""The autoduel as a game on the site: options, board and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import UNSET

from autoduel.game import AUTODUEL
from autoduel.rules.numbers import SHORT_DUEL
from autoduel.rules.plans import can_order, check_orders
from autoduel.rules.plans import own_cars as cars_of
from autoduel.rules.values import Autopilot, Event, Move, Plan, Setup, State, View
from engine.dice import Dice
from engine.game import IllegalMove
from engine.values import Seat
from engine.words import capital, count_noun, join_items
from play.tabletop.board import Board, Draft, Menu
from play.tabletop.contract import Credit, Odds, Stage, Tabletop

from . import log, own_cars, plan_form, ready
from . import options as opening
from .coach import coach
from .crowd import verdict
from .fills import fill_draft
from .forecast import Forecast, forecast
from .picture import Frame, picture
from .plan_words import plan_panels, plan_passages
from .race_words import race_lines
from .stages import stages
from .steering import is_steering, steer_draft
from .twin import panels, passages, position_words
from .words import mph, signed

STALE: Final = "You cannot choose that now. Check the board again."


class AutoduelTable(Tabletop[Setup, State, Move, Event, View]):
    """A game of cars in an arena, in which each side seals a plan for each turn."""

    game = AUTODUEL
    title = "Autoduel"
    blurb = "Armed cars in an arena: seal a second of driving and fire, then watch it."
    credit = Credit(
        title="Car Wars house rules",
        author="clubs that duel by post and on the table",
        year="after the classic rules of the 1980s",
        licence=(
            "Wording, arenas and many numbers are our own. Car Wars is a trademark of Steve "
            "Jackson Games; this is unofficial."
        ),
    )
    minutes = "20 to 45 minutes"
    options = opening.Options
    first_options = opening.FIRST_OPTIONS
    presets = opening.PRESETS
    late = (
        "If you do not plan in time, doctrine drives that turn. If you are late twice in a row, "
        "you get a tenth of the time until you plan again."
    )
    hurries = True
    min_rated_moves = 3
    """Number of turns in which cars that start face to face can fire at each other."""
    bots: ClassVar[tuple[str, ...]] = (
        "doctrine",
        "circler",
        "charger",
        "survivor",
        "layer",
        "random",
    )
    endings = log.ENDING_WORDS
    style = "css/duel.css"
    script = "js/duel.js"
    rules_page = "duel"
    first_tab = "drive"
    loadout_title = "Your car"
    stands = True
    has_sounds = True
    keys = (
        "1 to 5 open a phase, V goes to the speed, the up and down arrows change it, D, L and G "
        "fill in the plan by doctrine, as last turn or straight on, and S seals it"
    )

    # --- setting up ---

    def seat_counts(self, options: Any) -> Sequence[int]:
        return opening.seat_counts(options)

    def setup(self, options: Any, seats: int) -> Setup:
        """Return the duel.

        Raise Refusal for more than eight cars. Raise BadOptions if every stock car exceeds the
        weight limit.
        """
        return opening.setup(options, seats)

    def brings(self, options: Any) -> int:
        """Return the number of cars that each side brings with own designs, otherwise 0 (V109)."""
        return options.cars if options.own else 0

    def outfitted(self, setup: Setup, loadouts: Mapping[Seat, str]) -> Setup:
        return own_cars.outfit_setup(setup, loadouts)

    def terms(self, options: Any, seats: int) -> Sequence[str]:
        return opening.terms(options)

    def seat_titles(self, setup: Setup) -> tuple[str, ...]:
        """Return the sides' names. These are colours, or the names that the club uses."""
        return tuple([side.name for side in setup.sides])

    # --- playing ---

    def board(self, view: View, names: Sequence[str], draft: Draft | None = None) -> Board:
        plan = _plan(view, draft)
        forecasts = forecast(view, plan) if plan is not None else ()
        return Board(
            headline=_headline(view),
            lines=tuple(_lines(view)),
            drawing=picture(view, forecasts, _frame(draft)),
            panels=(*plan_panels(view, forecasts), *panels(view)),
            menus=_menus(view, draft),
            words=(*plan_passages(view, forecasts), *passages(view)),
            waiting=_waiting(view),
        )

    def odds(self, view: View, move: Move) -> Odds:
        """Return the forecast of a plan for each car, or nothing if doctrine drives (V69)."""
        if not isinstance(move, Plan):
            return Odds()
        forecasts = forecast(view, move)
        lines = [line for part in plan_passages(view, forecasts) for line in part.lines]
        return Odds(odds=Forecast(cars=forecasts), words=tuple(lines))

    def complete(self, view: View, draft: Draft) -> Draft:
        if not can_order(view):
            return draft
        return steer_draft(view, draft) if is_steering(draft) else fill_draft(view, draft)

    def read(self, view: View, draft: Draft) -> Move:
        if draft.choice == plan_form.KEY and can_order(view):
            return plan_form.read_plan(view, draft)
        move = ready.read(view, draft.choice)
        if move is None:
            raise IllegalMove(STALE)
        return move

    def say(self, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
        return log.Narrator()(event)

    def narrator(self, names: Sequence[str], viewer: Seat | None) -> Callable[[Event], str]:
        return log.Narrator()

    def stages(
        self, before: View, after: View, events: Sequence[tuple[Event, str]]
    ) -> Sequence[Stage]:
        return stages(before, after, events)

    def turn_number(self, view: View) -> int:
        """Return the number of the current turn."""
        return view.table.turn

    def default_move(self, view: View, dice: Dice) -> Move:
        """Return an order to drive by doctrine. It is used if a side misses its deadline (V56)."""
        return Autopilot()

    def moves_together(self, view: View) -> bool:
        return not view.table.is_over

    # --- help and results ---

    def coach(self, view: View) -> str:
        return coach(view)

    def truth(self, state: State, names: Sequence[str]) -> Board:
        """Return the arena with the sheets of all cars."""
        public = AUTODUEL.view(state, None)
        sheets = [
            panel
            for seat in range(len(state.own))
            for panel in panels(AUTODUEL.view(state, Seat(seat)))
            if panel.secret
        ]
        return Board(
            headline=_headline(public),
            lines=tuple(_lines(public)),
            drawing=picture(public),
            panels=(*panels(public), *sheets),
            words=passages(public),
        )


AUTODUEL_TABLE: Final = AutoduelTable()


def _plan(view: View, draft: Draft | None) -> Plan | None:
    """Return the sealed plan, or the draft plan if it is complete and legal."""
    if not can_order(view):
        return view.own.plan if view.own is not None else None
    if draft is None or draft.choice != plan_form.KEY:
        return None
    try:
        plan = plan_form.read_plan(view, draft)
        check_orders(view, plan)
    except IllegalMove:
        return None
    return plan


def _frame(draft: Draft | None) -> Frame:
    """Return how much of the arena to draw. The default is the whole arena."""
    return "near" if draft is not None and draft.value("picture") == "near" else "whole"


def _menus(view: View, draft: Draft | None) -> tuple[Menu, ...]:
    if not can_order(view):
        return ()
    plan_menu = Menu(
        title=f"Plan turn {view.table.turn}",
        choices=(plan_form.plan_choice(view, draft),),
    )
    ready_menu = Menu(
        title="Or seal the turn with one press",
        choices=ready.ready_choices(view),
    )
    is_short = view.table.numbers.turn_limit <= SHORT_DUEL
    return (ready_menu, plan_menu) if is_short else (plan_menu, ready_menu)


def _waiting(view: View) -> tuple[Seat, ...]:
    """Return only the viewer's own seat, because nobody sees who else has sealed (V62)."""
    return (view.seat,) if view.seat is not None and can_order(view) else ()


def _headline(view: View) -> str:
    table, own_part = view.table, view.own
    if table.is_over:
        return "The duel is over" if table.race is UNSET else "The race is over"
    turn = f"Turn {table.turn} of {table.numbers.turn_limit}"
    if own_part is None:
        return turn
    if can_order(view):
        return f"{turn}: give your orders"
    return f"{turn}: your orders are sealed" if next(cars_of(view), None) else f"{turn}: you watch"


def _lines(view: View) -> list[str]:
    """Return the most important information as lines above the board."""
    table, own_part = view.table, view.own
    if table.is_over:
        first = [name for name, place in zip(table.sides, table.places, strict=True) if place == 1]
        return [log.ENDING_WORDS[table.ending], f"First: {join_items(first)}.", verdict(table)]
    cars_left = sum(not car.out for car in table.cars)
    lines = [*race_lines(view)]
    lines += [
        f"{car.spec.name}: {mph(car.speed)}, handling {signed(car.hs)}, front armour "
        f"{car.armour[0]}{', on fire' if car.burning else ''}."
        for car in cars_of(view)
    ]
    enemies = [enemy for enemy in table.cars if enemy.side != view.seat and not enemy.out]
    if next(cars_of(view), None) and len(enemies) <= 2:
        lines += [f"{capital(position_words(view, enemy))}." for enemy in enemies]
    else:
        lines.append(f"{count_noun(cars_left, 'car')} in the arena.")
    if own_part is not None and (own_part.plan or own_part.autopilot):
        sealed = own_part.plan or own_part.autopilot or Autopilot()
        orders_text = log.orders_words(sealed, lambda number: table.cars[number].name)
        lines.append(f"Sealed: {orders_text}.")
    return lines
