"""Bots' remarks: lines in a channel of the seat, stored with the move, that never stop a match."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.accounts.models import User
from engine import registry as games
from engine.bots import Heard, Remark
from engine.dice import Dice
from engine.values import Seat
from play.models import ChatLine, Move
from play.selectors import chat
from play.selectors.names import names_at
from play.selectors.table_view import version
from play.services import reconcile, talking, thinking
from play.tabletop.contract import TABLE, Channel
from tests.engine.games import bids
from tests.engine.games.bids import Bid

from .tables import WHISPER, BidsTable, Time, bid, chairs, participant_at, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]

PSST = Remark(channel=WHISPER.key, phrase="I bid high.")


class ChattyBot:
    """A bot that bids 2 and makes the remarks of a test."""

    def __init__(self, *remarks: object) -> None:
        self.remarks = list(remarks)
        self.asked: list[tuple[object, Seat]] = []
        self.thrown: list[tuple[int, ...]] = []

    def choose(self, view: object, seat: Seat, dice: Dice) -> Bid:
        self.thrown.append(dice.roll(9))
        return Bid(amount=2)

    def remark(self, view: object, seat: Seat, dice: Dice) -> object:
        self.asked.append((view, seat))
        self.thrown.append(dice.roll(9))
        remark = self.remarks.pop(0) if len(self.remarks) > 1 else self.remarks[0]
        return remark() if callable(remark) else remark


def use_chatty_bot(monkeypatch: pytest.MonkeyPatch, *remarks: object) -> ChattyBot:
    bot = ChattyBot(*remarks)
    monkeypatch.setattr(games, "bot", lambda *_: bot)
    return bot


def fail(*_: object) -> object:
    raise ZeroDivisionError


def die(**_: object) -> object:
    """End the worker's process."""
    raise KeyboardInterrupt


def bot_lines() -> list[tuple[str, str]]:
    """Return the channel and text of all lines by bots."""
    return list(
        ChatLine.objects.filter(user=None, chair__isnull=False)
        .order_by("at")
        .values_list("channel", "text")
    )


