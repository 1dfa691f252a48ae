"""A round: match type, nominations, votes, captaincy, notes and actions of everyone."""

from __future__ import annotations

import pytest

from engine.game import IllegalMove, NotYourTurn
from engine.values import Seat
from minigames.achtung.rules.values import (
    Ballot,
    Elect,
    HatPassed,
    LetterArrived,
    MatchChosen,
    Move,
    Nominate,
    Nominated,
    Note,
    NoteArrived,
    RoundBegan,
    SquadLocked,
    SquadsShown,
    StandBy,
    StepBegan,
    Vote,
    VotesCounted,
    WriterElected,
)

from .evenings import Evening
from .fights import seats

RED, BLU = seats(0, 3), seats(5, 8)


# --- squads ---------------------------------------------------------------------------------------


def test_a1_both_captains_nominate_at_the_same_time():
    evening = Evening()
    assert evening.state.acting == (Seat(0), Seat(5))
    evening.nominate(5, *BLU)
    assert evening.state.acting == (Seat(0), *seats(5, 10))


def test_only_the_captain_nominates():
    evening = Evening()
    with pytest.raises(NotYourTurn):
        evening.nominate(1, *RED)


@pytest.mark.parametrize(
    "squad", [(0, 1), (0, 1, 2, 3), (1, 0, 2), (0, 0, 1), (0, 1, 5), (0, 1, 200)]
)
def test_squad_is_three_different_players_of_the_team(squad):
    evening = Evening()
    with pytest.raises(IllegalMove, match="Choose 3 different players of your team"):
        evening.nominate(0, *squad)


def test_a2_strict_majority_locks_the_squad_and_passes_the_captaincy():
    evening = Evening()
    evening.nominate(0, *RED)
    evening.votes(0, "yynny")
    assert evening.table.locked == (True, False)
    assert evening.state.teams[0].captain == 1
    assert evening.heard(3, HatPassed) == [HatPassed(captain=Seat(1))]


@pytest.mark.parametrize(("size", "voices"), [(5, "yynnn"), (4, "yynn"), (6, "yyynnn")])
def test_a2_rejected_or_tied_vote_passes_the_captaincy_for_another_round(size, voices):
    evening = Evening(team_size=size)
    evening.nominate(0, *range(evening.table.terms.squad))
    evening.votes(0, voices)
    team = evening.state.teams[0]
    assert (team.stage, team.captain, team.squad, team.voted) == ("nominate", 1, (), 1)
    assert Seat(1) in evening.state.acting


def test_a2_after_a_full_rotation_the_next_captains_squad_is_accepted():
    evening = Evening()
    for captain in range(5):
        evening.nominate(captain, *RED)
        evening.votes(0, "nnnnn")
    evening.nominate(0, 2, 3, 4)
    assert evening.table.locked == (True, False)
    assert evening.state.teams[0].squad == (2, 3, 4)
    assert evening.state.teams[0].captain == 1, "the captaincy still moves on"
    assert [event.stands for event in evening.heard(4, Nominated)] == [False] * 5 + [True]


@pytest.mark.parametrize("size", [4, 7])
def test_a2_full_rotation_covers_a_team_of_any_size(size):
    evening = Evening(team_size=size)
    squad = range(evening.table.terms.squad)
    for captain in range(size):
        evening.nominate(captain, *squad)
        assert evening.state.teams[0].stage == "vote"
        evening.votes(0, "n" * size)
    evening.nominate(0, *squad)
    assert evening.table.locked == (True, False)


def test_a2_next_match_starts_a_new_voting_cycle_with_the_current_captain():
    evening = Evening()
    evening.nominate(0, *RED)
    evening.votes(0, "nnnnn")
    evening.lock(RED, BLU)
    evening.act()
    assert (evening.state.teams[0].captain, evening.state.teams[0].voted) == (2, 0)
    assert evening.state.acting == (2, 6)


def test_a2_votes_are_secret_until_complete_then_known_to_the_team_only():
    evening = Evening()
    evening.nominate(0, *RED)
    before = evening.view(1)
    evening.play(0, Vote(yes=False))
    assert evening.view(1) == before
    for seat in (1, 2, 3, 4):
        evening.play(seat, Vote(yes=True))
    assert evening.view(1).team.rounds[0].votes == "nyyyy"
    assert evening.heard(6, VotesCounted) == evening.heard(None, VotesCounted) == []


