"""The lesson of the week's order sheet: a pretend team writes one, and the week's rules play it.

Nothing of it is held anywhere. Team, rivals and their sheets are values; odds, bill and judgement
of an order are those of the real form, and the report is what the seat would have heard.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from campaign.garage.rules.record import VehicleRecord
from campaign.league.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from core.web.problems import money, plural
from engine.dice import seed_from
from engine.match import Match
from engine.values import Seat, changed
from espionage.pictures.order_line import order_line
from espionage.pictures.report import scenes
from espionage.rules.bill import bill
from espionage.rules.checking import order_problems
from espionage.rules.files import Character, Skills, TeamFile, Vehicle, public
from espionage.rules.headline import headline
from espionage.rules.odds import order_odds
from espionage.rules.orders import COUNTERSPY, Action, Kit, Order, Sheet
from espionage.rules.samples import DESIGNS
from espionage.rules.values import Setup
from espionage.rules.week import WEEK
from espionage.rules.words import ACTIONS
from play.tabletop.board import Answer, Board, Choice, Draft, Field, Menu, Panel, Passage
from play.tabletop.lessons import Lesson, Picture, Scene, Step, filled, wanting

if TYPE_CHECKING:
    from collections.abc import Sequence

US: Final = Seat(0)
HOUSE: Final = HouseRules()


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
THEIRS: Final = Sheet(
    orders=(Order(spy="nightjar/ossian", action="infiltrate", target_team="lantern"),)
)
FILE: Final = TEAMS[US]
ROSTER: Final = tuple([public(file) for file in TEAMS])
NAMES: Final = {
    **{who.id: who.name for who in FILE.people},
    **{car.id: car.name for car in FILE.garage},
}
SEED: Final = "learn orders 17"


class Written(NamedTuple):
    """How far the sheet is: its orders, and what becomes of it."""

    orders: tuple[Order, ...] = ()
    sealed: bool = False
    over: bool = False


# --- what is pressed ------------------------------------------------------------------------------


def _order(spy: str, action: Action, *, team: str = "", bricks: str = "0") -> Draft:
    answers = (("spy", spy), ("action", action), ("against", team), ("bricks", bricks))
    return Draft(choice="order", answers=tuple([(name, (value,)) for name, value in answers]))


STEPS: Final = (
    Step(
        says=(
            "An order sets the character, the action and the target. Vesna has the best "
            "espionage skill, so send her to spy on Nightjar’s cars. Read the odds in the form, "
            "then press “Add this order”."
        ),
        press=_order("lantern/vesna", "infiltrate", team="nightjar"),
        otherwise=(
            "That order is possible. For this lesson, choose Vesna, Infiltrate, against Nightjar "
            "Couriers."
        ),
    ),
    Step(
        says=(
            "Now do some damage. Brick knows explosives, so choose Blow Up, two bricks, any "
            "vehicle of Nightjar. Each brick adds a die of damage and is used up even on a "
            "failure. Press “Add this order”."
        ),
        press=_order("lantern/brick", "blow_up", team="nightjar", bricks="2"),
        otherwise=(
            "That order is possible. For this lesson, choose Brick, Blow Up, Nightjar Couriers, "
            "two bricks."
        ),
    ),
    Step(
        says=(
            "Nightjar can send someone, too. Edda stays at home as a Counterspy and tries to "
            "stop enemy spies. Her odds are in the form. Press “Add this order”."
        ),
        press=_order("lantern/edda", COUNTERSPY),
        otherwise="Someone has to guard your home. Give Edda the Counterspy order.",
    ),
    Step(
        says=(
            "A character who meets an enemy can end up in a fight on foot. A pistol and body "
            "armour are already in your store and cost nothing. Both are selected. Press “Pack "
            "for Edda Stein”."
        ),
        press=Draft(choice="pack", answers=(("kit", ("heavy_pistol", "body_armour")),)),
        otherwise="You already own both, and they can save her life. Pack both.",
    ),
    Step(
        says=(
            "Check the sheet: two missions, one guard and the cost. You can change it until the "
            "deadline, and only your team can see it. Press “Seal as final”."
        ),
        press=Draft(choice="seal"),
    ),
    Step(
        says=(
            "Your sheet is sealed, and no other team can read it. At the deadline, all sheets "
            "are opened together and the dice are rolled. Press “Go to the deadline”."
        ),
        press=Draft(choice="deadline"),
    ),
)
ENDS: Final = (
    "This is your report. It shows what your people did and what others did to you, with all "
    "dice. In a club, every week has a deadline, ambushes are fought, and the week ends with a "
    "car duel."
)


def _after(written: Written, press: Draft) -> Written:
    """The sheet after a press that is allowed."""
    match press.choice:
        case "order":
            return written._replace(orders=(*written.orders, _read(press)))
        case "pack":
            *rest, last = written.orders
            kit = Kit(items=tuple([Packed(gear=gear) for gear in press.all("kit")]))
            return written._replace(orders=(*rest, changed(last, kit=kit)))
        case "seal":
            return written._replace(sealed=True)
    return written._replace(over=True)


def _read(draft: Draft) -> Order:
    action = cast("Action", draft.one("action"))
    if action == COUNTERSPY:
        return Order(spy=draft.one("spy"), action=action)
    bricks = draft.one("bricks") if action == "blow_up" else "0"
    return Order(
        spy=draft.one("spy"),
        action=action,
        target_team=draft.one("against"),
        bricks=int(bricks) if bricks.isdecimal() and len(bricks) < 2 else 0,
    )


# --- the lesson -----------------------------------------------------------------------------------


class OrderLesson(Lesson):
    """A week's orders, from an empty sheet to the report."""

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
    def sheets(self) -> tuple[Written, ...]:
        """The sheet before each step and at the end."""
        found = [Written()]
        for step in STEPS:
            found.append(_after(found[-1], step.press))
        return tuple(found)

    @cached_property
    def match(self) -> Match:
        """The week as the rules play it."""
        ours = Sheet(orders=self.sheets[-1].orders)
        setup = Setup(week="lesson", teams=TEAMS, sheets=(ours, THEIRS), house=HOUSE)
        return Match.begin(WEEK, setup, seed_from(SEED))

    def scene(self, at: int, draft: Draft | None = None) -> Scene:
        written = self.sheets[at]
        if at == len(STEPS):
            return self._report()
        press = STEPS[at].press
        board = Board(
            headline=_headline(written),
            lines=(_bar(written),),
            panels=_panels(written),
            menus=_menus(written, draft or press),
            words=(Passage(title="The sheet", lines=_lines(written) or ("Nothing yet.",)),),
        )
        return Scene(
            board=wanting(board, press),
            happened=_added(self.sheets[at - 1], written) if at else (),
            says=STEPS[at].says,
            press=press,
        )

    def _report(self) -> Scene:
        heard, teams = self.match.heard_by(US), [file.name for file in TEAMS]
        told = headline(heard, teams, NAMES)
        panels = [
            Panel(title=scene.title, lines=scene.words) for scene in scenes(heard, teams, NAMES)
        ]
        chips = " · ".join([f"{chip.label} {chip.value}" for chip in told.chips])
        lines = (*told.lede, chips)
        board = Board(
            headline=told.headline,
            lines=lines,
            panels=tuple(panels),
            words=tuple([Passage(title=panel.title, lines=panel.lines) for panel in panels]),
        )
        return Scene(board=board, happened=told.lede, says=ENDS)

    def judge(self, at: int, draft: Draft) -> str:
        step = STEPS[at]
        if draft.choice != step.press.choice:
            return step.otherwise
        if draft.choice == "order":
            return _faults(draft) or ("" if _read(draft) == _read(step.press) else step.otherwise)
        if draft.choice == "pack":
            same = {*draft.all("kit")} == {*step.press.all("kit")}
            return "" if same else step.otherwise
        return ""

    def pictures(self) -> Sequence[Picture]:
        return ()


