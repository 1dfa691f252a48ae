"""The receipt: accepted orders in plain words with honest odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from engine.values import changed
from espionage.pictures.outcome import odds_words
from espionage.rules.files import public_team
from espionage.rules.odds import order_odds
from espionage.rules.orders import Standing
from espionage.rules.receipt import make_receipt, standing_words
from espionage.rules.sheet_odds import GuardRecord, sheet_odds
from tests.espionage.rules.scene import (
    ARMED,
    assassinate,
    blow_up,
    guard,
    infiltrate,
    sheet_of,
    team_file,
    with_person,
)

ROSTER = tuple(public_team(team_file(team)) for team in ("alphas", "betas"))


def receipt_of(*orders, file=None, house=None, **standing):
    return make_receipt(
        sheet_of(*orders, **standing), file or team_file("alphas"), ROSTER, house or HouseRules()
    )


def as_fraction(chance):
    return Fraction(chance.over, chance.under)


def test_receipt_lists_orders_as_they_run_with_counterspies_last():
    found = receipt_of(
        guard("alf", kit=ARMED),
        infiltrate("ada"),
        assassinate("abe", "bob", kit=ARMED),
        blow_up("ann", "b1", bricks=2),
    )
    assert [(line.order, line.spy_name, line.what) for line in found.lines] == [
        (1, "Ada", "Infiltrate against Betas"),
        (2, "Abe", "Assassinate against Betas: Bob"),
        (3, "Ann", "Blow Up against Betas: the vehicle you named, 2 bricks of plastique"),
        (4, "Alf", "Counterspy: on guard against all enemy missions"),
    ]
    assert found.lines[1].kit == "heavy pistol, body armour"


def test_receipt_adds_up_costs_after_stock():
    file = team_file("alphas", stock=(Packed(gear="heavy_pistol"),))
    found = receipt_of(
        assassinate("abe", kit=ARMED), guard("alf", kit=ARMED), blow_up("ann"), file=file
    )
    assert [line.cost for line in found.lines] == [250, 3_000, 350]
    assert found.total == sum(line.cost for line in found.lines) == 3_600
    assert found.money == 50_000


def test_receipt_tells_how_a_12_will_be_used():
    found = receipt_of(
        infiltrate("ada"),
        infiltrate("abe", on_twelve="infiltrate"),
        assassinate("ann"),
        guard("alf"),
    )
    assert [line.on_twelve for line in found.lines] == [
        "−4 to all their counterspy rolls from the next roll (by default)",
        "−4 to all their counterspy rolls from the next roll (as you ordered)",
        "same as 11: 1d hits on the chosen target (by default)",
        "",
    ]


def test_receipt_warns_of_untrained_or_wounded_people_and_missing_targets():
    file = with_person(
        with_person(team_file("alphas"), "ada", skills={"espionage": -4}, dp=2),
        "abe",
        skills={"explosives": -4},
    )
    roster = (
        ROSTER[0],
        changed(
            ROSTER[1], people=(changed(ROSTER[1].people[0], alive=False), *ROSTER[1].people[1:])
        ),
    )
    house = HouseRules(untrained_bombers=True)
    found = make_receipt(
        sheet_of(assassinate("ada", "gone"), blow_up("abe"), assassinate("ann", "bea")),
        file,
        roster,
        house,
    )
    assert found.lines[0].warnings == (
        "Ada has no espionage: −4 to the roll.",
        "Ada is wounded: −2 to every roll.",
        "The target you named is not on that team's roster. The dice will choose someone else.",
    )
    assert found.lines[1].warnings == ("Abe has no explosives: −4 to the explosives roll.",)
    assert found.lines[2].warnings == ("Bea is dead. The dice will choose someone else.",)


def test_receipt_says_which_orders_will_not_run_and_why():
    found = receipt_of(
        infiltrate("ada"), blow_up("abe"), infiltrate("nobody"), file=team_file("alphas", money=5)
    )
    assert [line.spy_name for line in found.lines] == ["Ada"]
    assert [(line.spy_name, line.why.split(".")[0]) for line in found.struck] == [
        ("someone not on your roster", "This person is not on your team"),
        ("Abe", "The sheet cost $3,000 and the team had $5"),
    ]
    assert {problem.code for problem in found.problems} == {"not-yours", "too-expensive"}


@pytest.mark.parametrize(
    ("level", "blunder", "success"), [(0, 1, 21), (-4, 15, 3), (2, 0, 30), (4, 0, 35)]
)
def test_receipt_gives_mission_odds_before_any_counterspy(level, blunder, success):
    spy = with_person(team_file("alphas"), "ada", skills={"espionage": level}).people[0]
    found = order_odds(spy, "infiltrate")
    assert (as_fraction(found.blunder) * 36, as_fraction(found.success) * 36) == (blunder, success)
    assert sum(as_fraction(row.chance) for row in found.rows) == 1


def test_receipt_odds_of_a_bomb_combine_both_rolls():
    found = order_odds(team_file("alphas").people[0], "blow_up")
    assert [(row.printed, as_fraction(row.chance) * 36) for row in found.explosives] == [
        ("2 or less", 1),
        ("3-4", 5),
        ("5-6", 9),
        ("7-9", 15),
        ("10-11", 5),
        ("12+", 1),
    ]
    assert as_fraction(found.explosion) == Fraction(21, 36) * Fraction(21, 36)


def test_receipt_odds_of_a_counterspy_include_all_rerolls():
    found = order_odds(team_file("alphas").people[0], "counterspy")
    assert as_fraction(found.success) > Fraction(10, 36)
    assert as_fraction(found.blunder) > Fraction(1, 36)
    assert found.success.percent == 40
    assert found.blunder.percent == 5


def test_receipt_odds_of_a_counterspy_separate_thwarting_cancelling_and_12():
    found = order_odds(team_file("alphas").people[0], "counterspy")
    parts = [as_fraction(each) for each in (found.thwarted, found.stopped, found.hunted)]
    assert abs(sum(parts) - as_fraction(found.success)) < Fraction(1, 100_000)
    assert [round(float(100 * each)) for each in parts] == [27, 8, 5]


def counterspy_form_text(kit=ARMED, **facts):
    """Return the form's text about Ada as a counterspy."""
    return odds_words(
        guard("ada", kit=kit),
        team_file("alphas").people[0],
        facts.pop("house", HouseRules()),
        Standing(**facts),
    )