def test_a2_option_team_learns_only_the_tally():
    evening = Evening(votes="tally")
    evening.nominate(0, *RED)
    evening.votes(0, "nyyyy")
    (vote,) = evening.state.teams[0].rounds
    assert (vote.yes, vote.no, vote.votes) == (4, 1, "")


def test_a21_other_team_is_only_known_to_be_locked():
    evening = Evening()
    before = evening.view(6)
    evening.nominate(0, *RED)
    evening.votes(0, "nnnnn")
    evening.nominate(1, *RED)
    assert evening.view(6) == before
    evening.votes(0, "yyyyy")
    assert evening.view(6).table.locked == (True, False)
    assert evening.view(6).table.squads == ()
    assert evening.heard(6, SquadLocked) == [SquadLocked(side=0)]


def test_a1_squads_are_public_when_both_are_locked():
    evening = Evening()
    evening.lock(RED, BLU)
    assert evening.heard(None, SquadsShown) == [SquadsShown(squads=(RED, BLU))]
    assert evening.table.phase == "actions"


# --- types of match -------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "match"), [(1, "payload"), (2, "flag"), (3, "control")])
def test_a13_match_type_is_drawn_for_each_match(face, match):
    assert Evening(face, matches="random").table.match == match


def test_a13_random_match_types_are_drawn_independently():
    evening = Evening(2, matches="random")
    evening.lock(RED, BLU)
    evening.act({}, 2)
    assert [event.match for event in evening.heard(None, RoundBegan)] == ["flag", "flag"]


def test_a13_public_vote_shows_every_ballot():
    evening = Evening(matches="vote")
    assert evening.state.acting == tuple(range(10))
    evening.answer({0: Ballot(match="control"), 7: Ballot(match="flag")}, Ballot(match="payload"))
    (chosen,) = evening.heard(None, MatchChosen)
    assert (chosen.match, chosen.ballots.count("payload"), chosen.ballots[7]) == (
        "payload",
        8,
        "flag",
    )
    assert evening.table.phase == "squads"


def test_a13_dice_break_ties_of_the_vote():
    evening = Evening(matches="vote")
    evening.answer({seat: Ballot(match="control") for seat in range(5)}, Ballot(match="flag"), 2)
    assert evening.table.match == "control"
    assert evening.heard(None, MatchChosen)[0].tied == ("flag", "control")


def test_a13_secret_vote_shows_only_its_result():
    evening = Evening(matches="secret-vote")
    evening.answer({0: Ballot(match="control")}, Ballot(match="payload"))
    assert evening.heard(3, MatchChosen) == [MatchChosen(match="payload", ballots=(), tied=())]


def test_a13_public_list_is_known_from_the_start():
    matches = ("flag", "flag", "control", "payload", "flag")
    evening = Evening(match_list=matches)
    assert evening.view(None).table.schedule == matches
    assert evening.table.match == "flag"


def test_a13_secret_list_is_announced_match_by_match():
    evening = Evening(
        matches="secret-list",
        match_list=("flag", "control", "payload", "flag", "flag"),
        creator_plays=False,
    )
    assert evening.table.schedule == evening.table.terms.match_list == ()
    evening.match(RED, BLU)
    assert [event.match for event in evening.heard(None, RoundBegan)] == ["flag", "control"]


# --- notes ----------------------------------------------------------------------------------------


def test_a14_every_player_writes_a_note_but_only_the_spys_is_delivered():
    evening = Evening(spy_notes=True)
    evening.lock(RED, BLU)
    assert (evening.table.phase, len(evening.state.acting)) == ("notes", 10)
    evening.answer({4: Note(text="Shoot number 3.")}, Note(text="Nobody reads this."))
    assert [letter.text for letter in evening.view(6).team.letters] == ["Shoot number 3."]
    assert [event.letter.text for event in evening.heard(9, NoteArrived)] == ["Shoot number 3."]
    assert [letter.text for letter in evening.view(0).team.letters] == ["Nobody reads this."], (
        "from BLU's Spy"
    )
    assert evening.table.phase == "actions"


def test_a14_empty_note_is_not_delivered():
    evening = Evening(spy_notes=True)
    evening.lock(RED, BLU)
    evening.answer({}, Note())
    assert evening.heard(6, NoteArrived) == []


