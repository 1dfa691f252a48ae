"""A week in three public sentences: the night, the duel, and the standings.

The sentences use only public news and recorded results, so they reveal no secrets. Their wording
depends only on this information and on the week's number.
"""

from __future__ import annotations

from typing import Final, Literal

from core.web.problems import plural
from engine.values import Value

from .wording import count_in_words, join_words, number_in_words

NightStage = Literal["ahead", "waits", "told"]


class Blast(Value):
    """Explosions during the night in one team's garage."""

    team: str
    times: int


class DuelFacts(Value):
    """The result of the week's duel.

    `winners` are in first place, and `others` follow in order. `wrecks` counts destroyed cars, and
    `out_of_action` counts all cars that can no longer fight. `fallen` lists the dead. `best` is the
    person with the most `kills`, or "" if several share the first place.
    """

    title: str
    winners: tuple[str, ...]
    others: tuple[str, ...] = ()
    wrecks: int = 0
    out_of_action: int = 0
    fallen: tuple[str, ...] = ()
    best: str = ""
    kills: int = 0


class WeekFacts(Value):
    """The public facts of a week.

    `night` is "ahead" before the night, "waits" until the reports are published, and then "told".
    `dead` lists the people who died during the night, with their teams. `duel` is None if no result
    is recorded. `closed` is true once the week is over. `table` lists the teams and their
    points after this week, best first. `champions` is set if the season ended with this week.
    """

    week: int
    night: NightStage = "told"
    void: bool = False
    dead: tuple[str, ...] = ()
    blasts: tuple[Blast, ...] = ()
    ambushes: int = 0
    duel: DuelFacts | None = None
    closed: bool = True
    table: tuple[tuple[str, int], ...] = ()
    season: str = ""
    champions: tuple[str, ...] = ()


QUIET_NIGHTS: Final = (
    "Week {week} was quiet: whatever happened at night, no one outside heard a thing.",
    "Nothing was heard at night in week {week}, which proves nothing at all.",
    "At night, week {week} kept its mouth shut: no death, no bang, no shot.",
)
LEADER_WORDING: Final = ("{team} leads with {points}", "{team} is in front with {points}")


def make_recap(facts: WeekFacts) -> tuple[str, ...]:
    """Return the week's three sentences, or one for a void week."""
    if facts.void:
        return (f"Week {facts.week} was declared void. Nothing in it counts.",)
    return _night(facts), _duel(facts), _table(facts)


def _night(facts: WeekFacts) -> str:
    if facts.night != "told":
        is_ahead = facts.night == "ahead"
        status = "has not begun" if is_ahead else "is under way, and its reports are still to come"
        return f"Week {facts.week} {status}."
    events = [
        *([f"{join_words(list(facts.dead))} died"] if facts.dead else []),
        *([_blasts(facts.blasts)] if facts.blasts else []),
        *([_ambushes(facts.ambushes)] if facts.ambushes else []),
    ]
    if not events:
        return QUIET_NIGHTS[facts.week % len(QUIET_NIGHTS)].format(week=facts.week)
    return f"At night in week {facts.week}, {join_words(events)}."


def _blasts(blasts: tuple[Blast, ...]) -> str:
    times = sum(blast.times for blast in blasts)
    teams = join_words([blast.team for blast in blasts])
    return (
        f"{count_in_words(times, 'explosion')} shook the "
        f"garage{'s' if len(blasts) > 1 else ''} of {teams}"
    )


def _ambushes(times: int) -> str:
    return f"{count_in_words(times, 'ambush', 'ambushes')} {'was' if times == 1 else 'were'} fought"


def _duel(facts: WeekFacts) -> str:
    duel = facts.duel
    if duel is None:
        if facts.closed:
            return "No duel result was recorded."
        if facts.night != "told":
            return "The duel is still to come."
        return "The duel has no result yet."
    result = _duel_winner(duel)
    losses = [
        *([f"{count_in_words(duel.wrecks, 'car')} did not leave the arena"] if duel.wrecks else []),
        *([f"{join_words(list(duel.fallen))} died"] if duel.fallen else []),
    ]
    if losses:
        return f"{result}; {join_words(losses)}."
    if duel.best and duel.kills:
        return f"{result}; {duel.best} put {count_in_words(duel.kills, 'car')} out of action."
    if duel.out_of_action:
        verb = "was" if duel.out_of_action == 1 else "were"
        return f"{result}; {count_in_words(duel.out_of_action, 'car')} {verb} put out of action."
    return f"{result}, and everyone drove home."


def _duel_winner(duel: DuelFacts) -> str:
    if not duel.winners:
        return f"No one won {duel.title}"
    if len(duel.winners) > 1:
        return f"{join_words(list(duel.winners))} shared first place in {duel.title}"
    rivals = f" ahead of {join_words(list(duel.others))}" if duel.others else ""
    return f"{duel.winners[0]} won {duel.title}{rivals}"


def _table(facts: WeekFacts) -> str:
    ranked = [row for row in facts.table if row[1] > 0]
    if facts.champions:
        points = f" with {plural(ranked[0][1], 'point')}" if ranked else ""
        names = join_words(list(facts.champions))
        verb = "is champion" if len(facts.champions) == 1 else "are champions"
        return f"{names} {verb} of {facts.season}{points}."
    if not ranked:
        return "No one has a point yet."
    top_points = ranked[0][1]
    first = [team for team, points in ranked if points == top_points]
    if len(first) > 1:
        return f"{join_words(first)} lead the table, level at {plural(top_points, 'point')}."
    leads = LEADER_WORDING[facts.week % len(LEADER_WORDING)].format(
        team=first[0], points=plural(top_points, "point")
    )
    if len(ranked) == 1:
        return f"{leads}, the only team with points."
    second, second_points = ranked[1]
    return f"{leads}, {number_in_words(top_points - second_points)} ahead of {second}."
