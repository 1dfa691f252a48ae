"""Queries that return a club as a workbook, and a sample workbook (C89)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

import msgspec
from django.db.models import Q, Sum

from campaign.duels.rules.duel import evaluate
from campaign.duels.selectors.duels import all_results, payload_of
from campaign.garage.models import Vehicle
from campaign.garage.rules.stock import STOCK
from campaign.garage.selectors.club_parts import parts_of
from campaign.league import policy
from campaign.league.models import Campaign, Season, Team, Week
from campaign.league.selectors.house import rules_in, rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.ledger.models import StandingPoint
from campaign.ledger.rules import gear
from campaign.ledger.selectors import balances
from campaign.moving.models import MoveIn
from campaign.moving.rules.columns import README, SHEETS
from campaign.moving.rules.records import History, WorkbookContext
from campaign.roster.models import Character
from campaign.teams.rules.acts import NewTeam
from engine.values import changed

WorkbookRows: TypeAlias = dict[str, list[list[str | int]]]


def move_of(campaign: Campaign) -> MoveIn | None:
    """Return the club's import, or None. This takes one query."""
    return MoveIn.objects.filter(campaign=campaign).select_related("by").first()


def history_of(move: MoveIn | None) -> History:
    """Return the club's records from before it joined this site."""
    return msgspec.convert(move.history, History) if move else History()


def context_of(campaign: Campaign) -> WorkbookContext:
    """Return the context for checking a workbook of this club.

    This takes two queries and loads the club's rules.
    """
    names = Team.objects.filter(campaign=campaign).order_by("name").values_list("name", flat=True)
    return WorkbookContext(
        house_rules=rules_of(campaign), parts=parts_of(campaign.pk), teams=tuple(names)
    )


def import_obstacle(campaign: Campaign, move: MoveIn | None) -> str:
    """Return the reason why this club cannot import records, or "" if it can (C90).

    This takes two queries.
    """
    if campaign.tryout:
        return "You cannot import records into a try-out. Create a club first."
    if move is not None:
        return "Records were already imported. Correct individual values at the desk."
    weeks = Week.objects.filter(season__campaign=campaign)
    if weeks.exclude(status=Week.Status.PLANNED).exists():
        return "You can no longer import records, because the first week has opened."
    if not weeks.filter(season__closed_at=None).exists():
        return "Schedule the first weeks of the season before you import records."
    return ""


def _headings(sheet: str) -> list[str | int]:
    return [column.heading for column in SHEETS[sheet]]


def sample(campaign: Campaign) -> WorkbookRows:
    """Return a sample workbook with two teams and this club's skills, ready to import."""
    house_rules = rules_of(campaign)
    skills = house_rules.skill_costs
    many_points = [row.points * 2 if index < 3 else "" for index, row in enumerate(skills)]
    few_points = [row.points if index in {1, 4} else "" for index, row in enumerate(skills)]
    car = STOCK[0]
    item = next(iter(gear.GEAR.values()))
    rows: dict[str, list[list[Any]]] = {
        "Season": [[4]],
        "Teams": [
            ["Red Kites", "", "chevron", "Look up.", 25_000],
            ["Night Shift", "#33393d", "", "", 18_500],
        ],
        "People": [
            ["Red Kites", "Ada Marsh", "driver", "Never brakes.", 6, "", 4, "", *many_points],
            ["Red Kites", "Juno Pike", "mechanic", "", "", 1, "", "", *few_points],
            ["Night Shift", "Otto Brandt", "gunner", "", 2, "", "", "", *few_points],
        ],
        "Cars": [["Red Kites", "Old Faithful", "signal red", "Pulls to the left.", car.name]],
        "Damage": [["Red Kites", "Old Faithful", "armour:front", 2]],
        "Gear": [["Night Shift", item.name, 2]],
        "Weeks": [
            [1, "Opening night", "The Pit", "2039-11-05", "Ada Marsh won by a bumper."],
            [2, "", "", "", ""],
            [3, "The quarry", "Quarry Road", "2039-11-19", ""],
        ],
        "Duels": [
            [1, "Red Kites", 1, 5, "Ada Marsh", "Old Faithful"],
            [1, "Night Shift", 2, 3, "Otto Brandt", ""],
            [3, "Night Shift", 1, 5, "Otto Brandt", ""],
        ],
        "Standings": [
            ["", "Red Kites", 5],
            ["", "Night Shift", 8],
            ["Summer of 2039", "The Old Guard", 31],
        ],
    }
    heads = {"People": [row.title for row in skills]}
    workbook: WorkbookRows = {
        sheet: [[*_headings(sheet), *heads.get(sheet, [])], *rows[sheet]] for sheet in SHEETS
    }
    return {README: _read_me(), **workbook}


