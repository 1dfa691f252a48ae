"""Conversion of a game's values to JSON and back, and their JSON Schemas.

Encoding is canonical. Fields have a fixed order, and there are no sets or dicts, so equal values
have equal bytes. Input is decoded with the game's own types. Invalid input is refused with a
sentence that names the field. Always store a new encoding of the decoded value, and never the
client's bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from .game import EventT, Game, MoveT, Refusal, SetupT, StateT, ViewT
from .values import Value

T = TypeVar("T")

Kind: TypeAlias = Literal["setup", "state", "move", "event", "view"]
KINDS: Final[tuple[Kind, ...]] = ("setup", "state", "move", "event", "view")
LONGEST_SENTENCE: Final = 200

_encoder = msgspec.json.Encoder()


def encode(value: Value) -> bytes:
    """Return the canonical JSON of a value."""
    return _encoder.encode(value)


def encode_all(values: Iterable[Value]) -> bytes:
    """Return the canonical JSON of several values as a list."""
    return _encoder.encode(tuple(values))


def fingerprint(value: Value) -> str:
    """Return the SHA-256 hash of the canonical JSON as hexadecimal. Different values have different
    fingerprints.
    """
    return sha256(encode(value)).hexdigest()


class Unreadable(Refusal):
    """The JSON does not match the type. `field` is the path of the error, such as `cards[2].value`,
    or "" for the whole value.
    """

    code = "unreadable"

    def __init__(self, sentence: str, *, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class Reader(Generic[T]):
    """A decoder for one type, which refuses invalid input."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self._type = _with_tag(kind)
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(self._type)

    def decode(self, data: bytes | str) -> T:
        """Return a value from JSON, or raise `Unreadable`."""
        try:
            return self._decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise unreadable(error) from error

    def take(self, fields: object, *, strict: bool = True) -> T:
        """Return a value from plain dicts and lists, or raise `Unreadable`.

        If `strict` is false, as for forms, the string "2" is accepted as the number 2.
        """
        try:
            value: T = msgspec.convert(fields, self._type, strict=strict)
        except (msgspec.ValidationError, RecursionError) as error:
            raise unreadable(error) from error
        return value

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the input that `decode` accepts."""
        return msgspec.json.schema(self.kind)


class Codec(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """Decoders for a game's five types. Examples are `Codec(game).move.decode(data)` and
    `Codec(game).schema("move")`.
    """

    def __init__(self, game: Game[SetupT, StateT, MoveT, EventT, ViewT]) -> None:
        setup, state, move, event, view = game.types
        self.setup: Reader[SetupT] = Reader(setup)
        self.state: Reader[StateT] = Reader(state)
        self.move: Reader[MoveT] = Reader(move)
        self.event: Reader[EventT] = Reader(event)
        self.view: Reader[ViewT] = Reader(view)

    def schema(self, kind: Kind) -> dict[str, Any]:
        """Return the JSON Schema of a setup, state, move, event or view."""
        reader: Reader[Any] = getattr(self, kind)
        return reader.schema()


class _NoSuch(Value, tag="no such kind"):
    """A second type that turns a single tagged record into a union. Otherwise, the record would be
    decoded without its tag.
    """


def _with_tag(kind: Any) -> Any:
    config = getattr(kind, "__struct_config__", None)
    return kind | _NoSuch if config and config.tag else kind


_PLACE: Final = re.compile(r"(?P<what>.*?)(?: - at `(?:key in )?\$\.?(?P<path>.*)`)?", re.DOTALL)
_FIELD_FAULT: Final = re.compile(
    r"Object (?P<fault>missing required|contains unknown) field `(?P<name>.*)`", re.DOTALL
)


def unreadable(error: Exception) -> Unreadable:
    """Return the refusal for a decoding error. It names the invalid field."""
    if not isinstance(error, msgspec.ValidationError):
        return Unreadable(
            "This is not valid JSON."
            if not isinstance(error, RecursionError)
            else "This is nested too deeply."
        )
    place = _PLACE.fullmatch(str(error))
    message, path = (place["what"], place["path"] or "") if place else (str(error), "")
    if field_fault := _FIELD_FAULT.fullmatch(message):
        field = f"{path}.{field_fault['name']}" if path else field_fault["name"]
        return Unreadable(
            _short(f"The field “{field}” is {_FAULTS[field_fault['fault']]}."), field=field
        )
    message = message.replace("`", "")
    subject = f"The field “{path}” is not valid" if path else "The value is not valid"
    sentence = f"{subject}: {message[:1].lower()}{message[1:].rstrip('.')}."
    return Unreadable(_short(sentence), field=path)


_FAULTS: Final = {"missing required": "missing", "contains unknown": "unknown"}


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST_SENTENCE else sentence[: LONGEST_SENTENCE - 1] + "…"
