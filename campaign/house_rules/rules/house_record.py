"""The record of the house rules, with the default, bounds and help text of every option.

The forms, the schema and the documentation include the help texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from engine.options import OptionGroup, use_attribute_docstrings
from engine.values import Value

from .calendar import DAYS, TIME, Day
from .duel_numbers import NUMBER_TITLES
from .tables import (
    AMBUSH_NUMBERS,
    BUILDS,
    LESSONS,
    PRESTIGE,
    SKILLS,
    AwardRow,
    BuildRow,
    LessonRow,
    MapRow,
    NumberRow,
    SkillRow,
)

MOST_MONEY: Final = 100_000_000
MOST_LIVING_COSTS: Final = 100_000
BOMB_DICE: Final = (4, 6, 7, 8, 9, 10)
Share: TypeAlias = Annotated[int, Meta(ge=0, le=100, title="Percent")]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=99, title="Points")]
Dice: TypeAlias = Annotated[int, Meta(ge=1, le=30, title="Dice")]


DuelMode: TypeAlias = Literal["recorded", "quick", "live", "slow"]
DUEL_MODES: Final[Mapping[str, str]] = {
    "recorded": "At your own table, recorded here",
    "quick": "On the site, by doctrine",
    "live": "On the site, live",
    "slow": "On the site, several hours per turn",
}
ON_THE_SITE: Final = tuple(mode for mode in DUEL_MODES if mode != "recorded")
"""Modes in which the site drives a week's duel and events (C93, C101)."""
Stands: TypeAlias = Literal["teams", "club", "anybody"]
STANDS: Final[Mapping[str, str]] = {
    "teams": "Participating teams",
    "club": "The club's members",
    "anybody": "Anyone with the link",
}


class _Group(OptionGroup):
    """Annotations of the options in one group."""

    def day(self, title: str) -> Meta:
        return self.choice(DAYS, title)

    def time(self, title: str) -> Meta:
        return Meta(
            title=title,
            description="Local time as HH:MM, 00:00 to 23:59.",
            pattern=TIME,
            extra=self._extra,
        )


_orders = _Group("orders")
_tables = _Group("tables")
_ambush = _Group("ambush")
_skills = _Group("skills")
_teams = _Group("teams")
_gold_cross = _Group("gold_cross")
_garage = _Group("garage")
_duel = _Group("duel")
_calendar = _Group("calendar")
_talk = _Group("talk")


