"""Headline, lede and figures of a report, shared by page, API, notices and mail.

Deaths come first, then captures, damage and observations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ambush.rules.call import Fighter
from espionage.rules.headline import (
    MAX_HEADLINE_LENGTH,
    fill_with_sentences,
    make_headline,
    short_headline,
)
from espionage.rules.report import Award, Bang, Debrief, Harm, Hurt, MissionReport, News, Spending
from espionage.rules.values import (
    AmbushOver,
    CancelSealed,
    CounterspyRolled,
    Debriefed,
    Meeting,
    MissionBegan,
    MissionDeclared,
    WeekSettled,
    Worn,
)
from espionage.rules.wording import news_lines
from tests.espionage.rules.scene import ARMED, A, B, guard, infiltrate, play, sheet_of

if TYPE_CHECKING:
    from espionage.rules.headline import Headline
    from espionage.rules.values import Event

TEAMS = ("Alphas", "Betas", "Gammas")
NAMES = {
    "ada": "Ada Lorne",
    "abe": "Abe Zielinski",
    "ann": "Ann Kerr",
    "alf": "Alf Kolar",
    "van": "Route 9",
}
BANG = Bang(vehicle="van", name="Route 9", faces=(3, 4), location=2, hits=7)
DIED = News(kind="death", team="betas", team_name="Betas", character="bea", name="Bea Stein")


def headline_of_week(*events: Event, news: tuple[News, ...] = (), **debrief: Any) -> Headline:
    """Return the Alphas' headline for these events and this debrief."""
    missions = debrief.get("missions", ())
    began = [
        MissionBegan(order=each.order, spy=each.spy, mission="infiltrate", against=B, target="")
        for each in missions
    ]
    end = (Debriefed(debrief=Debrief(**debrief)), WeekSettled(news=news))
    return make_headline((*began, *events, *end), TEAMS, NAMES)


def mission_report(ending: str, order: int = 1, spy: str = "ada", **facts: Any) -> MissionReport:
    return MissionReport(order=order, spy=spy, ending=ending, **facts)  # type: ignore[arg-type]


def declared_missions(*numbers: int) -> tuple[MissionDeclared, ...]:
    return tuple(
        MissionDeclared(number=number, by=B, mission="infiltrate", target="") for number in numbers
    )


def thwarting_roll(number: int, spy: str = "abe") -> CounterspyRolled:
    return CounterspyRolled(number=number, spy=spy, throws=(), verdict="thwarted")


def hurt_event(who: str, after: str = "standing", hits: int = 2) -> Hurt:
    return Hurt(
        seat=A,
        character=who,
        hits=hits,
        how="assassination",
        after=after,  # type: ignore[arg-type]
        cause=f"{who}/{hits}",
    )


def ambush_event(**facts: Any) -> AmbushOver:
    """Return an ambush by Abe against Bea before her mission."""
    meeting = Meeting(
        cause=facts.pop("cause", "hunted"),
        ambushing=True,
        mine="abe",
        enemy=B,
        enemy_name="Bea Stein",
        map="midville",
        section=2,
        number=1,
    )
    usual: dict[str, Any] = {
        "mine": "standing",
        "lost": 0,
        "mine_left": "",
        "enemy": "standing",
        "enemy_left": "edge",
        "captured": "",
        "worn": Worn(character="abe"),
        "turns": 5,
        "mission_goes_on": False,
    }
    return AmbushOver(meeting=meeting, **(usual | facts))


# --- the headline ---------------------------------------------------------------------------------


def test_headline_names_deaths_first_then_captures_then_bombs() -> None:
    told = headline_of_week(
        *declared_missions(1, 2),
        thwarting_roll(1),
        CancelSealed(numbers=(2,)),
        missions=(mission_report("dud", victim="b1", victim_name="B1"),),
        hurt=(hurt_event("ada", "dead", 6),),
    )
    assert told.headline == "Ada Lorne dead, two intruders stopped, one bomb wasted"


def test_headline_names_captured_people_before_stopped_ones() -> None:
    told = headline_of_week(
        *declared_missions(1, 2),
        thwarting_roll(2),
        ambush_event(captured="enemy"),
        captured=("ann",),
    )
    assert told.headline == (
        "Ann Kerr taken prisoner, Bea Stein of Betas in our hands, two intruders stopped"
    )


def test_headline_names_damage_before_observations() -> None:
    told = headline_of_week(
        *declared_missions(1),
        missions=(mission_report("modifier"),),
        harm=(Harm(number=1, bang=BANG),),
        hurt=(hurt_event("abe"), hurt_event("ann", "unconscious")),
    )
    assert told.headline == "Our Route 9 bombed, Ann Kerr out cold, Abe Zielinski wounded"


