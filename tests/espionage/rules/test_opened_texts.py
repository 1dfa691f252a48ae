"""The texts of an opened week: results of missions, what each side missed, and charges."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ambush.rules.call import Fighter
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Season, Team, Week
from engine.values import Seat
from espionage.pictures.opened import Truth, true_missions, unheard_missions
from espionage.pictures.perspectives import (
    cancellation_lines,
    play_order_scene,
    seat_picture,
    sheet_pictures,
)
from espionage.rules.redaction import public_fight
from espionage.rules.values import Setup
from espionage.selectors.opened import ChargeEnd, OpenedTeam, OpenedWeek, PlayedGame
from tests.espionage.rules.scene import (
    A,
    B,
    C,
    PlayedWeek,
    assassinate,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
)

THEN = datetime(2040, 3, 6, tzinfo=UTC)
SECTION = {("ambush", A, B, 1): (1,)}


def opened_week(played: PlayedWeek, charges: dict[str, ChargeEnd] | None = None) -> OpenedWeek:
    """Return a played week as the selector returns it."""
    setup: Setup = played.setup
    names = {each.id: each.name for file in setup.teams for each in (*file.people, *file.garage)}
    state = played.state
    seats = tuple(
        OpenedTeam(
            team=Team(name=file.name, slug=file.id),
            state="final",
            sheet=sheet,
            names=names,
            events=played.heard(Seat(seat)),
        )
        for seat, (file, sheet) in enumerate(zip(setup.teams, setup.sheets, strict=True))
    )
    happened = PlayedGame(
        roster=state.table.roster,
        records=state.hidden.records,
        fights=tuple(map(public_fight, state.hidden.fights)),
        hurt=played.effects.hurt,
        news=played.effects.news,
        charges=charges or {},
        key="w1",
    )
    return OpenedWeek(
        week=Week(number=1, season=Season(number=1)),
        rules=HouseRules(),
        seats=seats,
        names=names,
        game=happened,
    )


def single_mission(played: PlayedWeek, charges: dict[str, ChargeEnd] | None = None) -> Truth:
    """Return the only mission of the week."""
    (found,) = true_missions(opened_week(played, charges))
    return found


def with_plain_spaces(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def mission_text(found: Truth) -> str:
    return with_plain_spaces(" ".join(step.text for step in found.steps))


@pytest.mark.parametrize(
    ("total", "scripts", "result"),
    [
        (2, {}, "Blundered: nothing done."),
        (5, {}, "Failed without harm to anyone."),
        (9, {"sealed": (1,), "harm": (2,)}, "Bea of Betas was hit for 2: unconscious."),
        (9, {"sealed": (1,), "harm": (6,)}, "Bea of Betas was hit for 6: dead."),
    ],
)
def test_opened_assassination_tells_its_result(total, scripts, result):
    assert (
        single_mission(play(sheet_of(assassinate("ada")), a=(total,), **scripts)).result == result
    )


def test_e4_opened_blunder_and_spent_12_tell_their_modifiers():
    assert "+4 to the counterspy rolls of Betas against Alphas" in mission_text(
        single_mission(play(sheet_of(infiltrate("ada")), a=(2,)))
    )
    spent = single_mission(play(sheet_of(infiltrate("ada", on_twelve="infiltrate")), a=(12,)))
    assert "−4 to the counterspy rolls of Betas against Alphas" in mission_text(spent)
    assert spent.result == "The 12+ was spent on the −4."


def test_e5_opened_thwarted_mission_tells_each_side_what_it_could_not_see():
    found = single_mission(
        play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(9,))
    )
    assert found.result == "Thwarted by a counterspy: no consequences at all."
    assert "Betas sent Bea (standing orders). Row 9" in mission_text(found)
    assert [step.side for step in found.unseen_by(A)] == ["target"]
    assert [step.side for step in found.unseen_by(B)] == ["spy"]
    assert found.knew[0] == "Alphas knew its own rolls and that a counterspy was there."


def test_e9_opened_ambush_before_the_mission_tells_how_both_ended():
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea"), on_counterspy_twelve="ambush"),
        a=(8,),
        b=(12,),
        domains=SECTION,
    )
    found = single_mission(week.fought(Fighter(), Fighter(hits=3)))
    assert (
        "In section 1 of Midville, Bea of Betas ambushed Ada of Alphas; it lasted 5 turns."
        in mission_text(found)
    )
    assert "Ada lost 3 DP and was dead." in mission_text(found)
    assert "Betas chose to ambush the spy before the mission (standing orders)." in mission_text(
        found
    )
    assert found.result == "Stopped by the ambush before it began."
    assert "met the spy face to face" in found.knew[1]


@pytest.mark.parametrize(
    ("end", "result"),
    [
        (
            ChargeEnd("duel", THEN, (("Bud", 2),)),
            "The charge went off at B2 of Betas as the duel began: 40 hits. Bud lost 2 DP.",
        ),
        (ChargeEnd("after", THEN), "The charge went off at B2 of Betas after the duel: 40 hits."),
        (
            ChargeEnd("lost", THEN),
            "The charge under B2 of Betas was gone with the vehicle before it went off.",
        ),
        (None, "The charge under B2 of Betas never went off."),
    ],
)
def test_e23_opened_delayed_charge_tells_its_result(end, result):
    week = play(sheet_of(blow_up("ada", "b2")), a=(11, 12), harm=(5, 5, 5, 5, 1))
    found = single_mission(week, {"w1/1/1/charge": end} if end else None)
    assert with_plain_spaces(found.result) == result
    assert found.charged
    beside = [each for each in seat_picture(opened_week(week), A, [found]).scenes if each.result]
    assert [with_plain_spaces(each.result) for each in beside] == [result]


def test_opened_mission_says_that_a_third_team_heard_nothing():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), sheet_of(), a=(5,), b=(5,))
    found = true_missions(opened_week(week))
    assert unheard_missions(found, C) == found
    assert unheard_missions(found, A) == unheard_missions(found, B) == ()
    assert found[0].knew[2] == "Gammas heard only the public news about it."


def test_e18_opened_cancellation_names_the_cancelled_mission():
    week = play(
        sheet_of(infiltrate("ada"), assassinate("abe")),
        sheet_of(guard("bea")),
        a=(5, 9),
        b=(11, 5),
        domains={("sealed", A, B, 2): (1,), ("harm", A, B, 2): (2,)},
    )
    shown = opened_week(week)
    found = true_missions(shown)
    assert cancellation_lines(shown, found) == (
        "Betas called off: Abe of Alphas: Assassinate against Betas.",
    )
    assert found[1].result == "Called off by Betas. It does not count."


def test_opened_sheets_describe_their_choices_in_words():
    week = play(
        sheet_of(infiltrate("ada", on_twelve="infiltrate"), assassinate("abe", "bea")),
        sheet_of(guard("bea")),
        a=(5, 5),
        b=(5, 5),
    )
    shown = opened_week(week)
    mine, theirs = sheet_pictures(shown)
    assert mine.lines == (
        ("Ada", "Infiltrate against Betas", "On a 12 or more: −4 to their counterspies."),
        ("Abe", "Assassinate against Betas: Bea", ""),
    )
    assert theirs.lines == (("Bea", "Counterspy", ""),)
    assert theirs.standing
    order = play_order_scene(shown)
    assert order is not None
    assert order.text == "Teams take turns with one mission each: Alphas then Betas."