@pytest.fixture(autouse=True)
def _channels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give all seats except the first a channel of their own."""

    def channels(self: BidsTable, view: bids.View) -> tuple[Channel, ...]:
        return (WHISPER, TABLE) if view.seat else (TABLE,)

    monkeypatch.setattr(BidsTable, "channels", channels)


def test_a8_bot_remark_is_heard_in_its_channel_only(
    monkeypatch: pytest.MonkeyPatch, ann: User, bob: User, dan: User
) -> None:
    bot = use_chatty_bot(monkeypatch, PSST)
    table = table_of(ann, "bot", bob)
    cast = (ann, bob, dan)
    before = {user: version(participant_at(table, user)) for user in cast}
    assert thinking.think(limit=1) == 1
    assert bot.asked == [
        (bids.View(seat=Seat(1), table=bids.Table(round=1, scores=(0, 0, 0)), bid=0), 1)
    ]
    assert {user for user in cast if version(participant_at(table, user)) != before[user]} == {bob}
    heard = {
        user: [
            (line.who, line.text)
            for line in chat.lines(participant_at(table, user))
            if not line.is_house
        ]
        for user in cast
    }
    assert heard == {ann: [], bob: [(names_at(chairs(table))[1], "I bid high.")], dan: []}


def test_a8_bots_in_the_public_channel_are_heard_by_everyone(
    monkeypatch: pytest.MonkeyPatch, ann: User, dan: User
) -> None:
    use_chatty_bot(monkeypatch, Remark(channel=TABLE.key, phrase="Good luck."))
    table = table_of(ann, "bot")
    before = version(participant_at(table, dan))
    thinking.think(limit=1)
    assert version(participant_at(table, dan)) != before
    assert [line.text for line in chat.lines(participant_at(table, dan)) if not line.is_house] == [
        "Good luck."
    ]


def test_a8_bot_without_a_remark_is_silent_and_never_repeats_its_last_line(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User
) -> None:
    bot = use_chatty_bot(monkeypatch, PSST, PSST, None)
    table = table_of(ann, "bot")
    for _ in range(3):
        assert thinking.think(limit=1) == 1
        bid(table, ann, 1)
        time.later(seconds=1)
    assert len(bot.asked) == 3
    assert bot_lines() == [(WHISPER.key, "I bid high.")]
    assert not list(reconcile.findings())


def test_a8_interrupted_thought_says_its_line_once(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User
) -> None:
    """The line is written in the transaction of its move, so both are stored or neither."""
    use_chatty_bot(monkeypatch, PSST)
    table_of(ann, "bot")
    with monkeypatch.context() as broken:
        broken.setattr(ChatLine.objects, "create", die)
        with pytest.raises(KeyboardInterrupt):
            thinking.think(limit=1)
    assert (Move.objects.count(), bot_lines()) == (0, [])
    time.to(time.now + thinking.CLAIM_DURATION)
    assert thinking.think(limit=1) == 1
    assert (Move.objects.count(), bot_lines()) == (1, [(WHISPER.key, "I bid high.")])


def test_a8_worker_returning_after_its_lease_repeats_no_line(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User
) -> None:
    table_of(ann, "bot")

    def slow() -> Remark:
        time.later(seconds=thinking.CLAIM_DURATION.total_seconds() + 1)
        use_chatty_bot(monkeypatch, Remark(channel=WHISPER.key, phrase="First."))
        assert thinking.think() == 1
        return Remark(channel=WHISPER.key, phrase="Second.")

    use_chatty_bot(monkeypatch, slow)
    assert thinking.think(limit=1) == 0
    assert bot_lines() == [(WHISPER.key, "First.")]


@pytest.mark.parametrize(
    "remark", [fail, Remark(channel="no-such", phrase="Psst")], ids=["raises", "elsewhere"]
)
def test_a8_bot_that_fails_to_talk_still_moves(
    monkeypatch: pytest.MonkeyPatch, ann: User, remark: object
) -> None:
    use_chatty_bot(monkeypatch, remark)
    table_of(ann, "bot")
    assert thinking.think(limit=1) == 1
    assert list(Move.objects.values_list("seat", "how")) == [(1, "bot")]
    assert not bot_lines()


def test_a8_talk_uses_separate_dice_and_does_not_change_moves(
    monkeypatch: pytest.MonkeyPatch, ann: User
) -> None:
    bot = use_chatty_bot(monkeypatch, PSST)
    table = table_of(ann, "bot")
    monkeypatch.setattr(thinking, "_move", lambda *_: False)
    thinking.think(limit=1)
    chose, talked = bot.thrown
    assert chose != talked
    table.chairs.update(claimed_until=None, attempts=0)
    monkeypatch.setattr(ChattyBot, "remark", None)
    monkeypatch.delattr(ChattyBot, "remark")
    thinking.think(limit=1)
    assert bot.thrown[2:] == [chose]


# --- bots that listen -----------------------------------------------------------------------------


class ListeningBot(ChattyBot):
    """A bot that keeps what it hears and answers every line except its own."""

    def __init__(self) -> None:
        super().__init__(None)
        self.heard: list[tuple[Heard, ...]] = []

    def having_heard(self, heard: tuple[Heard, ...]) -> ListeningBot:
        self.heard.append(heard)
        return self

    def answer(self, view: object, seat: Seat, dice: Dice) -> Remark | None:
        return Remark(channel=self.heard[-1][-1].channel, phrase=f"Seat {seat + 1} hears.")


def use_listening_bot(monkeypatch: pytest.MonkeyPatch) -> ListeningBot:
    bot = ListeningBot()
    monkeypatch.setattr(games, "bot", lambda *_: bot)
    return bot


def test_a8_listening_bot_hears_its_channels_and_answers_immediately(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User, bob: User
) -> None:
    bot = use_listening_bot(monkeypatch)
    table = table_of(ann, "bot", bob)
    talking.say(table_id=table.pk, user=bob, text="psst", channel=WHISPER.key)
    time.later(seconds=1)
    talking.say(table_id=table.pk, user=ann, text="hello")
    assert bot_lines() == [(WHISPER.key, "Seat 2 hears."), (TABLE.key, "Seat 2 hears.")]
    assert thinking.think(limit=1) == 1
    assert [(line.seat, line.channel, line.phrase) for line in bot.heard[-1]] == [
        (2, WHISPER.key, "psst"),
        (1, WHISPER.key, "Seat 2 hears."),
        (0, TABLE.key, "hello"),
        (1, TABLE.key, "Seat 2 hears."),
    ]


def test_a8_other_channels_and_talk_before_the_match_do_not_reach_bots(
    monkeypatch: pytest.MonkeyPatch, ann: User, bob: User
) -> None:
    def first_alone(self: BidsTable, view: bids.View) -> tuple[Channel, ...]:
        return (TABLE, WHISPER) if view.seat != 1 else (TABLE,)

    monkeypatch.setattr(BidsTable, "channels", first_alone)
    bot = use_listening_bot(monkeypatch)
    table = table_of(ann, "bot", bob)
    talking.say(table_id=table.pk, user=bob, text="psst", channel=WHISPER.key)
    assert thinking.think(limit=1) == 1
    assert [*bot.heard[-1]] == []


def test_a2_talk_in_other_channels_does_not_trigger_answers(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User, bob: User
) -> None:
    """Otherwise the timing would reveal talk in other channels."""

    def last_alone(self: BidsTable, view: bids.View) -> tuple[Channel, ...]:
        return (TABLE, WHISPER) if view.seat == 2 else (TABLE,)

    monkeypatch.setattr(BidsTable, "channels", last_alone)
    use_listening_bot(monkeypatch)
    table = table_of(ann, "bot", bob)
    talking.say(table_id=table.pk, user=ann, text="hello")
    heard = bot_lines()
    time.later(seconds=1)
    talking.say(table_id=table.pk, user=bob, text="psst", channel=WHISPER.key)
    assert bot_lines() == heard == [(TABLE.key, "Seat 2 hears.")]


def test_a2_timing_of_answers_reveals_nothing_about_other_channels(
    monkeypatch: pytest.MonkeyPatch, ann: User
) -> None:
    bot = use_listening_bot(monkeypatch)

    def each_in_its_own(view: object, seat: Seat, dice: Dice) -> Remark:
        return Remark(channel=WHISPER.key if seat == 1 else TABLE.key, phrase="Yes.")

    monkeypatch.setattr(bot, "answer", each_in_its_own)
    table = table_of(ann, "bot", "bot")
    line = talking.say(table_id=table.pk, user=ann, text="hello")
    answers = ChatLine.objects.filter(user=None, chair__isnull=False)
    assert len({row.channel for row in answers}) == 2
    assert {row.at - line.at for row in answers} == {timedelta(milliseconds=1)}


def remark_in_unknown_channel(*_: object) -> Remark:
    return Remark(channel="no-such", phrase="Psst")


@pytest.mark.parametrize("answer", [fail, remark_in_unknown_channel])
def test_bot_that_fails_to_answer_loses_no_line_and_says_nothing(
    monkeypatch: pytest.MonkeyPatch, ann: User, answer: object
) -> None:
    bot = use_listening_bot(monkeypatch)
    monkeypatch.setattr(bot, "answer", answer)
    table = table_of(ann, "bot")
    talking.say(table_id=table.pk, user=ann, text="hello")
    assert ChatLine.objects.filter(text="hello").exists() and not bot_lines()
