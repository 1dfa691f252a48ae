"""The choices of a seat, and the moves that result from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.game import IllegalMove
from engine.values import Seat
from minigames.achtung.rules.actions import OFFERS, Offer, all_offers
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.values import (
    MATCHES,
    NOTE_LENGTH,
    Backstab,
    Ballot,
    Disguise,
    Elect,
    Headshot,
    Heal,
    Kinds,
    Move,
    Nominate,
    Note,
    Sabotage,
    Seats,
    Shoot,
    StandBy,
    View,
    Vote,
)
from minigames.achtung.rules.words import KIND_WORDS, MATCH_WORDS
from play.tabletop.board import Answer, Choice, Draft, Field, Menu

from .lore import points_words, sabotage_words
from .people import listing, number_and_name, side_of

CHOOSE: Final = Answer(value="", label="Choose…")
"""Default answer to questions for which there is no undo."""

STALE: Final = "You cannot choose that now. Check the board again."

TITLES: Final = {
    "ballot": "Vote on the type of this match",
    "squads": "Your team’s squad",
    "writers": "Who writes for your team?",
    "notes": "Your sealed slip",
    "actions": "Your action",
}
HINTS: Final = {
    "ballot": "Everyone at the table has one vote. Ties are broken by lot.",
    "writers": "The slip goes to the Spies in the other team. Votes stay secret.",
    "actions": "Everyone always acts, even if only to stand by, so no one can see who can do more.",
}


def menus(view: View, names: Sequence[str]) -> tuple[Menu, ...]:
    """Return the choices in the current step.

    Spectators, and seats that have already answered, have none.
    """
    own_info, phase = view.own, view.table.phase
    if own_info is None or own_info.answer is not None or phase == "over":
        return ()
    rows = [
        offered
        for offered in all_offers(view)
        if OFFERS[offered.move].phase == phase and _is_shown(view, offered)
    ]
    choices = [choice for offered in rows for choice in CHOICES[offered.move](view, offered, names)]
    if not any(not choice.closed for choice in choices):
        return ()
    return (Menu(title=TITLES[phase], choices=tuple(choices), hint=_hint(view)),)


def _is_shown(view: View, offered: Offer) -> bool:
    """Return whether an offer is shown.

    Abilities of the seat's class are always shown. Other moves are shown only if they are
    available.
    """
    kind = OFFERS[offered.move].kind
    if kind is not None:
        return view.own is not None and view.own.kind == kind
    return not offered.closed


def _hint(view: View) -> str:
    table, team = view.table, view.team
    if table.phase == "squads" and team is not None:
        if team.stage == "vote":
            return (
                f"More than half of {len(team.members)} must say yes. Votes are hidden until all "
                "are in."
            )
        if team.voted == len(team.members):
            return "The hat has gone round, so this squad is final without a vote."
        return f"Your team then votes on it. Voted down in this match: {team.voted}."
    if table.phase == "notes":
        return _recipient_hint(view)
    return HINTS.get(table.phase, "")


def _recipient_hint(view: View) -> str:
    is_spy = view.own is not None and view.own.kind == "spy" and view.table.terms.spy_notes
    is_writer = view.team is not None and view.team.writer == view.seat
    if is_spy and is_writer:
        return (
            "Your slip goes to everyone in the other team, unsigned, and to the Spies among them."
        )
    if is_spy:
        return "Your slip goes to everyone in the other team, unsigned."
    if is_writer:
        return "Your slip goes to the Spies in the other team."
    return "Everyone hands one in. Yours is thrown away unread."


# --- one function for each kind of move -----------------------------------------------------------


def _ballot(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    kind = view.own.kind if view.own else "spy"
    return [
        Choice(
            key=f"ballot-{match}",
            label=MATCH_WORDS[match],
            note=_worth_note(view, kind, match),
            closed=offered.closed,
            move=Ballot(match=match),
        )
        for match in MATCHES
    ]


def _worth_note(view: View, kind: str, match: str) -> str:
    parts = points_words(kind, view.table.terms).split(", ")  # type: ignore[arg-type]
    return f"You count {parts[[*MATCHES].index(match)].split(' ')[0]}"  # type: ignore[arg-type]


def _nominate(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    field = Field(
        name="squad",
        label=f"Choose {offered.max_targets} players",
        kind="checks",
        answers=_player_answers(offered.targets, names, view.seat),
    )
    return [
        Choice(
            key="nominate",
            label="Nominate this squad",
            closed=offered.closed,
            fields=(field,),
            previews=True,
            look="main",
        )
    ]


def _vote(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    squad = listing(names, view.team.squad) if view.team else ""
    return [
        Choice(
            key="vote-yes",
            label="Yes",
            note=f"Send {squad}",
            closed=offered.closed,
            move=Vote(yes=True),
            look="main",
        ),
        Choice(
            key="vote-no",
            label="No",
            note="The hat goes on",
            closed=offered.closed,
            move=Vote(yes=False),
        ),
    ]


def _elect(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    return [_target_choice(view, "elect", "Elect", "Writer", offered, names, note="")]


def _note(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    field = Field(
        name="text",
        label="Text",
        kind="text",
        low=0,
        high=NOTE_LENGTH,
        help=f"At most {NOTE_LENGTH} characters. Leave empty to say nothing.",
    )
    return [
        Choice(
            key="note",
            label="Hand in the slip",
            closed=offered.closed,
            fields=(field,),
            look="main",
        )
    ]


def _stand_by(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    return [
        Choice(
            key="stand-by",
            label="Stand by",
            note="Do nothing",
            closed=offered.closed,
            move=StandBy(),
        )
    ]


def _heal(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    people = _player_answers(offered.targets, names, view.seat)
    any_other = Answer(value="", label="Any remaining player")
    fields = [
        Field(
            name=f"patient-{number}",
            label="Patient" if offered.max_targets == 1 else f"Patient {number}",
            answers=(CHOOSE if number == 1 else any_other, *people),
        )
        for number in range(1, offered.max_targets + 1)
    ]
    note = _sabotage_note(view) + (
        "List your preferred patient first. If one is removed, the next is healed."
        if offered.max_targets > 1
        else "If they are removed, the dice choose another."
        if len(people) > 1
        else "If they are removed, no one is healed."
    )
    return [
        Choice(
            key="heal",
            label="Heal",
            note=note,
            closed=offered.closed,
            fields=tuple(fields),
            look="main",
        )
    ]


def _shoot(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    note = (
        _sabotage_note(view)
        or "Removes them from the match. A Spy is not hurt, and no one is told."
    )
    return [_target_choice(view, "shoot", "Shoot", "Target", offered, names, note=note.strip())]


def _sabotage_note(view: View) -> str:
    """Return a sentence about a sabotage that the seat knows of, or "".

    The sentence ends with a space.
    """
    return (
        f"{sabotage_words(view.own.kind, view.table.terms)} "
        if view.own and view.own.sabotaged
        else ""
    )


def _backstab(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    return [
        _target_choice(
            view,
            "backstab",
            "Backstab",
            "Target",
            offered,
            names,
            note="Removes someone in your own squad from the match.",
        )
    ]


def _headshot(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    if view.own is None or view.own.unlock != "ambassador":
        return []
    return [
        _target_choice(
            view,
            "headshot",
            "Headshot",
            "Target",
            offered,
            names,
            note="Hurts only a Spy of the other team.",
        )
    ]


def _sabotage(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    people = _player_answers(offered.targets, names, view.seat)
    kinds = _class_answers(_sort_likely_first(view, offered.kinds or LOYAL_KINDS))
    fields = (
        Field(name="target", label="Target", answers=(CHOOSE, *people)),
        Field(name="guess", label="Guessed class", answers=(CHOOSE, *kinds)),
    )
    note = (
        "If you are right, they are worth 1 less from now on. You learn the result after the match."
    )
    return [
        Choice(key="sabotage", label="Sabotage", note=note, closed=offered.closed, fields=fields)
    ]


def _disguise(view: View, offered: Offer, names: Sequence[str]) -> list[Choice]:
    if not view.table.terms.disguise:
        return []
    field = Field(
        name="kind",
        label="Appear as a",
        answers=(CHOOSE, *_class_answers(offered.kinds or LOYAL_KINDS)),
    )
    return [
        Choice(
            key="disguise",
            label="Disguise",
            note="The announced points are higher by what this class is worth.",
            closed=offered.closed,
            fields=(field,),
        )
    ]


def _target_choice(
    view: View,
    key: str,
    label: str,
    field_label: str,
    offered: Offer,
    names: Sequence[str],
    *,
    note: str,
) -> Choice:
    people = _player_answers(offered.targets, names, view.seat)
    field = Field(name="target", label=field_label, answers=(CHOOSE, *people))
    return Choice(
        key=key,
        label=label,
        note=note,
        closed=offered.closed,
        fields=(field,) if people else (),
        look="main" if key != "backstab" else "",
    )


def _class_answers(kinds: Kinds) -> tuple[Answer, ...]:
    return tuple([Answer(value=kind, label=KIND_WORDS[kind]) for kind in kinds])


def _sort_likely_first(view: View, kinds: Kinds) -> Kinds:
    """Return the classes. The classes announced for the seat's own team come first."""
    pools, side = view.table.pools, side_of(view) or 0
    announced = pools[side] if pools else ()
    return tuple(sorted(kinds, key=lambda kind: kind not in announced))


