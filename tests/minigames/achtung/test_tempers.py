"""The tempers: their actions, remarks and answers in evenings with talk."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from engine.bots import Heard, Listens, RandomBot, Talks, dice_for
from engine.dice import SeededDice, seed_from
from engine.values import Seat, changed
from lab.simulation import simulate_one
from minigames.achtung.beliefs import Beliefs, ClaimsHeard
from minigames.achtung.bots import sides as sides_of
from minigames.achtung.claims import Claim, claims_in, read_claims
from minigames.achtung.doctrine import DOCTRINE, cover_of
from minigames.achtung.lab.talk import TalkedEvening, TalkTable
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import Nominate, Own, Setup, Vote
from minigames.achtung.rules.words import CHANNELS
from minigames.achtung.tempers import TEMPERS

from .evenings import Evening
from .test_aftermath import SPY

CLUB = tuple([temper.club for temper in TEMPERS])
WATCHER, MIXER, LISTENER = CLUB
DICE = SeededDice(seed_from("tempers"), 0)


@lru_cache
def play_evenings(many: int = 6) -> tuple[TalkedEvening, ...]:
    """Play evenings with the three tempers at one table."""
    return tuple(
        [
            TalkTable(
                Setup(),
                [CLUB[(seat + number) % 3] for seat in range(10)],
                seed_from(f"tempers {number}"),
            ).play()
            for number in range(many)
        ]
    )


def test_tempers_vary_squads_guess_accuse_defend_and_change_their_minds() -> None:
    """Figures of many evenings are in docs/lab/bots.md. Six evenings require less."""
    count = sum([each.counts for each in play_evenings()], Counter[str]())
    assert count["the same again"] <= 0.3 * count["later squads"]
    assert 0.2 <= count["with a Spy"] / count["squads"] <= 0.5
    assert count["right guesses"] >= 0.2 * count["guesses"]
    assert count["claims"] >= 60 and count["answers"] >= 60 and count["defences"] >= 20
    assert count["changed"] >= 0.03 * count["choices"]


def test_deduction_beats_random_players() -> None:
    """Measured shares are in docs/lab/bots.md. 12 evenings require less."""
    wins = 0
    for number in range(12):
        seed, ours = seed_from(f"deduction {number}"), number % 2
        state, _ = ACHTUNG.start(Setup(), SeededDice(seed, 0))
        sides = sides_of(state)
        bots = [CLUB[number % 3] if side == ours else RandomBot(ACHTUNG) for side in sides]
        winners = simulate_one(ACHTUNG, Setup(), bots, seed).winners
        wins += {sides[seat] for seat in winners} == {ours}
    assert wins >= 9


def test_three_tempers_differ_in_votes_and_nominations() -> None:
    """The same squad is nominated after each lost match."""
    evening = Evening()
    for _ in range(2):
        evening.match((0, 1, 2), (5, 6, 7))
    captain = evening.state.teams[0].captain
    squads = [bot.choose(evening.view(captain), Seat(captain), DICE).squad for bot in CLUB]
    assert MIXER.play_style.repeat_penalty > 2 * WATCHER.play_style.repeat_penalty
    assert squads[1] != (0, 1, 2)
    assert WATCHER.play_style.wariness > MIXER.play_style.wariness
    assert LISTENER.play_style.claim_weight > 2 * WATCHER.play_style.claim_weight


def test_temper_depends_only_on_its_view_and_what_it_heard() -> None:
    evening = Evening()
    evening.match((0, 1, 2), (5, 6, 7))
    seat = Seat(evening.state.teams[0].captain)
    view = evening.view(seat)
    twin = ACHTUNG.view(ACHTUNG.imagine(view, DICE), seat)
    heard = (spoken_line(1 if seat != 1 else 2, f"I do not trust number {4 if seat != 3 else 3}."),)
    for temper in TEMPERS:
        for bot in temper.bots.values():
            told = bot.having_heard(heard)
            assert told.choose(view, seat, DICE) == told.choose(twin, seat, DICE)
            assert told.answer(view, seat, DICE) == told.answer(twin, seat, DICE)


# --- claims ---------------------------------------------------------------------------------------


def spoken_line(by: int, words: str, side: int = 0) -> Heard:
    return Heard(seat=Seat(by), channel=CHANNELS[side], phrase=words)


def test_a8_people_and_bots_make_claims_in_the_same_words() -> None:
    by = Seat(1)
    assert read_claims(by, "I do not trust number 4.") == [Claim(by, "doubts", Seat(3))]
    assert read_claims(by, "guys, I don't trust number 12 at all") == [
        Claim(by, "doubts", Seat(11))
    ]
    assert read_claims(by, "Number 3 is right: I trust number 5.") == [Claim(by, "trusts", Seat(4))]
    assert read_claims(by, "You may be right, number 2: I no longer trust number 3.") == [
        Claim(by, "doubts", Seat(2))
    ]
    assert read_claims(by, "Who trusts number 4?") == []


def test_last_claim_about_a_mate_counts_and_other_teams_are_ignored() -> None:
    heard = [
        spoken_line(1, "I trust number 4."),
        spoken_line(1, "I do not trust number 4."),
        spoken_line(1, "I do not trust number 4."),
        spoken_line(6, "I do not trust number 4.", side=1),
        spoken_line(2, "I do not trust number 8."),
    ]
    members = tuple([Seat(seat) for seat in range(5)])
    assert claims_in(heard, members, CHANNELS[0]) == (Claim(Seat(1), "doubts", Seat(3)),)


def test_claims_change_suspicion_less_if_made_by_a_likely_spy_and_never_by_oneself() -> None:
    evening = Evening()
    for _ in range(2):
        evening.match((0, 1, SPY), (5, 6, 7))
    view = evening.view(2)

    def risk(*said: Claim) -> float:
        return Beliefs(view, Seat(2), claims_heard=ClaimsHeard(said, 1.0)).spy_risk(Seat(3))

    trusted = Claim(Seat(3), "doubts", Seat(0))
    accused = risk(Claim(Seat(3), "doubts", Seat(3)))
    assert accused > risk()
    assert risk(Claim(Seat(SPY), "doubts", Seat(3))) > risk()
    assert risk(Claim(Seat(SPY), "trusts", Seat(3))) < risk()
    assert risk(Claim(Seat(2), "doubts", Seat(3))) == risk()
    before, after = [
        Beliefs(view, Seat(2), claims_heard=ears).spy_risk(Seat(0))
        for ears in (ClaimsHeard(), ClaimsHeard((trusted,), 1.0))
    ]
    suspect = ClaimsHeard((Claim(Seat(SPY), "doubts", Seat(0)),), 1.0)
    assert after > Beliefs(view, Seat(2), claims_heard=suspect).spy_risk(Seat(0)) > before


def test_listener_rejects_a_squad_whose_members_are_accused() -> None:
    evening = Evening()
    evening.match((0, 1, SPY), (5, 6, 7))
    captain = evening.state.teams[0].captain
    view = evening.view(captain)
    deaf = LISTENER.choose(view, Seat(captain), DICE)
    assert isinstance(deaf, Nominate)
    mate = next(seat for seat in deaf.squad if seat != captain)
    heard = tuple(
        [
            spoken_line(by, f"I do not trust number {mate + 1}.")
            for by in range(5)
            if by not in (captain, mate)
        ]
    )
    told = LISTENER.having_heard(heard).choose(view, Seat(captain), DICE)
    assert isinstance(told, Nominate)
    assert mate not in told.squad
    assert DOCTRINE.choose(view, Seat(captain), DICE) == DOCTRINE.choose(view, Seat(captain), DICE)
    assert not isinstance(DOCTRINE, Listens)


# --- answers --------------------------------------------------------------------------------------


def possible_answers(
    evening: Evening, seat: int, *heard: Heard, own: Own | None = None
) -> set[str]:
    """Return all possible answers of a mixer to the last line."""
    view = evening.view(seat)
    view = view if own is None else changed(view, own=own)
    bot = MIXER.having_heard(heard)
    found = [bot.answer(view, Seat(seat), dice_for(b"answers", Seat(n), 1)) for n in range(20)]
    return {each.phrase for each in found if each is not None}


def test_a8_accused_bot_defends_itself_with_public_facts() -> None:
    evening = Evening()
    evening.match((0, 1, SPY), (5, 6, 7))
    accused = "I do not trust number {}."
    assert "Not me: I was in no squad that lost." in possible_answers(
        evening, 3, spoken_line(0, accused.format(4))
    )
    assert any(
        words.startswith("Not me")
        for words in possible_answers(evening, 1, spoken_line(0, accused.format(2)))
    )
    assert not possible_answers(evening, 3, spoken_line(3, accused.format(2))), (
        "bots do not answer themselves"
    )
    assert not possible_answers(evening, 3, spoken_line(0, "Shall we?"))
    assert not possible_answers(evening, 3, spoken_line(5, accused.format(4), side=1))


def test_a8_spy_answers_like_his_cover_class_before_and_after_moving() -> None:
    evening = Evening()
    evening.match((0, 1, SPY), (5, 6, 7))
    evening.nominate(evening.state.teams[0].captain, 0, 1, 2)
    said = spoken_line(0, "I do not trust number 5.")
    face = cover_of(evening.view(SPY), Seat(SPY))
    assert face is not None
    before = possible_answers(evening, SPY, said)
    assert before == possible_answers(evening, SPY, said, own=Own(kind=face))
    evening.play(SPY, Vote(yes=True))
    assert possible_answers(evening, SPY, said) == before


def test_a8_temper_remark_never_contradicts_its_nomination() -> None:
    """Every claim of a captain agrees with the nominated squad in whole evenings."""
    bound = 0
    for number in range(2):
        room = TalkTable(
            Setup(), [CLUB[seat % 3] for seat in range(10)], seed_from(f"words {number}")
        )
        while acting := ACHTUNG.to_act(room.state):
            seat = acting[0]
            view, heard = ACHTUNG.view(room.state, seat), room.heard_by(seat)
            bot = room.bots[seat].having_heard(heard)
            assert isinstance(bot, Talks)
            move = bot.choose(view, seat, dice_for(room.seed, seat, room.ply + 1))
            words = [bot.remark(view, seat, dice_for(b"words", seat, n)) for n in range(8)]
            if not isinstance(move, Nominate):
                assert not any(words), "votes and actions have no remark (A2, A21)"
            for claim in [
                claim for each in words if each for claim in read_claims(seat, each.phrase)
            ]:
                assert (claim.teammate in move.squad) == (claim.stance == "trusts")
                bound += 1
            room.act(seat)
    assert bound > 10


@pytest.mark.parametrize("temper", TEMPERS, ids=lambda temper: temper.key)
def test_every_temper_has_ten_unique_names(temper) -> None:
    others = {name for each in TEMPERS if each is not temper for name in each.names}
    assert len({*temper.names}) == 10 and not others & {*temper.names}
    assert all(name.isalpha() and len(name) <= 12 for name in temper.names)
