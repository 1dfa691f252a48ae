"""The ambush as a game on the site, with its options, its board and its texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from ambush import by_doctrine
from ambush.rules.fighting import armour_left, dp_left, is_down
from ambush.rules.game import AMBUSH
from ambush.rules.ground import OFF_MAP
from ambush.rules.plans import check_plan
from ambush.rules.terrain import terrain_of
from ambush.rules.values import (
    AMBUSHED,
    AMBUSHER,
    Event,
    Move,
    Own,
    Plan,
    Setup,
    State,
    Throw,
    View,
)
from engine.dice import Dice
from engine.game import IllegalMove, Refusal
from engine.values import Seat
from play.tabletop.board import Board, Choice, Draft, Menu, Panel, Passage
from play.tabletop.contract import Credit, Preset, Tabletop

from .board import log, place_form, plan_form
from .board.board_text import ODDS_AGAINST, board_passages, plan_table
from .board.coach import next_advice
from .board.fighters import Duel, friendly_setup
from .board.picture import Sketch, draw_final_positions, draw_view
from .board.plan_words import as_sentence, plan_words
from .board.ready import ready_plans
from .board.squares import seen_from, square_name
from .board.walking import follow_plan

SEATS_AT_TABLE: Final = 2
STEPS_BY_CLICK_HINT: Final = (
    "Click a square on the map to move there step by step, or use the fields. Clicking needs "
    "JavaScript."
)
SQUARES_BY_CLICK_HINT: Final = (
    "Click a square on the map to fill it in, or type it. Clicking needs JavaScript."
)
STALE_CHOICE: Final = "You cannot choose that now. Check the board again."


class AmbushTable(Tabletop[Setup, State, Move, Event, View]):
    """The ambush at a table on the site, in which one character lies in wait for another."""

    game = AMBUSH
    title = "Ambush"
    blurb = "Two characters meet on foot: fight, flee or vanish."
    credit = Credit(
        title="Spy vs. Spy",
        author="its author, on the SWAT HQ club’s site",
        year="with the fights on foot of classic Car Wars",
        licence=(
            "Wording, maps and many numbers are our own. Car Wars is a trademark of Steve "
            "Jackson Games; this is unofficial."
        ),
    )
    minutes = "20 to 40 minutes"
    late = (
        "If you do not plan in time, doctrine plans for you: the one in your standing orders, or "
        "the one that suits your kit."
    )
    options = Duel
    presets = (
        Preset(
            key="first",
            title="First duel",
            blurb="Pistols at the crossroads, one turn at a time.",
            seats=SEATS_AT_TABLE,
            options=Duel(),
        ),
        Preset(
            key="live",
            title="Quick draw",
            blurb="Submachine guns at the Truck Stop, phase by phase.",
            seats=SEATS_AT_TABLE,
            options=Duel(
                map="truck_stop",
                ambusher="submachine_gun",
                ambushed="submachine_gun",
                phase_by_phase=True,
            ),
        ),
        Preset(
            key="long_odds",
            title="Rifle against shotgun",
            blurb="One has range, the other has armour. Who picks the distance?",
            seats=SEATS_AT_TABLE,
            options=Duel(map="midville_4", ambusher="rifle", ambushed="shotgun_and_armour"),
        ),
        Preset(
            key="hunted",
            title="Unarmed in the park",
            blurb="Pistol against bare hands in poor light.",
            seats=SEATS_AT_TABLE,
            options=Duel(map="midville_3", ambushed="unarmed", poor_light=True),
        ),
    )
    bots: ClassVar[tuple[str, ...]] = (
        "doctrine",
        "aggressive",
        "cautious",
        "flee_first",
        "search",
        "random",
    )
    endings = log.ENDINGS
    style = "ambush/board.css"
    script = "ambush/board.js"
    rules_page = "ambush"

    def seat_counts(self, options: Any) -> Sequence[int]:
        return (SEATS_AT_TABLE,)

    def setup(self, options: Any, seats: int) -> Setup:
        if seats != SEATS_AT_TABLE:
            raise Refusal("An ambush has two fighters.")
        return friendly_setup(options if isinstance(options, Duel) else Duel())

    def seat_titles(self, setup: Setup) -> tuple[str, ...]:
        return ("The ambusher", "The ambushed fighter")

    # --- the board --------------------------------------------------------------------------------

    def board(self, view: View, names: Sequence[str], draft: Draft | None = None) -> Board:
        plan, own_state = _plan_shown(view, draft), view.own
        return Board(
            headline=_headline(view),
            lines=tuple(_lines(view)),
            drawing=draw_view(
                view, _sketch(view, plan, draft), draft.value("picture", "all") if draft else "all"
            ),
            panels=tuple(_panels(view, plan)),
            menus=_menus(view, own_state, draft) if own_state is not None else (),
            words=board_passages(view, plan),
            waiting=_waiting_seats(view),
        )

    def read(self, view: View, draft: Draft) -> Move:
        own_state = view.own
        if own_state is None:
            raise IllegalMove("Only the two fighters can move.")
        choice = next(
            (
                menu_choice
                for menu in _menus(view, own_state, None)
                for menu_choice in menu.choices
                if menu_choice.key == draft.choice
            ),
            None,
        )
        if choice is None:
            raise IllegalMove(STALE_CHOICE)
        if draft.choice == plan_form.PLAN_KEY:
            return plan_form.read_plan(view.table, own_state.man, draft)
        if draft.choice == place_form.PLACE_KEY:
            return place_form.read_place(draft)
        return choice.move  # type: ignore[return-value]

    def say(self, event: Event, names: Sequence[str], reader: Seat | None) -> str:
        return log.log_line(event, reader)

    def turn_number(self, view: View) -> int:
        """Return the number of the current turn."""
        return view.table.turn

    def default_move(self, view: View, dice: Dice) -> Move:
        """Return the move that the doctrine makes for a player who is late (P15)."""
        return by_doctrine.choose(view, _own_seat(view), dice)

    def moves_together(self, view: View) -> bool:
        return view.table.stage == "planning"

    def characters(self, view: View) -> Mapping[Seat, str]:
        """Return the names of both fighters to each of them. Spectators do not know the names."""
        own_state = view.own
        if own_state is None:
            return {}
        seat = _own_seat(view)
        return {seat: own_state.man.who.name, Seat(1 - seat): own_state.enemy_name}

    # --- advice and truth -------------------------------------------------------------------------

    def coach(self, view: View) -> str:
        return next_advice(view)

    def truth(self, state: State, names: Sequence[str]) -> Board | None:
        """Return both counters on one map, and both fighters as their own sides know them."""
        lines = [_truth_line(state, seat, names[seat]) for seat in (AMBUSHER, AMBUSHED)]
        return Board(
            headline=f"{_map_title(state.table.ground)}, turn {state.table.turn}",
            lines=tuple(lines),
            drawing=draw_final_positions(state, names),
            words=(Passage(title="Positions", lines=tuple(lines)),),
        )


def _map_title(ground: Any) -> str:
    return terrain_of(ground).ground.title


AMBUSH_TABLE: Final = AmbushTable()


# --- drafts and menus -----------------------------------------------------------------------------


def _plan_shown(view: View, draft: Draft | None) -> Plan | None:
    """Return the sealed plan, or the plan in the form as far as it can be read."""
    own_state = view.own
    if own_state is None:
        return None
    if (
        own_state.plan is not None
        or draft is None
        or draft.choice != plan_form.PLAN_KEY
        or view.table.stage != "planning"
    ):
        return own_state.plan
    try:
        return plan_form.read_plan(view.table, own_state.man, draft)
    except IllegalMove:
        return None


def _sketch(view: View, plan: Plan | None, draft: Draft | None) -> Sketch:
    own_state = view.own
    if own_state is not None and plan is not None:
        target = plan.action.at if isinstance(plan.action, Throw) else OFF_MAP
        return Sketch(stops=follow_plan(view.table, own_state.man, plan.phases), target=target)
    own_square, enemy_square = place_form.typed_squares(draft)
    return Sketch(own_square=own_square, enemy_square=enemy_square)


def _menus(view: View, own_state: Own, draft: Draft | None) -> tuple[Menu, ...]:
    if view.table.stage == "placing":
        if view.seat != AMBUSHER:
            return ()
        return (
            Menu(
                title="Let doctrine place the counters",
                choices=tuple(place_form.suggested_placings(view)),
            ),
            Menu(
                title="Place both counters yourself",
                choices=(place_form.place_choice(view, own_state, draft),),
                hint=SQUARES_BY_CLICK_HINT,
            ),
        )
    if view.table.stage == "over" or own_state.plan is not None:
        return ()
    ready_choices: tuple[Choice, ...] = tuple(ready_plans(view, own_state))
    turn_or_phase = (
        f"phase {view.table.phase}" if view.table.phase_by_phase else f"turn {view.table.turn}"
    )
    return (
        Menu(title="Ready plans", choices=ready_choices, hint="Press a plan to seal it."),
        Menu(
            title=f"Plan {turn_or_phase}",
            choices=(plan_form.plan_choice(view, own_state, draft),),
            hint=STEPS_BY_CLICK_HINT,
        ),
    )


def _waiting_seats(view: View) -> tuple[Seat, ...]:
    """Return the ambusher's seat while he places the counters.

    After that, each seat only knows about itself.
    """
    if view.table.stage == "placing":
        return (AMBUSHER,)
    is_waiting = view.own is not None and view.own.plan is None and view.table.stage == "planning"
    return (_own_seat(view),) if is_waiting else ()


def _own_seat(view: View) -> Seat:
    return AMBUSHER if view.seat == AMBUSHER else AMBUSHED


# --- texts ----------------------------------------------------------------------------------------


def _headline(view: View) -> str:
    table, own_state = view.table, view.own
    if table.stage == "placing":
        return (
            "Place both counters" if view.seat == AMBUSHER else "The ambusher places both counters"
        )
    if table.stage == "over":
        return "The ambush is over"
    turn_words = f"Turn {table.turn} of {table.numbers.turn_limit}"
    if table.phase_by_phase:
        turn_words += f", phase {table.phase}"
    if own_state is None:
        return turn_words
    if own_state.plan is not None:
        return f"{turn_words}: your plan is sealed"
    if _enemy_offers(view):
        return f"{turn_words}: {own_state.enemy_name} offers to part"
    return f"{turn_words}: make your plan"


def _lines(view: View) -> list[str]:
    own_state = view.own
    if view.table.stage == "placing":
        map_title = f"{_map_title(view.table.ground)}."
        return (
            [map_title]
            if own_state is None
            else [
                map_title,
                (
                    f"You are {own_state.man.who.name}. The enemy is {own_state.enemy_name} of "
                    f"{own_state.enemy_team}."
                ),
            ]
        )
    if own_state is None:
        return [f"{_map_title(view.table.ground)}. Only the two fighters know the positions."]
    if view.table.stage == "over":
        return [
            line
            for line in (log.ENDINGS.get(view.table.ending, ""), _own_ending(own_state))
            if line
        ]
    lines = [_enemy_line(own_state), _own_line(own_state)]
    stamina = view.table.numbers.stamina_turns
    if own_state.brawl_turns and stamina:
        lines.append(
            f"Turns with bare hands: {own_state.brawl_turns} of {stamina}. After that, both "
            "fighters are exhausted and withdraw."
        )
    lines += _offer_lines(view, own_state)
    if own_state.plan is not None:
        lines.append(f"Sealed: {plan_words(own_state.plan, view.table.phase)}.")
    return lines


def _offer_lines(view: View, own_state: Own) -> Iterator[str]:
    """Yield lines about valid offers to part (P44)."""
    if _enemy_offers(view):
        yield (
            f"{own_state.enemy_name} offers to part. If you agree, the ambush ends undecided after "
            f"this turn. To agree, press “{plan_form.PART_LABEL}”, or check “Offer to part” in "
            "your plan."
        )
    elif view.table.has_part_offer(_own_seat(view)):
        yield (
            f"You have offered to part. {own_state.enemy_name} can agree until the end of this "
            "turn."
        )


def _enemy_offers(view: View) -> bool:
    return view.table.has_part_offer(Seat(1 - _own_seat(view)))


def _enemy_line(own_state: Own) -> str:
    sight_words = "sees you" if own_state.seen else "does not see you"
    if own_state.mark.at == OFF_MAP:
        return f"{own_state.enemy_name} is out of sight and {sight_words}."
    if own_state.mark.in_sight:
        return (
            f"{own_state.enemy_name} is {seen_from(own_state.man.at, own_state.mark.at)}, "
            f"and {sight_words}."
        )
    return (
        f"{own_state.enemy_name} is out of sight, last seen "
        f"{seen_from(own_state.man.at, own_state.mark.at)}, "
        f"and {sight_words}."
    )


def _own_line(own_state: Own) -> str:
    man = own_state.man
    armour_words = f", {armour_left(man)} armour" if man.who.armour else ""
    return (
        f"You are at {square_name(man.at)}, {'crouching' if man.crouched else 'standing'}: "
        f"{dp_left(man)} of {man.who.full_dp} DP{armour_words}."
    )


def _own_ending(own_state: Own) -> str:
    if own_state.man.left:
        return "You got away."
    if is_down(own_state.man):
        return "You are dead." if dp_left(own_state.man) <= 0 else "You are unconscious."
    if own_state.mark.hurt == "down":
        return f"You are still standing, and {own_state.enemy_name} is down."
    return "You are still standing."


def _panels(view: View, plan: Plan | None) -> list[Panel]:
    own_state = view.own
    if own_state is None or own_state.man.at == OFF_MAP or plan is None:
        return []
    title = "Your sealed plan" if own_state.plan is not None else "Your draft plan"
    return [
        Panel(
            title=title,
            lines=tuple(_plan_lines(view, own_state, plan)),
            table=plan_table(view, plan),
            secret=True,
        )
    ]


def _plan_lines(view: View, own_state: Own, plan: Plan) -> list[str]:
    lines = [as_sentence(plan_words(plan, view.table.phase)), ODDS_AGAINST]
    if own_state.plan is None:
        try:
            check_plan(view.table, own_state, plan)
        except IllegalMove as refusal:
            lines.append(f"Not possible yet. {refusal.sentence}")
    return lines


def _truth_line(state: State, seat: Seat, name: str) -> str:
    man = state.own[seat].man
    if man.left:
        place_words = (
            "left the map over its edge"
            if man.left == "edge"
            else f"slipped away unseen from {square_name(man.at)}"
        )
    else:
        place_words = (
            f"is at {square_name(man.at)}, {'crouching' if man.crouched else 'standing'}"
            if man.at != OFF_MAP
            else "is not placed yet"
        )
    armour_words = f", {armour_left(man)} armour" if man.who.armour else ""
    return (
        f"{man.who.name} ({name}) {place_words}: {dp_left(man)} of {man.who.full_dp} "
        f"DP{armour_words}."
    )