def _player_answers(seats: Seats, names: Sequence[str], viewer: Seat | None) -> tuple[Answer, ...]:
    return tuple(
        Answer(
            value=str(seat),
            label=number_and_name(names, seat) + (" (you)" if seat == viewer else ""),
        )
        for seat in seats
    )


CHOICES: Final[dict[type[Move], Callable[[View, Offer, Sequence[str]], list[Choice]]]] = {
    Ballot: _ballot, Nominate: _nominate, Vote: _vote, Elect: _elect, Note: _note,
    StandBy: _stand_by, Heal: _heal, Shoot: _shoot, Backstab: _backstab, Sabotage: _sabotage,
    Disguise: _disguise, Headshot: _headshot,
}  # fmt: skip


# --- answers --------------------------------------------------------------------------------------


def read_move(view: View, draft: Draft) -> Move:
    """Return the move of a choice.

    Raise IllegalMove if the move is illegal; the message says how to correct it.
    """
    nameless = tuple([""] * len(view.table.sides))
    choice = next(
        (
            offered_choice
            for menu in menus(view, nameless)
            for offered_choice in menu.choices
            if offered_choice.key == draft.choice
        ),
        None,
    )
    if choice is None:
        raise IllegalMove(STALE)
    if choice.closed:
        raise IllegalMove(choice.closed)
    return READERS[choice.key](view, draft) if choice.key in READERS else choice.move  # type: ignore[return-value]


