"""The record of the house rules: every option with its default, its bounds and the help text that
forms, schema and docs print.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from engine.values import Value

from .calendar import DAYS, TIME, Day
from .tables import (
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
Share: TypeAlias = Annotated[int, Meta(ge=0, le=100, title="Percent")]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=99, title="Points")]
Dice: TypeAlias = Annotated[int, Meta(ge=1, le=30, title="Dice")]


DuelMode: TypeAlias = Literal["recorded", "quick", "live", "slow"]
DUEL_MODES: Final[Mapping[str, str]] = {
    "recorded": "Elsewhere, and recorded here",
    "quick": "On the site, by doctrine",
    "live": "On the site, all at its hour",
    "slow": "On the site, some hours a turn",
}
ON_THE_SITE: Final = tuple(mode for mode in DUEL_MODES if mode != "recorded")
"""The modes in which the site drives a week's duel and its events (C93, C101)."""
Stands: TypeAlias = Literal["teams", "club", "anybody"]
STANDS: Final[Mapping[str, str]] = {
    "teams": "The teams that drive",
    "club": "The club's members",
    "anybody": "Anybody who has the address",
}


class _Group:
    """Annotations of one group's options."""

    def __init__(self, key: str) -> None:
        self._extra = {"group": key}

    def option(self, title: str, text: str) -> Meta:
        return Meta(title=title, description=text, extra=self._extra)

    def number(self, low: int, high: int, title: str, text: str) -> Meta:
        return Meta(title=title, description=text, ge=low, le=high, extra=self._extra)

    def rows(self, least: int, most: int, title: str, text: str) -> Meta:
        return Meta(
            title=title, description=text, min_length=least, max_length=most, extra=self._extra
        )

    def choice(self, choices: Mapping[str, str], title: str, text: str) -> Meta:
        return Meta(title=title, description=text, extra={**self._extra, "choices": choices})

    def day(self, title: str, text: str) -> Meta:
        return Meta(title=title, description=text, extra={**self._extra, "choices": DAYS})

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


