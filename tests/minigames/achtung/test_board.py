"""The page of Achtung, Spy!: every open action is a legal choice, and boards keep secrets."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove
from engine.values import Seat
from minigames.achtung.board.phrases import winner_words
from minigames.achtung.board.picture import squad_shown
from minigames.achtung.rules.actions import OFFERS, all_offers
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import (
    ROUNDS,
    Backstab,
    ClassUnlock,
    Disguise,
    Elect,
    Heal,
    Nominate,
    Note,
    Sabotage,
    StandBy,
    View,
    Vote,
)
from minigames.achtung.rules.words import KIND_WORDS
from minigames.achtung.tabletop import ACHTUNG_TABLE
from play.tabletop.board import Draft, Group, Text
from tests.minigames.achtung.boards import (
    EVENINGS,
    NAMES,
    board_of,
    choices,
    choose_first_answers,
    default_draft,
    draft,
    positions,
    views,
)
from tests.minigames.achtung.evenings import Evening

KINDS_OF_MOVE = {
    "ballot": "Ballot", "nominate": "Nominate", "vote": "Vote", "elect": "Elect", "note": "Note",
    "stand-by": "StandBy", "heal": "Heal", "shoot": "Shoot", "backstab": "Backstab",
    "sabotage": "Sabotage", "disguise": "Disguise", "headshot": "Headshot",
}  # fmt: skip


def kind_of(key: str) -> str:
    return KINDS_OF_MOVE.get(key) or KINDS_OF_MOVE[key.split("-", maxsplit=1)[0]]


@pytest.mark.parametrize("name", EVENINGS)
def test_every_open_action_is_a_choice_that_becomes_a_legal_move(
    name: str,
) -> None:
    for view in views(name):
        shown = choices(board_of(view))
        open_kinds = {offered.move.__name__ for offered in all_offers(view) if not offered.closed}
        assert {kind_of(choice.key) for choice in shown if not choice.closed} == open_kinds
        for choice in shown:
            sent = choose_first_answers(choice, view.table.terms.squad)
            if choice.closed:
                assert choice.closed.endswith(".")
                with pytest.raises(IllegalMove, match=choice.closed[:20]):
                    ACHTUNG_TABLE.read(view, sent)
            else:
                ACHTUNG.check(view, ACHTUNG_TABLE.read(view, sent))


@pytest.mark.parametrize("name", EVENINGS)
def test_choices_with_a_victim_or_class_need_a_selection(
    name: str,
) -> None:
    for view in views(name, every=3):
        for choice in choices(board_of(view)):
            if choice.fields and not choice.closed and choice.key not in ("note", "nominate"):
                with pytest.raises(IllegalMove, match=r"^Choose"):
                    ACHTUNG_TABLE.read(view, default_draft(choice))


@pytest.mark.slow("plays whole evenings")
def test_sample_evenings_include_every_kind_of_move() -> None:
    seen = {
        kind_of(choice.key)
        for name in EVENINGS
        for view in views(name, every=3)
        for choice in choices(board_of(view))
        if not choice.closed
    }
    assert seen == {move.__name__ for move in OFFERS}


@pytest.mark.parametrize("name", EVENINGS)
def test_board_depends_only_on_the_view(name: str) -> None:
    """Worlds that a seat cannot tell apart have the same board, coach and talk."""
    for number, state in enumerate(positions(name, every=23)):
        for seat in (None, Seat(0), Seat(3)):
            view = ACHTUNG.view(state, seat)
            twin = ACHTUNG.view(
                ACHTUNG.imagine(view, SeededDice(seed_from(f"twin {number}"), 0)), seat
            )
            for ask in (board_of, ACHTUNG_TABLE.coach, ACHTUNG_TABLE.channels):
                assert ask(view) == ask(twin)


def test_spectator_sees_no_class_captain_or_squad_before_the_reveal() -> None:
    at = Evening()
    at.nominate(0, 0, 1, 2)
    board = board_of(at.view(None))
    twin = str(board.words) + str(board.headline) + str(board.lines)
    assert "The hat" not in twin and "Proposed" not in twin
    assert not board.menus and not board.waiting
    assert all(words not in str(board.drawing) for words in ("proposed", "Scout", "has the hat"))


# --- A3, A21: hidden answers ----------------------------------------------------------------------


def test_a3_board_does_not_change_when_others_answer() -> None:
    at = Evening()
    at.lock((0, 1, 2), (5, 6, 7))
    before = [board_of(at.view(seat)) for seat in (None, 0, 9)]
    at.play(3, StandBy())
    at.play(8, StandBy())
    assert [board_of(at.view(seat)) for seat in (None, 0, 9)] == before


def test_a21_board_shows_only_choosing_or_locked_of_the_other_team() -> None:
    at = Evening()
    before = board_of(at.view(5))
    at.nominate(0, 0, 1, 2)
    at.votes(0, "yynnn")
    at.nominate(1, 1, 2, 3)
    assert board_of(at.view(5)) == before
    assert "RED is choosing, BLU is choosing." in before.lines
    at.votes(0, "yyynn")
    assert "RED is locked in, BLU is choosing." in board_of(at.view(5)).lines
    assert squad_shown(at.view(5), 0) == ((), False)


def test_board_waits_only_for_its_own_seat_until_it_answers() -> None:
    at = Evening()
    assert [board_of(at.view(seat)).waiting for seat in (None, 0, 1, 5)] == [(), (0,), (), (5,)]
    at.nominate(0, 0, 1, 2)
    at.play(1, Vote(yes=True))
    assert [board_of(at.view(seat)).waiting for seat in (0, 1, 2)] == [(0,), (), (2,)]


# --- panels ---------------------------------------------------------------------------------------


def test_only_i_see_my_class_with_its_points_and_abilities() -> None:
    at = Evening()
    panel = board_of(at.view(4)).panels[0]
    assert (panel.title, panel.secret, panel.cards[0].title) == ("Your class", True, "Spy")
    assert panel.lines[0] == "You sit with RED and are its Spy: you win with BLU."
    assert board_of(at.view(0)).panels[0].cards[0].lines == ("Payload 1 · Flag 3 · Control 2",)


def test_team_panel_shows_captains_and_votes() -> None:
    at = Evening()
    at.nominate(0, 0, 1, 2)
    at.votes(0, "yynnn")
    panel = board_of(at.view(1)).panels[1]
    assert panel.title == "RED alone sees"
    assert panel.lines[1] == "It is with 2 player-b. Voted down in this match: 1 of 5."
    assert grid_of(at.view(1)) == (
        ("1.1", "●♦+", "●+", "●−", "−", "−", "", "", "", "", "", "2 : 3, voted down"),
    )
    assert grid_of(at.view(6)) == (), "another team sees nothing of it (A21)"


def grid_of(view: View) -> tuple[tuple[str, ...], ...]:
    """Return the rows of votes and squads, newest first."""
    found = [panel for panel in board_of(view).panels if panel.title == "Votes and squads"]
    assert all(panel.table is not None for panel in found)
    return found[0].table.rows if found and found[0].table else ()


def test_votes_and_squads_of_both_teams_share_one_grid() -> None:
    at = Evening()
    at.match((0, 1, 2), (5, 6, 7))
    played, voted = grid_of(at.view(0))
    assert played[:-1] == ("1 Payload", *"●●●", "", "", *"●●●", "", "")
    assert played[-1] == winner_words(at.table.results[0])
    assert voted == ("1.1", "●♦+", "●+", "●+", "+", "+", *[""] * 5, "5 : 0, locked in")
    assert grid_of(at.view(None)) == (played,), "spectators see what was played"


def test_a2_votes_have_no_names_if_only_the_count_is_announced() -> None:
    at = Evening(votes="tally")
    at.nominate(0, 0, 1, 2)
    at.votes(0, "yynnn")
    assert grid_of(at.view(1))[0][1:6] == ("●♦", "●", "●", "", "")
    (words,) = [each for each in board_of(at.view(1)).words if each.title == "Team knowledge"]
    assert words.table is not None and words.table.rows[0][3:] == ("2", "3")


@pytest.mark.parametrize(
    ("removals", "totals", "lines"),
    [
        ("no", False, ()),
        ("removal", False, ("2 player-b was removed.",)),
        ("cause", True, ("Points: RED 1, BLU 6.", "2 player-b was backstabbed.")),
    ],
)
def test_scoreboard_shows_exactly_what_the_options_announce(
    removals: str, totals: bool, lines: tuple[str, ...]
) -> None:
    at = Evening(announce_removals=removals, announce_totals=totals)
    at.match((0, 1, 4), (5, 6, 7), {4: Backstab(target=Seat(1))})
    panel = next(
        panel for panel in board_of(at.view(None)).panels if panel.title == "Matches played"
    )
    card = panel.cards[0]
    assert card.title == "1 · Payload: BLU wins"
    assert card.lines[2:] == lines


def test_picture_shows_five_matches_as_a_ladder() -> None:
    at = Evening()
    at.match((0, 1, 2), (5, 6, 7))
    drawing = board_of(at.view(0)).drawing
    assert drawing is not None
    rungs = [
        shape
        for shape in drawing.shapes
        if isinstance(shape, Group) and dict(shape.data).get("match")
    ]
    assert [rung.title for rung in rungs] == [
        "Match 1, Payload: a draw",
        "Match 2, Payload: now",
        *[f"Match {number}, Payload: to come" for number in (3, 4, 5)],
    ]
    assert len(rungs) == ROUNDS


def test_notes_arrive_as_sealed_cards() -> None:
    at = Evening(spy_notes=True)
    at.lock((0, 1, 2), (5, 6, 7))
    at.answer({4: Note(text="Shoot number 1.")}, Note())
    panel = next(panel for panel in board_of(at.view(5)).panels if panel.title.startswith("Slips"))
    assert [(card.title, card.corner, card.look) for card in panel.cards] == [
        ("Shoot number 1.", "Match 1", "slip")
    ]
    assert "Shoot number 1." not in str(board_of(at.view(0)))


def test_finished_game_is_revealed_to_everyone() -> None:
    *_, last = positions("everything", every=10_000)
    board = board_of(ACHTUNG.view(last, None))
    opened = [passage for passage in board.words if passage.title.endswith("opened")]
    assert len(opened) == ROUNDS
    assert opened[-1].table is not None and len(opened[-1].table.rows) == 12
    truth = ACHTUNG_TABLE.truth(last, NAMES)
    assert truth is not None and KIND_WORDS["spy"] in str(truth.words)


@pytest.mark.parametrize("name", EVENINGS)
def test_text_tells_everything_in_the_picture(name: str) -> None:
    for view in views(name, every=31):
        board = board_of(view)
        assert board.drawing is not None
        twin = " ".join([line for passage in board.words for line in passage.lines])
        for shape in board.drawing.shapes:
            if isinstance(shape, Group) and (seat := dict(shape.data).get("seat")):
                assert f"{int(seat) + 1} {NAMES[int(seat)]}" in twin
                assert all(
                    len(inner.words) <= 16 for inner in shape.shapes if isinstance(inner, Text)
                )


def test_coach_advises_every_seat_but_no_spectator() -> None:
    for view in views("everything", every=11):
        assert bool(ACHTUNG_TABLE.coach(view)) == (view.seat is not None)


# --- texts under options --------------------------------------------------------------------------


def options_of(at: Evening, seat: int, key: str, field: int) -> list[str]:
    """Return the labels of a field's answers."""
    return [
        answer.label
        for choice in choices(board_of(at.view(seat)))
        if choice.key == key
        for answer in choice.fields[field].answers
    ]