def _faults(draft: Draft) -> str:
    """What the real form would say to this order."""
    if draft.one("action") not in ACTIONS:
        return "Choose what they do."
    return " ".join(
        [problem.sentence for problem in order_problems(_read(draft), FILE, ROSTER, HOUSE)]
    )


# --- the form -------------------------------------------------------------------------------------


def _headline(written: Written) -> str:
    return "Orders, sealed" if written.sealed else "Orders, a draft"


def _bar(written: Written) -> str:
    guards = sum(order.action == COUNTERSPY for order in written.orders)
    cost = bill(written.orders, FILE.stock, HOUSE).total
    return f"{len(written.orders) - guards} missions · {guards} on guard · {money(cost)}"


def _line(order: Order) -> str:
    kit = [item.gear.replace("_", " ") for item in order.kit.items]
    return f"{NAMES[order.spy]}: {order_line(order, ROSTER)}" + (
        f", with {' and '.join(kit)}" if kit else ""
    )


def _lines(written: Written) -> tuple[str, ...]:
    return tuple([f"{at}. {_line(order)}" for at, order in enumerate(written.orders, 1)])


def _added(before: Written, now: Written) -> tuple[str, ...]:
    new = [each for each in now.orders if each not in before.orders]
    return tuple([f"On the sheet: {_line(each)}." for each in new])


