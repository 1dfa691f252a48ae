"""A week in three sentences about public facts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espionage.rules.recap import Blast, DuelFacts, WeekFacts, make_recap
from espionage.rules.report import News
from espionage.rules.wording import news_line, parse_news_line

NAMES = st.text(min_size=1, max_size=20).filter(lambda name: name == name.strip() and name)


def test_recap_of_an_eventful_week() -> None:
    facts = WeekFacts(
        week=3,
        dead=("Pia Lund of Anvil", "Jax Ruiz of Cobra"),
        blasts=(Blast(team="Basilisk", times=2),),
        ambushes=1,
        duel=DuelFacts(
            title="the duel of week 3",
            winners=("Anvil",),
            others=("Basilisk", "Cobra"),
            wrecks=2,
            fallen=("Rook of Cobra",),
        ),
        table=(("Anvil", 12), ("Basilisk", 9)),
    )
    assert make_recap(facts) == (
        (
            "At night in week 3, Pia Lund of Anvil and Jax Ruiz of Cobra died, two explosions "
            "shook the garage of Basilisk and one ambush was fought."
        ),
        (
            "Anvil won the duel of week 3 ahead of Basilisk and Cobra; two cars did not leave the "
            "arena and Rook of Cobra died."
        ),
        "Anvil is in front with 12 points, three ahead of Basilisk.",
    )


def test_recap_of_a_quiet_week_varies() -> None:
    said = {make_recap(WeekFacts(week=week))[0] for week in range(1, 4)}
    assert len(said) == 3
    assert make_recap(WeekFacts(week=1))[1:] == (
        "No duel result was recorded.",
        "No one has a point yet.",
    )


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (
            WeekFacts(week=1, duel=DuelFacts(title="the Cup", winners=("A", "B"), others=("C",))),
            "A and B shared first place in the Cup, and everyone drove home.",
        ),
        (
            WeekFacts(
                week=1, duel=DuelFacts(title="the Cup", winners=("A",), best="Rook of A", kills=3)
            ),
            "A won the Cup; Rook of A put three cars out of action.",
        ),
        (
            WeekFacts(week=1, duel=DuelFacts(title="the Cup", winners=("A",), out_of_action=1)),
            "A won the Cup; one car was put out of action.",
        ),
        (WeekFacts(week=1, closed=False), "The duel has no result yet."),
        (WeekFacts(week=1, closed=False, night="waits"), "The duel is still to come."),
        (WeekFacts(week=9, closed=False, night="ahead"), "The duel is still to come."),
    ],
)
def test_recap_summarises_the_duel_in_a_sentence(facts: WeekFacts, said: str) -> None:
    assert make_recap(facts)[1] == said


@pytest.mark.parametrize(
    ("table", "champions", "said"),
    [
        ((("A", 5), ("B", 5), ("C", 1)), (), "A and B lead the table, level at 5 points."),
        ((("A", 1),), (), "A is in front with 1 point, the only team with points."),
        ((("A", 9), ("B", 5)), ("A",), "A is champion of Season 2 with 9 points."),
    ],
)
def test_recap_summarises_the_standings_in_a_sentence(
    table: tuple[tuple[str, int], ...], champions: tuple[str, ...], said: str
) -> None:
    assert (
        make_recap(WeekFacts(week=1, table=table, season="Season 2", champions=champions))[2]
        == said
    )


def test_recap_of_an_unfinished_week_tells_its_state() -> None:
    ahead, waits = (
        make_recap(WeekFacts(week=2, closed=False, night=night))[0] for night in ("ahead", "waits")
    )
    assert ahead == "Week 2 has not begun."
    assert waits == "Week 2 is under way, and its reports are still to come."


def test_recap_of_a_void_week_is_one_sentence() -> None:
    assert make_recap(WeekFacts(week=4, void=True, dead=("Somebody of Anvil",))) == (
        "Week 4 was declared void. Nothing in it counts.",
    )


@given(st.sampled_from(["death", "explosion", "ambush"]), NAMES, NAMES, st.integers(1, 40))
def test_public_news_round_trips(kind: str, name: str, team: str, times: int) -> None:
    news = News(kind=kind, name=name, team_name=team)  # type: ignore[arg-type]
    about = {"death": f"{name} of {team}", "explosion": team, "ambush": ""}[kind]
    told = news_line(news, 1 if kind == "death" else times)
    assert parse_news_line(kind, told) == (1 if kind == "death" else times, about)