def _read_me() -> list[list[str | int]]:
    columns: list[list[str | int]] = [
        [sheet, column.heading, "yes" if column.required else "", column.content]
        for sheet, columns_of_sheet in SHEETS.items()
        for column in columns_of_sheet
    ]
    return [["Sheet", "Column", "Required", "Contents"], *columns]


# --- the current club ---------------------------------------------------------------------------


def club_workbook(viewer: Viewer) -> WorkbookRows:
    """Return the club as a workbook.

    It contains all data of the teams whose books this viewer can see, and public facts about other
    teams (E24). The number of queries is constant.
    """
    campaign = viewer.campaign
    teams = list(
        Team.objects.filter(campaign=campaign, left_at=None, approved_at__isnull=False).order_by(
            "name", "pk"
        )
    )
    open_books = [team for team in teams if policy.may_read_books(viewer, team)]
    history = history_of(move_of(campaign))
    season = _season(campaign)
    played = _recorded_weeks(campaign)
    earlier = changed(
        history,
        weeks=tuple(record for record in history.weeks if record.number < season),
        places=tuple(record for record in history.places if record.week < season),
    )
    book: dict[str, list[list[str | int]]] = {
        "Season": [[season]],
        "Teams": _teams(teams, open_books),
        "People": _people(campaign, teams, open_books),
        **_garages(open_books),
        "Gear": _stores(open_books),
        "Weeks": _weeks(earlier, played),
        "Duels": _duels(earlier, played, teams),
        "Standings": _tables(campaign, teams, history),
    }
    skills = [row.title for row in rules_of(campaign).skill_costs]
    return {
        sheet: [[*_headings(sheet), *(skills if sheet == "People" else [])], *book[sheet]]
        for sheet in SHEETS
    }


def _season(campaign: Campaign) -> int:
    """Return the number of the first unplayed week in the current season. This takes one query."""
    weeks = Week.objects.filter(season__campaign=campaign, season__closed_at=None)
    number = weeks.exclude(status__in=Week.FINISHED).order_by("number").first()
    last = weeks.order_by("-number").first()
    return number.number if number else last.number + 1 if last else 1


def _teams(teams: Iterable[Team], books: Iterable[Team]) -> list[list[str | int]]:
    ids = [team.pk for team in books]
    money = balances.money(ids)
    return [
        [
            *[getattr(team, name) for name in NewTeam.__struct_fields__],
            max(0, money.get(team.pk, 0)) if team.pk in ids else "",
        ]
        for team in teams
    ]


def _people(
    campaign: Campaign, teams: Sequence[Team], books: Sequence[Team]
) -> list[list[str | int]]:
    house_rules = rules_of(campaign)
    names, readable = {team.pk: team.name for team in teams}, {team.pk for team in books}
    rows = list(
        Character.objects.filter(team__in=names, left_at=None).order_by("team__name", "name", "pk")
    )
    ids = [row.pk for row in rows if row.team_id in readable]
    points = balances.skill_points(ids)
    lost = balances.wounds(ids)
    prestige = balances.prestige(ids)
    keys = [row.key for row in house_rules.skill_costs]
    return [
        [
            names[row.team_id],
            row.name,
            row.role,
            row.blurb if row.team_id in readable else "",
            prestige.get(row.pk, 0) or "",
            lost.get(row.pk, 0) or "",
            max(0, points.get(row.pk, {}).get("general", 0)) or "",
            "",  # Each skill has its own column.
            *(max(0, points.get(row.pk, {}).get(key, 0)) or "" for key in keys),
        ]
        for row in rows
    ]