@pytest.mark.parametrize(
    ("ending", "facts", "said"),
    [
        ("hit", {"victim": "bud", "victim_name": "Bud", "hits": 3}, "Bud of Betas hit"),
        ("exploded", {"victim": "b1", "victim_name": "B1", "bang": BANG}, "B1 of Betas bombed"),
        ("dud", {"victim": "b1", "victim_name": "B1"}, "One bomb wasted"),
        ("waiting", {"victim": "b1", "victim_name": "B1"}, "One charge laid"),
        ("modifier", {}, "A door left open at Betas"),
        ("blunder", {}, "One blunder to live down"),
        ("thwarted", {}, "One of our missions stopped"),
        ("called_off", {}, "One of our missions stopped"),
        ("stopped", {}, "One of our missions stopped"),
        ("failed", {}, "One mission failed"),
        ("nobody_there", {}, "One mission failed"),
    ],
)
def test_every_mission_ending_has_a_headline(ending: str, facts: Any, said: str) -> None:
    told = headline_of_week(missions=(mission_report(ending, **facts),))
    assert told.headline == said
    assert told.lede[0] == "No one came for us."
    assert "Ada Lorne" in told.lede[1]


def test_headline_calls_a_rival_dead_only_if_the_news_does() -> None:
    shot = mission_report("hit", victim="bea", victim_name="Bea Stein", hits=6)
    assert headline_of_week(missions=(shot,)).headline == "Bea Stein of Betas hit"
    assert headline_of_week(missions=(shot,), news=(DIED,)).headline == "Bea Stein of Betas dead"


def test_headline_ignores_deaths_in_other_teams() -> None:
    assert (
        headline_of_week(*declared_missions(1), thwarting_roll(1), news=(DIED,)).headline
        == "One intruder stopped"
    )


def test_headline_tells_of_an_ambush_without_wounds() -> None:
    told = headline_of_week(*declared_missions(1), ambush_event(mission_goes_on=True))
    assert told.headline == "One ambush walked away from, one intruder got through"


def test_quiet_week_has_a_dry_headline() -> None:
    told = headline_of_week()
    assert told.headline == "A quiet week"
    assert told.lede == ("No one was sent, and no one came. The kettle was the busiest of us.",)
    assert [(chip.label, chip.value) for chip in told.chips] == [
        ("Missions succeeded", "0"),
        ("Enemy missions stopped", "0"),
        ("Wounds", "0"),
        ("Skill points", "0"),
    ]


def test_unplayed_week_has_its_own_headline() -> None:
    told = make_headline((), TEAMS, NAMES)
    assert (told.headline, told.chips) == ("Nothing happened", ())


def test_headline_has_three_parts_and_stays_short() -> None:
    names = {who: f"{who} {'of the very long name ' * 3}" for who in NAMES}
    hurt = tuple(hurt_event(who, "dead", 6) for who in ("ada", "abe", "ann"))
    end = Debriefed(
        debrief=Debrief(hurt=hurt, captured=("alf",), harm=(Harm(number=1, bang=BANG),))
    )
    told = make_headline((*declared_missions(1), end), TEAMS, names)
    assert told.headline.startswith("Ada of the very long name")
    assert told.headline.endswith("and two more dead")
    assert len(told.headline) <= MAX_HEADLINE_LENGTH


# --- the lede -------------------------------------------------------------------------------------


def test_lede_tells_own_people_then_intruders_then_missions() -> None:
    told = headline_of_week(
        *declared_missions(1, 2, 3),
        thwarting_roll(1),
        CancelSealed(numbers=(3,)),
        missions=(
            mission_report("failed", 1, "abe"),
            mission_report("hit", 2, "ada", victim="bud", victim_name="Bud", hits=3),
        ),
        hurt=(hurt_event("ann"), hurt_event("ann", "unconscious", 1), hurt_event("alf", "dead", 6)),
        captured=("abe",),
    )
    assert told.lede == (
        (
            "Alf Kolar is dead, Ann Kerr is out cold after 3 DP and Abe Zielinski is held until "
            "the next settlement."
        ),
        "Three came for us: Abe Zielinski thwarted one, we called one off and one was not stopped.",
        "Ada Lorne hit Bud of Betas for 3 and Abe Zielinski came back from Betas with nothing.",
    )


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (
            (*declared_missions(1), thwarting_roll(1)),
            "One came for us, and Abe Zielinski thwarted it.",
        ),
        (
            (*declared_missions(1), CancelSealed(numbers=(1,))),
            "One came for us, and we called it off.",
        ),
        ((*declared_missions(1), ambush_event()), "One came for us, and it ended in an ambush."),
        (declared_missions(1), "One came for us, and it was not stopped."),
        (declared_missions(1, 2), "Two came for us: neither was stopped."),
        (
            (*declared_missions(1, 2, 3), CancelSealed(numbers=(1, 2, 3))),
            "Three came for us: we called all of them off.",
        ),
    ],
)
def test_lede_tells_who_came_and_how_it_ended(events: tuple[Event, ...], said: str) -> None:
    assert headline_of_week(*events).lede == (said, "We sent no one.")


def test_ambush_after_the_mission_counts_as_not_stopped() -> None:
    told = headline_of_week(*declared_missions(1), ambush_event(cause="ambushed"))
    assert told.headline == "One ambush walked away from, one intruder got through"
    assert told.lede[0] == "One came for us, and it was not stopped."


