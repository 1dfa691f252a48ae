"""The forms of a new table and a tournament, and the small forms at a table."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from engine import registry as games
from engine.bots import GameBots, RandomBot, Temper
from engine.game import Refusal
from minigames.achtung.tabletop import AchtungTable
from play.clocking import NO_CLOCK, Clock
from play.forms.opening import NewTable, bot_kind, bot_words, seat_counts, tempered_words
from play.forms.table import Bring, HolidayForm, MoveForm, Say
from play.forms.tournaments import Announcement
from play.selectors.circles import Circle
from play.selectors.loadouts import Item, Loadout, StoredChoice
from play.tabletop.contract import Preset
from tests.engine.games.bids import BIDS
from tests.forms import bounds, choices, refusals, values

from .tables import BidsTable, CouriersTable, Options

LOUD = Preset(key="loud", title="Loud", blurb="", seats=2, options=Options(loud=True), coached=True)


class PresetTable(BidsTable):
    """Bids with a preset."""

    presets = (LOUD,)


SENT = {
    "idempotency": "k",
    "count": "3",
    "seat_1": "me",
    "seat_2": "bot:random",
    "seat_3": "open",
    "option_rounds": "2",
    "level": "strong",
    "clock": "none",
    "visibility": "invited",
}


def table_form(
    data: dict[str, str] | None = None, *, preset: Preset | None = None, **more: Any
) -> NewTable:
    return NewTable(data, tabletop=PresetTable(), preset=preset, seats=3, **more)


@pytest.fixture
def tempers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the bots of bids two tempers."""
    bot = RandomBot(BIDS)
    both = tuple(
        Temper(key, f"is {key}", ("Ash", "Birch", "Cedar"), bot, bot, bot)
        for key in ("rash", "slow")
    )
    monkeypatch.setitem(games.GAMES._bots, "bids", GameBots(tempers=both))


# --- a new table ----------------------------------------------------------------------------------


def test_a_new_table_starts_with_one_person_and_the_games_defaults() -> None:
    assert values(table_form()) == {
        "clock": "none",
        "seconds": 60,
        "hours": 24,
        "slot": "20:00",
        "weekday": None,
        "zone": "UTC",
        "count": 3,
        "name": None,
        "coached": False,
        "rated": True,
        "asks_for": 0,
        "visibility": "listed",
        "watched": True,
        "option_loud": False,
        "option_rounds": 3,
        "seat_1": "me",
        "seat_2": "bot:random",
        "seat_3": "bot:random",
    }
    assert [(kind, field.name) for kind, field in table_form().clock_fields] == [
        ("live", "seconds"),
        ("correspondence", "hours"),
        *(("slot", name) for name in ("slot", "weekday", "zone")),
    ]
    ((_, (part,)),) = table_form().option_groups
    assert [field.name for field in part.fields] == ["option_loud", "option_rounds"]
    assert bounds(table_form(), "seconds") == (5, 3600)
    assert bounds(table_form(), "option_rounds") == (1, 3)


def test_a_preset_and_the_users_zone_are_filled_in() -> None:
    form = table_form(preset=LOUD, initial={"zone": "Europe/Berlin"})
    assert (form["option_loud"].value(), form["option_rounds"].value()) == (True, 3)
    assert (form["coached"].value(), form["zone"].value()) == (True, "Europe/Berlin")
    without_coach = table_form(preset=LOUD, initial={"coached": False})
    assert without_coach["coached"].value() is False


def test_every_number_of_seats_with_some_options_is_offered() -> None:
    assert choices(table_form(), "count") == [("2", "2"), ("3", "3")]
    assert seat_counts(CouriersTable()) == (2, 3, 4)
    form = table_form()
    form.name_seats(["Red", "Blue", "Green", "nobody"])
    assert [field.label for field in form.seat_fields] == ["Red", "Blue", "Green"]


def test_seats_offer_the_games_bots() -> None:
    assert choices(table_form(), "seat_2") == [
        ("me", "Me"),
        ("bot:random", "Bot that plays at random"),
        ("bot:search", "Bot that thinks ahead"),
        ("open", "Open to other players"),
    ]
    assert tempered_words(PresetTable()) == [
        ("random", "Bot that plays at random"),
        ("search", "Bot that thinks ahead"),
    ]
    kinds = ("search", "old_hand", "old-hand", "rash:club")
    assert [bot_kind(bot) for bot in kinds] == [
        *("thinks ahead", "old hand", "old hand", "rash, club player"),
    ]
    assert bot_words("rash:strong") == "Bot: rash, strong player"


