"""The default board: headline, buttons, table, hand, log and text, made from a seat's view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove, Refusal
from engine.match import Match
from engine.values import Seat, Value
from engine.words import count_noun, join_items, spaced, third_person
from play.tabletop.board import Draft, Names
from play.tabletop.contract import Credit
from play.tabletop.default_board import DefaultTabletop
from play.tabletop.sentences import BadSentence, Reader, Sentence
from tests.engine.games import couriers
from tests.engine.games.couriers import COURIERS, DECK, WORTH, Setup, View
from tests.examples.checkpoint.rules.game import CHECKPOINT, Carry, Open, Paper
from tests.examples.checkpoint.tabletop import CHECKPOINT_TABLE, Options

if TYPE_CHECKING:
    from collections.abc import Sequence

ANN, BO, CAT = (Seat(seat) for seat in range(3))
NAMES: Final = Names(["Ann", "Bo", "The Countess"], bots=[2])


class SampleEvent(Value, tag="found"):
    """An event with a field of every type that a sentence can contain."""

    seat: Seat
    rival: Seat
    card: Paper
    cards: tuple[Paper, ...] = ()
    seats: tuple[Seat, ...] = ()
    nobody: Seat | None = None
    points: int = 2
    omen: str = "rain"


FOUND: Final = SampleEvent(
    seat=ANN, rival=BO, card=Paper(3), cards=(Paper(1), Paper(2)), seats=(ANN, BO, CAT)
)


@pytest.mark.parametrize(
    ("words", "by_ann", "by_bo", "by_all"),
    [
        ("{seat} and {rival}", "You and Bo", "Ann and you", "Ann and Bo"),
        ("{seat:carry} it", "You carry it", "Ann carries it", "Ann carries it"),
        ("So {seat:are} late", "So you are late", "So Ann is late", "So Ann is late"),
        ("In {rival:'s} hand", "In Bo’s hand", "In your hand", "In Bo’s hand"),
        ("Ha! {rival:'s} hat", "Ha! Bo’s hat", "Ha! Your hat", "Ha! Bo’s hat"),
        ("{card} is seen", "A 3 is seen", "A 3 is seen", "A 3 is seen"),
        ("Seen: {cards}", "Seen: a 1 and a 2", "Seen: a 1 and a 2", "Seen: a 1 and a 2"),
        ("{seats} win", "You, Bo and The Countess win", "Ann, you and The Countess win",
         "Ann, Bo and The Countess win"),
        ("For {nobody}", "For nobody", "For nobody", "For nobody"),
        ("{points:point}, {omen}", "2 points, rain", "2 points, rain", "2 points, rain"),
    ],
)  # fmt: skip
def test_sentence_is_written_for_its_subject_and_for_others(
    words: str, by_ann: str, by_bo: str, by_all: str
) -> None:
    sentence = Sentence.parse(SampleEvent, words, Paper)
    said = [
        sentence.fill(FOUND, Reader(NAMES, me, CHECKPOINT_TABLE.card_words))
        for me in (ANN, BO, None)
    ]
    assert said == [by_ann, by_bo, by_all]


@pytest.mark.parametrize("words", ["{colour} is seen", "{seat", "seat}"])
def test_sentence_with_unknown_fields_is_refused_when_defined(words: str) -> None:
    with pytest.raises(BadSentence):
        Sentence.parse(SampleEvent, words, Paper)


def test_english_forms_in_sentences() -> None:
    verbs = ("take", "pass", "carry", "play", "go", "watch", "are", "have")
    assert [third_person(verb) for verb in verbs] == [
        "takes", "passes", "carries", "plays", "goes", "watches", "is", "has",
    ]  # fmt: skip
    assert [join_items(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "nothing", "a", "a and b", "a, b and c",
    ]  # fmt: skip
    assert (count_noun(1, "paper"), count_noun(0, "paper")) == ("1 paper", "0 papers")
    assert spaced("last-paper_of_all") == "last paper of all"


# --- a game of one-card moves ---------------------------------------------------------------------


class CouriersTable(
    DefaultTabletop[couriers.Setup, couriers.State, couriers.Move, couriers.Event, View]
):
    """Couriers with its texts only and cards as buttons."""

    game = COURIERS
    title = "Couriers"
    blurb = "Deliver, hide, peek."
    credit = Credit(title="Couriers", author="The testers", year="2026", licence="Ours.")
    card = int
    columns = ("Points",)
    moves = {
        couriers.Deliver: "Deliver {cards}",
        couriers.Hide: "Hide {card}",
        couriers.Peek: "Look at {at:'s} hand",
        couriers.Rest: "Rest",
        couriers.Curfew: "Curfew",
    }
    events = {
        couriers.Dealt: "",
        couriers.HandDealt: "You are dealt {hand}.",
        couriers.Delivered: "{seat:deliver} {cards}.",
        couriers.Hid: "{seat:hide} a card.",
        couriers.HidCard: "It is {card}.",
        couriers.Peeked: "{by:look} at {at:'s} hand.",
        couriers.Saw: "There is {card}.",
        couriers.Rested: "{seat:rest}.",
        couriers.Turned: "",
        couriers.Drew: "You draw {card}.",
        couriers.Opened: "All is opened.",
    }

    def waits_for(self, view: View) -> tuple[Seat, ...]:
        return (view.table.turn,) if view.table.turns_left else ()

    def player(self, view: View, seat: Seat) -> Sequence[int]:
        return (view.table.scores[seat],)

    def hand(self, view: View) -> Sequence[int]:
        return view.own.hand if view.own is not None else ()

    def card_words(self, card: int) -> str:
        return f"card {card}"

    def note(self, view: View, move: couriers.Move) -> str:
        return f"{WORTH[move.card]} at the end" if isinstance(move, couriers.Hide) else ""


TABLE: Final = CouriersTable()


def begin_couriers() -> tuple[Match, View, Seat]:
    match = Match.begin(COURIERS, Setup(players=3), seed_from("default board"))
    (turn,) = match.to_act
    return match, match.view(turn), turn


def test_every_legal_move_has_exactly_one_button() -> None:
    _, view, _ = begin_couriers()
    board = TABLE.board(view, NAMES)
    choices = [choice for menu in board.menus for choice in menu.choices]
    assert [choice.move for choice in choices] == list(COURIERS.legal_moves(view))
    assert len({choice.key for choice in choices}) == len(choices)
    for choice in choices:
        assert TABLE.read(view, Draft(choice=choice.key)) == choice.move
    first = view.own.hand[0]
    hide = board.choice(f"hide.{first}")
    assert (hide.label, hide.note) == (f"Hide card {first}", f"{WORTH[first]} at the end")


def test_card_button_plays_the_only_move_that_names_it() -> None:
    _, view, _ = begin_couriers()
    hand = TABLE.board(view, NAMES).panels[0]
    assert hand.secret and hand.above
    assert [(card.title, card.choice) for card in hand.cards] == [
        (f"Card {card}", f"hide.{card}") for card in view.own.hand
    ]


def test_waiting_seat_is_told_who_moves_and_has_no_choices() -> None:
    match, _, turn = begin_couriers()
    for seat in (Seat((turn + 1) % 3), None):
        board = TABLE.board(match.view(seat), NAMES)
        assert (board.headline, board.menus) == (f"Waiting for {NAMES[turn]}", ())
        assert board.waiting == (turn,)
    assert [panel.title for panel in TABLE.board(match.view(None), NAMES).panels] == ["Players"]


def test_text_tells_everything_on_the_board() -> None:
    _, view, turn = begin_couriers()
    stands, players, hand = TABLE.board(view, NAMES).words
    assert stands.lines == ("Your move.",)
    assert [row[0] for row in players.table.rows] == [
        name + (" (bot)" if seat == CAT else "") + (" (you)" if seat == turn else "")
        for seat, name in enumerate(NAMES)
    ]
    assert hand.lines == (f"You hold {join_items([f'card {card}' for card in view.own.hand])}.",)


def test_many_moves_of_a_kind_become_one_choice_with_a_field() -> None:
    match = Match.begin(COURIERS, Setup(players=2, hand=9), seed_from("a large hand"))
    view = match.view(match.to_act[0])
    view = view.__class__(seat=view.seat, table=view.table, own=couriers.Own(hand=DECK[:13]))
    choice = TABLE.board(view, NAMES[:2]).choice("hide")
    assert choice is not None and choice.label == "Hide a card"
    assert TABLE.board(view, NAMES[:2]).choice("deliver").label == "Deliver cards"
    assert [answer.label for answer in choice.fields[0].answers[:2]] == ["Card 0", "Card 1"]
    drawn = Draft(choice="hide", answers=(("card", ("12",)),))
    assert TABLE.read(view, drawn) == couriers.Hide(card=12)


def test_finished_match_shows_every_hand() -> None:
    match, _, _ = begin_couriers()
    titles = [panel.title for panel in TABLE.truth(match.state, NAMES).panels]
    assert titles == ["Ann: hand", "Bo: hand", "The Countess: hand", "Players"]
    assert not any(panel.secret for panel in TABLE.truth(match.state, NAMES).panels)


def test_seats_and_setup_come_from_the_game() -> None:
    assert list(TABLE.seat_counts(None)) == [2, 3, 4]
    assert TABLE.setup(None, 4) == Setup(players=4, hand=2)
    with pytest.raises(Refusal, match="needs 2 or 3 or 4 players, not 5"):
        TABLE.setup(None, 5)


def test_missing_or_wrong_sentences_fail_at_class_definition() -> None:
    def remade(**words: Any) -> None:
        type("Faulty", (CouriersTable,), words)

    kinds = (couriers.Deliver, couriers.Hide, couriers.Peek)
    with pytest.raises(BadSentence, match="no words for Rest and Curfew"):
        remade(moves=dict.fromkeys(kinds, "Do it"))
    with pytest.raises(BadSentence, match="uses colour, which Rested does not have"):
        remade(events={**CouriersTable.events, couriers.Rested: "{colour}"})


# --- moves with several parameters ----------------------------------------------------------------


def courier_view() -> Any:
    setup = CHECKPOINT_TABLE.setup(Options(), 2)
    match = Match.begin(CHECKPOINT, setup, seed_from("carrying"))
    return match.view(match.to_act[0])


def test_move_with_two_parameters_is_one_choice_with_two_fields() -> None:
    view = courier_view()
    choice = CHECKPOINT_TABLE.board(view, NAMES[:2]).choice("carry")
    assert choice is not None and choice.label == "Carry a paper and declare a worth"
    paper, worth = choice.fields
    assert [answer.value for answer in worth.answers] == list("123456")
    assert [answer.label for answer in paper.answers] == [
        f"A {held}" for held in sorted({*view.own.hand})
    ]
    held = view.own.hand[-1]
    drawn = Draft(choice="carry", answers=(("paper", (str(held),)), ("worth", ("5",))))
    assert CHECKPOINT_TABLE.read(view, drawn) == Carry(paper=held, worth=5)


@pytest.mark.parametrize(
    ("draft", "why"),
    [
        (Draft(choice="carry"), "cannot combine these"),
        (Draft(choice="carry", answers=(("paper", ("9",)), ("worth", ("5",)))), "combine these"),
        (Draft(choice="open"), "cannot choose that now"),
        (Draft(choice="nonsense"), "cannot choose that now"),
    ],
)
def test_closed_choice_is_refused_with_a_hint(draft: Draft, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        CHECKPOINT_TABLE.read(courier_view(), draft)


def test_indistinguishable_states_have_the_same_board() -> None:
    match = Match.begin(CHECKPOINT, CHECKPOINT_TABLE.setup(Options(), 3), seed_from("twins"))
    (courier,) = match.to_act
    paper = match.view(courier).own.hand[0]
    match = match.submit(courier, Carry(paper=paper, worth=4))
    (guard,) = match.to_act
    assert CHECKPOINT.legal_moves(match.view(guard))[1] == Open()
    twins = [
        CHECKPOINT.imagine(match.view(guard), SeededDice(seed_from(f"twin {number}"), 0))
        for number in range(6)
    ]
    assert all(twin != match.state for twin in twins)
    boards = {
        CHECKPOINT_TABLE.board(CHECKPOINT.view(state, guard), NAMES)
        for state in (match.state, *twins)
    }
    assert len(boards) == 1
