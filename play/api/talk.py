"""Your seat's chat channels at a table, and your private note and marks."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from core.web.api.operations import Body, Record
from core.web.records import filled
from play.selectors import chat, notes
from play.services import talking
from play.services.notes import MAX_NOTE_LENGTH, save_marks, save_note
from play.services.talking import MAX_LINE_LENGTH as LONGEST_LINE
from play.tabletop import registry
from play.tabletop.contract import TABLE

from .permissions import TableCall, key_of, table_door
from .shapes import ChannelOut, FromSeat, SeatNumber, channel_out


class LineSaid(Record):
    """A chat line. `who` is the name of the person or bot that wrote it, and `bot` is true for a
    bot. `who` is null if the site announces an event, for example that a player sat down, resigned
    or paused.
    """

    channel: str
    who: str | None
    bot: bool
    text: str
    at: datetime


class TalkOut(Record):
    """The channels that you can read or write, and their newest lines, oldest first."""

    channels: tuple[ChannelOut, ...]
    lines: tuple[LineSaid, ...]


class TalkQuery(FromSeat):
    """The number of lines to return."""

    limit: Annotated[int, Meta(ge=1, le=200, description="Maximum number of messages.")] = 200


class Saying(Body):
    """A line of plain text."""

    text: Annotated[str, Meta(max_length=LONGEST_LINE)]
    channel: Annotated[str, Meta(max_length=40)] = TABLE.key
    seat: SeatNumber | None = None


class NoteText(Body):
    """Your note about this match. Only you can read it."""

    text: Annotated[str, Meta(max_length=MAX_NOTE_LENGTH)]


@table_door()
def read(call: TableCall, query: TalkQuery) -> TalkOut:
    """Return the chat of your seat."""
    lines = [
        filled(LineSaid, line, who=line.who or None)
        for line in chat.lines(call.place, limit=query.limit)
    ]
    return TalkOut(
        channels=tuple([channel_out(channel) for channel in chat.channels(call.place)]),
        lines=tuple(lines),
    )


@table_door(status=201)
def say(call: TableCall, body: Saying) -> LineSaid:
    """Write a chat line. You can write at most 10 lines in 20 seconds."""
    line = talking.say(
        **call.table_and_user,
        text=body.text,
        channel=body.channel,
        key=key_of(call),
        seat=body.seat,
    )
    return filled(LineSaid, line, who=call.user.get_username(), bot=False)


@table_door()
def read_note(call: TableCall) -> NoteText:
    """Return your own note."""
    return NoteText(text=notes.note(call.place))


@table_door()
def write_note(call: TableCall, body: NoteText) -> NoteText:
    """Replace your note."""
    return NoteText(text=save_note(**call.table_and_user, text=body.text).text)


class MarkOn(Record):
    """Your mark for a player: one of the game's `marks`, or "" for none."""

    seat: Annotated[int, Meta(ge=0, le=254)]
    mark: Annotated[str, Meta(max_length=20)]


class MarksOut(Record):
    """Your marks in the current match. Only you can read them. `choices` lists the game's marks."""

    choices: tuple[str, ...]
    marks: tuple[MarkOn, ...]


class Marks(Body):
    """Marks to set. Marks for other seats do not change."""

    marks: Annotated[tuple[MarkOn, ...], Meta(max_length=255)]


@table_door()
def read_marks(call: TableCall) -> MarksOut:
    """Return your own marks."""
    return _marks_out(call)


@table_door()
def write_marks(call: TableCall, body: Marks) -> MarksOut:
    """Set your private marks for players."""
    save_marks(**call.table_and_user, marks={mark.seat: mark.mark for mark in body.marks})
    return _marks_out(call)


def _marks_out(call: TableCall) -> MarksOut:
    return MarksOut(
        choices=tuple([mark.key for mark in registry.get(call.place.table.game).marks]),
        marks=tuple(
            [MarkOn(seat=seat, mark=mark) for seat, mark in notes.marks(call.place).items()]
        ),
    )
