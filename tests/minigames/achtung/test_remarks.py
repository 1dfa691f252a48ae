"""What bots say in their team's talk: from what the team knows and the class they pass for, so that it tells no Spy."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from engine.bots import Talks, dice_for
from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import Seat, changed
from minigames.achtung.doctrine import DOCTRINE, cover
from minigames.achtung.remarks import PHRASES, SPEAK
from minigames.achtung.rules.achtung import ACHTUNG
from minigames.achtung.rules.options import samples
from minigames.achtung.rules.values import Attempt, Deed, Nominate, Own, Sabotage, Setup, Shoot, Team, View, Vote
from minigames.achtung.rules.words import CHANNELS, KINDS, MATCH_KINDS
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


def said(view: View, seat: int, tries: int = TRIES) -> list[Remark | None]:
    """What the seat says by so many rolls."""
    return [DOCTRINE.remark(view, Seat(seat), dice(number)) for number in range(tries)]


def phrases(view: View, seat: int, tries: int = 200) -> set[str]:
    """All that the seat may say here."""
    return {remark.phrase for remark in said(view, seat, tries) if remark is not None}


@lru_cache
def acts(setup: Setup) -> tuple[tuple[View, Move], ...]:
    """What every seat saw and did in an evening in which all play by doctrine."""
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


def seen(setup: Setup) -> list[tuple[View, Seat, Own, Team]]:
    """The views of it, with what is in them."""
    return [(view, view.seat, view.own, view.team) for view, _ in acts(setup) if view.seat is not None and view.own and view.team]


def test_a8_the_doctrine_bot_talks_and_spectators_say_nothing() -> None:
    assert isinstance(DOCTRINE, Talks)
    assert said(Evening().view(None), 0) == [None] * TRIES


def test_a8_bots_speak_to_their_team_alone_spies_to_their_nominal_one() -> None:
    spoke = Counter[str]()
    for view, seat, own, _ in [each for setup in SETUPS.values() for each in seen(setup)]:
        for remark in filter(None, said(view, seat, 2)):
            assert remark.channel == CHANNELS[view.table.sides[seat]]
            assert remark.channel in [channel.key for channel in ACHTUNG_TABLE.channels(view)]
            spoke[own.kind] += 1
    assert spoke["spy"] > 10 and sum(spoke.values()) > 2 * spoke["spy"]


@of_each_kind
def test_a8_a_spy_speaks_and_keeps_silent_as_the_class_he_passes_for_would(setup: Setup) -> None:
    """Two worlds that look alike to the team: in one the seat is the Spy, in the other an ordinary player of that class."""
    compared = 0
    for view, seat, own, _ in seen(setup):
        if own.kind == "spy":
            face = cover(view, seat)
            assert face is not None
            loyal = changed(view, own=Own(kind=face))
            assert said(view, seat, 8) == said(loyal, seat, 8)
            compared += any(said(view, seat, 8))
    assert compared > 10


def test_a8_what_a_seat_alone_knows_and_did_changes_no_word_of_it() -> None:
    compared = 0
    for view, seat, own, team in seen(BASE)[::7]:
        secrets = changed(
            own,
            sabotaged=not own.sabotaged,
            unlock="ambassador",
            fellows=team.members[:1],
            attempts=(Attempt(round=1, target=team.members[-1], guess="heavy", worked=True),),
            deeds=(Deed(round=1, action=Shoot(target=Seat(0))), Deed(round=1, action=Sabotage(target=Seat(0), guess="heavy"))),
            answer=Vote(yes=True),
        )
        assert said(view, seat, 8) == said(changed(view, own=secrets), seat, 8)
        compared += any(said(view, seat, 8))
    assert compared > 10


def test_a8_what_a_bot_says_does_not_depend_on_what_it_cannot_see() -> None:
    for view, seat, _, _ in seen(BASE)[::11]:
        for number in range(3):
            twin = ACHTUNG.view(ACHTUNG.imagine(view, dice(number)), seat)
            assert said(twin, seat, 8) == said(view, seat, 8)


@of_each_kind
def test_a8_words_never_gainsay_the_vote_or_the_nomination_they_come_with(setup: Setup) -> None:
    """Else a keen Spy, who votes against his cover's judgement, would give himself away by talking."""
    bound = 0
    for (view, move), (_, seat, own, team) in zip(acts(setup), seen(setup), strict=True):
        words = phrases(view, seat, 60) if isinstance(move, Vote | Nominate) else set()
        if isinstance(move, Vote):
            self_in = "Rather" if seat in team.squad else "I want in"
            against = {phrase for phrase in words if phrase.startswith((self_in, "I do not trust", "We can do better"))}
            favour = {phrase for phrase in words if phrase.startswith(("I trust", "A good squad"))}
            assert not (favour if not move.yes else against), (move, words)
            bound += bool(against or favour)
            if own.kind == "spy" and against | favour:
                assert {DOCTRINE.choose(view, seat, dice(number)) for number in range(6)} == {move}, "keen or not"
        if isinstance(move, Nominate):
            named = {phrase: Seat(int(phrase.rstrip(".").split()[-1]) - 1) for phrase in words if "trust number" in phrase}
            assert all((mate in move.squad) == phrase.startswith("I trust") for phrase, mate in named.items())
            assert not any(phrase.startswith("Rather" if seat in move.squad else "I want in") for phrase in words)
            bound += bool(words)
    assert bound > 30


