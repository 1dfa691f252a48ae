"""A week in three sentences, of what everybody could read of it: the night, the duel, the table.

Nothing but public news and recorded results comes in, so nothing else can come out; which words are
chosen follows from them and from the week's number alone.
"""

from __future__ import annotations

from typing import Final, Literal

from core.web.problems import plural
from engine.values import Value

from .words import few, in_words, listing

Told = Literal["ahead", "waits", "told"]


class Blast(Value):
    """Explosions by night in one team's garage."""

    team: str
    times: int


class Driven(Value):
    """How the week's duel ended. `winners` came first, `others` came, too, in their order; `wrecks`
    are cars that were destroyed, `out_of_action` counts all cars that no longer fought, `fallen`
    are the dead, `best` is who had most kills of all, if anybody stands out, with how many.
    """

    title: str
    winners: tuple[str, ...]
    others: tuple[str, ...] = ()
    wrecks: int = 0
    out_of_action: int = 0
    fallen: tuple[str, ...] = ()
    best: str = ""
    kills: int = 0


class Facts(Value):
    """What is public of a week. `night` says whether the week is still ahead, its reports are
    waited for, or out; `dead` are who died by night, with their teams; `duel` is None without a
    recorded result; `closed` is a week that is over; `table` has the best teams with their points
    after this week; `champions` are named where the season ended with it.
    """

    week: int
    night: Told = "told"
    void: bool = False
    dead: tuple[str, ...] = ()
    blasts: tuple[Blast, ...] = ()
    ambushes: int = 0
    duel: Driven | None = None
    closed: bool = True
    table: tuple[tuple[str, int], ...] = ()
    season: str = ""
    champions: tuple[str, ...] = ()


QUIET: Final = (
    "Week {week} was quiet: whatever was done by night, no one outside heard a thing.",
    "Nothing was heard of week {week} by night, which proves nothing at all.",
    "By night week {week} kept its mouth shut: no death, no bang, no shot.",
)
LEADS: Final = ("{team} leads with {points}", "{team} is in front with {points}")


def recap(facts: Facts) -> tuple[str, ...]:
    """The week's three sentences; one for a week that is void."""
    if facts.void:
        return (f"Week {facts.week} was declared void. Nothing in it counts.",)
    return _night(facts), _duel(facts), _table(facts)


def _night(facts: Facts) -> str:
    if facts.night != "told":
        ahead = facts.night == "ahead"
        begun = "has not begun" if ahead else "is under way, and its reports are still to come"
        return f"Week {facts.week} {begun}."
    told = [
        *([f"{listing(list(facts.dead))} died"] if facts.dead else []),
        *([_blasts(facts.blasts)] if facts.blasts else []),
        *([_ambushes(facts.ambushes)] if facts.ambushes else []),
    ]
    if not told:
        return QUIET[facts.week % len(QUIET)].format(week=facts.week)
    return f"By night in week {facts.week} {listing(told)}."


def _blasts(blasts: tuple[Blast, ...]) -> str:
    times = sum(one.times for one in blasts)
    where = listing([one.team for one in blasts])
    return f"{few(times, 'explosion')} shook the garage{'s' if len(blasts) > 1 else ''} of {where}"


def _ambushes(times: int) -> str:
    return f"{few(times, 'ambush', 'ambushes')} {'was' if times == 1 else 'were'} fought"


def _duel(facts: Facts) -> str:
    duel = facts.duel
    if duel is None:
        return (
            "No result of a duel is on record."
            if facts.closed
            else "The duel is still to come."
            if facts.night != "told"
            else "How the duel ends is still to be seen."
        )
    said = _first(duel)
    came_of = [
        *([f"{few(duel.wrecks, 'car')} did not leave the arena"] if duel.wrecks else []),
        *([f"{listing(list(duel.fallen))} died"] if duel.fallen else []),
    ]
    if came_of:
        return f"{said}; {listing(came_of)}."
    if duel.best and duel.kills:
        return f"{said}; {duel.best} put {few(duel.kills, 'car')} out of action."
    if duel.out_of_action:
        verb = "was" if duel.out_of_action == 1 else "were"
        return f"{said}; {few(duel.out_of_action, 'car')} {verb} put out of action."
    return f"{said}, and everyone drove home."


def _first(duel: Driven) -> str:
    if not duel.winners:
        return f"No one won {duel.title}"
    if len(duel.winners) > 1:
        return f"{listing(list(duel.winners))} shared the first place in {duel.title}"
    ahead = f" ahead of {listing(list(duel.others))}" if duel.others else ""
    return f"{duel.winners[0]} won {duel.title}{ahead}"


def _table(facts: Facts) -> str:
    ranked = [row for row in facts.table if row[1] > 0]
    if facts.champions:
        points = f" with {plural(ranked[0][1], 'point')}" if ranked else ""
        names = listing(list(facts.champions))
        verb = "is champion" if len(facts.champions) == 1 else "are champions"
        return f"{names} {verb} of {facts.season}{points}."
    if not ranked:
        return "No one has a point yet."
    most = ranked[0][1]
    first = [team for team, points in ranked if points == most]
    if len(first) > 1:
        return f"{listing(first)} lead the table, level at {plural(most, 'point')}."
    leads = LEADS[facts.week % len(LEADS)].format(team=first[0], points=plural(most, "point"))
    if len(ranked) == 1:
        return f"{leads}, alone with any."
    second, theirs = ranked[1]
    return f"{leads}, {in_words(most - theirs)} ahead of {second}."
