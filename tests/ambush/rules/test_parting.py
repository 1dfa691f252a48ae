"""Fighters who agree to part (P44)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ambush.board import log
from ambush.bots import BOTS
from ambush.doctrine import Doctrine
from ambush.rules.call import AmbushResult, Tactics, mission_goes_on
from ambush.rules.game import AMBUSH
from ambush.rules.numbers import NUMBERS
from ambush.rules.outcome import ambush_result
from ambush.rules.samples import sample_ambush
from ambush.rules.values import Fire, OfferedToPart, Over, Plan, State, StealthTried
from ambush.thinking import SEARCH_GAME
from ambush.worth import has_nothing_to_gain
from engine.codec import Codec
from engine.match import heard_by, submit
from engine.values import Seat, changed
from tests.ambush.board.scene import board_for, board_text, make_draft
from tests.ambush.board.test_plan_form import read

from .scene import ADA, BEA, RIFLE, STAY, Turn, fighter, plan, seeded_dice, standoff
from .test_ends import awards_of

OFFER = Plan(offers_to_part=True)
BLOW = plan(action=Fire())
MISS = (1, 1)
TACTICS: tuple[Tactics, ...] = ("aggressive", "cautious", "flee_first")


def brawlers(*, by: Seat | None = None, **facts: Any) -> State:
    """Return two neighbours with bare hands. One of them has offered to part."""
    facts = {"numbers": NUMBERS, "here": (20, 20), "there": (20, 21), **facts}
    state = standoff(fighter(0), fighter(1), **facts)
    if by is None:
        return state
    offers = (1, 0) if by == ADA else (0, 1)
    return changed(state, table=changed(state.table, part_offers=offers))


def with_hits(state: State, seat: Seat, hits: int, *, dealt: int = 0) -> State:
    """Return the state with DP lost by one fighter, who has done damage to the other."""
    own = list(state.own)
    mark = changed(own[seat].mark, dealt=dealt, hurt="hit" if dealt else "")
    own[seat] = changed(own[seat], man=changed(own[seat].man, hits=hits), mark=mark)
    return changed(state, own=(own[0], own[1]))


# --- the rule -------------------------------------------------------------------------------------


def test_p44_offers_of_both_sides_in_a_turn_end_it_undecided() -> None:
    turn = Turn(standoff(turn=9, numbers=NUMBERS), OFFER, OFFER)
    assert (turn.table.ending, AMBUSH.outcome(turn.state).winners) == ("agreement", (ADA, BEA))
    assert ambush_result(turn.state) == AmbushResult(turns=9)
    assert turn.heard(BEA, Over) == [Over(ending="agreement", turn=9, phase=5)]
    assert {why for _, _, why in awards_of(turn.state)} == {"ambush"}


def test_p44_the_mission_of_the_spy_ends() -> None:
    ambush = sample_ambush(fighter(0), fighter(1), 1)
    result = ambush_result(Turn(standoff(), OFFER, OFFER).state)
    assert not mission_goes_on(ambush, result, after_escape=True)


@pytest.mark.parametrize("seat", [ADA, BEA])
def test_p44_an_offer_can_be_accepted_in_the_next_turn(seat: Seat) -> None:
    one, two = (OFFER, STAY) if seat == ADA else (STAY, OFFER)
    first = Turn(standoff(), one, two)
    assert first.table.stage == "planning"
    assert [first.table.has_part_offer(side) for side in (ADA, BEA)] == [seat == ADA, seat == BEA]
    assert Turn(first.state, two, one).table.ending == "agreement"


def test_p44_an_offer_is_no_longer_valid_after_the_next_turn() -> None:
    second = Turn(Turn(standoff(), OFFER, STAY).state).state
    turn = Turn(second, STAY, OFFER)
    assert not second.table.has_part_offer(ADA)
    assert turn.table.stage == "planning"
    assert turn.table.part_offers == (1, 3)


def test_p44_everyone_hears_of_an_offer_after_the_turn_only() -> None:
    state = standoff()
    sealed, told = submit(AMBUSH, state, seat=ADA, move=OFFER, dice=seeded_dice("sealed"))
    for reader in (BEA, None):
        assert AMBUSH.view(sealed, reader) == AMBUSH.view(state, reader)
        assert not heard_by(reader, told)
    turn = Turn(state, OFFER, STAY)
    for reader in (ADA, BEA, None):
        heard = [event for event in heard_by(reader, turn.told) if isinstance(event, OfferedToPart)]
        assert heard == [OfferedToPart(by=ADA)]


def test_p44_the_plans_of_the_turn_are_carried_out_first() -> None:
    state = brawlers()
    bea = changed(state.own[1], man=changed(state.own[1].man, hits=1))
    state = changed(state, own=(state.own[0], bea))
    turn = Turn(state, plan(action=Fire()), OFFER, 6, 6, 4)
    assert turn.table.ending == "knock_out"
    struck = Turn(brawlers(), changed(BLOW, offers_to_part=True), OFFER, *MISS)
    assert (struck.table.ending, struck.ada.man.acted) == ("agreement", True)


def test_p44_nobody_tries_to_vanish_after_an_agreement() -> None:
    state = standoff(numbers=NUMBERS)
    own = tuple(
        changed(side, unseen=5, seen=False, spotted=False, mark=changed(side.mark, in_sight=False))
        for side in state.own
    )
    assert not Turn(changed(state, own=own), OFFER, OFFER).heard(ADA, StealthTried)


def test_p44_planning_by_phases_ends_with_the_turn() -> None:
    state = Turn(standoff(phase_by_phase=True), OFFER, STAY).state
    assert state.table.has_part_offer(ADA)
    state = Turn(state, STAY, OFFER).state
    for _ in range(2):
        assert state.table.stage == "planning"
        state = Turn(state).state
    assert Turn(state).table.ending == "agreement"


def test_p44_duels_from_before_keep_their_bytes() -> None:
    codec = Codec(AMBUSH)
    raw = msgspec.to_builtins(plan("n", RIFLE))
    assert "offers_to_part" not in raw
    assert codec.move.take({**raw, "offers_to_part": False}) == plan("n", RIFLE)
    assert codec.move.take({**raw, "offers_to_part": True}).offers_to_part is True
    assert "part_offers" not in msgspec.to_builtins(Turn(standoff()).table)


# --- bots and doctrines ---------------------------------------------------------------------------


def answer(state: State, seat: Seat, doctrine: Doctrine | None = None) -> Plan:
    """Return the plan of a doctrine."""
    move = (doctrine or Doctrine()).choose(AMBUSH.view(state, seat), seat, seeded_dice("answer"))
    assert isinstance(move, Plan)
    return move


@pytest.mark.parametrize("tactics", TACTICS)
def test_p44_every_doctrine_agrees_with_bare_hands_and_never_offers_first(tactics: Tactics) -> None:
    doctrine = Doctrine(tactics)
    offered, silent = answer(brawlers(by=BEA), ADA, doctrine), answer(brawlers(), ADA, doctrine)
    assert offered.offers_to_part is True
    assert silent == changed(offered, offers_to_part=False)


def test_p44_doctrine_goes_on_if_one_of_the_fighters_has_a_weapon() -> None:
    for arms in ((("rifle",), ()), ((), ("shotgun",)), (("knife",), ())):
        state = standoff(fighter(0, *arms[0]), fighter(1, *arms[1]), numbers=NUMBERS)
        state = changed(state, table=changed(state.table, part_offers=(0, 1)))
        assert not answer(state, ADA).offers_to_part


def test_p44_doctrine_agrees_if_both_are_hurt_and_it_is_not_ahead() -> None:
    state = standoff(numbers=NUMBERS)
    state = changed(state, table=changed(state.table, part_offers=(0, 1)))
    assert answer(with_hits(state, ADA, 1, dealt=1), ADA).offers_to_part is True
    assert not answer(with_hits(state, ADA, 0, dealt=1), ADA).offers_to_part
    assert not answer(with_hits(state, ADA, 1), ADA).offers_to_part


def test_p44_doctrine_that_is_ahead_goes_on() -> None:
    state = brawlers(by=BEA)
    assert has_nothing_to_gain(state.own[0], has_mission=False)
    assert not answer(with_hits(state, ADA, 0, dealt=1), ADA).offers_to_part


def test_p44_spy_on_a_mission_agrees_only_if_hurt() -> None:
    state = brawlers(by=ADA)
    hunted = changed(state, own=(state.own[0], changed(state.own[1], hunt=True)))
    assert answer(state, BEA).offers_to_part is True
    assert not answer(hunted, BEA).offers_to_part
    assert answer(with_hits(hunted, BEA, 1, dealt=1), BEA).offers_to_part is True


def test_p44_doctrine_does_not_trust_an_enemy_whom_it_has_never_seen() -> None:
    state = brawlers(by=BEA)
    ada = changed(state.own[0], mark=changed(state.own[0].mark, at=-1, in_sight=False))
    assert not answer(changed(state, own=(ada, state.own[1])), ADA).offers_to_part


def test_p44_searching_bot_considers_the_offer_of_the_enemy() -> None:
    def offers(state: State) -> list[bool]:
        moves = SEARCH_GAME.legal_moves(AMBUSH.view(state, ADA))
        return [bool(move.offers_to_part) for move in moves if isinstance(move, Plan)]

    assert any(offers(brawlers(by=BEA)))
    assert not any(offers(brawlers()))
    over = Turn(brawlers(by=BEA), OFFER, STAY).state
    assert BOTS.worth is not None
    assert BOTS.worth(over, ADA) == 0.5


# --- the page -------------------------------------------------------------------------------------


def test_p44_a_quiet_button_and_a_check_box_offer_to_part() -> None:
    state = standoff()
    button = next(
        choice
        for menu in board_for(state, ADA).menus
        for choice in menu.choices
        if choice.label == "Stay and offer to part"
    )
    assert (button.move, button.ask, button.look) == (OFFER, "", "")
    assert button.note == "Stand still; no firing action; offer to part."
    assert read(state, make_draft(part="yes", vanish="yes")) == OFFER
    assert read(state, make_draft(vanish="yes")) == STAY


def test_p44_the_page_shows_the_offers_that_are_known() -> None:
    def lines(state: State, seat: Seat) -> str:
        return " ".join(board_for(state, seat).lines)

    state = Turn(standoff(), OFFER, STAY).state
    assert "Ada offers to part. If you agree, the ambush ends undecided" in lines(state, BEA)
    assert board_for(state, BEA).headline == "Turn 2 of 30: Ada offers to part"
    assert "You have offered to part. Bea can agree" in lines(state, ADA)
    sealed, _ = submit(AMBUSH, standoff(), seat=ADA, move=OFFER, dice=seeded_dice("sealed"))
    assert "offer to part" in lines(sealed, ADA)
    assert "part" not in lines(sealed, BEA)
    assert "part" not in lines(standoff(), BEA)
    assert board_text(board_for(sealed, BEA)) == board_text(board_for(standoff(), BEA))


def test_p44_the_log_says_who_offered_and_how_it_ended() -> None:
    event = OfferedToPart(by=ADA)
    assert [log.log_line(event, reader) for reader in (ADA, BEA, None)] == [
        "You offer to part.",
        "The enemy offers to part.",
        "The ambusher offers to part.",
    ]
    ended = log.log_line(Over(ending="agreement", turn=2, phase=5), ADA)
    assert ended == "Both fighters have agreed to part. The ambush is over."
