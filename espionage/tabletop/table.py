"""The ambush as a game that is played on the site: its options, its board, and what is said of
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.game import IllegalMove, Refusal
from espionage.rules.ambush import by_doctrine
from espionage.rules.ambush.fighting import armour, down, dp
from espionage.rules.ambush.game import AMBUSH
from espionage.rules.ambush.ground import OFF
from espionage.rules.ambush.plans import check_plan
from espionage.rules.ambush.terrain import terrain_of
from espionage.rules.ambush.values import AMBUSHED, AMBUSHER, Event, Move, Setup, State, Throw, View
from play.tabletop.board import Board, Draft, Menu, Panel, Passage
from play.tabletop.contract import Credit, Preset, Tabletop

from . import log, place_form, plan_form
from .coach import coach
from .fighters import Duel, called
from .picture import Sketch, both, picture
from .plan_words import plan_words, sentence
from .ready import ready_plans
from .squares import name_of, seen_from
from .walking import follow
from .words import ODDS_AGAINST, passages, plan_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice
    from engine.values import Seat
    from espionage.rules.ambush.values import Own, Plan
    from play.tabletop.board import Choice

TWO: Final = 2
CLICKS_LEAD: Final = (
    "Click a square on the map to move there step by step, or use the fields. Clicking needs "
    "JavaScript."
)
CLICKS_FILL_IN: Final = (
    "Click a square on the map to fill it in, or type it. Clicking needs JavaScript."
)
STALE: Final = "You cannot choose that now. Check the board again."


class AmbushTable(Tabletop[Setup, State, Move, Event, View]):
    """Two on foot: one lies in wait, the other has been found."""

    game = AMBUSH
    title = "Ambush"
    blurb = "Two characters meet on foot: fight, flee or vanish."
    credit = Credit(
        title="Spy vs. Spy",
        author="its author, on the SWAT HQ club’s site",
        year="with the duel on foot of classic Car Wars",
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
            seats=TWO,
            options=Duel(),
        ),
        Preset(
            key="live",
            title="Quick draw",
            blurb="Submachine guns at the Truck Stop, phase by phase.",
            seats=TWO,
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
            seats=TWO,
            options=Duel(map="midville_4", ambusher="rifle", ambushed="shotgun_and_armour"),
        ),
        Preset(
            key="hunted",
            title="Unarmed in the park",
            blurb="Pistol against bare hands in poor light.",
            seats=TWO,
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
    style = "css/ambush.css"
    script = "bundles/ambush.js"
    rules_page = "ambush"

    def seat_counts(self, options: Any) -> Sequence[int]:
        return (TWO,)

    def setup(self, options: Any, seats: int) -> Setup:
        if seats != TWO:
            raise Refusal("An ambush has two fighters.")
        return called(options if isinstance(options, Duel) else Duel())

    def seat_titles(self, setup: Setup) -> tuple[str, ...]:
        return ("The ambusher", "The ambushed fighter")

    # --- the board --------------------------------------------------------------------------------

    def board(self, view: View, names: Sequence[str], draft: Draft | None = None) -> Board:
        plan, own = _plan(view, draft), view.own
        return Board(
            headline=_headline(view),
            lines=tuple(_lines(view)),
            drawing=picture(
                view, _sketch(view, plan, draft), draft.one("picture", "all") if draft else "all"
            ),
            panels=tuple(_panels(view, plan)),
            menus=_menus(view, own, draft) if own is not None else (),
            words=passages(view, plan),
            waiting=_waiting(view),
        )

    def read(self, view: View, draft: Draft) -> Move:
        own = view.own
        if own is None:
            raise IllegalMove("Only the two fighters can move.")
        choice = next(
            (
                each
                for menu in _menus(view, own, None)
                for each in menu.choices
                if each.key == draft.choice
            ),
            None,
        )
        if choice is None:
            raise IllegalMove(STALE)
        if draft.choice == plan_form.KEY:
            return plan_form.read_plan(view.table, own.man, draft)
        if draft.choice == place_form.KEY:
            return place_form.read_place(draft)
        return choice.move  # type: ignore[return-value]

    def say(self, event: Event, names: Sequence[str], me: Seat | None) -> str:
        return log.say(event, me)

    def default_move(self, view: View, dice: Dice) -> Move:
        """Doctrine plays for who is late (P15)."""
        return by_doctrine.choose(view, AMBUSHER if view.seat == AMBUSHER else AMBUSHED, dice)

    def moves_together(self, view: View) -> bool:
        return view.table.stage == "planning"

    # --- around it --------------------------------------------------------------------------------

    def coach(self, view: View) -> str:
        return coach(view)

    def truth(self, state: State, names: Sequence[str]) -> Board | None:
        """Both counters on one map, and both men as their own sides know them."""
        lines = [_truth_line(state, seat, names[seat]) for seat in (AMBUSHER, AMBUSHED)]
        return Board(
            headline=f"{_title(state.table.ground)}, turn {state.table.turn}",
            lines=tuple(lines),
            drawing=both(state, names),
            words=(Passage(title="Positions", lines=tuple(lines)),),
        )


def _title(ground: Any) -> str:
    return terrain_of(ground).ground.title


AMBUSH_TABLE: Final = AmbushTable()


# --- what is under way ----------------------------------------------------------------------------


def _plan(view: View, draft: Draft | None) -> Plan | None:
    """The plan that is being filled in, as far as it can be read, else the sealed one."""
    own = view.own
    if own is None:
        return None
    if (
        own.plan is not None
        or draft is None
        or draft.choice != plan_form.KEY
        or view.table.stage != "planning"
    ):
        return own.plan
    try:
        return plan_form.read_plan(view.table, own.man, draft)
    except IllegalMove:
        return None


def _sketch(view: View, plan: Plan | None, draft: Draft | None) -> Sketch:
    own = view.own
    if own is not None and plan is not None:
        target = plan.action.at if isinstance(plan.action, Throw) else OFF
        return Sketch(stops=follow(view.table, own.man, plan.phases), target=target)
    mine, enemy = place_form.typed(draft)
    return Sketch(mine=mine, enemy=enemy)


def _menus(view: View, own: Own, draft: Draft | None) -> tuple[Menu, ...]:
    if view.table.stage == "placing":
        if view.seat != AMBUSHER:
            return ()
        return (
            Menu(
                title="Let doctrine place the counters", choices=tuple(place_form.proposals(view))
            ),
            Menu(
                title="Place both counters yourself",
                choices=(place_form.place_choice(view, own, draft),),
                hint=CLICKS_FILL_IN,
            ),
        )
    if view.table.stage == "over" or own.plan is not None:
        return ()
    ready: tuple[Choice, ...] = tuple(ready_plans(view, own))
    what = f"phase {view.table.phase}" if view.table.phase_by_phase else f"turn {view.table.turn}"
    return (
        Menu(title="Ready plans", choices=ready, hint="Press a plan to seal it."),
        Menu(
            title=f"Plan {what}",
            choices=(plan_form.plan_choice(view, own, draft),),
            hint=CLICKS_LEAD,
        ),
    )


def _waiting(view: View) -> tuple[Seat, ...]:
    """The ambusher while he places; afterwards only what each knows of himself."""
    if view.table.stage == "placing":
        return (AMBUSHER,)
    mine = view.own is not None and view.own.plan is None and view.table.stage == "planning"
    return (AMBUSHER if view.seat == AMBUSHER else AMBUSHED,) if mine else ()


# --- in words -------------------------------------------------------------------------------------


def _headline(view: View) -> str:
    table, own = view.table, view.own
    if table.stage == "placing":
        return (
            "Place both counters" if view.seat == AMBUSHER else "The ambusher places both counters"
        )
    if table.stage == "over":
        return "The ambush is over"
    when = f"Turn {table.turn} of {table.numbers.turn_limit}"
    if table.phase_by_phase:
        when += f", phase {table.phase}"
    if own is None:
        return when
    return f"{when}: your plan is sealed" if own.plan is not None else f"{when}: make your plan"


def _lines(view: View) -> list[str]:
    """What matters most now."""
    own = view.own
    if view.table.stage == "placing":
        where = f"{_title(view.table.ground)}."
        return (
            [where]
            if own is None
            else [
                where,
                f"You are {own.man.who.name}. The enemy is {own.enemy_name} of {own.enemy_team}.",
            ]
        )
    if own is None:
        return [f"{_title(view.table.ground)}. Only the two fighters know the positions."]
    if view.table.stage == "over":
        return [
            words for words in (log.ENDINGS.get(view.table.ending, ""), _how_you_left(own)) if words
        ]
    lines = [_enemy_line(own), _own_line(own)]
    if own.plan is not None:
        lines.append(f"Sealed: {plan_words(own.plan, view.table.phase)}.")
    return lines


def _enemy_line(own: Own) -> str:
    watched = "sees you" if own.seen else "does not see you"
    if own.mark.at == OFF:
        return f"{own.enemy_name} is out of sight and {watched}."
    if own.mark.in_sight:
        return f"{own.enemy_name} is {seen_from(own.man.at, own.mark.at)}, and {watched}."
    return (
        f"{own.enemy_name} is out of sight, last seen {seen_from(own.man.at, own.mark.at)}, "
        f"and {watched}."
    )


def _own_line(own: Own) -> str:
    man = own.man
    plates = f", {armour(man)} armour" if man.who.armour else ""
    return (
        f"You are at {name_of(man.at)}, {'crouching' if man.crouched else 'standing'}: "
        f"{dp(man)} of {man.who.full_dp} DP{plates}."
    )


def _how_you_left(own: Own) -> str:
    if own.man.left:
        return "You got away."
    if down(own.man):
        return "You are dead." if dp(own.man) <= 0 else "You are unconscious."
    if own.mark.hurt == "down":
        return f"You are still standing, and {own.enemy_name} is down."
    return "You are still standing."


def _panels(view: View, plan: Plan | None) -> list[Panel]:
    own = view.own
    if own is None or own.man.at == OFF or plan is None:
        return []
    title = "Your sealed plan" if own.plan is not None else "Your draft plan"
    return [
        Panel(
            title=title,
            lines=tuple(_plan_lines(view, own, plan)),
            table=plan_table(view, plan),
            secret=True,
        )
    ]


def _plan_lines(view: View, own: Own, plan: Plan) -> list[str]:
    lines = [sentence(plan_words(plan, view.table.phase)), ODDS_AGAINST]
    if own.plan is None:
        try:
            check_plan(view.table, own, plan)
        except IllegalMove as refused:
            lines.append(f"Not possible yet. {refused.sentence}")
    return lines


def _truth_line(state: State, seat: Seat, name: str) -> str:
    man = state.own[seat].man
    if man.left:
        where = (
            "left the map over its edge"
            if man.left == "edge"
            else f"slipped away unseen from {name_of(man.at)}"
        )
    else:
        where = (
            f"is at {name_of(man.at)}, {'crouching' if man.crouched else 'standing'}"
            if man.at != OFF
            else "is not placed yet"
        )
    plates = f", {armour(man)} armour" if man.who.armour else ""
    return f"{man.who.name} ({name}) {where}: {dp(man)} of {man.who.full_dp} DP{plates}."