@pytest.mark.usefixtures("tempers")
def test_bots_with_tempers_take_turns_and_get_the_chosen_level() -> None:
    form = table_form()
    assert choices(form, "seat_2")[1:3] == [
        ("bot:rash", "Bot that is rash"),
        ("bot:slow", "Bot that is slow"),
    ]
    assert [form[f"seat_{seat}"].value() for seat in (1, 2, 3)] == ["me", "bot:rash", "bot:slow"]
    assert form["level"].value() == "club"
    assert choices(form, "level")[0] == ("newcomer", "Newcomer")
    assert tempered_words(PresetTable())[1] == ("rash:club", "Bot that is rash (club player)")
    sent = table_form({**SENT, "seat_2": "bot:slow"})
    assert sent.is_valid(), sent.errors
    assert sent.seats == ["me", "bot:slow:strong", "open"]


def test_a_sent_form_gives_the_terms_of_the_table() -> None:
    form = table_form(SENT)
    assert form.is_valid(), form.errors
    assert form.seats == ["me", "bot:random", "open"]
    assert form.options == {"loud": False, "rounds": 2}


ONE_SEAT = "You can take only one seat. Choose a bot or “Open to other players” for the others."


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ({"seat_3": "me"}, {"seat_1": [ONE_SEAT]}),
        ({"seat_1": "open", "seat_3": "me"}, {}),
        ({"clock": "live"}, {"seconds": ["Enter a value for this clock."]}),
        ({"clock": "correspondence"}, {"hours": ["Enter a value for this clock."]}),
        (
            {"clock": "slot"},
            {
                "slot": ["Enter a value for this clock."],
                "zone": ["Choose a time zone such as Europe/Berlin."],
            },
        ),
        ({"zone": "Atlantis"}, {}),
        (
            {"clock": "live", "seconds": "4"},
            {"seconds": ["Ensure this value is greater than or equal to 5."]},
        ),
    ],
)
def test_contradictory_terms_are_refused_at_their_field(
    typed: dict[str, str], found: dict[str, list[str]]
) -> None:
    assert refusals(table_form({**SENT, **typed})) == found


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ({"seconds": "60", "hours": "24"}, NO_CLOCK),
        ({"clock": "live", "seconds": "45", "hours": "24"}, Clock(kind="live", seconds=45)),
        (
            {"clock": "correspondence", "seconds": "45", "hours": "2"},
            Clock(kind="correspondence", seconds=7200),
        ),
        (
            {"clock": "slot", "slot": "19:30", "zone": "Europe/Berlin", "weekday": "0"},
            Clock(kind="slot", slot="19:30", zone="Europe/Berlin", weekday=0),
        ),
        (
            {"clock": "slot", "slot": "19:30", "zone": "UTC", "weekday": ""},
            Clock(kind="slot", slot="19:30", zone="UTC"),
        ),
    ],
)
def test_a_clock_takes_its_own_fields(typed: dict[str, str], clock: Clock) -> None:
    form = table_form({**SENT, **typed})
    assert form.is_valid(), form.errors
    assert form.read_clock() == clock


@pytest.mark.parametrize(
    ("refusal", "field"),
    [(Refusal("No.", code="seats"), "count"), (Refusal("No.", code="other"), "__all__")],
)
def test_a_refusal_about_the_number_of_seats_is_shown_at_it(refusal: Refusal, field: str) -> None:
    form = table_form(SENT)
    assert form.is_valid(), form.errors
    form.refuse(refusal)
    assert refusals(form) == {field: ["No."]}


@pytest.mark.parametrize(
    ("field", "clock", "place"),
    [
        ("rounds", "none", "option_rounds"),
        ("seats", "none", "seat_1"),
        ("clock_seconds", "live", "seconds"),
        ("clock_seconds", "correspondence", "hours"),
        ("slot_zone", "slot", "zone"),
        ("name", "none", "name"),
    ],
)
def test_a_refused_field_of_the_service_has_its_place(field: str, clock: str, place: str) -> None:
    assert table_form({**SENT, "clock": clock}).place_of(field) == place


def test_options_that_differ_from_the_defaults_are_open() -> None:
    def folds(**initial: Any) -> list[str]:
        form = NewTable(tabletop=AchtungTable(), preset=None, seats=8, initial=initial)
        return [part.fold for _, parts in form.option_groups for part in parts if part.is_open]

    assert folds() == []
    assert folds(option_match_1="control_points") == ["The five matches of a list"]
    rows = [{"kind": "scout", "red": 3, "blu": 3}]
    assert folds(option_pools=rows) == ["Chosen classes"]
    unlocks = [{"kind": "scout", "unlock": "bonk"}]
    assert folds(option_chosen_unlocks=unlocks) == ["Chosen unlocks"]