def test_e18_form_does_not_promise_that_a_counterspy_stops_the_mission():
    assert counterspy_form_text().headline == "Rolls 9 or more against a mission: 40%"
    assert not any(
        "stops" in words.lower()
        for words in (counterspy_form_text().headline, *counterspy_form_text().lines)
    )
    assert "this or another mission" in counterspy_form_text().lines[1]


@pytest.mark.parametrize(
    ("kit", "facts", "twelve"),
    [
        (ARMED, {}, "With your standing orders, a 12+ is an ambush"),
        (Kit(), {}, "With your standing orders, a 12+ is also a cancellation."),
        (
            ARMED,
            {"on_counterspy_twelve": "cancel"},
            "With your standing orders, a 12+ is also a cancellation.",
        ),
        (
            Kit(),
            {"on_counterspy_twelve": "ambush"},
            "With your standing orders, a 12+ is an ambush",
        ),
        (ARMED, {"house": HouseRules(live_decisions=True)}, "On a 12+, you choose between"),
    ],
)
def test_form_tells_which_choice_on_a_12_its_odds_assume(kit, facts, twelve):
    assert twelve in counterspy_form_text(kit, **facts).lines[0]


def form_odds(*orders, records=()):
    """Return the form's odds of each order on a sheet of the Alphas."""
    file = team_file("alphas")
    chances = sheet_odds(file, sheet_of(*orders), ROSTER, HouseRules(), records)
    people = {person.id: person for person in file.people}
    return [odds_words(order, people[order.spy], HouseRules(), chances=chances) for order in orders]


def shown_percent(said, guard):
    return next(int(figure.rstrip("%")) for name, _, figure in said.week if name == guard)


def test_e48_form_shows_the_chance_without_a_guard_and_against_a_guard_like_the_best():
    (said,) = form_odds(infiltrate("ada"))
    assert said.headline.startswith("Succeeds 58% unguarded, ")
    assert said.headline.endswith("% against a guard like Ada (±0)")
    assert [name for name, *_ in said.week] == ["No guard", "Guard like Ada (±0)"]
    assert 30 < shown_percent(said, "Guard like Ada (±0)") < 48
    assert "no results of missions against this team" in said.lines[0]