@use_attribute_docstrings
class HouseRules(Value):
    """All options of a campaign. `HouseRules()` has the recommended values.

    Money is in dollars and time in hours. A limit of 0 means no limit.
    """

    # Weekly orders
    missions_a_week: Annotated[int, _orders.number(0, 99, "Missions per team and week")] = 6
    """Number of missions that a team can order in a week. Counterspies do not count. 0 = no limit.
    """
    untrained_bombers: Annotated[bool, _orders.option("Untrained bombers")] = False
    """A character without the explosives skill at base level can be sent to blow up a vehicle, with
    −4 on the explosives roll. If off, the order is refused.
    """
    plastique_price: Annotated[
        int, _orders.number(0, MOST_MONEY, "Price of a brick of plastique")
    ] = 3_000
    """Price in dollars of one brick (1 grenade equivalent). Bricks are used up whatever the result
    of the mission.
    """
    bomb_dice: Annotated[tuple[Dice, ...], _orders.rows(1, 9, "Damage dice per brick")] = BOMB_DICE
    """Damage dice for one brick, two bricks and so on. The length of the list is the most that a
    bomber can carry.
    """
    gear_list: Annotated[Literal["ambush", "full"], _orders.option("Personal gear on sale")] = (
        "ambush"
    )
    """“ambush”: weapons covered by the ambush rules. “full”: also heavy weapons, detonators and
    everything else in the shop.
    """

    # Interpretation of the tables
    live_decisions: Annotated[bool, _tables.option("Live decisions")] = False
    """Ask players at each decision of the week instead of using standing orders. The questions of a
    round are asked together. Other teams may draw conclusions from the pauses.
    """
    decision_hours: Annotated[int, _tables.number(1, 72, "Most hours for a live decision")] = 12
    """With live decisions, standing orders are used after this number of hours. The time is shorter
    if the week would otherwise not be finished before publication.
    """
    blunder_counts_at_once: Annotated[bool, _tables.option("Blunders count right away")] = True
    """The +4 for a blunder already applies to the counterspy roll against the mission that
    blundered. If off, it applies from the next mission.
    """
    mission_after_escape: Annotated[bool, _tables.option("Missions continue after an escape")] = (
        False
    )
    """A spy who is ambushed before the mission and escapes still carries out the mission. If off,
    escaping ends the mission.
    """
    armour_counts: Annotated[bool, _tables.option("Armour counts against assassins")] = False
    """Body armour absorbs an assassin's hits. If off, the victim is off duty and wears no armour.
    """

    # Ambushes
    ambush_by_doctrine: Annotated[bool, _ambush.option("Ambush by doctrine")] = True
    """Ambushes are resolved at the deadline by the teams' doctrines. If off, they are played on the
    site before the week is settled.
    """
    phase_by_phase: Annotated[bool, _ambush.option("Phase by phase")] = False
    """In a played ambush, players plan each phase. If this is off, a plan covers a whole turn."""
    turn_hours: Annotated[int, _ambush.number(1, 12, "Hours for an ambush turn")] = 12
    """If a player has not planned a turn after this number of hours, doctrine plays the turn."""
    capture: Annotated[bool, _ambush.option("Capture")] = False
    """Characters who are knocked out in an ambush are held until the next week is settled. If off,
    they return home at settlement.
    """

    ambush_numbers: Annotated[
        tuple[NumberRow, ...], _ambush.rows(0, 30, "Custom ambush values", keys=AMBUSH_NUMBERS)
    ] = ()
    """Values of the ambush rules that this club changes."""
    ambush_maps: Annotated[tuple[MapRow, ...], _ambush.rows(0, 5, "Custom maps")] = ()
    """Maps for ambushes that replace the five standard maps. They are checked when you save them.
    """

    # Skills and skill points
    espionage_points_a_week: Annotated[
        int, _skills.number(0, 99, "Espionage points per character and week")
    ] = 3
    """Maximum espionage points that a character can earn in a week. 0 = no limit."""
    paid_ambushes_a_week: Annotated[
        int, _skills.number(0, 99, "Ambushes that earn general points")
    ] = 1
    """Number of ambushes per week in which a character earns general points. 0 = no limit."""
    skill_cap: Annotated[int, _skills.number(0, 12, "Highest skill level")] = 4
    """Maximum level of a skill. Further points are kept but have no effect."""
    skill_costs: Annotated[tuple[SkillRow, ...], _skills.rows(1, 99, "Skills and their cost")] = (
        SKILLS
    )
    """The skills of the campaign and the number of points for each level. Base level takes the
    points of one level.
    """
    builds: Annotated[tuple[BuildRow, ...], _skills.rows(2, 14, "Bodybuilding")] = BUILDS
    """Load and damage points without the skill, at base level, at +1 and so on. The last row
    applies to all higher levels.
    """

    # Teams and characters
    roster_default: Annotated[int, _teams.number(1, 99, "Roster of a new team")] = 6
    """Number of characters that a new team can hire."""
    roster_cap: Annotated[int, _teams.number(1, 99, "Roster cap")] = 18
    """Number of characters that a team can hire in one season, including those who died."""
    approve_legal_rosters: Annotated[bool, _teams.option("Approve valid rosters automatically")] = (
        True
    )
    """A roster that follows these rules is approved right away when the team requests approval, and
    the club is notified. If off, a GM decides on every roster.
    """
    join_reliability: Annotated[
        int, _teams.number(0, 100, "Minimum reliability of new members")
    ] = 0
    """Minimum reliability, in percent, to join with a group invite link. Newcomers and people with
    a personal invite link can always join. 0 = anyone can join.
    """
    starting_points: Annotated[int, _teams.number(0, 1000, "Skill points of a new character")] = 100
    """Number of skill points that a new character must spend."""
    starting_skills: Annotated[int, _teams.number(0, 20, "Skills of a new character")] = 5
    """Minimum number of skills at base level or better for a new character."""
    starting_skill_most: Annotated[
        int, _teams.number(0, 1000, "Maximum points in one starting skill")
    ] = 40
    """Maximum number of points in one skill of a new character. 0 = no limit."""
    starting_capital: Annotated[int, _teams.number(0, MOST_MONEY, "Starting capital")] = 250_000
    """Starting money of a team, in dollars."""
    living_costs: Annotated[
        int, _teams.number(0, MOST_LIVING_COSTS, "Living costs per character and week")
    ] = 0
    """Dollars that a team pays for each living character when a week closes. A team with too little
    money pays what it has, and owes nothing. 0 = off.
    """
    death: Annotated[bool, _teams.option("Death")] = True
    """Characters with no DP left die. If off, they are knocked out with 1 DP left instead."""
    healing_a_week: Annotated[int, _teams.number(0, 12, "DP healed in a week of rest")] = 1
    """Damage points that a wounded character recovers at the end of a week without a mission,
    counterspy roll, ambush or duel.
    """

    # Gold Cross
    gold_cross: Annotated[bool, _gold_cross.option("Gold Cross clones")] = False
    """Dead characters can come back as clones if the team paid in time. If off, death is final."""
    gold_cross_grow: Annotated[int, _gold_cross.number(0, MOST_MONEY, "Growing a clone")] = 10_000
    """Price in dollars of a character's first clone."""
    gold_cross_keep: Annotated[
        int, _gold_cross.number(0, MOST_MONEY, "Keeping a clone, per month")
    ] = 1_000
    """Price in dollars for every four weeks that a clone is kept ready."""
    gold_cross_reprogram: Annotated[
        int, _gold_cross.number(0, MOST_MONEY, "Renewing the memory")
    ] = 2_000
    """Price in dollars to update a clone with what its owner has learned since."""
    gold_cross_record: Annotated[int, _gold_cross.number(0, MOST_MONEY, "Recording a memory")] = (
        25_000
    )
    """Price in dollars to store a memory, or to record the brain of a body that was brought home.
    """
    gold_cross_from_record: Annotated[
        int, _gold_cross.number(0, MOST_MONEY, "Clone from a stored memory")
    ] = 5_000
    """Price in dollars of each further clone from a stored memory."""

    # Garage
    repair_tries: Annotated[int, _garage.number(1, 30, "Repairs per mechanic and week")] = 6
    """Number of repair rolls that a mechanic makes in a week, all on one vehicle."""
    repair_armour_points: Annotated[int, _garage.number(1, 30, "Armour per repair")] = 3
    """Armour points restored by one successful roll. For other parts, it restores 1 DP."""
    workshop_percent: Annotated[int, _garage.number(0, 1000, "Workshop price")] = 200
    """Price of a workshop repair in percent of the parts' price. 0 = no workshop."""
    resale_percent: Annotated[int, _garage.number(0, 100, "Resale value")] = 50
    """Price that the used-car lot pays for a vehicle, in percent of its current value."""

    # Duel and standings
    event_budget: Annotated[int, _duel.number(0, MOST_MONEY, "Event budget")] = 50_000
    """Maximum total cost of a team's entered vehicles. Multiplied by the number of teams, it is the
    prize money. 0 = no limit and no prize money.
    """
    vehicle_limit: Annotated[int, _duel.number(0, MOST_MONEY, "Vehicle limit (division)")] = 25_000
    """Maximum cost of a single entered vehicle, for example $20,000 for Division 20. 0 = no limit.
    """
    vehicles_a_team: Annotated[int, _duel.number(0, 18, "Vehicles per team in a duel")] = 2
    """Number of vehicles that a team can enter. 0 = no limit."""
    crew_a_vehicle: Annotated[int, _duel.number(1, 12, "Crew of an entered vehicle")] = 2
    """Maximum number of people in a vehicle during a duel, including the driver."""
    late_entries: Annotated[bool, _duel.option("Late entries")] = False
    """A team without an entry at the deadline can still enter after settlement. If off, it cannot
    take part in the duel.
    """
    exchange_after_infiltration: Annotated[bool, _duel.option("Exchange after infiltration")] = True
    """A team whose infiltrator saw a rival’s vehicle can exchange one entered vehicle until the
    duel. If the infiltrator saw its whole sheet, the team can also refit an entered vehicle.
    """
    sheet_points: Annotated[int, _duel.number(0, 20, "Points for a stolen sheet")] = 1
    """When the week closes, a team gets this number of standings points for each rival of which its
    infiltrators saw a whole vehicle sheet. 0 = off.
    """
    events_count: Annotated[bool, _duel.option("Events count for the season")] = False
    """Events other than the week's own duel also score points in the standings. If off, they are
    driven for money and fame. An event keeps the rule that applies when it is created.
    """
    events_pay: Annotated[bool, _duel.option("Prize money for events")] = True
    """Events other than the week's own duel pay prize money, survivor pay and gate money from fans.
    If off, they are driven only for fame.
    """
    events_fame: Annotated[bool, _duel.option("Prestige for events")] = True
    """Duellists gain prestige in events, as in the week's duel. If off, they gain none."""
    heats_count: Annotated[bool, _duel.option("Heats count for the season")] = False
    """Each heat scores points in the standings. A heat keeps the rule that applies when it is
    drawn.
    """
    heats_pay: Annotated[bool, _duel.option("Prize money for heats")] = False
    """Each heat pays prize money, survivor pay and gate money from fans. If off, it pays nothing.
    """
    heats_fame: Annotated[bool, _duel.option("Prestige for heats")] = True
    """Duellists gain prestige in heats, as in the week's duel. If off, they gain none."""
    finals_count: Annotated[bool, _duel.option("Finals count for the season")] = False
    """The final of a set of heats scores points in the standings."""
    finals_pay: Annotated[bool, _duel.option("Prize money for finals")] = True
    """The final of a set of heats pays prize money, survivor pay and gate money from fans."""
    finals_fame: Annotated[bool, _duel.option("Prestige for finals")] = True
    """Duellists gain prestige in finals, as in the week's duel. If off, they gain none."""
    arena_prestige: Annotated[int, _duel.number(0, 10, "Prestige from the open arena")] = 0
    """Prestige that the driver of a team's vehicle gains for winning a public event of the open
    arena, at most twice in seven days for each team. The vehicle is not harmed. 0 = off.
    """
    duel_mode: Annotated[DuelMode, _duel.choice(DUEL_MODES, "How the week's duel is driven")] = (
        "recorded"
    )
    """At your own table: players drive the duel and record the result. On the site: at the
    scheduled time, the cars enter an arena in their current condition and are driven by their
    teams' doctrines or by the team owners, either live with a short clock or with several hours per
    turn. If a player does not plan in time, doctrine drives. The result is recorded automatically.
    This also applies to the week's events, heats and finals.
    """
    duel_turn_seconds: Annotated[int, _duel.number(30, 600, "Seconds per turn in a live duel")] = 90
    """Time for each turn of a live duel. Each additional car on one side adds thirty seconds."""
    duel_turn_hours: Annotated[int, _duel.number(1, 48, "Hours per turn in a slow duel")] = 2
    """Time for each turn of a slow duel. There must be enough time for thirty such turns between
    the start of the duel and the end of the week. Doctrine drives the remaining turns ten minutes
    before the week closes.
    """
    duel_books_at_once: Annotated[bool, _duel.option("Book duels on the site right away")] = False
    """The result of a duel driven on the site is booked as soon as the duel is over. If off, it
    must be signed like any record, until the week closes at the latest.
    """
    stands: Annotated[Stands, _duel.choice(STANDS, "Spectators of duels on the site")] = "club"
    """The people who can watch duels on the site live and chat in the stands, where drivers cannot
    read the chat before the end: the owners of the participating teams, the club's members, or
    anyone with the link, even without an account. They see only public information. All members can
    watch the replay.
    """
    duel_sign_hours: Annotated[int, _duel.number(0, 168, "Hours to sign a duel record")] = 24
    """One of the participating teams enters the result, and the others sign it. If no one disputes
    it within this number of hours, it is booked. 0 = only GMs record duels.
    """
    purse_shares: Annotated[tuple[Share, ...], _duel.rows(1, 10, "Shares of the prize money")] = (
        50,
        30,
        20,
    )
    """Percent of the prize money for first, second, third place and so on, at most 100 in total."""
    survivor_pay: Annotated[int, _duel.number(0, MOST_MONEY, "Survivor pay")] = 1_500
    """Dollars that a team receives for each duellist who ends the duel alive and conscious."""
    survivor_pay_large: Annotated[
        int, _duel.number(0, MOST_MONEY, "Survivor pay for large prizes")
    ] = 3_000
    """Survivor pay when the prize money is large."""
    large_pot: Annotated[int, _duel.number(0, MOST_MONEY, "Large prize money")] = 500_000
    """Prize money above this number of dollars is large."""
    fan_money: Annotated[int, _duel.number(0, 10_000, "Fans: dollars per point of prestige")] = 100
    """Fans come to see famous duellists. A team receives this amount for each point of prestige
    that its duellists have from earlier duels. 0 = off.
    """
    fan_most: Annotated[int, _duel.number(0, MOST_MONEY, "Fans: maximum per duellist")] = 2_500
    """Maximum gate money in dollars for one duellist in one duel. 0 = no limit."""
    salvage_percent: Annotated[int, _duel.number(0, 100, "Salvage of wrecks")] = 0
    """Percent of the value of a destroyed vehicle's remaining parts. The teams with kills in the
    duel share it in proportion to their kills. If no other team has a kill, the winner gets it.
    0 = off.
    """
    standings_points: Annotated[tuple[Points, ...], _duel.rows(1, 20, "Standings points")] = (
        5,
        3,
        2,
        1,
    )
    """Points for first, second and third place and so on. The last number applies to every other
    team that took part.
    """
    event_formula: Annotated[bool, _duel.option("Places by victory points")] = False
    """Victory points for kills, surviving vehicles and surviving people decide the places. If off,
    the person who records the duel enters the places.
    """
    event_weights: Annotated[tuple[Share, ...], _duel.rows(3, 3, "Victory point values")] = (
        50,
        30,
        20,
    )
    """Victory points for the most kills, for all vehicles surviving and for all people surviving.
    """
    prestige: Annotated[tuple[AwardRow, ...], _duel.rows(1, 60, "Prestige awards")] = PRESTIGE
    """Prestige that duellists gain or lose for their deeds."""
    duel_lessons: Annotated[tuple[LessonRow, ...], _duel.rows(0, 40, "Skill points from duels")] = (
        LESSONS
    )
    """Skill points that duellists earn for their deeds. Duellists who died earn none."""

    duel_numbers: Annotated[
        tuple[NumberRow, ...], _duel.rows(0, 60, "Custom duel values", keys=NUMBER_TITLES)
    ] = ()
    """Values of the duel tables that this club changes for printed sheets."""

    # Calendar, in local times of the campaign's zone
    opens_day: Annotated[Day, _calendar.day("Orders open: day")] = "monday"
    """The day on which a week opens for orders."""
    opens_time: Annotated[str, _calendar.time("Orders open: time")] = "09:00"
    due_day: Annotated[Day, _calendar.day("Orders due: day")] = "thursday"
    """The day of the deadline for orders."""
    due_time: Annotated[str, _calendar.time("Orders due: time")] = "20:00"
    settle_hours: Annotated[int, _calendar.number(0, 144, "Time for fights and decisions")] = 0
    """Hours from the deadline until all results of the week are published. 0 = right away. If
    players play their ambushes, they always have at least one hour.
    """
    hold_after_outage: Annotated[bool, _calendar.option("Extend the deadline after an outage")] = (
        True
    )
    """If the site is down for more than ten minutes at or shortly before a deadline, the deadline
    is extended until the site has been up for an hour, or for as long as the outage took, up to a
    day. The duel moves with it if necessary. If off, the deadline does not change.
    """
    duel_day: Annotated[Day, _calendar.day("Duel: day")] = "saturday"
    """The day of the week's autoduel."""
    duel_time: Annotated[str, _calendar.time("Duel: time")] = "19:00"
    closes_day: Annotated[Day, _calendar.day("Week closes: day")] = "sunday"
    """The day on which the week is closed and the wounded heal."""
    closes_time: Annotated[str, _calendar.time("Week closes: time")] = "22:00"
    resolve_when_sealed: Annotated[
        bool, _calendar.option("Continue when all orders are sealed")
    ] = False
    """When every team has sealed its orders or passed, the deadline passes one minute later, or 20
    seconds later in a single evening. Teams on holiday or with a stand-in bot are skipped. If off,
    the deadline is at its scheduled time.
    """
    show_sealed: Annotated[bool, _calendar.option("Show which orders are received")] = False
    """The club can see which teams have sealed their orders or passed, but never the orders
    themselves. If off, this is hidden.
    """
    excused_misses: Annotated[int, _calendar.number(0, 9, "Excused absences per season")] = 2
    """Number of weeks per season without orders that are excused. A team can also use one of them
    to request an extension, once per season. 0 = none.
    """
    caretaker_after: Annotated[
        int, _calendar.number(0, 9, "Weeks until a caretaker takes over")
    ] = 2
    """If a team has not written orders for this number of consecutive weeks, a caretaker runs it
    until its owners are back. 0 = never.
    """
    evening_orders: Annotated[
        int, _calendar.number(5, 600, "Single evening: minutes for orders")
    ] = 20
    """Time for orders in a week that a GM starts as a single evening."""
    evening_fights: Annotated[
        int, _calendar.number(5, 600, "Single evening: minutes for fights")
    ] = 15
    """Time from the deadline to the report if players fight their ambushes or make decisions
    themselves. If doctrine does, the report is published at the deadline.
    """
    evening_garage: Annotated[
        int, _calendar.number(0, 600, "Single evening: minutes for the garage")
    ] = 10
    """Time from the report to the duel to read, repair and load."""
    evening_duel: Annotated[
        int, _calendar.number(5, 1440, "Single evening: minutes for the duel")
    ] = 60
    """Time from the duel to the end of the week. A GM can start the next week sooner."""
    topics_are_news: Annotated[bool, _talk.option("Publish new topics in the news")] = False
    """New topics on the board and their authors are published in the news, which are also sent to
    the club's webhooks. If off, board posts stay on the board.
    """
    deals: Annotated[bool, _talk.option("Offers between teams")] = True
    """Letters can carry offers that the site carries out, such as bounties and lent guards. If off,
    teams cannot make new offers.
    """
