"""Recaps: weeks in three sentences, based on public news and recorded results."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypedDict
from uuid import UUID

from django.db.models import F, Max, Sum

from campaign.duels.selectors.duels import latest_results, names_of, payload_of
from campaign.league.models import Season, Team, Week
from campaign.ledger.models import StandingPoint
from campaign.news.models import News
from espionage.rules.courier import Wording, write_headline
from espionage.rules.recap import Blast, DuelFacts, WeekFacts, make_recap
from espionage.rules.wording import parse_news_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaign.duels.models import DuelResult


@dataclass(frozen=True, slots=True)
class Recap:
    """A week in three sentences, with the facts on which they are based."""

    week: Week
    facts: WeekFacts
    sentences: tuple[str, ...]

    @property
    def wording(self) -> Wording:
        """The choice between variants of this week's texts."""
        season = self.week.season
        return Wording(f"{season.campaign.slug}/{season.number}/{self.week.number}")

    @property
    def headline(self) -> str:
        """The headline of the week's Courier."""
        return write_headline(self.facts, self.wording)

    @property
    def text(self) -> str:
        """All sentences in one line."""
        return " ".join(self.sentences)


def recap_of(week: Week) -> Recap:
    """Return the recap of a week. This runs at most seven queries.

    The week must be loaded with its season.
    """
    return recaps([week])[week.pk]


def recaps(weeks: Sequence[Week]) -> dict[UUID, Recap]:
    """Return the recaps of weeks in any clubs. This runs at most seven queries.

    The weeks must be loaded with their seasons.
    """
    published, results = _published_facts(weeks), latest_results(week.pk for week in weeks)
    tables, ends = _tables(weeks), _last_numbers(weeks)
    names, teams = _names(results.values(), tables)
    recaps_by_week = {}
    for week in weeks:
        table = tables.get(week.pk, {})
        rows = sorted(
            ((teams[pk], points) for pk, points in table.items() if pk in teams),
            key=lambda row: (-row[1], row[0]),
        )
        top_score = rows[0][1] if rows else 0
        result = results.get(week.pk)
        facts = WeekFacts(
            week=week.number,
            night=_night_state(week),
            void=week.status == Week.Status.VOID,
            **published[week.pk],
            duel=_duel_facts(result, names, teams) if result else None,
            closed=week.status in Week.FINISHED,
            table=tuple(rows),
            season=str(week.season),
            champions=(
                tuple(team for team, points in rows if points == top_score and points > 0)
                if ends.get(week.season_id) == week.number
                else ()
            ),
        )
        recaps_by_week[week.pk] = Recap(week, facts, make_recap(facts))
    return recaps_by_week


def last_closed(season: Season) -> Week | None:
    """Return the last closed week of a season. This runs one query."""
    week = Week.objects.filter(season=season, status=Week.Status.CLOSED).order_by("-number").first()
    if week is not None:
        week.season = season
    return week


# --- public facts ---------------------------------------------------------------------------------


def _night_state(week: Week) -> Literal["ahead", "waits", "told"]:
    if week.status == Week.Status.PLANNED:
        return "ahead"
    return "waits" if week.settled_at is None else "told"


class Night(TypedDict):
    """Facts published at the settlement."""

    dead: tuple[str, ...]
    blasts: tuple[Blast, ...]
    ambushes: int


def _published_facts(weeks: Iterable[Week]) -> Mapping[UUID, Night]:
    """Return the facts that were published at each week's settlement. This runs one query."""
    ids = {week.pk: f"{week.pk}/news/" for week in weeks}
    dead: dict[UUID, list[str]] = defaultdict(list)
    blasts: dict[UUID, dict[str, int]] = defaultdict(dict)
    ambushes: dict[UUID, int] = defaultdict(int)
    rows = News.objects.filter(
        week__in=list(ids), kind__in=["death", "explosion", "ambush"]
    ).order_by("at", "position", "cause")
    for row in rows:
        assert row.week_id is not None  # noqa: S101 - asked for by their weeks
        if not row.cause.startswith(ids[row.week_id]):
            continue
        times, subject = parse_news_line(row.kind, row.text)
        if row.kind == "ambush":
            ambushes[row.week_id] += times
        elif row.kind == "explosion" and times:
            blasts[row.week_id][subject] = blasts[row.week_id].get(subject, 0) + times
        elif times:
            dead[row.week_id].append(subject)
    return {
        pk: Night(
            dead=tuple(dead[pk]),
            blasts=tuple([Blast(team=team, times=times) for team, times in blasts[pk].items()]),
            ambushes=ambushes[pk],
        )
        for pk in ids
    }


def _tables(weeks: Iterable[Week]) -> Mapping[UUID, Mapping[UUID, int]]:
    """Return each team's points after each of these weeks. This runs one query."""
    tables: dict[UUID, dict[UUID, int]] = {week.pk: {} for week in weeks}
    rows = (
        StandingPoint.objects.filter(
            week__season__weeks__in=list(tables),
            week__number__lte=F("week__season__weeks__number"),
        )
        .order_by()
        .values_list("week__season__weeks", "team")
        .annotate(total=Sum("amount"))
    )
    for week, team, total in rows:
        tables[week][team] = total
    return tables


def _last_numbers(weeks: Iterable[Week]) -> Mapping[UUID, int]:
    """Return the number of the last week of each closed season. This runs at most one query."""
    closed = {week.season_id for week in weeks if week.season.closed_at}
    if not closed:
        return {}
    rows = Week.objects.filter(season__in=closed, status=Week.Status.CLOSED).order_by()
    return dict(rows.values_list("season").annotate(last=Max("number")))


def _names(
    results: Iterable[DuelResult], tables: Mapping[UUID, Mapping[UUID, int]]
) -> tuple[Mapping[str, str], Mapping[UUID, str]]:
    """Return the names of people in duels, and the names of teams. This runs two queries."""
    forms = [payload_of(row).record.form for row in results]
    people = {UUID(deeds.character) for form in forms for deeds in form.people}
    ids = {UUID(team.team) for form in forms for team in form.teams}
    ids |= {team for table in tables.values() for team in table}
    names = names_of(people) if people else {}
    teams = Team.objects.filter(pk__in=ids).values_list("pk", "name") if ids else ()
    return {str(pk): name for pk, name in names.items()}, dict(teams)


def _duel_facts(
    result: DuelResult, names: Mapping[str, str], teams: Mapping[UUID, str]
) -> DuelFacts:
    payload = payload_of(result)
    form = payload.record.form
    places = sorted(
        (payload.places.get(row.team, row.place), teams[UUID(row.team)])
        for row in form.teams
        if row.vehicles
    )
    best = max(form.people, key=lambda deeds: deeds.kills, default=None)
    is_alone = best is not None and sum(deeds.kills == best.kills for deeds in form.people) == 1
    return DuelFacts(
        title=result.duel.name or result.duel.phrase,
        winners=tuple(name for place, name in places if place == 1),
        others=tuple(name for place, name in places if place != 1),
        wrecks=sum(vehicle.fate == "destroyed" for vehicle in payload.record.vehicles),
        out_of_action=sum(row.vehicles_lost for row in form.teams),
        fallen=tuple(
            f"{names.get(deeds.character, 'someone')} of {teams[UUID(deeds.team)]}"
            for deeds in form.people
            if deeds.state == "dead" and UUID(deeds.team) in teams
        ),
        best=(
            f"{names.get(best.character, 'someone')} of {teams[UUID(best.team)]}"
            if best and is_alone and UUID(best.team) in teams
            else ""
        ),
        kills=best.kills if best and is_alone else 0,
    )