def _panels(written: Written) -> tuple[Panel, ...]:
    people = [f"{who.name}, {who.role}: {_skills(who)}" for who in FILE.people]
    sheet = Panel(
        title="Your sheet", lines=_lines(written), secret=True, empty="No order yet.", above=True
    )
    return (sheet, Panel(title="Your people", lines=tuple(people), secret=True))


def _skills(who: Character) -> str:
    known = [
        f"{name.replace('_', ' ')} {'base' if level == 0 else f'+{level}'}"
        for name in ("espionage", "explosives", "stealth", "handgunner")
        if (level := getattr(who.skills, name)) >= 0
    ]
    return ", ".join(known) or "no training"


def _menus(written: Written, draft: Draft) -> tuple[Menu, ...]:
    if written.sealed:
        wait = Choice(key="deadline", label="Go to the deadline", look="main")
        return (Menu(title="Until the deadline", choices=(wait,)),)
    seal = Choice(
        key="seal",
        label="Seal as final",
        note=_bar(written),
        look="main",
        closed="" if written.orders else "Add an order first.",
    )
    menus = [Menu(title="An order", choices=(_order_choice(draft),))]
    if written.orders and written.orders[-1].action == COUNTERSPY:
        menus.append(Menu(title="Kit", choices=(_pack_choice(written.orders[-1]),)))
    return (*menus, Menu(title="The sheet", choices=(seal,)))


def _order_choice(draft: Draft) -> Choice:
    """An order, as the form asks for it, with its odds as it stands."""
    busy = draft if draft.choice == "order" else Draft(choice="order")
    people = [Answer(value=who.id, label=f"{who.name}, {_skills(who)}") for who in FILE.people]
    actions = [Answer(value=key, label=words) for key, words in ACTIONS.items()]
    rivals = [Answer(value=team.id, label=team.name) for team in ROSTER if team.id != FILE.id]
    bricks = [
        Answer(value=str(count), label=plural(count, "brick") if count else "None")
        for count in range(3)
    ]
    fields = (
        Field(name="spy", label="Character", answers=tuple(people), value=FILE.people[0].id),
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
        note=_odds(busy),
        fields=tuple([filled(each, busy) for each in fields]),
        look="main",
    )


def _odds(draft: Draft) -> str:
    """The odds of the order that the form holds: exact, by the rules of the real form (E1)."""
    spy = next((who for who in FILE.people if who.id == draft.one("spy")), None)
    action = draft.one("action")
    if spy is None or action not in ACTIONS:
        return ""
    found = order_odds(spy, action)
    if action == COUNTERSPY:
        return f"{spy.name} stops a mission {found.success.percent} % of the time."
    words = (
        f"{spy.name}, {ACTIONS[action]}: succeeds {found.success.percent} % of "
        f"the time, blunders {found.blunder.percent} %"
    )
    if found.explosion is not None:
        words += f"; a bomb goes off {found.explosion.percent} %"
    return f"{words}, if no one is on guard."


def _pack_choice(order: Order) -> Choice:
    answers = tuple(
        [
            Answer(value=item.gear, label=f"{item.gear.replace('_', ' ').capitalize()}, in store")
            for item in FILE.stock
        ]
    )
    return Choice(
        key="pack",
        label=f"Pack for {NAMES[order.spy]}",
        fields=(Field(name="kit", label="Kit", kind="checks", answers=answers),),
        look="main",
    )


ORDER_LESSON: Final = OrderLesson()
