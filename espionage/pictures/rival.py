"""A rival at a glance: its people, and its habits as bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.web.pictures.charts import Bar, bar
from core.web.pictures.words import counted
from espionage.rules.bots.knowledge import Attack
from espionage.rules.files import PublicTeam
from espionage.rules.orders import MISSIONS
from espionage.rules.sheet_odds import GuardRecord
from espionage.rules.wording import ACTIONS


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person on the public roster, and the times the team met this person in ambushes."""

    name: str
    role: str
    alive: bool
    duties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Habit:
    """A row with a bar: what the rival did, and how often."""

    label: str
    figure: str
    bar: Bar


@dataclass(frozen=True, slots=True)
class RivalPicture:
    """The people and the habits of a rival, as one team knows them."""

    people: tuple[KnownPerson, ...]
    habits: tuple[Habit, ...]


def rival_picture(
    team: PublicTeam,
    guards: Mapping[str, int],
    spies: Mapping[str, int],
    record: GuardRecord,
    attacks: Sequence[Attack],
) -> RivalPicture:
    """Return the picture of a rival. `guards` and `spies` count ambushes by name."""
    people = [
        KnownPerson(
            name=person.name,
            role=person.role,
            alive=person.alive,
            duties=tuple(
                f"{duty} {counted(counts[person.name], 'time')}"
                for duty, counts in (("guard", guards), ("spy", spies))
                if person.name in counts
            ),
        )
        for person in team.people
    ]
    return RivalPicture(people=tuple(people), habits=tuple(_habits(record, attacks)))


def _habits(record: GuardRecord, attacks: Sequence[Attack]) -> Iterator[Habit]:
    if record.missions:
        yield Habit(
            label="Our missions stopped",
            figure=f"{record.stopped} of {record.missions}",
            bar=bar(record.stopped, record.missions),
        )
    for mission in MISSIONS:
        kind = [attack for attack in attacks if attack.mission == mission]
        if kind:
            harmful = sum(attack.harmful for attack in kind)
            harm = f", {harmful} harmful" if harmful else ""
            yield Habit(
                label=f"{ACTIONS[mission]} against us",
                figure=f"{len(kind)}{harm}",
                bar=bar(len(kind), len(attacks)),
            )