STOCK_NAME_BY_DESIGN: Final = {
    msgspec.json.encode(vehicle.design, order="deterministic"): vehicle.name for vehicle in STOCK
}


def _garages(teams: Sequence[Team]) -> dict[str, list[list[str | int]]]:
    names = {team.pk: team.name for team in teams}
    rows = list(
        Vehicle.objects.filter(team__in=names, gone_at=None).order_by("team__name", "name", "pk")
    )
    damage = balances.damage([row.pk for row in rows])
    cars: list[list[str | int]] = []
    for row in rows:
        design = msgspec.json.encode(row.design, order="deterministic")
        design_text = STOCK_NAME_BY_DESIGN.get(design) or msgspec.json.encode(row.design).decode()
        cars.append([names[row.team_id], row.name, row.colour, row.notes, design_text])
    lost: list[list[str | int]] = [
        [names[row.team_id], row.name, part, amount]
        for row in rows
        for part, amount in sorted(damage.get(row.pk, {}).items())
        if amount > 0
    ]
    return {"Cars": cars, "Damage": lost}


def _stores(teams: Sequence[Team]) -> list[list[str | int]]:
    stock = balances.stock([team.pk for team in teams])
    return [
        [team.name, gear.GEAR[key].name, pieces]
        for team in teams
        for key, pieces in sorted(stock.get(team.pk, {}).items())
        if pieces > 0 and key in gear.GEAR
    ]


RecordedWeeks: TypeAlias = list[tuple[Week, Any]]


def _recorded_weeks(campaign: Campaign) -> RecordedWeeks:
    """Return the weeks of a season whose weekly duel has been recorded, with the results.

    This takes two queries.
    """
    weeks = {
        week.pk: week
        for week in Week.objects.filter(
            season__campaign=campaign, season__closed_at=None, status__in=Week.FINISHED
        ).select_related("season__campaign")
    }
    rows = [row for row in all_results(weeks) if row.duel.is_weekly]
    return [(weeks[row.duel_id], row) for row in sorted(rows, key=lambda row: row.duel.week.number)]


def _day(week: Week) -> str:
    return week.duel_at.date().isoformat()


def _weeks(before: History, played: RecordedWeeks) -> list[list[str | int]]:
    earlier: list[list[str | int]] = [
        [old_week.number, old_week.duel, old_week.arena, old_week.day, old_week.story]
        for old_week in before.weeks
    ]
    return earlier + [
        [week.number, row.duel.name, row.duel.arena, _day(week), ""] for week, row in played
    ]


def _duels(before: History, played: RecordedWeeks, teams: Sequence[Team]) -> list[list[str | int]]:
    names = {str(team.pk): team.name for team in teams}
    earlier: list[list[str | int]] = [
        [row.week, row.team, row.place or "", row.points or "", row.duellist, row.car]
        for row in before.places
        if row.team in names.values()
    ]
    return earlier + [
        [week.number, names[row.team], row.place, row.points or "", "", ""]
        for week, result in played
        for row in evaluate(payload_of(result).record.form, rules_in(week)).placings
        if row.team in names
    ]


def _tables(campaign: Campaign, teams: Sequence[Team], history: History) -> list[list[str | int]]:
    """Return the standings of all seasons. This takes two queries in total."""
    seasons = {row.pk: row for row in Season.objects.filter(campaign=campaign)}
    rows = StandingPoint.objects.filter(Q(week__season__in=seasons)).order_by()
    totals: dict[UUID, dict[str, int]] = defaultdict(dict)
    for season, team, total in rows.values_list("week__season_id", "team__name").annotate(
        total=Sum("amount")
    ):
        totals[season][team] = total
    rows_by_season: list[list[str | int]] = []
    current_names = {team.name for team in teams}
    for season in sorted(seasons.values(), key=lambda row: -row.number):
        for team, total in sorted(totals[season.pk].items(), key=lambda pair: (-pair[1], pair[0])):
            if season.closed_at or team in current_names:
                rows_by_season.append([str(season) if season.closed_at else "", team, total])
    earlier: list[list[str | int]] = [
        [row.season, row.team, row.points] for row in history.standings
    ]
    return rows_by_season + earlier