def drafted_squad(draft: Draft | None) -> Seats:
    """Return the members of a form's squad that could be read."""
    if draft is None or draft.choice != "nominate":
        return ()
    return tuple(sorted({Seat(int(value)) for value in draft.all("squad") if _is_number(value)}))


def _read_squad(view: View, draft: Draft) -> Move:
    squad, squad_size = drafted_squad(draft), view.table.terms.squad
    if len(squad) != squad_size:
        raise IllegalMove(f"Choose {squad_size} players for the squad. You chose {len(squad)}.")
    return Nominate(squad=squad)


def _read_patients(view: View, draft: Draft) -> Move:
    patients = [draft.value(f"patient-{number}") for number in range(1, len(view.table.sides) + 1)]
    if len({value for value in patients if value}) < len([value for value in patients if value]):
        raise IllegalMove(
            "You chose someone twice. Choose each patient once, or keep “Any remaining player”."
        )
    if not patients[0]:
        raise IllegalMove("Choose at least one patient.")
    return Heal(targets=tuple([_seat(value) for value in patients if value]))


def _read_note(view: View, draft: Draft) -> Move:
    text = " ".join(draft.value("text").split())
    if len(text) > NOTE_LENGTH:
        raise IllegalMove(
            f"A slip can have at most {NOTE_LENGTH} characters. Yours has {len(text)}."
        )
    return Note(text=text)


def _kind(draft: Draft, field: str) -> str:
    value = draft.value(field)
    if value not in LOYAL_KINDS:
        raise IllegalMove("Choose one of the eight classes.")
    return value


def _seat(value: str) -> Seat:
    if not _is_number(value):
        raise IllegalMove("Choose a player.")
    return Seat(int(value))


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdecimal() and len(value) < 4


READERS: Final[dict[str, Callable[[View, Draft], Move]]] = {
    "nominate": _read_squad,
    "elect": lambda _, draft: Elect(writer=_seat(draft.value("target"))),
    "note": _read_note,
    "heal": _read_patients,
    "shoot": lambda _, draft: Shoot(target=_seat(draft.value("target"))),
    "backstab": lambda _, draft: Backstab(target=_seat(draft.value("target"))),
    "sabotage": lambda _, draft: Sabotage(
        target=_seat(draft.value("target")),
        guess=_kind(draft, "guess"),  # type: ignore[arg-type]
    ),
    "disguise": lambda _, draft: Disguise(kind=_kind(draft, "kind")),  # type: ignore[arg-type]
    "headshot": lambda _, draft: Headshot(target=_seat(draft.value("target"))),
}
