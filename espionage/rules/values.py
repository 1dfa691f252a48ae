"""The values of a week: set-up, state divided by secrecy, views, moves and events.

`Table` is public. `Own` is one team's knowledge, including its true wounds and ±4 modifiers.
`Hidden` is known to nobody. Each mission has two numbers, so that neither reveals a third team's
missions. `order` is the position on the spying team's sheet, and `number` is the position among the
missions declared against the target. Both start at 1.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from ambush.rules.call import Ambush, AmbushResult, Cause, Condition
from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from engine.values import Seat, Value

from .bill import Bill
from .files import Roster, TeamFile
from .orders import SECTIONS, Mission, Order, Sheet
from .report import Debrief, News
from .tables import Counterspied
from .week_rules import WeekRules

# --- set-up ---------------------------------------------------------------------------------------


class Setup(Value):
    """A week at its deadline: the sealed sheets, and everything needed to resolve them.

    Seats are indexes of `teams` and `sheets`. `week` is part of the causes of all effects. A team
    that sent nothing has an empty sheet. `asks_by_round` is set if the live questions of a round
    are asked together (E51). Older weeks do not have this field.
    """

    week: str
    teams: tuple[TeamFile, ...]
    sheets: tuple[Sheet, ...]
    house: HouseRules = HouseRules()
    asks_by_round: bool | UnsetType = UNSET


# --- records of missions --------------------------------------------------------------------------


class Throw(Value):
    """A roll of 2d6 on a table: dice, modifier, total and printed row.

    Row 2 is printed as "2 or less", and row 12 as "12+".
    """

    faces: tuple[int, ...]
    modifier: int
    total: int
    row: int


Choice: TypeAlias = Literal["", "eleven", "infiltrate"]
MissionFate: TypeAlias = Literal["", "thwarted", "stopped", "done", "called_off"]


class Blast(Value):
    """A planted charge.

    A charge has damage dice and a location as rolled (E13), a number of halves of the damage that
    apply, and a time of explosion (E23).
    """

    faces: tuple[int, ...]
    location: int
    halves: int
    due: Literal["now", "after_duel", "first_phase"]


class MissionRecord(Value):
    """The truth about one mission. Results are provisional until the week is settled (E7).

    `nth` is the mission's position among this team's missions against the target team. Both teams
    know it, and it identifies the domain of the mission's dice.
    """

    by: Seat
    order: int
    against: Seat
    number: int
    nth: int
    mission: Mission
    spy: str
    target: str = ""
    throw: Throw | None = None
    choice: Choice = ""
    guard: str = ""
    answers: tuple[Throw, ...] = ()
    verdict: Counterspied | Literal[""] = ""
    explosives: Throw | None = None
    reached: tuple[str, ...] = ()
    sheet_seen: bool = False
    hits: int = 0
    faces: tuple[int, ...] = ()
    blast: Blast | None = None
    fought: bool = False
    fate: MissionFate = ""


class Fight(Value):
    """A finished ambush."""

    ambush: Ambush
    result: AmbushResult


# --- questions (only with live decisions) ---------------------------------------------------------


class AskGuard(Value, tag="ask-guard"):
    """Asks whether to send a counterspy against this mission, and which one (step 3b).

    `guards` lists the counterspies on duty, fittest first.
    """

    number: int
    guards: tuple[str, ...]


class AskTwelve(Value, tag="ask-twelve"):
    """Asks how to use a counterspy's 12+: for an ambush, or for a cancellation as with an 11.

    `guard` is the counterspy who saw the spy.
    """

    number: int
    guard: str


class AskChase(Value, tag="ask-chase"):
    """Asks whether to send a counterspy to ambush the bomber (explosives 3-4)."""

    number: int
    guards: tuple[str, ...]


class AskCancel(Value, tag="ask-cancel"):
    """Asks which `count` of these missions to cancel (E18)."""

    count: int
    numbers: tuple[int, ...]


class AskSpyTwelve(Value, tag="ask-spy-twelve"):
    """Asks how to use a spy's own 12+: as row 11, or for -4 to the target's counterspies."""

    order: int


class AskSection(Value, tag="ask-section"):
    """Asks in which section of Midville to lay an ambush.

    The ambush belongs to the team's own mission (`order`), or to an enemy mission (`number`, with
    the team's `guard`). The other fields have their defaults.
    """

    order: int = 0
    number: int = 0
    guard: str = ""


Question: TypeAlias = AskGuard | AskTwelve | AskChase | AskCancel | AskSpyTwelve | AskSection

# --- state and view -------------------------------------------------------------------------------


class Table(Value):
    """The public state: teams, rules, the order of play, and the news once the week is over.

    `asks_by_round` is set if the live questions of a round are asked together (E51).
    """

    week: str
    roster: Roster
    rules: WeekRules
    order: tuple[Seat, ...]
    over: bool = False
    news: tuple[News, ...] = ()
    asks_by_round: bool | UnsetType = UNSET


class Known(Value):
    """The target's knowledge of an enemy mission.

    `row` is set when cancellations are chosen (E18). `modifier` is the ±4 that the mission caused.
    """

    number: int
    by: Seat
    mission: Mission
    target: str = ""
    row: int = 0
    modifier: int = 0
    standing: bool = True
    """True if the mission can be cancelled. A mission that was already stopped cannot be."""


class Meeting(Value):
    """One side's knowledge of an ambush in progress.

    `order` is set if the ambush belongs to the side's own mission, and `number` if it belongs to a
    mission against the side.
    """

    cause: Cause
    ambushing: bool
    mine: str
    enemy: Seat
    enemy_name: str
    map: Literal["truck_stop", "midville"]
    section: int
    order: int = 0
    number: int = 0


class Worn(Value):
    """A character's losses in this week's ambushes: gear, rounds and armour points."""

    character: str
    spent: tuple[Packed, ...] = ()
    fired: tuple[Packed, ...] = ()
    armour: int = 0


class Own(Value):
    """One team's knowledge.

    `file` has the team's people in their condition after ambushes. `done` is the number of missions
    begun. `modifiers` lists the ±4 on the team's counterspy rolls, by enemy seat. `on_duty` lists
    the counterspies still on duty. If questions are asked together (E51), `queued` lists those that
    follow `question`, and `meetings` has the ambushes in progress instead of `meeting`.
    """

    file: TeamFile
    sheet: Sheet
    bill: Bill
    modifiers: tuple[int, ...]
    done: int = 0
    known: tuple[Known, ...] = ()
    on_duty: tuple[str, ...] = ()
    worn: tuple[Worn, ...] = ()
    cancellations: int = 0
    cancelled: tuple[int, ...] | None = None
    question: Question | None = None
    meeting: Meeting | None = None
    debrief: Debrief | None = None
    queued: tuple[Question, ...] | UnsetType = UNSET
    meetings: tuple[Meeting, ...] | UnsetType = UNSET


Stage: TypeAlias = Literal[
    "turn",
    "guard",
    "roll",
    "counterspy",
    "twelve",
    "result",
    "explosives",
    "chase",
    "aftermath",
    "file",
    "round",
    "cancel",
    "close",
    "over",
]


class Underway(Value):
    """A mission of the current round that waits for a team's answer or for an ambush (E51).

    `asked_seat` has to answer `question`. `answers` and `result` are kept until all
    answers and results of the round are known.
    """

    record: MissionRecord
    stage: Stage
    asked_seat: Seat | None = None
    question: Question | None = None
    answers: tuple[Answer, ...] = ()
    ambush: Ambush | None = None
    result: AmbushResult | None = None

    @property
    def waits(self) -> bool:
        """Return whether an answer or the result of an ambush is missing."""
        return self.question is not None or (self.ambush is not None and self.result is None)


class Hidden(Value):
    """The secret state: the mission and ambush in progress, and everything already finished.

    If questions are asked together (E51), `round` lists the missions in progress, `ambush` is the
    first of their ambushes without a result, and `wave` is the number of the waiting period.
    """

    stage: Stage = "turn"
    turn: int = 0
    now: MissionRecord | None = None
    ambush: Ambush | None = None
    records: tuple[MissionRecord, ...] = ()
    fights: tuple[Fight, ...] = ()
    round: tuple[Underway, ...] | UnsetType = UNSET
    wave: int | UnsetType = UNSET


class State(Value):
    """The complete state of the week."""

    table: Table
    own: tuple[Own, ...]
    hidden: Hidden


class View(Value):
    """A seat's knowledge. HOST also sees the called ambush, and whether a team has to answer."""

    seat: Seat | None
    table: Table
    own: Own | None = None
    ambush: Ambush | None = None
    asked: bool = False