def test_a8_bots_talk_only_while_squads_are_chosen_and_about_two_of_a_team_at_a_vote() -> None:
    loud = [
        view
        for setup in SETUPS.values()
        for view, *_ in seen(setup)
        if view.table.phase != "squads" and any(said(view, view.seat or Seat(0), 5))
    ]
    assert not loud
    for team_size in (5, 12):
        view = Evening(team_size=team_size).view(0)
        assert sum(remark is not None for remark in said(view, 0, 600)) / 600 == pytest.approx(SPEAK / team_size, abs=0.05)


def test_a8_nobody_names_a_class_because_the_spy_listens() -> None:
    words = " ".join([phrase.words for phrase in PHRASES]).lower()
    assert not [kind for kind in KINDS.values() if kind.lower() in words]


def test_the_same_view_and_dice_give_the_same_remark() -> None:
    view = Evening().view(0)
    assert said(view, 0) == said(view, 0)


# --- when which phrase fits -----------------------------------------------------------------------------------------------


def test_a_captain_who_takes_himself_along_says_why() -> None:
    assert phrases(Evening(match_list=("flag",) * 5).view(0), 0) == {f"I want in: I can do something for us in {MATCH_KINDS['flag']}."}


def test_a_vote_in_the_first_match_is_for_the_squad_or_for_oneself() -> None:
    evening = Evening()
    evening.nominate(0, 0, 1, 2)
    assert phrases(evening.view(2), 2) == {"A good squad, number 1."}
    assert phrases(evening.view(3), 3) == {"I want in: I can do something for us in Payload.", "We can do better than that, number 1."}
    assert not phrases(evening.view(0), 0), "the captain has spoken when he nominated"


def test_after_a_match_bots_thank_or_complain_once_and_a_spy_as_one_of_his_team() -> None:
    evening = Evening()
    evening.match((0, 1, SPY), (5, 6, 7))
    assert evening.table.results[-1].winner == 1
    evening.nominate(1, 0, 1, 2)
    evening.nominate(6, 5, 6, 7)
    for seat in (1, SPY):
        assert "That went badly. Look who was in the squad." in phrases(evening.view(seat), seat)
    assert "Well played, all of you." in phrases(evening.view(9), 9)
    evening.votes(0, "nnnnn")
    evening.nominate(2, 0, 1, 2)
    assert not any(phrase.startswith("That went badly") for phrase in phrases(evening.view(1), 1))


def test_who_was_in_lost_squads_is_doubted_and_who_was_in_none_trusted() -> None:
    evening = Evening()
    for mate in (0, 1, 3):
        evening.match((mate, 2, SPY), (5, 6, 7))
    evening.nominate(3, 0, 1, SPY)
    assert "I do not trust number 5." in phrases(evening.view(2), 2)
    assert not [phrase for phrase in phrases(evening.view(SPY), SPY) if "number 5" in phrase], "he speaks as one who knows that he is loyal"
    evening.votes(0, "nnnnn")
    assert "I trust number 4." in phrases(evening.view(SPY), SPY)


def test_every_phrase_is_said_some_evening() -> None:
    heard = {
        phrase
        for setup in (*SETUPS.values(), samples()[4])
        for view, *_ in seen(setup)
        if view.seat is not None
        for phrase in said_once(view)
    }
    assert {each.words.partition("{")[0] for each in PHRASES} <= heard


def said_once(view: View) -> set[str]:
    """The beginnings of what the seat says here by a few rolls."""
    found = [remark.phrase for remark in said(view, view.seat or Seat(0), 6) if remark is not None]
    return {each.words.partition("{")[0] for each in PHRASES for phrase in found if phrase.startswith(each.words.partition("{")[0])}