def test_e48_form_includes_the_other_missions_of_the_sheet():
    alone = form_odds(blow_up("ann", bricks=1))[0]
    bomb = form_odds(infiltrate("ada"), assassinate("abe"), blow_up("ann", bricks=1))[2]
    guards = [next(name for name, *_ in said.week if "like" in name) for said in (alone, bomb)]
    shown = [shown_percent(said, guard) for said, guard in zip((alone, bomb), guards, strict=True)]
    assert shown[1] < shown[0] - 4, "an 11 against the others calls off the bomb first (E18)"


def test_e48_form_uses_what_the_team_knows_of_the_guards():
    never, always = [
        form_odds(
            infiltrate("ada"), records=[GuardRecord(team="betas", missions=8, stopped=stopped)]
        )
        for stopped in (0, 8)
    ]
    assert shown_percent(never[0], "By your dossier") > shown_percent(always[0], "By your dossier")
    assert never[0].headline.startswith("Succeeds about ")
    assert "stopped 8 of your 8 missions this season" in always[0].lines[0]


def test_e48_form_shows_how_often_a_counterspy_stops_a_spy_like_the_best():
    first, second = form_odds(guard("ada", kit=ARMED), guard("abe", kit=ARMED))
    assert "of missions by a spy like Ada (±0), in 300 simulated weeks" in first.lines[2]
    assert "Not sent in the simulated weeks" in second.lines[2]


def test_odds_include_wounds_and_never_round_to_0_percent():
    hurt = with_person(team_file("alphas"), "ada", dp=2, skills={"espionage": -4}).people[0]
    assert order_odds(hurt, "infiltrate").modifier == -6
    assert order_odds(hurt, "infiltrate").success.percent == 0
    assert order_odds(changed(hurt, dp=3), "counterspy").success.percent == 1


def test_default_standing_orders_are_described_in_words():
    assert standing_words(sheet_of().standing, live=False, doctrine_only=True) == (
        "While you are away, these standing orders apply:",
        (
            "Against every enemy mission, you send your fittest counterspy on duty if the "
            "modifiers add up to −1 or better."
        ),
        (
            "If a counterspy rolls 12 or more, your counterspy ambushes the enemy spy before the "
            "mission if unhurt, trained and armed. Otherwise you win a cancellation."
        ),
        "You do not chase bombers.",
        "You cancel the most harmful missions first, by the row they reached.",
        (
            "Ambushes: fought by doctrine (trained shooters fight cautiously as ambushers, "
            "others flee first). Yours are set in a section of Midville "
            "that the dice choose, and bombers are ambushed at the Truck Stop."
        ),
        "If you send nothing, the counterspy orders of your last sheet are repeated.",
    )


def test_changed_standing_orders_are_described_in_words():
    words = standing_words(
        sheet_of(
            counterspy=("blow_up",),
            counterspy_by="listed",
            on_counterspy_twelve="ambush",
            chase_bombers=True,
            cancel_first=("infiltrate", "blow_up"),
            section=3,
            doctrine="aggressive",
            ambushes="live",
            silent="repeat",
        ).standing,
        live=True,
        doctrine_only=False,
    )
    assert words == (
        "You are asked for each decision. If you do not answer:",
        (
            "Against Blow Up, you send the first counterspy on your sheet who is still on duty if "
            "the modifiers add up to −1 or better."
        ),
        (
            "If a counterspy rolls 12 or more, your counterspy ambushes the enemy spy before the "
            "mission."
        ),
        "If a bomb goes off soon after the bomber left, a counterspy chases the bomber.",
        "You cancel Infiltrate then Blow Up missions first, by the row they reached.",
        (
            "Ambushes: you are asked to play them. Yours are set in section 3 of Midville, "
            "and bombers are ambushed at the Truck Stop."
        ),
        "If you send nothing, all orders of your last sheet are repeated.",
    )
    assert (
        standing_words(sheet_of(counterspy=()).standing, live=False, doctrine_only=True)[1]
        == "You do not counterspy any enemy mission."
    )
