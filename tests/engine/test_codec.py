"""JSON round trips, and refusals with a sentence that names the field."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codec import KINDS, LONGEST_SENTENCE, Codec, Reader, Unreadable, encode, fingerprint
from engine.values import HOST, Seat, Value
from tests.engine.games.bids import BIDS, Bid, Setup
from tests.engine.games.couriers import COURIERS, Deliver, Hide, Note, Own, Peek, Rest

MOVES = st.one_of(
    st.builds(Deliver, cards=st.lists(st.integers(0, 19)).map(tuple)),
    st.builds(Hide, card=st.integers(-(2**31), 2**31)),
    st.builds(Peek, at=st.integers(0, 255).map(Seat)),
    st.just(Rest()),
)
OWNS = st.builds(
    Own,
    hand=st.lists(st.integers(0, 19)).map(tuple),
    notes=st.lists(
        st.builds(Note, seat=st.integers(0, 255).map(Seat), card=st.integers(0, 19))
    ).map(tuple),
)
move = Codec(COURIERS).move


class Parcel(Value, tag="parcel"):
    seat: Seat
    cards: tuple[Hide, ...] = ()


parcel: Reader[Parcel] = Reader(Parcel)


@given(MOVES)
def test_move_round_trips_and_equal_moves_have_equal_bytes(sent):
    assert move.decode(encode(sent)) == sent
    assert encode(move.decode(encode(sent))) == encode(sent)


@given(OWNS, OWNS)
def test_only_equal_values_share_a_fingerprint(one, other):
    assert (fingerprint(one) == fingerprint(other)) == (one == other)


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ('{"type":"hide"}', "card", "The field “card” is missing."),
        (
            '{"type":"hide","card":"ace"}',
            "card",
            "The field “card” is not valid: expected int, got str.",
        ),
        ('{"type":"hide","card":1,"why":2}', "why", "The field “why” is unknown."),
        (
            '{"type":"deliver","cards":[1,null]}',
            "cards[1]",
            "The field “cards[1]” is not valid: expected int, got null.",
        ),
        ('{"type":"peek","at":-1}', "at", "The field “at” is not valid: expected int >= 0."),
        ('{"type":"peek","at":256}', "at", "The field “at” is not valid: expected int <= 255."),
        ('{"type":"fly"}', "type", "The field “type” is not valid: invalid value 'fly'."),
        ('{"card":1}', "type", "The field “type” is missing."),
        ("[]", "", "The value is not valid: expected object, got array."),
        ('{"type":', "", "This is not valid JSON."),
        ("", "", "This is not valid JSON."),
        ('{"type":"hide","card":1} x', "", "This is not valid JSON."),
        ('{"card":' + "[" * 100_000, "", "This is nested too deeply."),
    ],
)
def test_invalid_input_is_refused_with_a_sentence_that_names_the_field(sent, field, sentence):
    with pytest.raises(Unreadable) as refusal:
        move.decode(sent)
    assert (refusal.value.field, refusal.value.sentence, refusal.value.code) == (
        field,
        sentence,
        "unreadable",
    )


def test_field_of_a_nested_record_is_named_with_its_path():
    with pytest.raises(Unreadable) as refusal:
        parcel.decode(
            '{"type":"parcel","seat":1,"cards":[{"type":"hide","card":1},{"type":"hide"}]}'
        )
    assert refusal.value.field == "cards[1].card"


def test_single_tagged_record_requires_its_tag():
    assert parcel.decode('{"type":"parcel","seat":1}') == Parcel(seat=Seat(1))
    with pytest.raises(Unreadable, match="“type” is missing"):
        parcel.decode('{"seat":1}')


def refusal_sentence(sent: bytes | str) -> str:
    """Return the sentence of a refusal, or an empty string if the input can be decoded."""
    try:
        move.decode(sent)
    except Unreadable as refusal:
        return refusal.sentence
    return ""


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_random_input_is_refused_with_a_short_sentence(rubbish):
    assert 0 < len(refusal_sentence(rubbish)) <= LONGEST_SENTENCE


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(["type", "card", "cards", "at", "x"]),
        JSON | st.sampled_from(["hide", "peek", "deliver"]),
    )
)
def test_almost_valid_json_is_decoded_or_refused(fields):
    sentence = refusal_sentence(json.dumps(fields))
    assert not sentence or sentence.endswith((".", "…"))


def test_long_value_is_not_repeated_in_full():
    with pytest.raises(Unreadable) as refusal:
        move.decode(json.dumps({"type": "x" * 10_000}))
    assert len(refusal.value.sentence) == LONGEST_SENTENCE


def test_form_accepts_numbers_as_text_and_json_does_not():
    assert move.take({"type": "hide", "card": "2"}, strict=False) == Hide(card=2)
    with pytest.raises(Unreadable, match="“card”"):
        move.take({"type": "hide", "card": "2"})
    with pytest.raises(Unreadable, match="“csrf” is unknown"):
        move.take({"type": "hide", "card": "2", "csrf": "x"}, strict=False)


def test_every_game_type_has_a_schema_without_internal_placeholders():
    for kind in KINDS:
        schema = json.dumps(Codec(COURIERS).schema(kind))
        assert "no such kind" not in schema
    assert '"maximum": 255' in json.dumps(Codec(COURIERS).schema("move"))
    assert parcel.schema()["$ref"] == "#/$defs/Parcel"


def test_setup_state_event_and_view_round_trip():
    codec = Codec(BIDS)
    state, told = BIDS.start(Setup(), dice=None)  # type: ignore[arg-type]
    assert codec.setup.decode(b"{}") == Setup()
    assert codec.state.decode(encode(state)) == state
    assert codec.event.decode(encode(told[0].event)) == told[0].event
    assert codec.view.decode(encode(BIDS.view(state, HOST))) == BIDS.view(state, HOST)
    assert codec.move.decode(encode(Bid(amount=1))) == Bid(amount=1)
