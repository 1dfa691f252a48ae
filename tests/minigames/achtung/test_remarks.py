"""Bots' talk depends on the team's knowledge and the apparent class, so it reveals no Spy."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from engine.bots import Talks, dice_for
from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import Seat, changed
from minigames.achtung.doctrine import DOCTRINE, cover_of
from minigames.achtung.remarks import PHRASES
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.options import samples
from minigames.achtung.rules.values import (
    Attempt,
    Deed,
    Nominate,
    Own,
    Sabotage,
    Setup,
    Shoot,
    Team,
    View,
    Vote,
)
from minigames.achtung.rules.words import CHANNELS, KIND_WORDS, MATCH_WORDS
from minigames.achtung.tabletop import ACHTUNG_TABLE

from .evenings import Evening
from .test_aftermath import SPY

if TYPE_CHECKING:
    from engine.bots import Remark
    from engine.dice import Dice
    from minigames.achtung.rules.values import Move

BASE = Setup()
NOTED = Setup(announce_removals="cause", announce_totals=True, announce_pool=True)
SETUPS = {"base": BASE, "noted": NOTED, "nine": samples()[2], "everything": samples()[3]}
of_each_kind = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
TRIES = 30


def dice(number: int) -> Dice:
    return SeededDice(seed_from(f"talk {number}"), 0)


def remarks_of(view: View, seat: int, tries: int = TRIES) -> list[Remark | None]:
    """Return what a seat says for this many dice."""
    return [DOCTRINE.remark(view, Seat(seat), dice(number)) for number in range(tries)]


def phrases(view: View, seat: int, tries: int = 200) -> set[str]:
    """Return all possible remarks of a seat."""
    return {remark.phrase for remark in remarks_of(view, seat, tries) if remark is not None}


@lru_cache
def views_and_moves(setup: Setup) -> tuple[tuple[View, Move], ...]:
    """Return every view and move of an evening of doctrine."""
    seed = seed_from("an evening of talk")
    found: list[tuple[View, Move]] = []
    state, _ = ACHTUNG.start(setup, SeededDice(seed, 0))
    while acting := ACHTUNG.to_act(state):
        seat, ply = acting[0], len(found) + 1
        view = ACHTUNG.view(state, seat)
        move = DOCTRINE.choose(view, seat, dice_for(seed, seat, ply))
        found.append((view, move))
        state, _ = submit(ACHTUNG, state, seat=seat, move=move, dice=SeededDice(seed, ply))
    return tuple(found)


def player_views(setup: Setup) -> list[tuple[View, Seat, Own, Team]]:
    """Return the players' views of the evening with their parts."""
    return [
        (view, view.seat, view.own, view.team)
        for view, _ in views_and_moves(setup)
        if view.seat is not None and view.own and view.team
    ]


def test_a8_doctrine_bot_talks_and_spectators_are_silent() -> None:
    assert isinstance(DOCTRINE, Talks)
    assert remarks_of(Evening().view(None), 0) == [None] * TRIES


def test_a8_bots_talk_only_to_their_team_and_spies_to_their_nominal_one() -> None:
    spoke = Counter[str]()
    for view, seat, own, _ in [each for setup in SETUPS.values() for each in player_views(setup)]:
        for remark in filter(None, remarks_of(view, seat, 2)):
            assert remark.channel == CHANNELS[view.table.sides[seat]]
            assert remark.channel in [channel.key for channel in ACHTUNG_TABLE.channels(view)]
            spoke[own.kind] += 1
    assert spoke["spy"] > 10 and sum(spoke.values()) > 2 * spoke["spy"]


@of_each_kind
def test_a8_spy_talks_like_the_class_he_pretends_to_be(setup: Setup) -> None:
    """In one of two worlds that look alike to the team, the seat is the Spy."""
    compared = 0
    for view, seat, own, _ in player_views(setup):
        if own.kind == "spy":
            face = cover_of(view, seat)
            assert face is not None
            loyal = changed(view, own=Own(kind=face))
            assert remarks_of(view, seat, 8) == remarks_of(loyal, seat, 8)
            compared += any(remarks_of(view, seat, 8))
    assert compared


def test_a8_private_knowledge_and_actions_do_not_change_a_remark() -> None:
    compared = 0
    for view, seat, own, team in [
        each for each in player_views(BASE) if any(remarks_of(each[0], each[1], 4))
    ]:
        secrets = changed(
            own,
            sabotaged=not own.sabotaged,
            unlock="ambassador",
            fellows=team.members[:1],
            attempts=(Attempt(round=1, target=team.members[-1], guess="heavy", worked=True),),
            deeds=(
                Deed(round=1, action=Shoot(target=Seat(0))),
                Deed(round=1, action=Sabotage(target=Seat(0), guess="heavy")),
            ),
            answer=Vote(yes=True),
        )
        assert remarks_of(view, seat, 8) == remarks_of(changed(view, own=secrets), seat, 8)
        compared += 1
    assert compared > 3