def advice_text(at: Evening, seat: int) -> str:
    """Return the texts of the coach and of the own class."""
    return " ".join([ACHTUNG_TABLE.coach(at.view(seat)), *board_of(at.view(seat)).panels[0].lines])


MEDIC_AND_SNIPER: dict[str, Any] = {
    "pool": "chosen",
    "pools": (("medic", "sniper", "heavy", "pyro"),),
    "announce_pool": True,
}


def seat_of_class(at: Evening, kind: str) -> int:
    """Return the seat of RED with this class."""
    return next(seat for seat in range(5) if at.state.own[seat].kind == kind)


def squads_with(at: Evening, *seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a squad of RED with these seats, filled up from the first, and one of BLU."""
    red = (*seats, *[seat for seat in range(5) if seat not in seats])[:3]
    return tuple(sorted(red)), (5, 6, 7)


def test_a19_automatic_medic_is_told_to_stand_by_without_a_target() -> None:
    at = Evening(medic="automatic", **MEDIC_AND_SNIPER)
    medic = seat_of_class(at, "medic")
    at.lock(*squads_with(at, medic))
    said = advice_text(at, medic)
    assert (
        "chosen for you" in said
        and "Stand by." in said
        and "Heal" not in said
        and "you name" not in said
    )


def test_texts_mention_two_spies_in_teams_of_six() -> None:
    at = Evening(team_size=6)
    spy = next(seat for seat in range(6) if at.state.own[seat].kind == "spy")
    loyal = next(seat for seat in range(6) if at.state.own[seat].kind != "spy")
    assert (
        advice_text(at, spy).count("You sit with RED and are one of its 2 Spies: you win with BLU.")
        == 2
    )
    assert "2 of you are Spies who want BLU to win" in advice_text(at, loyal)


def test_spy_gets_no_advice_against_himself_about_notes() -> None:
    at = Evening(team_notes=True)
    at.lock((0, 1, 2), (5, 6, 7))
    assert "who win with RED and against you" in advice_text(at, 4)
    assert "who win with RED." in advice_text(at, 0)
    for seat in at.state.acting:
        at.play(seat, Elect(writer=Seat(4 if seat < 5 else 5)))
    assert "who win against you: leave the slip empty, or mislead them" in advice_text(at, 4)
    assert "tell them who to sabotage" in advice_text(at, 5)


def test_spy_is_told_all_available_actions() -> None:
    ambassador = (ClassUnlock(kind="spy", unlock="ambassador"),)
    at = Evening(
        announce_totals=True,
        disguise=True,
        announce_pool=True,
        unlocks="chosen",
        chosen_unlocks=ambassador,
    )
    at.lock((0, 1, 4), (5, 6, 7))
    said = advice_text(at, 4)
    assert (
        "backstab from the squad, sabotage from anywhere, disguise from the squad or headshot "
        "from anywhere"
    ) in said
    assert "disguise makes" in said and "Ambassador, you can headshot" in said
    plain = Evening()
    plain.lock((0, 1, 4), (5, 6, 7))
    assert (
        "One action per match: backstab from the squad or sabotage from anywhere."
        in advice_text(plain, 4)
    )
    assert "isguise" not in advice_text(plain, 4)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("medic", "your healing gives only 1 point"),
        ("sniper", "your shot takes only 1 point"),
        ("heavy", "you are worth 1 less"),
    ],
)
def test_a6_sabotaged_player_is_told_the_effect_on_their_class(kind: Any, said: str) -> None:
    at = Evening(**MEDIC_AND_SNIPER)
    victim, spy = seat_of_class(at, kind), seat_of_class(at, "spy")
    squads = squads_with(at, victim)
    at.match(*squads, {spy: Sabotage(target=Seat(victim), guess=kind)})
    at.lock(*squads)
    board = board_of(at.view(victim))
    assert said in " ".join(board.panels[0].lines)
    assert "Doubles" not in str(board.panels[0]) and "Takes one player" not in str(board.panels[0])
    assert [
        said in choice.note for choice in choices(board) if choice.key in ("heal", "shoot")
    ] in ([], [True])


def test_a26_list_of_patients_tells_who_is_next() -> None:
    at = Evening(**MEDIC_AND_SNIPER)
    medic = seat_of_class(at, "medic")
    at.lock(*squads_with(at, medic))
    assert options_of(at, medic, "heal", 0)[0] == "Choose…"
    assert options_of(at, medic, "heal", 1)[0] == "Any remaining player"


@pytest.mark.parametrize("medic", ["list", "random"])
def test_squad_of_two_has_no_other_patient(medic: str) -> None:
    at = Evening(squad=2, medic=medic, **MEDIC_AND_SNIPER)
    seat = seat_of_class(at, "medic")
    at.lock(tuple(sorted((seat, (seat + 1) % 5))), (5, 6))
    notes = [choice.note for choice in choices(board_of(at.view(seat))) if choice.key == "heal"]
    assert notes == ["If they are removed, no one is healed."]


def test_spy_guesses_announced_classes_first() -> None:
    at = Evening(**MEDIC_AND_SNIPER)
    at.lock((0, 1, 2), (5, 6, 7))
    assert set(options_of(at, seat_of_class(at, "spy"), "sabotage", 1)[1:5]) == {
        "Medic",
        "Sniper",
        "Heavy",
        "Pyro",
    }


def test_unlocks_are_explained_to_everyone_without_their_owners() -> None:
    (panel,) = [
        panel for panel in board_of(next(views("lists"))).panels if panel.title == "The unlocks"
    ]
    assert panel.table is not None
    assert ("The Razorback", "Sniper") in [row[:2] for row in panel.table.rows]
    assert not {"The Gunslinger", "The Kritzkrieg", "The Ubersaw"} & {
        row[0] for row in panel.table.rows
    }, "those are complex"
    assert "The unlocks" not in [panel.title for panel in board_of(Evening().view(None)).panels]


def test_a2_squad_accepted_without_a_vote_is_listed_with_the_votes() -> None:
    at = Evening()
    for captain in range(5):
        at.nominate(captain, 0, 1, 2)
        at.votes(0, "ynnnn")
    at.nominate(0, 1, 2, 3)
    row = ("1", "1 player-a", "2, 3, 4", "stood", "without a vote")
    for _ in range(2):
        (words,) = [each for each in board_of(at.view(1)).words if each.title == "Team knowledge"]
        assert words.table is not None and words.table.rows[0] == row
        assert len(words.table.rows) == 6
        stood = ("1.6", "♦", "●", "●", "●", "", "stood without a vote")
        assert [(*cells[:6], cells[-1]) for cells in grid_of(at.view(1))].count(stood) == 1
        if at.table.round == 1:
            at.nominate(5, 5, 6, 7)
            at.votes(1, "yyyyy")
            at.act()


# --- parsing --------------------------------------------------------------------------------------


def test_squad_is_parsed_in_any_order_and_refused_with_a_wrong_count() -> None:
    at = Evening()
    assert ACHTUNG_TABLE.read(at.view(0), draft("nominate", squad=(2, 0, 1))) == Nominate(
        squad=(Seat(0), Seat(1), Seat(2))
    )
    with pytest.raises(IllegalMove, match=r"Choose 3 players for the squad. You chose 2"):
        ACHTUNG_TABLE.read(at.view(0), draft("nominate", squad=(2, 0)))


def test_draft_of_a_squad_marks_only_its_valid_seats() -> None:
    at = Evening()
    board = board_of(at.view(0), draft("nominate", squad=(0, 2, 7, "x")))
    marked = [
        dict(shape.data)["seat"]
        for shape in board.drawing.shapes
        if isinstance(shape, Group) and "proposed" in shape.look
    ]  # type: ignore[union-attr]
    assert marked == ["0", "2"]


def test_patients_are_parsed_in_order_without_blanks_or_duplicates() -> None:
    for view in views("base", every=1):
        if any(choice.key == "heal" and not choice.closed for choice in choices(board_of(view))):
            mates = [
                answer.value
                for choice in choices(board_of(view))
                if choice.key == "heal"
                for answer in choice.fields[0].answers[1:]
            ]
            assert ACHTUNG_TABLE.read(view, draft("heal", patient__1=mates[0])) == Heal(
                targets=(Seat(int(mates[0])),)
            )
            with pytest.raises(IllegalMove, match="twice"):
                ACHTUNG_TABLE.read(view, draft("heal", patient__1=mates[0], patient__2=mates[0]))
            return
    pytest.fail("no Medic served in this evening")


def test_spy_names_victim_and_class() -> None:
    at = Evening(announce_totals=True, disguise=True)
    at.lock((0, 1, 4), (5, 6, 7))
    view = at.view(4)
    assert ACHTUNG_TABLE.read(view, draft("sabotage", target=2, guess="pyro")) == Sabotage(
        target=Seat(2), guess="pyro"
    )
    assert ACHTUNG_TABLE.read(view, draft("disguise", kind="heavy")) == Disguise(kind="heavy")
    for wrong in (
        draft("sabotage", target=2, guess="spy"),
        draft("sabotage", target="x", guess="pyro"),
        draft("shoot", target=5),
    ):
        with pytest.raises(IllegalMove):
            ACHTUNG_TABLE.read(view, wrong)


def test_a14_note_is_one_line_of_at_most_200_characters() -> None:
    at = Evening(spy_notes=True)
    at.lock((0, 1, 2), (5, 6, 7))
    view = at.view(4)
    assert ACHTUNG_TABLE.read(view, draft("note", text="  two\n words ")) == Note(text="two words")
    assert ACHTUNG_TABLE.read(view, Draft(choice="note")) == Note()
    with pytest.raises(IllegalMove, match=r"at most 200 characters. Yours has 201"):
        ACHTUNG_TABLE.read(view, draft("note", text="x" * 201))


def test_seats_that_have_answered_and_spectators_have_no_choices() -> None:
    at = Evening()
    for seat in (None, 1):
        with pytest.raises(IllegalMove, match="cannot choose that"):
            ACHTUNG_TABLE.read(at.view(seat), draft("vote-yes"))


# --- talk, sides and endings ----------------------------------------------------------------------


def test_a8_table_talk_is_open_and_team_talk_includes_its_nominal_spies() -> None:
    at = Evening()
    keys = {
        seat: [channel.key for channel in ACHTUNG_TABLE.channels(at.view(seat))]
        for seat in (None, 0, 4, 5)
    }
    assert keys == {None: ["table"], 0: ["red", "table"], 4: ["red", "table"], 5: ["blu", "table"]}


def test_everyone_sees_the_members_of_both_teams() -> None:
    at = Evening()
    for seat in (None, 0, 9):
        assert ACHTUNG_TABLE.teams(at.view(seat)) == (
            ("RED", (0, 1, 2, 3, 4)),
            ("BLU", (5, 6, 7, 8, 9)),
        )


def test_doctrine_plays_legally_for_late_seats() -> None:
    for view in views("everything", every=17):
        if view.seat is not None and board_of(view).waiting:
            ACHTUNG.check(view, ACHTUNG_TABLE.default_move(view, SeededDice(seed_from("late"), 0)))
    with pytest.raises(IllegalMove):
        ACHTUNG_TABLE.default_move(Evening().view(None), SeededDice(seed_from("late"), 0))


def test_endings_are_sentences() -> None:
    assert (
        ACHTUNG_TABLE.ending("five-matches")
        == "Most wins of five matches; Spies win with the other team."
    )
    assert ACHTUNG_TABLE.ending("draw") == "Both teams won equally often."