# --- a tournament ---------------------------------------------------------------------------------

CIRCLE = Circle(UUID(int=7), "mill", "The Mill", "/c/mill/")
TOURNEY = {
    **SENT,
    "name": "Cup",
    "begins_at": "2040-03-01T12:00",
    "round_minutes": "60",
    "most": "8",
    "clock": "correspondence",
    "hours": "2",
}


@pytest.mark.parametrize(
    ("who", "access"),
    [("listed", ("listed", None)), ("link", ("link", None)), ("club:mill", ("club", CIRCLE.id))],
)
def test_a_tournament_is_open_to_all_or_to_a_club(who: str, access: tuple[str, Any]) -> None:
    form = Announcement({**TOURNEY, "who": who}, tabletop=PresetTable(), circles=[CIRCLE])
    assert form.is_valid(), form.errors
    assert form.for_whom() == access
    assert choices(form, "who") == [
        ("listed", "Anyone: show it in the list"),
        ("link", "Only people with the link"),
        ("club:mill", "Members of The Mill"),
    ]


def test_a_tournament_starts_with_a_slow_clock() -> None:
    form = Announcement(tabletop=PresetTable(), circles=[], initial={"zone": "Asia/Tokyo"})
    shown = values(form)
    assert (shown["clock"], shown["zone"], shown["most"]) == ("correspondence", "Asia/Tokyo", 16)
    assert [form.place_of(field) for field in ("club", "seats", "rounds")] == [
        "who",
        "filled",
        "option_rounds",
    ]


# --- at a table -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("channels", "value", "hidden"),
    [
        ([], "", True),
        ([("all", "Everyone")], "all", True),
        ([("all", "Everyone"), ("odd", "Odd seats")], None, False),
    ],
)
def test_a_chat_line_asks_for_a_channel_if_there_are_several(
    channels: list[tuple[str, str]], value: str | None, hidden: bool
) -> None:
    form = Say(channels=channels)
    assert (form["channel"].value(), form["channel"].is_hidden) == (value, hidden)
    sent = Say({"text": "hi", "idempotency": "k", "channel": "secret"}, channels=channels)
    assert "channel" in sent.errors


ITEMS = (
    Item("a", "Killer", "Anvil", "Division 10"),
    Item("b", "Hearse", "Anvil", "Division 15", closed="Too expensive."),
    Item("c", "Wagon", "Ready-made", "Division 5"),
)


def loadout(**more: Any) -> Loadout:
    rest = {"wanted": 1, "is_seated": True, "items": ITEMS, **more}
    return Loadout(title="Your car", awaited=(), **rest)


@pytest.mark.parametrize("nothing", [None, loadout(is_seated=False)])
def test_a_watcher_has_nothing_to_bring(nothing: Loadout | None) -> None:
    form = Bring(loadout=nothing)
    assert (form.item_fields, form.closed) == ([], [])


def test_a_loadout_offers_what_fits_by_source_and_starts_with_the_choice() -> None:
    one = Bring(loadout=loadout())
    assert choices(one, "item_1") == [
        ("a", "Anvil: Killer: Division 10"),
        ("c", "Ready-made: Wagon: Division 5"),
    ]
    assert [(field.label, field.value()) for field in one.item_fields] == [("Your car", "")]
    assert one.closed == [ITEMS[1]]
    two = Bring(loadout=loadout(wanted=2, choice=StoredChoice(("c",), ("Wagon",))))
    labels = [("Choice 1", "c"), ("Choice 2", "")]
    assert [(field.label, field.value()) for field in two.item_fields] == labels
    assert (two.place_of("keys"), two.place_of("seat")) == ("item_1", "seat")


def test_items_are_brought_in_the_order_chosen() -> None:
    sent = {"item_1": "c", "item_2": "b", "idempotency": "k"}
    form = Bring(sent, loadout=loadout(wanted=2))
    assert form.is_valid(), form.errors
    assert form.keys == ["c", "b"], "the service refuses what does not fit"


def test_a_holiday_lasts_to_the_end_of_its_last_day() -> None:
    form = HolidayForm({"starts": "2040-03-01", "ends": "2040-03-02", "idempotency": "k"})
    assert form.is_valid(), form.errors
    assert form.span == (datetime(2040, 3, 1, tzinfo=UTC), datetime(2040, 3, 3, tzinfo=UTC))


@pytest.mark.parametrize(("seat", "taken"), [("254", True), ("255", False), ("-1", False)])
def test_a_move_names_a_seat_of_the_table(seat: str, taken: bool) -> None:
    form = MoveForm({"choice": "bid", "seat": seat, "idempotency": "k"})
    assert form.is_valid() is taken
