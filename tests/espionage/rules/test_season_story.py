"""The story of a closed season, told from the true missions."""

from __future__ import annotations

from typing import Any

from engine.values import Seat
from espionage.rules.season_story import PlayedWeek, find_best_bluff, find_mole, list_beliefs
from espionage.rules.values import MissionRecord, Throw


def mission_record(
    by: int, against: int, spy: str, row: int = 8, *, number: int = 1, **more: Any
) -> MissionRecord:
    """Return a mission record. With row 8 an infiltration sees one vehicle."""
    throw = Throw(faces=(row // 2, row - row // 2), modifier=0, total=row, row=row)
    reached = ("car",) if row >= 7 else ()
    return MissionRecord(
        by=Seat(by), order=number, against=Seat(against), number=number, nth=number,
        mission="infiltrate", spy=spy, throw=throw, **{"reached": reached, **more},
    )  # fmt: skip


TEAMS = ("anvil", "basilisk", "cobra")


def test_best_bluff_is_a_failed_mission_that_drew_off_a_counterspy() -> None:
    decoy = mission_record(0, 1, "ada", 5, guard="gus", verdict="not_stopped")
    deed = mission_record(0, 1, "bo", number=2)
    found = find_best_bluff([PlayedWeek(1, TEAMS, (decoy, deed))])
    assert found is not None
    assert (found.team, found.target_team, found.decoy, found.real_mission) == (
        "anvil",
        "basilisk",
        decoy,
        deed,
    )


def test_story_has_no_bluff_if_no_counterspy_was_drawn_off() -> None:
    alone = mission_record(0, 1, "ada", 5)
    deed = mission_record(0, 1, "bo", number=2)
    elsewhere = mission_record(0, 2, "cy", 5, guard="gus")
    assert find_best_bluff([PlayedWeek(1, TEAMS, (alone, deed, elsewhere))]) is None
    assert find_best_bluff([]) is None


def test_mole_is_the_most_successful_and_least_stopped_spy() -> None:
    weeks = [
        PlayedWeek(1, TEAMS, (mission_record(0, 1, "ada"), mission_record(1, 0, "bo"))),
        PlayedWeek(
            2, TEAMS, (mission_record(0, 1, "ada", fate="thwarted"), mission_record(1, 0, "bo", 5))
        ),
    ]
    found = find_mole(weeks)
    assert found is not None
    assert (found.spy, found.successes, found.missions, found.stopped) == ("bo", 1, 2, 0)
    assert find_mole([PlayedWeek(1, TEAMS, (mission_record(0, 1, "ada", 5),))]) is None


def test_story_tells_each_teams_beliefs_about_who_came() -> None:
    weeks = [
        PlayedWeek(
            1,
            TEAMS,
            (
                mission_record(0, 1, "ada"),
                mission_record(2, 1, "cy", 5, fought=True),
                mission_record(0, 2, "ada", number=3),
            ),
        )
    ]
    anvil, basilisk, cobra = list_beliefs(weeks)
    assert (anvil.enemy_missions, anvil.vehicles_seen, anvil.unheard_missions) == (0, 2, 1)
    assert (basilisk.enemy_missions, basilisk.met_spies) == (2, ("cy",))
    assert basilisk.senders == (("anvil", 1), ("cobra", 1))
    assert (basilisk.unheard_missions, cobra.enemy_missions) == (1, 1)