def test_a8_remark_depends_only_on_what_the_bot_can_see() -> None:
    for view, seat, _, _ in player_views(BASE)[::11]:
        for number in range(3):
            twin = ACHTUNG.view(ACHTUNG.imagine(view, dice(number)), seat)
            assert remarks_of(twin, seat, 8) == remarks_of(view, seat, 8)


@of_each_kind
def test_a8_remark_never_contradicts_its_nomination(setup: Setup) -> None:
    bound = 0
    for (view, move), (_, seat, _, _) in zip(
        views_and_moves(setup), player_views(setup), strict=True
    ):
        if isinstance(move, Nominate):
            words = phrases(view, seat, 60)
            named = {
                phrase: Seat(int(phrase.rstrip(".").split()[-1]) - 1)
                for phrase in words
                if "trust number" in phrase
            }
            assert all(
                (mate in move.squad) == phrase.startswith("I trust")
                for phrase, mate in named.items()
            )
            assert seat in move.squad or not any(phrase.startswith("I want in") for phrase in words)
            bound += bool(words)
    assert bound > 5


@of_each_kind
def test_a2_a21_votes_and_actions_come_without_remarks_so_talk_hides_who_answered(
    setup: Setup,
) -> None:
    loud = [
        move
        for (view, move), (_, seat, _, _) in zip(
            views_and_moves(setup), player_views(setup), strict=True
        )
        if any(remarks_of(view, seat, 5))
    ]
    assert loud and all(isinstance(move, Nominate) for move in loud)


def test_a8_bots_name_no_class_because_the_spy_listens() -> None:
    words = " ".join([phrase.text for phrase in PHRASES]).lower()
    assert not [kind for kind in KIND_WORDS.values() if kind.lower() in words]


def test_same_view_and_dice_give_the_same_remark() -> None:
    view = Evening().view(0)
    assert remarks_of(view, 0) == remarks_of(view, 0)


# --- conditions of phrases ------------------------------------------------------------------------


def test_captain_who_nominates_himself_gives_a_reason() -> None:
    assert phrases(Evening(match_list=("flag",) * 5).view(0), 0) == {
        f"I want in: I can do something for us in {MATCH_WORDS['flag']}."
    }


def test_only_the_nominating_captain_talks() -> None:
    evening = Evening()
    assert phrases(evening.view(0), 0)
    assert not phrases(evening.view(1), 1)
    evening.nominate(0, 0, 1, 2)
    assert not any(phrases(evening.view(seat), seat) for seat in range(5))


def captain_of(evening: Evening, member: int) -> int:
    """Return the captain of a member's team."""
    team = evening.view(member).team
    assert team is not None
    return team.captain


def test_first_captain_comments_on_the_last_match_and_a_spy_as_a_team_member() -> None:
    evening = Evening()
    evening.match((0, 1, SPY), (5, 6, 7))
    assert evening.table.results[-1].winner == 1
    lost, won = captain_of(evening, 0), captain_of(evening, 5)
    assert "That went badly. Look who was in the squad." in phrases(evening.view(lost), lost)
    assert "Well played, all of you." in phrases(evening.view(won), won)
    evening.nominate(lost, 0, 1, 2)
    evening.nominate(won, 5, 6, 7)
    evening.votes(0, "nnnnn")
    later = captain_of(evening, 0)
    assert not any(
        phrase.startswith("That went badly") for phrase in phrases(evening.view(later), later)
    )


def test_every_phrase_is_used_in_some_evening() -> None:
    heard = {
        phrase
        for setup in (*SETUPS.values(), samples()[4])
        for view, *_ in player_views(setup)
        if view.seat is not None
        for phrase in phrase_starts(view)
    }
    assert {each.text.partition("{")[0] for each in PHRASES} <= heard


def phrase_starts(view: View) -> set[str]:
    """Return the beginnings of a seat's possible remarks."""
    found = [
        remark.phrase for remark in remarks_of(view, view.seat or Seat(0), 6) if remark is not None
    ]
    return {
        each.text.partition("{")[0]
        for each in PHRASES
        for phrase in found
        if phrase.startswith(each.text.partition("{")[0])
    }