# --- moves ----------------------------------------------------------------------------------------


class SendGuard(Value, tag="guard"):
    """Answers AskGuard. If `spy` is "", nobody is sent."""

    spy: str = ""


class TakeTwelve(Value, tag="twelve"):
    """Answers AskTwelve with an ambush, or with a cancellation as for an 11."""

    ambush: bool


class Chase(Value, tag="chase"):
    """Answers AskChase. If `spy` is "", the bomber escapes."""

    spy: str = ""


class Cancel(Value, tag="cancel"):
    """Answers AskCancel with numbers in ascending order.

    The answer stays sealed until all teams have chosen.
    """

    numbers: tuple[int, ...]


class TakeSpyTwelve(Value, tag="spy-twelve"):
    """Answers AskSpyTwelve with -4 to the target's counterspies ("infiltrate"), or with row 11."""

    choice: Literal["eleven", "infiltrate"]


class ChooseSection(Value, tag="section"):
    """Answers AskSection with a section, or with 0 to let the dice choose."""

    section: Annotated[int, Meta(ge=0, le=SECTIONS)]


class Deadline(Value, tag="deadline"):
    """Ends the time for decisions, so that standing orders answer all questions (HOST only)."""


class AmbushFought(Value, tag="ambush-fought"):
    """Reports the result of the called ambush (HOST only)."""

    result: AmbushResult


