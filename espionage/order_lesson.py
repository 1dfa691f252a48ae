"""The lesson about order sheets. A sample team writes a sheet, and the week's rules play it.

Nothing is stored. The team, its rivals and their sheets are plain values. Odds, bill and checks are
the same as in the real form. The report contains the events that the seat would receive.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple, cast

from campaign.garage.rules.record import VehicleRecord
from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit, Skills
from core.web.problems import money, plural
from engine.dice import seed_from
from engine.match import Match
from engine.values import Seat, changed
from espionage.pictures.order_line import order_line
from espionage.pictures.report import report_scenes
from espionage.rules.bill import make_bill
from espionage.rules.checking import order_problems
from espionage.rules.files import Character, TeamFile, Vehicle, public_team
from espionage.rules.headline import make_headline
from espionage.rules.odds import order_odds
from espionage.rules.orders import COUNTERSPY, Action, Order, Sheet
from espionage.rules.samples import DESIGNS
from espionage.rules.values import Setup
from espionage.rules.week import WEEK
from espionage.rules.wording import ACTIONS
from play.tabletop.board import Answer, Board, Choice, Draft, Field, Menu, Panel, Passage
from play.tabletop.lessons import Lesson, Picture, Scene, Step, filled, wanting

OWN_SEAT: Final = Seat(0)
HOUSE_RULES: Final = HouseRules()


def _person(team: str, name: str, role: str, skills: Skills) -> Character:
    first = name.split(maxsplit=1)[0].lower()
    return Character(id=f"{team}/{first}", name=name, role=role, skills=skills)


def _car(team: str, name: str, number: int) -> Vehicle:
    record = VehicleRecord(design=DESIGNS[number], name=name, colour="black")
    return Vehicle(id=f"{team}/{name.lower()}", name=name, record=record, entered=True)


TEAMS: Final = (
    TeamFile(
        id="lantern",
        name="Lantern Freight",
        money=20_000,
        stock=(Packed(gear="heavy_pistol"), Packed(gear="body_armour")),
        people=(
            _person("lantern", "Vesna Kolar", "spy", Skills(espionage=2, stealth=1)),
            _person("lantern", "Brick Halloran", "mechanic", Skills(espionage=1, explosives=1)),
            _person("lantern", "Edda Stein", "gunner", Skills(espionage=1, handgunner=1)),
            _person("lantern", "Moss Tully", "driver", Skills()),
        ),
        garage=(_car("lantern", "Lamplight", 0),),
    ),
    TeamFile(
        id="nightjar",
        name="Nightjar Couriers",
        money=20_000,
        people=(
            _person("nightjar", "Ossian Pike", "spy", Skills(espionage=1)),
            _person("nightjar", "Juno Ferrier", "gunner", Skills(espionage=0)),
        ),
        garage=(_car("nightjar", "Goatsucker", 1), _car("nightjar", "Churr", 2)),
    ),
)
RIVAL_SHEET: Final = Sheet(
    orders=(Order(spy="nightjar/ossian", action="infiltrate", target_team="lantern"),)
)
OWN_TEAM: Final = TEAMS[OWN_SEAT]
ROSTER: Final = tuple([public_team(file) for file in TEAMS])
OWN_NAMES: Final = {
    **{person.id: person.name for person in OWN_TEAM.people},
    **{car.id: car.name for car in OWN_TEAM.garage},
}
SEED: Final = "learn orders 17"


class SheetState(NamedTuple):
    """The sheet at one point of the lesson: its orders, and whether it is sealed."""

    orders: tuple[Order, ...] = ()
    sealed: bool = False


# --- buttons --------------------------------------------------------------------------------------


def _order(spy: str, action: Action, *, team: str = "", bricks: str = "0") -> Draft:
    answers = (("spy", spy), ("action", action), ("against", team), ("bricks", bricks))
    return Draft(choice="order", answers=tuple([(name, (value,)) for name, value in answers]))


STEPS: Final = (
    Step(
        instruction=(
            "An order sets the character, the action and the target. Vesna has the best "
            "espionage skill, so send her to spy on Nightjar’s cars. Read the odds in the form, "
            "then press “Add this order”."
        ),
        press=_order("lantern/vesna", "infiltrate", team="nightjar"),
        explanation=(
            "That order is possible. For this lesson, choose Vesna, Infiltrate, against Nightjar "
            "Couriers."
        ),
    ),
    Step(
        instruction=(
            "Now do some damage. Brick knows explosives, so choose Blow Up, two bricks, any "
            "vehicle of Nightjar. Each brick adds a die of damage and is used up even on a "
            "failure. Press “Add this order”."
        ),
        press=_order("lantern/brick", "blow_up", team="nightjar", bricks="2"),
        explanation=(
            "That order is possible. For this lesson, choose Brick, Blow Up, Nightjar Couriers, "
            "two bricks."
        ),
    ),
    Step(
        instruction=(
            "Nightjar can send someone, too. Edda stays at home as a Counterspy and tries to "
            "stop enemy spies. Her odds are in the form. Press “Add this order”."
        ),
        press=_order("lantern/edda", COUNTERSPY),
        explanation="Someone has to guard your home. Give Edda the Counterspy order.",
    ),
    Step(
        instruction=(
            "A character who meets an enemy can end up in a fight on foot. A pistol and body "
            "armour are already in your store and cost nothing. Both are selected. Press “Pack "
            "for Edda Stein”."
        ),
        press=Draft(choice="pack", answers=(("kit", ("heavy_pistol", "body_armour")),)),
        explanation="You already own both, and they can save her life. Pack both.",
    ),
    Step(
        instruction=(
            "Check the sheet: two missions, one guard and the cost. You can change it until the "
            "deadline, and only your team can see it. Press “Seal orders”."
        ),
        press=Draft(choice="seal"),
    ),
    Step(
        instruction=(
            "Your sheet is sealed, and no other team can read it. At the deadline, all sheets "
            "are opened together and the dice are rolled. Press “Go to the deadline”."
        ),
        press=Draft(choice="deadline"),
    ),
)
CLOSING_TEXT: Final = (
    "This is your report. It shows what your people did and what others did to you, with all "
    "dice. In a club, every week has a deadline, ambushes are fought, and the week ends with a "
    "car duel."
)


def _next_state(sheet_state: SheetState, press: Draft) -> SheetState:
    match press.choice:
        case "order":
            return sheet_state._replace(orders=(*sheet_state.orders, _read_order(press)))
        case "pack":
            *earlier_orders, last_order = sheet_state.orders
            kit = Kit(items=tuple([Packed(gear=gear) for gear in press.all("kit")]))
            return sheet_state._replace(orders=(*earlier_orders, changed(last_order, kit=kit)))
        case "seal":
            return sheet_state._replace(sealed=True)
    return sheet_state


def _read_order(draft: Draft) -> Order:
    action = cast("Action", draft.value("action"))
    if action == COUNTERSPY:
        return Order(spy=draft.value("spy"), action=action)
    bricks = draft.value("bricks") if action == "blow_up" else "0"
    return Order(
        spy=draft.value("spy"),
        action=action,
        target_team=draft.value("against"),
        bricks=int(bricks) if bricks.isdecimal() and len(bricks) < 2 else 0,
    )


# --- the lesson -----------------------------------------------------------------------------------


class OrderLesson(Lesson):
    """A lesson that leads from an empty sheet to the report of the week."""

    key = "orders"
    title = "The week’s order sheet"
    goal = (
        "You run Lantern Freight, a team of four. Once a week, every team writes a secret order "
        "sheet. This is practice: nothing is saved."
    )
    rules = "espionage"

    @property
    def steps(self) -> Sequence[Step]:
        return STEPS

    @cached_property
    def sheets(self) -> tuple[SheetState, ...]:
        """The sheet before each step and at the end."""
        states = [SheetState()]
        for step in STEPS:
            states.append(_next_state(states[-1], step.press))
        return tuple(states)

    @cached_property
    def match(self) -> Match:
        """The week as played under the rules."""
        own_sheet = Sheet(orders=self.sheets[-1].orders)
        setup = Setup(
            week="lesson", teams=TEAMS, sheets=(own_sheet, RIVAL_SHEET), house=HOUSE_RULES
        )
        return Match.begin(WEEK, setup, seed_from(SEED))

    def scene(self, step_index: int, draft: Draft | None = None) -> Scene:
        sheet_state = self.sheets[step_index]
        if step_index == len(STEPS):
            return self._report_scene()
        press = STEPS[step_index].press
        board = Board(
            headline=_headline(sheet_state),
            lines=(_summary(sheet_state),),
            panels=_panels(sheet_state),
            menus=_menus(sheet_state, draft or press),
            words=(
                Passage(title="The sheet", lines=_order_lines(sheet_state) or ("Nothing yet.",)),
            ),
        )
        return Scene(
            board=wanting(board, press),
            happened=_added_lines(self.sheets[step_index - 1], sheet_state) if step_index else (),
            instruction=STEPS[step_index].instruction,
            press=press,
        )

    def _report_scene(self) -> Scene:
        events, teams = self.match.heard_by(OWN_SEAT), [file.name for file in TEAMS]
        report_headline = make_headline(events, teams, OWN_NAMES)
        panels = [
            Panel(title=scene.title, lines=scene.words)
            for scene in report_scenes(events, teams, OWN_NAMES)
        ]
        chips = " · ".join([f"{chip.label} {chip.value}" for chip in report_headline.chips])
        lines = (*report_headline.lede, chips)
        board = Board(
            headline=report_headline.headline,
            lines=lines,
            panels=tuple(panels),
            words=tuple([Passage(title=panel.title, lines=panel.lines) for panel in panels]),
        )
        return Scene(board=board, happened=report_headline.lede, instruction=CLOSING_TEXT)

    def judge(self, step_index: int, draft: Draft) -> str:
        step = STEPS[step_index]
        if draft.choice != step.press.choice:
            return step.explanation
        if draft.choice == "order":
            return _problem_sentences(draft) or (
                "" if _read_order(draft) == _read_order(step.press) else step.explanation
            )
        if draft.choice == "pack":
            is_same_kit = {*draft.all("kit")} == {*step.press.all("kit")}
            return "" if is_same_kit else step.explanation
        return ""

    def pictures(self) -> Sequence[Picture]:
        return ()


def _problem_sentences(draft: Draft) -> str:
    """Return the problems that the real form would report for this order."""
    if draft.value("action") not in ACTIONS:
        return "Choose what they do."
    return " ".join(
        problem.sentence
        for problem in order_problems(_read_order(draft), OWN_TEAM, ROSTER, HOUSE_RULES)
    )


# --- the form -------------------------------------------------------------------------------------


def _headline(sheet_state: SheetState) -> str:
    return "Orders, sealed" if sheet_state.sealed else "Orders, a draft"


def _summary(sheet_state: SheetState) -> str:
    guards = sum(order.action == COUNTERSPY for order in sheet_state.orders)
    cost = make_bill(sheet_state.orders, OWN_TEAM.stock, HOUSE_RULES).total
    return f"{len(sheet_state.orders) - guards} missions · {guards} on guard · {money(cost)}"


def _order_words(order: Order) -> str:
    kit = [item.gear.replace("_", " ") for item in order.kit.items]
    return f"{OWN_NAMES[order.spy]}: {order_line(order, ROSTER)}" + (
        f", with {' and '.join(kit)}" if kit else ""
    )


def _order_lines(sheet_state: SheetState) -> tuple[str, ...]:
    return tuple(
        f"{number}. {_order_words(order)}" for number, order in enumerate(sheet_state.orders, 1)
    )


def _added_lines(earlier: SheetState, later: SheetState) -> tuple[str, ...]:
    new_orders = [order for order in later.orders if order not in earlier.orders]
    return tuple([f"On the sheet: {_order_words(order)}." for order in new_orders])


def _panels(sheet_state: SheetState) -> tuple[Panel, ...]:
    people = [
        f"{character.name}, {character.role}: {_skill_words(character)}"
        for character in OWN_TEAM.people
    ]
    sheet = Panel(
        title="Your sheet",
        lines=_order_lines(sheet_state),
        secret=True,
        empty="No order yet.",
        above=True,
    )
    return (sheet, Panel(title="Your people", lines=tuple(people), secret=True))


def _skill_words(character: Character) -> str:
    skill_words = [
        f"{name.replace('_', ' ')} {'base' if level == 0 else f'+{level}'}"
        for name in ("espionage", "explosives", "stealth", "handgunner")
        if (level := getattr(character.skills, name)) >= 0
    ]
    return ", ".join(skill_words) or "no training"


def _menus(sheet_state: SheetState, draft: Draft) -> tuple[Menu, ...]:
    if sheet_state.sealed:
        deadline_choice = Choice(key="deadline", label="Go to the deadline", look="main")
        return (Menu(title="Until the deadline", choices=(deadline_choice,)),)
    seal_choice = Choice(
        key="seal",
        label="Seal orders",
        note=_summary(sheet_state),
        look="main",
        closed="" if sheet_state.orders else "Add an order first.",
    )
    menus = [Menu(title="An order", choices=(_order_choice(draft),))]
    if sheet_state.orders and sheet_state.orders[-1].action == COUNTERSPY:
        menus.append(Menu(title="Kit", choices=(_pack_choice(sheet_state.orders[-1]),)))
    return (*menus, Menu(title="The sheet", choices=(seal_choice,)))


def _order_choice(draft: Draft) -> Choice:
    order_draft = draft if draft.choice == "order" else Draft(choice="order")
    people = [
        Answer(value=character.id, label=f"{character.name}, {_skill_words(character)}")
        for character in OWN_TEAM.people
    ]
    actions = [Answer(value=key, label=label) for key, label in ACTIONS.items()]
    rivals = [Answer(value=team.id, label=team.name) for team in ROSTER if team.id != OWN_TEAM.id]
    bricks = [
        Answer(value=str(count), label=plural(count, "brick") if count else "None")
        for count in range(3)
    ]
    fields = (
        Field(name="spy", label="Character", answers=tuple(people), value=OWN_TEAM.people[0].id),
        Field(name="action", label="Action", answers=tuple(actions), value="infiltrate"),
        Field(
            name="against",
            label="Against",
            answers=(Answer(value="", label="No one"), *rivals),
        ),
        Field(name="bricks", label="Bricks of plastique", answers=tuple(bricks), value="0"),
    )
    return Choice(
        key="order",
        label="Add this order",
        note=_odds_words(order_draft),
        fields=tuple([filled(form_field, order_draft) for form_field in fields]),
        look="main",
    )


def _odds_words(draft: Draft) -> str:
    """Return the exact odds of the order in the form, computed as in the real form (E1)."""
    spy = next(
        (character for character in OWN_TEAM.people if character.id == draft.value("spy")), None
    )
    action = draft.value("action")
    if spy is None or action not in ACTIONS:
        return ""
    chances = order_odds(spy, action)
    if action == COUNTERSPY:
        return f"{spy.name} stops a mission {chances.success.percent} % of the time."
    text = (
        f"{spy.name}, {ACTIONS[action]}: succeeds {chances.success.percent} % of "
        f"the time, blunders {chances.blunder.percent} %"
    )
    if chances.explosion is not None:
        text += f"; a bomb goes off {chances.explosion.percent} %"
    return f"{text}, if no one is on guard."


def _pack_choice(order: Order) -> Choice:
    answers = tuple(
        Answer(value=item.gear, label=f"{item.gear.replace('_', ' ').capitalize()}, in store")
        for item in OWN_TEAM.stock
    )
    return Choice(
        key="pack",
        label=f"Pack for {OWN_NAMES[order.spy]}",
        fields=(Field(name="kit", label="Kit", kind="checks", answers=answers),),
        look="main",
    )


ORDER_LESSON: Final = OrderLesson()