def test_intruder_who_escapes_an_ambush_is_stopped_but_not_caught() -> None:
    told = headline_of_week(*declared_missions(1), ambush_event(enemy_left="stealth"))
    assert told.headline == "One intruder stopped, one ambush walked away from"


def test_captured_people_are_named_with_their_captor() -> None:
    told = headline_of_week(*declared_missions(1), ambush_event(captured="mine"), captured=("abe",))
    assert told.headline == "Abe Zielinski taken prisoner, one intruder stopped"


def test_lede_sums_up_all_but_the_three_most_important_missions() -> None:
    missions = (
        *(mission_report("failed", order, "abe") for order in (1, 2, 3)),
        mission_report("waiting", 4, victim="b1", victim_name="B1"),
    )
    assert headline_of_week(missions=missions).lede[1] == (
        "Ada Lorne left a charge under B1 of Betas, Abe Zielinski came back from Betas with "
        "nothing, Abe Zielinski came back from Betas with nothing and one more came to nothing."
    )


# --- the chips ------------------------------------------------------------------------------------


def test_chips_count_missions_stopped_wounds_points_and_cost() -> None:
    award = Award(
        seat=A, character="ada", skill="espionage", points=1, why="tried", cause="w1/tried"
    )
    told = headline_of_week(
        *declared_missions(1, 2),
        thwarting_roll(1),
        missions=(mission_report("modifier"), mission_report("dud", 2, victim_name="B1")),
        hurt=(hurt_event("ann"),),
        awards=(award, award, award),
        spending=Spending(paid=1200, ammunition=5),
    )
    assert [(chip.label, chip.value, chip.tone) for chip in told.chips] == [
        ("Missions succeeded", "1 of 2", "good"),
        ("Enemy missions stopped", "1 of 2", "good"),
        ("Wounds", "2 DP", "bad"),
        ("Skill points", "+3", "good"),
        ("Cost", "$1,205", ""),
    ]


# --- played weeks ---------------------------------------------------------------------------------


def test_both_sides_of_a_played_week_get_their_own_headline() -> None:
    """A 12 or more taken as a cancellation: one side caught an intruder, the other was stopped."""
    played = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(12,))
    ours, theirs = (
        make_headline(played.heard(seat), TEAMS, {"ada": "Ada", "bea": "Bea"}) for seat in (A, B)
    )
    assert ours.headline == "One of our missions stopped"
    assert ours.lede == ("No one came for us.", "Ada’s mission was called off by Betas.")
    assert theirs.headline == "One intruder stopped"
    assert theirs.lede == ("One came for us, and we called it off.", "We sent no one.")


def test_headline_of_the_spying_team_hides_whether_a_counterspy_tried() -> None:
    """Facts hidden from a team do not change its headline (E18)."""
    alone = play(sheet_of(infiltrate("ada")), sheet_of(), a=(3,))
    watched = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(3,), b=(4,))
    told = [make_headline(each.heard(A), TEAMS, {"ada": "Ada"}) for each in (alone, watched)]
    assert told[0] == told[1]


def test_headline_names_the_enemy_seen_in_an_ambush() -> None:
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea", kit=ARMED), on_counterspy_twelve="ambush"),
        a=(8,),
        b=(12,),
        domains={("ambush", A, B, 1): (2,)},
    ).fought(ambushed=Fighter(hits=3))
    told = make_headline(week.heard(B), TEAMS, {"bea": "Bea"})
    assert told.headline == "Ada of Alphas dead, one intruder stopped"
    assert make_headline(week.heard(A), TEAMS, {"ada": "Ada"}).headline == (
        "Ada dead, one of our missions stopped"
    )


# --- notices and news -----------------------------------------------------------------------------


def test_notice_holds_the_headline_and_whole_sentences() -> None:
    assert fill_with_sentences(20, "Report: quiet.", ["Short.", "Rather longer."]) == (
        "Report: quiet."
    )
    assert fill_with_sentences(21, "Report: quiet.", ["Short.", "More."]) == "Report: quiet. Short."
    assert fill_with_sentences(5, "Report", []) == "Repo…"


def test_e34_identical_news_are_merged_without_new_names() -> None:
    blast = News(kind="explosion", team="betas", team_name="Betas")
    ambush = News(kind="ambush")
    assert [text for _, text in news_lines((DIED, blast, blast, ambush, ambush, ambush))] == [
        "Bea Stein of Betas is dead.",
        "Two explosions shook the garage of Betas.",
        "Three ambushes were fought.",
    ]
    assert [text for _, text in news_lines((blast, ambush))] == [
        "An explosion shook the garage of Betas.",
        "An ambush was fought.",
    ]


@pytest.mark.parametrize("most", [20, 90, 300])
def test_notice_starts_with_the_report_headline_and_part_of_the_lede(most):
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(9,))
    for heard in (week.heard(A), ()):
        told = make_headline(heard, TEAMS, {"ada": "Ada"})
        assert short_headline(most, "Week 3", heard, TEAMS, {"ada": "Ada"}) == fill_with_sentences(
            most, f"Week 3: {told.headline}.", told.lede
        )