Answer: TypeAlias = SendGuard | TakeTwelve | Chase | Cancel | TakeSpyTwelve | ChooseSection
Move: TypeAlias = Answer | Deadline | AmbushFought

# --- events ---------------------------------------------------------------------------------------


class OrderRolled(Value, tag="order-rolled"):
    """Tells everyone the dice for each seat, including rerolls, and the order of play."""

    faces: tuple[tuple[int, ...], ...]
    order: tuple[Seat, ...]


class StruckOrder(Value):
    """An order that could not be carried out. The reason is given as a code and a sentence."""

    order: Order
    code: str
    sentence: str


class OrdersStruck(Value, tag="orders-struck"):
    """Tells the owner which orders were struck at the freeze (E26).

    `kept` is the sheet that will be played.
    """

    struck: tuple[StruckOrder, ...]
    kept: Sheet


class MissionBegan(Value, tag="mission-began"):
    """Tells the spying team that its next spy starts a mission (step 3a)."""

    order: int
    spy: str
    mission: Mission
    against: Seat
    target: str


class MissionDeclared(Value, tag="mission-declared"):
    """Tells the target about an enemy mission, with the target if one was named (step 3a).

    The spy stays secret.
    """

    number: int
    by: Seat
    mission: Mission
    target: str


class Asked(Value, tag="asked"):
    """Asks a team a question (live decisions)."""

    question: Question


class GuardSent(Value, tag="guard-sent"):
    """Tells the target which counterspy was sent, or "" for nobody (step 3b).

    `by_conditions` is set if the counterspy's conditions matched the mission (E50).
    """

    number: int
    spy: str
    by_conditions: bool | UnsetType = UNSET


class SpyRolled(Value, tag="spy-rolled"):
    """Tells the spying team its spy's roll (step 3c).

    After a 12+, `choice` is "" if the team is asked.
    """

    order: int
    throw: Throw
    choice: Choice


class SpyTwelveTaken(Value, tag="spy-twelve-taken"):
    """Tells the spying team its choice for its spy's 12+ (live decisions)."""

    order: int
    choice: Choice


class CounterspyRolled(Value, tag="counterspy-rolled"):
    """Tells the target its counterspy's roll with all rerolls (E6), and the result (step 3d)."""

    number: int
    spy: str
    throws: tuple[Throw, ...]
    verdict: Counterspied


class TwelveTaken(Value, tag="twelve-taken"):
    """Tells the target the choice after a counterspy's 12+: an ambush or a cancellation."""

    number: int
    ambush: bool


class MissionThwarted(Value, tag="mission-thwarted"):
    """Tells the spying team that a counterspy rolled 9 or 10, without further consequences (E5)."""

    order: int


class ModifierTold(Value, tag="modifier-told"):
    """Tells the target its new modifier against a team, after a change of +4 or -4."""

    number: int
    against: Seat
    change: int
    now: int


class ExplosivesRolled(Value, tag="explosives-rolled"):
    """Tells the spying team the bomber's explosives roll."""

    order: int
    throw: Throw


class ChaseDecided(Value, tag="chase-decided"):
    """Tells the target that a bomb exploded and the bomber is nearby.

    `spy` is the counterspy sent after the bomber, or "".
    """

    number: int
    spy: str


class AmbushCalled(Value, tag="ambush-called"):
    """Tells each side about an ambush between two characters on foot."""

    meeting: Meeting


class AmbushOver(Value, tag="ambush-over"):
    """Tells each side how the ambush ended, with only the visible facts about the enemy.

    `mission_goes_on` is False if the mission ends here (E9).
    """

    meeting: Meeting
    mine: Condition
    lost: int
    mine_left: Literal["", "edge", "stealth"]
    enemy: Condition
    enemy_left: Literal["", "edge", "stealth"]
    captured: Literal["", "mine", "enemy"]
    worn: Worn
    turns: int
    mission_goes_on: bool


class RowsShown(Value, tag="rows-shown"):
    """Shows the enemy missions to targets that have cancellations.

    A mission's row is included if the mission can be cancelled (E18).
    """

    known: tuple[Known, ...]
    cancellations: int


class CancelSealed(Value, tag="cancel-sealed"):
    """Tells the target which missions its standing orders or its own sealed choice cancel."""

    numbers: tuple[int, ...]


class Debriefed(Value, tag="debriefed"):
    """Gives each team its debrief at settlement."""

    debrief: Debrief


class WeekSettled(Value, tag="week-settled"):
    """Publishes the public news to everyone."""

    news: tuple[News, ...]


Event: TypeAlias = (
    OrderRolled | OrdersStruck | MissionBegan | MissionDeclared | Asked | GuardSent | SpyRolled |
    SpyTwelveTaken | CounterspyRolled | TwelveTaken | MissionThwarted | ModifierTold |
    ExplosivesRolled | ChaseDecided | AmbushCalled | AmbushOver | RowsShown | CancelSealed |
    Debriefed | WeekSettled
)  # fmt: skip