class HouseRules(Value):
    """Every option of a campaign; `HouseRules()` is the house as recommended. Dollars; hours; a
    limit of 0 means no limit.
    """

    # Weekly orders
    missions_a_week: Annotated[
        int,
        _orders.number(
            0,
            99,
            "Missions a team a week",
            (
                "How many missions one team may order in a week; counterspies do not count. 0 = no "
                "limit."
            ),
        ),
    ] = 6
    untrained_bombers: Annotated[
        bool,
        _orders.option(
            "Untrained bombers",
            "A character without explosives at base level may be sent to blow up a vehicle, at "
            "−4 on the explosives roll. Off: the "
            "order is refused.",
        ),
    ] = False
    plastique_price: Annotated[
        int,
        _orders.number(
            0,
            MOST_MONEY,
            "Price of a brick of plastique",
            "Dollars for one brick (1 grenade equivalent), spent whatever becomes of the mission.",
        ),
    ] = 3_000
    bomb_dice: Annotated[
        tuple[Dice, ...],
        _orders.rows(
            1,
            9,
            "Dice by bricks",
            (
                "Dice of damage for one brick, two bricks and so on; the length of the list is the "
                "most a bomber may carry."
            ),
        ),
    ] = (4, 6, 7, 8, 9, 10)
    gear_list: Annotated[
        Literal["ambush", "full"],
        _orders.option(
            "Personal gear on sale",
            (
                "“ambush”: the arms that the ambush rules know. “full”: also heavy weapons, "
                "detonators and everything else in the shop."
            ),
        ),
    ] = "ambush"

    # How the tables are read
    live_decisions: Annotated[
        bool,
        _tables.option(
            "Live decisions",
            "Ask people at each decision of the week instead of letting standing orders "
            "answer. The other teams can read something "
            "into the pauses.",
        ),
    ] = False
    decision_hours: Annotated[
        int,
        _tables.number(
            1,
            72,
            "Hours for a live decision",
            "With live decisions: after so many hours the standing orders answer.",
        ),
    ] = 12
    blunder_counts_at_once: Annotated[
        bool,
        _tables.option(
            "A blunder counts at once",
            (
                "The +4 of a blunder already counts for the counterspy roll against the mission "
                "that blundered. Off: from the next mission on."
            ),
        ),
    ] = True
    mission_after_escape: Annotated[
        bool,
        _tables.option(
            "Mission after an escape",
            (
                "A spy who is ambushed before the mission and escapes still carries the mission "
                "out. Off: escaping ends the mission."
            ),
        ),
    ] = False
    armour_counts: Annotated[
        bool,
        _tables.option(
            "Armour counts against assassins",
            "Body armour absorbs an assassin's hits. Off: the victim is off duty and wears none.",
        ),
    ] = False

    # Ambushes
    ambush_by_doctrine: Annotated[
        bool,
        _ambush.option(
            "Ambush by doctrine",
            (
                "Ambushes are settled at the deadline by the teams' doctrines. Off: they are "
                "played on the site before the week is settled."
            ),
        ),
    ] = True
    phase_by_phase: Annotated[
        bool,
        _ambush.option(
            "Phase by phase",
            (
                "A played ambush asks for each phase. Off: a plan covers a whole turn, so that a "
                "turn is one visit."
            ),
        ),
    ] = False
    turn_hours: Annotated[
        int,
        _ambush.number(
            1,
            12,
            "Hours for an ambush turn",
            (
                "A player who has not planned a turn after so many hours is played by doctrine for "
                "that turn."
            ),
        ),
    ] = 12
    capture: Annotated[
        bool,
        _ambush.option(
            "Capture",
            (
                "Who is knocked out in an ambush is held until the next week's settlement. Off: "
                "the loser is home at settlement."
            ),
        ),
    ] = False

    ambush_numbers: Annotated[
        tuple[NumberRow, ...],
        _ambush.rows(
            0,
            30,
            "Numbers of the ambush",
            (
                "Numbers of the duel on foot that this club sets otherwise: their names are on the "
                "ambush's page."
            ),
        ),
    ] = ()
    ambush_maps: Annotated[
        tuple[MapRow, ...],
        _ambush.rows(
            0,
            5,
            "Maps of our own",
            (
                "Maps for ambushes in place of the five that come with the service; checked when "
                "they are saved."
            ),
        ),
    ] = ()

    # Skills and skill points
    espionage_points_a_week: Annotated[
        int,
        _skills.number(
            0,
            99,
            "Espionage points a character a week",
            "The most espionage points one character can earn in a week. 0 = no limit.",
        ),
    ] = 3
    paid_ambushes_a_week: Annotated[
        int,
        _skills.number(
            0,
            99,
            "Ambushes that earn general points",
            "In how many ambushes of a week a character earns general points. 0 = no limit.",
        ),
    ] = 1
    skill_cap: Annotated[
        int,
        _skills.number(
            0,
            12,
            "Highest skill level",
            "No skill rises above this level; further points are kept but do nothing.",
        ),
    ] = 4
    skill_costs: Annotated[
        tuple[SkillRow, ...],
        _skills.rows(
            1,
            99,
            "Skills and their cost",
            (
                "The skills of the campaign and how many points a level takes (base level takes "
                "one level's points)."
            ),
        ),
    ] = SKILLS
    builds: Annotated[
        tuple[BuildRow, ...],
        _skills.rows(
            2,
            14,
            "Bodybuilding",
            "Load and damage points: first without the skill, then at base level, +1 and so "
            "on. The last row also serves all higher"
            " levels.",
        ),
    ] = BUILDS

    # Teams and characters
    roster_default: Annotated[
        int,
        _teams.number(
            1, 99, "Roster of a new team", "How many characters a new team is offered to hire."
        ),
    ] = 6
    roster_cap: Annotated[
        int,
        _teams.number(
            1,
            99,
            "Roster cap",
            "How many characters a team may sign in one season, the dead included.",
        ),
    ] = 18
    approve_legal_rosters: Annotated[
        bool,
        _teams.option(
            "Legal rosters approve themselves",
            (
                "A roster that asks for approval and is in order by these rules is approved at "
                "once, and the club reads so. Off: the GM's desk decides on every roster."
            ),
        ),
    ] = True
    join_reliability: Annotated[
        int,
        _teams.number(
            0,
            100,
            "Reliability of who joins",
            (
                "Who follows a group's invite link has kept so many percent of their weeks; "
                "newcomers pass, and so does whom a GM invites with a link of their own. 0 = "
                "anybody."
            ),
        ),
    ] = 0
    starting_points: Annotated[
        int,
        _teams.number(
            0,
            1000,
            "Skill points of a new character",
            "A new character has exactly so many skill points to spread.",
        ),
    ] = 100
    starting_skills: Annotated[
        int,
        _teams.number(
            0,
            20,
            "Skills of a new character",
            "A new character has at least so many skills at base level or better.",
        ),
    ] = 5
    starting_skill_most: Annotated[
        int,
        _teams.number(
            0,
            1000,
            "Most points in one starting skill",
            "No more points than this may go into one skill of a new character. 0 = no limit.",
        ),
    ] = 40
    starting_capital: Annotated[
        int, _teams.number(0, MOST_MONEY, "Starting capital", "Dollars of a new team.")
    ] = 250_000
    death: Annotated[
        bool,
        _teams.option(
            "Death",
            (
                "Who has no DP left is dead. Off: nobody dies; who would is knocked out instead, "
                "with 1 DP left."
            ),
        ),
    ] = True
    healing_a_week: Annotated[
        int,
        _teams.number(
            0,
            12,
            "DP healed in a quiet week",
            (
                "Damage points that a wounded character gets back at the end of a week without "
                "mission, counterspy roll, ambush or duel."
            ),
        ),
    ] = 1

    # Gold Cross
    gold_cross: Annotated[
        bool,
        _gold_cross.option(
            "Gold Cross clones",
            (
                "Dead characters may come back as clones, if the team paid in time. Off: death is "
                "final."
            ),
        ),
    ] = False
    gold_cross_grow: Annotated[
        int,
        _gold_cross.number(
            0, MOST_MONEY, "Growing a clone", "Dollars for the first clone of a character."
        ),
    ] = 10_000
    gold_cross_keep: Annotated[
        int,
        _gold_cross.number(
            0,
            MOST_MONEY,
            "Keeping a clone, a month",
            "Dollars for every four weeks that a clone is kept ready.",
        ),
    ] = 1_000
    gold_cross_reprogram: Annotated[
        int,
        _gold_cross.number(
            0,
            MOST_MONEY,
            "Renewing the memory",
            "Dollars each time a kept clone learns what its owner has learned since.",
        ),
    ] = 2_000
    gold_cross_record: Annotated[
        int,
        _gold_cross.number(
            0,
            MOST_MONEY,
            "Recording a memory",
            "Dollars for storing a memory, or for recording the brain of a body brought home.",
        ),
    ] = 25_000
    gold_cross_from_record: Annotated[
        int,
        _gold_cross.number(
            0,
            MOST_MONEY,
            "Clone from a stored memory",
            "Dollars for each further clone once a memory is stored.",
        ),
    ] = 5_000

    # Garage
    repair_tries: Annotated[
        int,
        _garage.number(
            1,
            30,
            "Repairs a mechanic a week",
            "How many repair rolls one mechanic makes in a week, all on one vehicle.",
        ),
    ] = 6
    repair_armour_points: Annotated[
        int,
        _garage.number(
            1,
            30,
            "Armour a repair",
            "Armour points that one successful roll restores; of other parts it restores 1 DP.",
        ),
    ] = 3
    workshop_percent: Annotated[
        int,
        _garage.number(
            0,
            1000,
            "Workshop price",
            (
                "What a hired workshop asks for a sure repair, in percent of the parts' price. 0 = "
                "there is no workshop."
            ),
        ),
    ] = 200
    resale_percent: Annotated[
        int,
        _garage.number(
            0,
            100,
            "Resale value",
            "What the used-car lot pays for a vehicle, in percent of its value as it stands.",
        ),
    ] = 50

    # Duel and standings
    event_budget: Annotated[
        int,
        _duel.number(
            0,
            MOST_MONEY,
            "Event budget",
            (
                "The most a team's entered vehicles may cost together; times the number of teams "
                "it is the pot. 0 = no limit and no pot."
            ),
        ),
    ] = 50_000
    vehicle_limit: Annotated[
        int,
        _duel.number(
            0,
            MOST_MONEY,
            "Vehicle limit (division)",
            "The most a single entered vehicle may cost: Division 20 is $20,000. 0 = no limit.",
        ),
    ] = 25_000
    vehicles_a_team: Annotated[
        int,
        _duel.number(
            0, 18, "Vehicles a team in a duel", "How many vehicles a team may enter. 0 = no limit."
        ),
    ] = 2
    crew_a_vehicle: Annotated[
        int,
        _duel.number(
            1,
            12,
            "Crew of an entered vehicle",
            "Most people aboard in a duel, the driver included.",
        ),
    ] = 2
    late_entries: Annotated[
        bool,
        _duel.option(
            "Late entries",
            (
                "A team without an entry at the deadline may still enter after settlement. Off: it "
                "sits the duel out."
            ),
        ),
    ] = False
    events_count: Annotated[
        bool,
        _duel.option(
            "Events count for the season",
            (
                "Events beside the week's own duel bring points in the standings, too. Off: they "
                "are driven for money and fame. An event keeps what holds when it is made."
            ),
        ),
    ] = False
    events_pay: Annotated[
        bool,
        _duel.option(
            "Events pay",
            (
                "Events beside the week's own duel pay a purse and their survivors, and fans pay "
                "at the gate. Off: they are driven for fame alone."
            ),
        ),
    ] = True
    events_fame: Annotated[
        bool,
        _duel.option(
            "Events bring prestige",
            "Events bring duellists prestige, as the duel does. Off: they bring none.",
        ),
    ] = True
    heats_count: Annotated[
        bool,
        _duel.option(
            "Heats count for the season",
            "Each heat brings points in the standings. It keeps what holds when it is drawn.",
        ),
    ] = False
    heats_pay: Annotated[
        bool,
        _duel.option(
            "Heats pay",
            "Each heat pays a purse, its survivors, and what fans bring. Off: it pays nothing.",
        ),
    ] = False
    heats_fame: Annotated[
        bool,
        _duel.option(
            "Heats bring prestige",
            "Heats bring duellists prestige, as the duel does. Off: they bring none.",
        ),
    ] = True
    finals_count: Annotated[
        bool,
        _duel.option(
            "Finals count for the season",
            "The final of a set of heats brings points in the standings.",
        ),
    ] = False
    finals_pay: Annotated[
        bool,
        _duel.option(
            "Finals pay",
            "The final of a set of heats pays a purse, its survivors, and what fans bring.",
        ),
    ] = True
    finals_fame: Annotated[
        bool,
        _duel.option(
            "Finals bring prestige",
            "Finals bring duellists prestige, as the duel does. Off: they bring none.",
        ),
    ] = True
    duel_mode: Annotated[
        DuelMode,
        _duel.choice(
            DUEL_MODES,
            "How the week's duel is driven",
            (
                "Elsewhere: people drive it at a table of their own, and its record is written "
                "down. On the site: at the duel's hour the cars stand in an arena as they are then "
                "and are driven by their teams' doctrines, or by whoever runs the team: live, with "
                "a short clock, or some hours a turn. Doctrine drives wherever nobody plans in "
                "time; the record is written by itself. The week's events, heats and finals are "
                "driven so, too."
            ),
        ),
    ] = "recorded"
    duel_turn_seconds: Annotated[
        int,
        _duel.number(
            30,
            600,
            "Seconds a turn of a live duel",
            (
                "How long everybody has for a turn where a duel is driven live; for each more car "
                "on one side there are thirty seconds more."
            ),
        ),
    ] = 90
    duel_turn_hours: Annotated[
        int,
        _duel.number(
            1,
            48,
            "Hours a turn of a slow duel",
            (
                "How long everybody has for a turn where a duel is driven some hours a turn. The "
                "week has to close thirty such turns after the duel's hour, or later; ten minutes "
                "before it closes, doctrine drives the rest."
            ),
        ),
    ] = 2
    duel_books_at_once: Annotated[
        bool,
        _duel.option(
            "A duel of the site is booked at once",
            (
                "What a duel that was driven on the site came to is booked as soon as it is over. "
                "Off: it waits for signatures like any record, until the week closes at the latest."
            ),
        ),
    ] = False
    stands: Annotated[
        Stands,
        _duel.choice(
            STANDS,
            "Who watches a duel of the site",
            (
                "Who may watch what the site drives while it is driven, and talk in the stands, "
                "which no driver hears before the end: whoever runs a team that drives, the club's "
                "members, or anybody who has the table's address, signed in or not. They see what "
                "is public. Once it is over all members see how it went."
            ),
        ),
    ] = "club"
    duel_sign_hours: Annotated[
        int,
        _duel.number(
            0,
            168,
            "Hours to sign a duel's record",
            (
                "Who was at the start writes the result down, and all others sign it. After so "
                "many hours in which nobody disputes it, it is booked as it stands. 0 = only a GM "
                "records duels."
            ),
        ),
    ] = 24
    purse_shares: Annotated[
        tuple[Share, ...],
        _duel.rows(
            1,
            10,
            "Shares of the purse",
            "Percent of the pot for first, second, third place and so on; together at most 100.",
        ),
    ] = (50, 30, 20)
    survivor_pay: Annotated[
        int,
        _duel.number(
            0,
            MOST_MONEY,
            "Survivor pay",
            "Dollars to the team for each of its duellists who ends the duel alive and conscious.",
        ),
    ] = 1_500
    survivor_pay_large: Annotated[
        int,
        _duel.number(
            0, MOST_MONEY, "Survivor pay, large pot", "The same when the pot is a large one."
        ),
    ] = 3_000
    large_pot: Annotated[
        int,
        _duel.number(0, MOST_MONEY, "Large pot", "A pot above this many dollars is a large one."),
    ] = 500_000
    fan_money: Annotated[
        int,
        _duel.number(
            0,
            10_000,
            "Fans: dollars a point of prestige",
            "Fans come to see known duellists: the team gets so many dollars at the gate for each "
            "point of prestige that each of its duellists has from earlier duels. 0 = off.",
        ),
    ] = 100
    fan_most: Annotated[
        int,
        _duel.number(
            0,
            MOST_MONEY,
            "Fans: most for a duellist",
            "No duellist brings more dollars than this at the gate of one duel. 0 = no limit.",
        ),
    ] = 2_500
    standings_points: Annotated[
        tuple[Points, ...],
        _duel.rows(
            1,
            20,
            "Standings points",
            (
                "Points for first, second, third place; the last number is for every other team "
                "that turned up."
            ),
        ),
    ] = (5, 3, 2, 1)
    event_formula: Annotated[
        bool,
        _duel.option(
            "Places by victory points",
            (
                "Places come from victory points for kills, surviving vehicles and surviving "
                "people. Off: whoever writes the record names the places."
            ),
        ),
    ] = False
    event_weights: Annotated[
        tuple[Share, ...],
        _duel.rows(
            3,
            3,
            "Weights of the victory points",
            (
                "Victory points for the most kills, for all vehicles surviving, for all people "
                "surviving."
            ),
        ),
    ] = (50, 30, 20)
    prestige: Annotated[
        tuple[AwardRow, ...],
        _duel.rows(1, 60, "Prestige awards", "What a duellist's deeds are worth."),
    ] = PRESTIGE
    duel_lessons: Annotated[
        tuple[LessonRow, ...],
        _duel.rows(
            0,
            40,
            "Lessons of a duel",
            "Skill points that duellists earn by what they did; the dead learn nothing.",
        ),
    ] = LESSONS

    duel_numbers: Annotated[
        tuple[NumberRow, ...],
        _duel.rows(
            0,
            60,
            "Numbers of the duel",
            (
                "Numbers of the duel's tables that this club sets otherwise, for the papers that "
                "are printed: suit; inch_1 to inch_5, the phases that get a car's inches; brake_15 "
                "and its like; control_60_minus_2 and its like, 0 safe and 7 lost; crash_at_50 and "
                "its like; skid_1 to skid_7 and fishtail_1 to fishtail_4, the highest roll of each "
                "row."
            ),
        ),
    ] = ()

    # Calendar: local times of the campaign's zone
    opens_day: Annotated[
        Day, _calendar.day("Orders open: day", "The day on which a week opens for orders.")
    ] = "monday"
    opens_time: Annotated[str, _calendar.time("Orders open: time")] = "09:00"
    due_day: Annotated[Day, _calendar.day("Deadline: day", "The day on which orders are due.")] = (
        "thursday"
    )
    due_time: Annotated[str, _calendar.time("Deadline: time")] = "20:00"
    settle_hours: Annotated[
        int,
        _calendar.number(
            0,
            144,
            "Settle window",
            (
                "Hours from the deadline until everything of the week is published, at one moment. "
                "0 = at once; played ambushes need some."
            ),
        ),
    ] = 0
    hold_after_outage: Annotated[
        bool,
        _calendar.option(
            "An outage holds the deadline",
            (
                "When the site was away for more than ten minutes shortly before a deadline or at "
                "it, the deadline waits until the site has been up for an hour. Off: it stands."
            ),
        ),
    ] = True
    duel_day: Annotated[Day, _calendar.day("Duel: day", "The day of the week's autoduel.")] = (
        "saturday"
    )
    duel_time: Annotated[str, _calendar.time("Duel: time")] = "19:00"
    closes_day: Annotated[
        Day,
        _calendar.day(
            "Week closes: day", "The day on which the week is closed and the wounded heal."
        ),
    ] = "sunday"
    closes_time: Annotated[str, _calendar.time("Week closes: time")] = "22:00"
    resolve_when_sealed: Annotated[
        bool,
        _calendar.option(
            "Go on when all have sealed",
            (
                "When every team has sealed its orders or passed, the deadline comes a minute "
                "after the last of them did; who is on holiday or has a bot that stands in is not "
                "waited for. Off: it comes at its hour."
            ),
        ),
    ] = False
    show_sealed: Annotated[
        bool,
        _calendar.option(
            "Show whose orders are in",
            (
                "The club sees which teams have sealed their orders or passed, never what they "
                "say. Off: nobody sees whether."
            ),
        ),
    ] = False
    excused_misses: Annotated[
        int,
        _calendar.number(
            0,
            9,
            "Excused misses a season",
            (
                "The first so many weeks of a season for which nobody of a team writes orders are "
                "excused. One of them buys more time before a deadline, once a season. 0 = none."
            ),
        ),
    ] = 2
    caretaker_after: Annotated[
        int,
        _calendar.number(
            0,
            9,
            "Weeks until a caretaker comes",
            (
                "When nobody of a team has written orders for so many weeks in a row, the house "
                "has a caretaker keep watch for it until its people are back. 0 = never."
            ),
        ),
    ] = 2
    evening_orders: Annotated[
        int,
        _calendar.number(
            5,
            600,
            "An evening: minutes for orders",
            "How long orders are written in a week that a GM starts as an evening.",
        ),
    ] = 20
    evening_fights: Annotated[
        int,
        _calendar.number(
            5,
            600,
            "An evening: minutes for fights",
            (
                "From the deadline to the report, where people fight their ambushes or decide "
                "themselves. Where doctrine does, the report comes with the deadline."
            ),
        ),
    ] = 15
    evening_garage: Annotated[
        int,
        _calendar.number(
            0,
            600,
            "An evening: minutes for the garage",
            "From the report to the duel: to read, to repair and to load.",
        ),
    ] = 10
    evening_duel: Annotated[
        int,
        _calendar.number(
            5,
            1440,
            "An evening: minutes for the duel",
            "From the duel to the close of the week. A GM may start the next week sooner.",
        ),
    ] = 60
    topics_are_news: Annotated[
        bool,
        _talk.option(
            "New topics are news",
            (
                "Whoever opens a topic on the board is named in the news, which go to the club's "
                "hooks as well. Off: what is said on the board stays there."
            ),
        ),
    ] = False