def test_a14_notes_of_several_spies_arrive_sorted_and_unsigned():
    evening = Evening(spy_notes=True, team_size=6)
    evening.lock((0, 1, 2), (6, 7, 8))
    evening.answer({4: Note(text="b"), 5: Note(text="a")}, Note())
    assert [letter.text for letter in evening.view(6).team.letters] == ["a", "b"]


def test_a14_note_of_the_elected_writer_reaches_only_the_other_teams_spies():
    evening = Evening(team_notes=True)
    evening.lock(RED, BLU)
    assert evening.table.phase == "writers"
    evening.answer({seat: Elect(writer=Seat(5)) for seat in range(5, 10)}, Elect(writer=Seat(2)))
    assert evening.heard(1, WriterElected) == [WriterElected(writer=Seat(2))]
    assert evening.view(6).team.writer == 5
    evening.answer({2: Note(text="Number 6 is a Scout.")}, Note())
    assert [letter.text for letter in evening.view(9).own.letters] == ["Number 6 is a Scout."]
    assert all(evening.heard(seat, LetterArrived) == [] for seat in range(9)), (
        "the own team sees who writes, not what"
    )


def test_a28_spy_who_is_elected_writes_one_note_delivered_both_ways():
    evening = Evening(spy_notes=True, team_notes=True)
    evening.lock(RED, BLU)
    evening.answer({seat: Elect(writer=Seat(5)) for seat in range(5, 10)}, Elect(writer=Seat(4)))
    evening.answer({4: Note(text="Number 1 is a Scout.")}, Note())
    assert [letter.text for letter in evening.view(6).team.letters] == ["Number 1 is a Scout."], (
        "delivered to the other team as a Spy's note"
    )
    assert [letter.text for letter in evening.view(9).own.letters] == ["Number 1 is a Scout."], (
        "delivered to the Spies as the writer's note"
    )
    assert evening.heard(6, LetterArrived) == [] and evening.view(0).team.letters == ()


def test_a14_dice_break_a_tied_election():
    evening = Evening(team_notes=True)
    evening.lock(RED, BLU)
    red: dict[int, Move] = {
        0: Elect(writer=Seat(1)),
        1: Elect(writer=Seat(1)),
        2: Elect(writer=Seat(3)),
        3: Elect(writer=Seat(3)),
        4: Elect(writer=Seat(4)),
    }
    evening.answer(red, Elect(writer=Seat(5)), 2)
    assert evening.state.teams[0].writer == 3


def test_a14_note_has_at_most_two_hundred_characters():
    evening = Evening(spy_notes=True)
    evening.lock(RED, BLU)
    with pytest.raises(IllegalMove, match=r"at most 200 characters. Yours has 201"):
        evening.play(0, Note(text="x" * 201))


# --- actions --------------------------------------------------------------------------------------


def test_a3_everyone_acts_and_nobody_sees_who_has():
    evening = Evening()
    evening.lock(RED, BLU)
    assert evening.state.acting == tuple(range(10))
    before = [evening.view(seat) for seat in (*range(1, 10), None)]
    evening.play(0, StandBy())
    assert [evening.view(seat) for seat in (*range(1, 10), None)] == before
    with pytest.raises(NotYourTurn):
        evening.play(0, StandBy())


def test_invalid_input_changes_nothing():
    evening = Evening()
    state, told = evening.state, list(evening.told)
    with pytest.raises(IllegalMove, match="The teams choose their squads now"):
        evening.play(0, Ballot(match="flag"))
    with pytest.raises(IllegalMove, match="No squad is nominated yet"):
        evening.play(0, Vote(yes=True))
    assert (evening.state, evening.told) == (state, told)


def test_every_step_is_announced_to_everyone():
    evening = Evening(matches="vote", spy_notes=True, team_notes=True)
    evening.answer({}, Ballot(match="flag"))
    evening.lock(RED, BLU)
    evening.answer({seat: Elect(writer=Seat(5)) for seat in range(5, 10)}, Elect(writer=Seat(0)))
    evening.answer({}, Note())
    evening.act()
    phases = [event.phase for event in evening.heard(None, StepBegan)]
    assert phases == ["ballot", "squads", "writers", "notes", "actions", "ballot"]


def test_nomination_is_told_only_to_the_team():
    evening = Evening()
    evening.play(0, Nominate(squad=(Seat(0), Seat(1), Seat(2))))
    assert len(evening.heard(4, Nominated)) == 1
    assert evening.heard(5, Nominated) == evening.heard(None, Nominated) == []
