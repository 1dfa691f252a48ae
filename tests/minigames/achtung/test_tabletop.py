"""Options, presets, contradictions, the creator's role, and the log on the site."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.web.options import describe, problems_in
from engine.game import Refusal
from engine.match import heard_by
from engine.values import Seat, changed
from minigames.achtung.board.options import ChangeRow, PoolRow, UnlockRow
from minigames.achtung.board.options import Evening as Options
from minigames.achtung.board.people import listing, number_and_name, short_name, wins_words
from minigames.achtung.rules.options import PRESETS, samples
from minigames.achtung.rules.values import (
    Backstab,
    Ballot,
    ClassUnlock,
    Note,
    PoolChange,
    Sabotage,
    Setup,
)
from minigames.achtung.tabletop import ACHTUNG_TABLE
from play.tabletop.contract import BadOptions
from tests.minigames.achtung.boards import NAMES
from tests.minigames.achtung.evenings import Evening


def setup(seats: int = 10, **options: Any) -> Setup:
    return ACHTUNG_TABLE.setup(Options(**options), seats)


# --- options --------------------------------------------------------------------------------------


def test_every_preset_matches_the_rules_setup_of_that_name() -> None:
    for preset in ACHTUNG_TABLE.presets:
        assert preset.seats in ACHTUNG_TABLE.seat_counts(preset.options)
        assert ACHTUNG_TABLE.setup(preset.options, preset.seats) == PRESETS[preset.title]


def test_every_option_has_a_title_a_heading_and_usually_a_help_text() -> None:
    described = describe(Options)
    assert all(option.title != option.name and option.group for option in described)
    assert [option.name for option in described if not option.help] == [
        "match_2",
        "match_3",
        "match_4",
        "match_5",
    ]
    assert not problems_in(Options, {option.name: option.default for option in described})
    assert (
        msgspec.convert({option.name: option.default for option in described}, Options) == Options()
    )


def test_every_choice_of_the_rules_can_be_set() -> None:
    """Each literal of the setup is reached by an answer of the form."""
    reached = [
        *[setup(removals=each) for each in ("nothing", "who", "who_and_how")],
        *[
            setup(matches=each, host="arranges_and_stays_away")
            for each in (
                "by_chance",
                "by_vote",
                "by_secret_vote",
                "from_a_list",
                "from_a_secret_list",
            )
        ],
        *[setup(medic=each) for each in ("keeps_a_list", "names_one", "is_automatic")],
        *[setup(votes=each) for each in ("who_voted_how", "only_the_count")],
        *[setup(teams=each) for each in ("by_chance", "as_they_sit")],
        *[setup(host=each) for each in ("plays", "is_the_administrator")],
        *[setup(pool=each) for each in ("the_same_for_both", "different")],
        *[setup(unlocks=each) for each in ("none", "one_each_by_chance")],
    ]
    for field in (
        "announce_removals",
        "matches",
        "medic",
        "votes",
        "teams",
        "administrator",
        "pool",
        "unlocks",
    ):
        wanted = {getattr(sample, field) for sample in samples()} - {"chosen", "one-of-each"}
        assert wanted <= {getattr(each, field) for each in reached}, field


def test_chosen_classes_and_unlocks_become_pools_for_both_or_each_team() -> None:
    both = tuple(PoolRow(kind=kind, red=1, blu=1) for kind in ("scout", "heavy", "medic", "sniper"))
    assert setup(pool="chosen", pools=both, pool_shown=True).pools == (
        ("scout", "heavy", "medic", "sniper"),
    )
    each = (PoolRow(kind="scout", red=4), PoolRow(kind="heavy", blu=4))
    assert setup(pool="chosen", pools=each, pool_shown=True).pools == (
        ("scout",) * 4,
        ("heavy",) * 4,
    )
    carried = setup(
        unlocks="chosen", chosen_unlocks=(UnlockRow(kind="scout", unlock="bonk"),), pool_shown=True
    )
    assert carried.chosen_unlocks == (ClassUnlock(kind="scout", unlock="bonk"),)


def test_a16_pools_change_randomly_or_as_chosen_in_order() -> None:
    rows = (
        ChangeRow(after=1, kind="scout", red=2, blu=2),
        ChangeRow(after=1, kind="heavy", red=2, blu=2),
    )
    made = setup(
        new_classes=True, random_pools_after=(3,), chosen_pools_after=rows, pool_shown=True
    )
    assert made.pool_changes == (
        PoolChange(after=1, pools=(("scout", "scout", "heavy", "heavy"),)),
        PoolChange(after=3),
    )


FOUR = tuple(PoolRow(kind=kind, red=1, blu=1) for kind in ("scout", "heavy", "medic", "sniper"))


@pytest.mark.parametrize(
    ("options", "seats", "sentence"),
    [
        ({}, 9, "even number of seats from 8 to 40"),
        ({"disguise": True}, 10, "Disguise requires announced points"),
        ({"spies_know": True}, 10, "Spies can know each other"),
        ({"pool": "chosen"}, 10, "Choose the classes of the pool"),
        (
            {"pools": (PoolRow(kind="scout", red=4, blu=4),), "pool_shown": True},
            10,
            "Clear the chosen classes",
        ),
        ({"random_pools_after": (2,)}, 10, "new classes after every match"),
        ({"new_classes": True, "random_pools_after": (2, 2)}, 10, "once, earliest first"),
        ({"unlocks": "chosen"}, 10, "To play with chosen unlocks"),
        ({"pool": "one_of_each"}, 10, "team of nine"),
        ({"spies": 4}, 10, "more than half"),
        ({"squad": 5}, 10, "leaves someone out"),
        (
            {"matches": "from_a_secret_list"},
            10,
            "You cannot play and know the secret list of matches",
        ),
        ({"pool": "chosen", "pools": FOUR}, 10, "switch “Classes are announced” on"),
        (
            {"unlocks": "chosen", "chosen_unlocks": (UnlockRow(kind="scout", unlock="bonk"),)},
            10,
            "switch “Classes are announced” on",
        ),
        (
            {"new_classes": True, "chosen_pools_after": (ChangeRow(after=2, kind="scout"),)},
            10,
            "after match 2 have no players",
        ),
        (
            {
                "new_classes": True,
                "random_pools_after": (2,),
                "chosen_pools_after": (ChangeRow(after=2, kind="scout", red=4, blu=4),),
            },
            10,
            "After match 2 classes change both at random and to chosen ones",
        ),
        (
            {
                "pool": "chosen",
                "pools": FOUR,
                "pool_shown": True,
                "unlocks": "chosen",
                "chosen_unlocks": (UnlockRow(kind="pyro", unlock="backburner"),),
            },
            10,
            "No one can be a Pyro with these options",
        ),
    ],
)
def test_contradictory_form_options_are_refused_with_a_reason(
    options: dict[str, Any], seats: int, sentence: str
) -> None:
    with pytest.raises(Refusal, match=sentence) as refused:
        setup(seats, **options)
    assert refused.value.sentence.endswith(".")


def test_every_contradiction_is_reported_at_the_option_that_fixes_it() -> None:
    with pytest.raises(BadOptions) as refused:
        setup(
            10,
            disguise=True,
            spies_know=True,
            squad=5,
            new_classes=True,
            chosen_pools_after=(ChangeRow(after=1, kind="scout", red=1, blu=1),),
        )
    assert [option for option, _ in refused.value.faults] == [
        "squad",
        "chosen_pools_after",
        "disguise",
        "spies_know",
        "chosen_pools_after",
    ]
    assert refused.value.sentence == " ".join(sentence for _, sentence in refused.value.faults)


def test_a41_unlock_of_a_class_that_comes_later_can_be_chosen() -> None:
    later = tuple(
        ChangeRow(after=1, kind=kind, red=1, blu=1) for kind in ("pyro", "heavy", "medic", "sniper")
    )
    carried = (UnlockRow(kind="pyro", unlock="backburner"),)
    chosen: dict[str, Any] = {
        "pool": "chosen",
        "pools": FOUR,
        "pool_shown": True,
        "unlocks": "chosen",
        "chosen_unlocks": carried,
        "new_classes": True,
    }
    assert (
        setup(**chosen, chosen_pools_after=later).chosen_unlocks
        and setup(**chosen, random_pools_after=(2,)).chosen_unlocks
    )


def test_teams_are_equal_and_one_of_each_class_needs_eighteen_players() -> None:
    counts = ACHTUNG_TABLE.seat_counts(Options())
    assert (counts[0], counts[-1], len(counts)) == (8, 40, 17)
    assert tuple(ACHTUNG_TABLE.seat_counts(Options(pool="one_of_each"))) == (18,)
    assert ACHTUNG_TABLE.seat_titles(setup(8)) == tuple(
        f"Number {number}" for number in range(1, 9)
    )


# --- A20: the creator -----------------------------------------------------------------------------


def test_a20_creator_with_private_choices_or_as_administrator_does_not_play() -> None:
    plays, arranges, watches = [
        ACHTUNG_TABLE.host(Options(host=each))
        for each in ("plays", "arranges_and_stays_away", "is_the_administrator")
    ]
    assert (plays.title, plays.stays_away) == ("", "")
    assert arranges.title == "" and "Leave every seat to others" in arranges.stays_away
    assert watches.title == "Administrator" and "never plays" in watches.stays_away
    made = setup(host="is_the_administrator")
    assert (made.administrator, made.creator_plays) == ("watcher", False)


def test_a20_private_options_are_not_among_the_public_ones() -> None:
    secret = Options(
        host="arranges_and_stays_away",
        matches="from_a_secret_list",
        match_1="control_points",
        pool="chosen",
        pools=(PoolRow(kind="scout", red=4, blu=4),),
        chosen_unlocks=(UnlockRow(kind="scout", unlock="bonk"),),
    )
    plain = Options()
    hidden = {"match_1": plain.match_1, "pools": plain.pools, "chosen_unlocks": ()}
    assert ACHTUNG_TABLE.public_options(secret) == changed(secret, **hidden)
    assert ACHTUNG_TABLE.public_options(changed(secret, pool_shown=True)).pools == secret.pools


def test_a20_later_pools_are_public_only_if_pools_are_announced() -> None:
    secret = Options(
        host="arranges_and_stays_away",
        new_classes=True,
        chosen_pools_after=(ChangeRow(after=2, kind="heavy", red=4, blu=4),),
    )
    assert ACHTUNG_TABLE.public_options(secret).chosen_pools_after == ()
    shown = changed(secret, pool_shown=True)
    assert ACHTUNG_TABLE.public_options(shown) == shown


# --- names and the log ----------------------------------------------------------------------------


def test_players_are_called_by_number_and_name() -> None:
    names = ("anna", "Otter, Number 2", "Number 3", "a-very-long-name-indeed")
    assert [number_and_name(names, seat) for seat in range(4)] == [
        "1 anna",
        "2 Otter",
        "3",
        "4 a-very-long-name-indeed",
    ]
    assert short_name(names, 3, 13) == "a-very-long-…"
    assert listing(names, (0, 1, 2)) == "1 anna, 2 Otter and 3"
    assert [wins_words(points) for points in range(4)] == ["0", "½", "1", "1½"]


def lines(at: Evening, seat: int | None) -> list[str]:
    me = None if seat is None else Seat(seat)
    return [
        words
        for event in heard_by(me, at.told)
        if (words := ACHTUNG_TABLE.say(event, NAMES[:10], me))
    ]


def test_a13_vote_on_the_match_type_shows_ballots_unless_it_is_secret() -> None:
    for matches, said in (
        (
            "vote",
            (
                "The vote: Payload. 8 for Payload: 1, 2, 3, 6, 7, 8, 9 and 10. 2 for Capture the "
                "Flag: 4 and 5."
            ),
        ),
        ("secret-vote", "The vote: Payload."),
    ):
        at = Evening(matches=matches)
        at.answer({3: Ballot(match="flag"), 4: Ballot(match="flag")}, Ballot(match="payload"))
        assert said in lines(at, None)


def test_log_tells_each_player_only_what_they_heard() -> None:
    at = Evening(spy_notes=True, announce_removals="removal")
    at.nominate(0, 0, 1, 4)
    at.votes(0, "yyynn")
    at.nominate(5, 5, 6, 7)
    at.votes(1, "yyyyy")
    at.answer({4: Note(text="Shoot number 1.")}, Note())
    at.act({4: Backstab(target=Seat(1)), 9: Sabotage(target=Seat(5), guess="scout")})
    mine, other, watcher = lines(at, 0), lines(at, 9), lines(at, None)
    assert (
        "You are a Scout." in mine
        and "You nominated 1 player-a, 2 player-b and 5 player-e." in mine
    )
    assert "3 yes, 2 no. The squad is locked in." in mine
    assert "A slip from the other team: “Shoot number 1.”" in other
    assert "Match 1: your sabotage of 6 player-f as Scout worked." in other
    assert any(line.startswith("You were sabotaged") for line in lines(at, 5))
    assert watcher[1:] == [
        "Match 1 begins: Payload.",
        "Both teams choose their squads.",
        "RED is locked in.",
        "BLU is locked in.",
        (
            "RED plays 1 player-a, 2 player-b and 5 player-e; BLU plays 6 player-f, 7 player-g and "
            "8 player-h."
        ),
        "Everyone hands in a sealed slip.",
        "Everyone seals an action.",
        "Match 1, Payload: BLU wins. 2 player-b was removed. RED 0, BLU 1.",
        "Match 2 begins: Payload.",
        "Both teams choose their squads.",
    ]
