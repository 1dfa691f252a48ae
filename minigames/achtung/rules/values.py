"""Records of the game: set-up, table, teams, private knowledge, moves and events.

Records that are part of every state omit default values from their JSON. A set-up includes them.

There are three levels of secrecy. The table is public, a team's record is visible to that team, and
`own` is visible to one seat. `Hidden` contains the information that nobody is allowed to have yet.
Only `State.acting` says who still has to answer, because this is secret while several players
answer together (A3).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from engine.values import Seat, Value

Kind: TypeAlias = Literal[
    "scout", "soldier", "pyro", "demoman", "heavy", "engineer", "medic", "sniper", "spy"
]
MatchKind: TypeAlias = Literal["payload", "flag", "control"]
Unlock: TypeAlias = Literal[
    "bonk",
    "crit-a-cola",
    "pain-train",
    "half-zatoichi",
    "backburner",
    "eyelander",
    "natascha",
    "gunslinger",
    "kritzkrieg",
    "ubersaw",
    "razorback",
    "ambassador",
]
Cause: TypeAlias = Literal["burnt", "headshot", "backstab", "duel", "shot"]
Phase: TypeAlias = Literal["ballot", "squads", "writers", "notes", "actions", "over"]
Stage: TypeAlias = Literal["nominate", "vote", "locked"]
Kinds: TypeAlias = tuple[Kind, ...]
Seats: TypeAlias = tuple[Seat, ...]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]

MATCHES: Final[tuple[MatchKind, ...]] = ("payload", "flag", "control")
ROUNDS: Final = 5
"""Number of matches in an evening (A7)."""
MIN_TEAM_SIZE: Final = 4
MAX_TEAM_SIZE: Final = 20
"""Maximum number of players per team."""
NOTE_LENGTH: Final = 200
"""Maximum number of characters in a note (A14)."""


# --- set-up ---------------------------------------------------------------------------------------


class PoolChange(Value):
    """A change of the class pools after a match.

    `pools` has one pool for both teams, or one for each. If it is empty, random pools are drawn.
    """

    after: Annotated[int, msgspec.Meta(ge=1, le=4)]
    pools: tuple[Kinds, ...] = ()


class ClassUnlock(Value):
    """The unlock that all players of a class have, if unlocks are chosen (A11)."""

    kind: Kind
    unlock: Unlock


class Setup(Value):
    """All options in the text. `options.check_setup` rejects contradictory options."""

    team_size: Annotated[int, msgspec.Meta(ge=MIN_TEAM_SIZE, le=MAX_TEAM_SIZE)] = 5
    spies: Annotated[int, msgspec.Meta(ge=0, le=MAX_TEAM_SIZE)] = 0
    """Number of Spies per team. If it is 0, the rulebook's table decides (A10)."""
    squad: Annotated[int, msgspec.Meta(ge=0, le=MAX_TEAM_SIZE)] = 0
    """Number of players in a squad. If it is 0, the rulebook's table decides (A10)."""
    teams: Literal["random", "seats"] = "random"
    """Whether teams are random. Otherwise, the first half of the seats plays the second half."""
    announce_removals: Literal["no", "removal", "cause"] = "no"
    announce_totals: bool = False
    announce_pool: bool = False
    votes: Literal["names", "tally"] = "names"
    """What is revealed when all votes of a team are in: the names, or only the count (A2)."""
    matches: Literal["random", "vote", "secret-vote", "list", "secret-list"] = "random"
    match_list: tuple[MatchKind, ...] = ()
    """The five matches, if the option is one of the two lists (A13)."""
    medic: Literal["list", "random", "automatic"] = "list"
    """Who replaces a Medic's patient who has been removed (A19).

    The options are the next patient on the list, a random patient, or the best patient at the end.
    """
    pool: Literal["shared", "different", "one-of-each", "chosen"] = "shared"
    pools: tuple[Kinds, ...] = ()
    """The classes if pools are chosen, without Spies: one pool for both teams, or one for each."""
    new_classes: bool = False
    """Whether all players except Spies get another class after every match (A16)."""
    pool_changes: tuple[PoolChange, ...] = ()
    spy_notes: bool = False
    team_notes: bool = False
    disguise: bool = False
    spies_know: bool = False
    """Whether the Spies of a team know who the other Spies are (A15)."""
    complex_classes: bool = False
    unlocks: Literal["off", "random", "chosen"] = "off"
    chosen_unlocks: tuple[ClassUnlock, ...] = ()
    administrator: Literal["service", "watcher"] = "service"
    """Who the Administrator is: the service, or a person who only watches (A20)."""
    creator_plays: bool = True
    """Whether the creator of the match plays.

    If so, the creator cannot set secret options (A20).
    """


class Terms(Setup, omit_defaults=True):
    """The public options. Default numbers are filled in, and private content is removed."""


# --- moves ----------------------------------------------------------------------------------------


class Ballot(Value, tag="ballot"):
    """A vote for the type of the match (A13)."""

    match: MatchKind


class Nominate(Value, tag="nominate"):
    """A squad that a captain proposes. Seats are in ascending order."""

    squad: Seats


class Vote(Value, tag="vote"):
    """A vote for or against the captain's squad."""

    yes: bool


class Elect(Value, tag="elect"):
    """A vote for the player who writes to the Spies in the other team (A14)."""

    writer: Seat


class Note(Value, tag="note"):
    """A sealed note, which can be empty. Every player submits one (A14)."""

    text: Text = ""


class StandBy(Value, tag="stand-by"):
    """The choice to take no action (A3)."""


class Heal(Value, tag="heal"):
    """A Medic's patients in order of preference. One patient is enough."""

    targets: Seats


class Shoot(Value, tag="shoot"):
    """A Sniper's shot at a player in the other squad."""

    target: Seat


class Backstab(Value, tag="backstab"):
    """A Spy's backstab of a player in the same squad."""

    target: Seat


class Sabotage(Value, tag="sabotage"):
    """A Spy's guess at the class of a teammate."""

    target: Seat
    guess: Kind


class Disguise(Value, tag="disguise"):
    """A Spy's disguise as a class, whose points are added to the announced total (A17)."""

    kind: Kind


class Headshot(Value, tag="headshot"):
    """A shot with the Ambassador, which harms only Spies."""

    target: Seat


Move: TypeAlias = (
    Vote | StandBy | Nominate | Ballot | Elect | Note | Heal | Shoot | Backstab | Sabotage |
    Disguise | Headshot
)  # fmt: skip


# --- public records -------------------------------------------------------------------------------


class Removal(Value, omit_defaults=True):
    """An announced removal. The cause is included if causes are announced."""

    seat: Seat
    cause: Cause | None = None


class Result(Value, omit_defaults=True):
    """The announced result of a match.

    `winner` is a side, or None after a draw. `totals` is empty unless points are announced.
    """

    round: int
    match: MatchKind
    squads: tuple[Seats, Seats]
    winner: int | None
    totals: tuple[int, ...] = ()
    removed: tuple[Removal, ...] = ()


class Act(Value):
    """An action that a player has taken. Standing by is not recorded."""

    seat: Seat
    action: Move


class Played(Value, omit_defaults=True):
    """A match with all details, which are revealed at the end.

    The details are classes by seat, unlocks by seat if there are any, and points by side.
    """

    kinds: Kinds
    totals: tuple[int, int]
    acts: tuple[Act, ...] = ()
    removed: tuple[Removal, ...] = ()
    unlocks: tuple[Unlock | None, ...] = ()


class Table(Value, omit_defaults=True):
    """The public state. Side 0 is RED, and side 1 is BLU."""

    terms: Terms
    sides: tuple[int, ...]
    phase: Phase = "squads"
    round: int = 0
    """The number of the current match, counted from 1."""
    match: MatchKind | None = None
    schedule: tuple[MatchKind, ...] = ()
    """All five matches, if they were known from the start."""
    pools: tuple[Kinds, ...] = ()
    """The sorted class pools of both sides, if they are announced."""
    locked: tuple[bool, bool] = (False, False)
    squads: tuple[Seats, ...] = ()
    """Both squads, after both have been locked in."""
    results: tuple[Result, ...] = ()
    halves: tuple[int, int] = (0, 0)
    """Number of half wins, by side. A win counts as two, and a draw as one for each side."""
    opened: tuple[Played, ...] = ()
    """Every match with all details, after the end."""


# --- a team's records -----------------------------------------------------------------------------


class VoteRound(Value, omit_defaults=True):
    """A finished vote of the team.

    `votes` contains "y" or "n" for each member of the team in order. If votes are only counted, it
    is empty.
    """

    round: int
    captain: Seat
    squad: Seats
    yes: int
    no: int
    votes: str = ""


class Letter(Value):
    """An unsigned note that has arrived in this match."""

    round: int
    text: str


class Team(Value, omit_defaults=True):
    """What one team knows (A21)."""

    members: Seats
    order: Seats
    """The order in which the hat is passed."""
    captain: Seat
    stage: Stage = "nominate"
    voted: int = 0
    """Number of squads that have been voted down in this match.

    Once the hat has gone round, the next squad is accepted (A2).
    """
    squad: Seats = ()
    """The squad that has been proposed or locked in."""
    rounds: tuple[VoteRound, ...] = ()
    writer: Seat | None = None
    letters: tuple[Letter, ...] = ()


# --- a seat's records -----------------------------------------------------------------------------


class Attempt(Value):
    """A sabotage that a Spy has tried, and whether it has worked."""

    round: int
    target: Seat
    guess: Kind
    worked: bool


class Deed(Value):
    """This seat's action in a match. Standing by is not recorded."""

    round: int
    action: Move


class Own(Value, omit_defaults=True):
    """What one seat knows. `answer` is the answer it has sealed in the current step."""

    kind: Kind
    unlock: Unlock | None = None
    fellows: Seats = ()
    sabotaged: bool = False
    """Whether this seat knows that it is sabotaged."""
    answer: Move | None = None
    attempts: tuple[Attempt, ...] = ()
    deeds: tuple[Deed, ...] = ()
    letters: tuple[Letter, ...] = ()
    """Notes that a Spy has received from its real side."""


# --- hidden records -------------------------------------------------------------------------------


class Secret(Value, omit_defaults=True):
    """The truth about one seat.

    `sabotaged` is true if the player is sabotaged, and `told` is true if the player knows it.
    `served` and `won` count the matches as Medic and the matches won as Demoman, both without
    removal (A9, A18).
    """

    sabotaged: bool = False
    told: bool = False
    served: int = 0
    won: int = 0


class Hidden(Value, omit_defaults=True):
    """Information that no player sees.

    This includes private lists, the truth about every seat, and all matches with all details.
    """

    pools: tuple[Kinds, Kinds]
    """The class pools of both sides, without Spies."""
    schedule: tuple[MatchKind, ...]
    """The five matches, if they were chosen in advance."""
    changes: tuple[PoolChange, ...]
    unlocks: tuple[ClassUnlock, ...]
    secrets: tuple[Secret, ...]
    log: tuple[Played, ...] = ()
    """Every match, without actions.

    Classes are included only if they change. Otherwise, the seats store them.
    """


class State(Value):
    """The complete state. `acting` lists the seats that still have to answer."""

    table: Table
    teams: tuple[Team, Team]
    own: tuple[Own, ...]
    hidden: Hidden
    acting: Seats


class View(Value):
    """What one seat sees. A spectator sees only the table."""

    seat: Seat | None
    table: Table
    team: Team | None = None
    own: Own | None = None


# --- events ---------------------------------------------------------------------------------------


class Began(Value, tag="began"):
    """The match has been set up."""

    table: Table


class HatDrawn(Value, tag="hat-drawn"):
    """The order of the hat has been drawn. Sent to the team."""

    order: Seats


class ClassDealt(Value, tag="class-dealt"):
    """A class has been dealt. Sent to the seat."""

    kind: Kind
    unlock: Unlock | None
    fellows: Seats


class PoolsAnnounced(Value, tag="pools-announced"):
    """The class pools have changed."""

    pools: tuple[Kinds, ...]


class RoundBegan(Value, tag="round-began"):
    """The next match has begun. The match type is None if a vote will decide it."""

    round: int
    match: MatchKind | None


class Answered(Value, tag="answered"):
    """A player has sealed an answer. Sent to the player."""

    move: Move


class MatchChosen(Value, tag="match-chosen"):
    """The match type has been chosen.

    `ballots` contains the ballots by seat; it is empty if the vote is secret. `tied` lists the
    types from which the die has chosen.
    """

    match: MatchKind
    ballots: tuple[MatchKind, ...]
    tied: tuple[MatchKind, ...]


class Nominated(Value, tag="nominated"):
    """A squad has been nominated. Sent to the team.

    `stands` means that there is no vote, because the hat has gone round (A2).
    """

    captain: Seat
    squad: Seats
    stands: bool


class VotesCounted(Value, tag="votes-counted"):
    """The votes have been counted. Sent to the team."""

    vote: VoteRound
    passed: bool


class HatPassed(Value, tag="hat-passed"):
    """The hat has been passed on. Sent to the team."""

    captain: Seat


class SquadLocked(Value, tag="squad-locked"):
    """A side has locked in its squad. The event does not reveal the squad."""

    side: int


class SquadsShown(Value, tag="squads-shown"):
    """Both squads have been locked in and are revealed."""

    squads: tuple[Seats, Seats]


class StepBegan(Value, tag="step-began"):
    """The next step has begun."""

    phase: Phase


class WriterElected(Value, tag="writer-elected"):
    """A writer has been elected. Sent to the team."""

    writer: Seat


class NoteArrived(Value, tag="note-arrived"):
    """A note from a Spy has arrived. Sent to the other team."""

    letter: Letter


class LetterArrived(Value, tag="letter-arrived"):
    """A note from the elected writer has arrived. Sent to the Spies in the other team."""

    letter: Letter


class MatchPlayed(Value, tag="match-played"):
    """The announced result of a match, and the half wins of each side."""

    result: Result
    halves: tuple[int, int]


class SabotageTried(Value, tag="sabotage-tried"):
    """The result of a sabotage. Sent to the Spy."""

    attempt: Attempt


class SabotageFound(Value, tag="sabotage-found"):
    """A player has been sabotaged. Sent to the player.

    The event is sent after the first match in which the player is in a squad (A6).
    """

    round: int


class AllOpened(Value, tag="all-opened"):
    """The last match is over, and all matches are revealed."""

    played: tuple[Played, ...]


Event: TypeAlias = (
    Answered | Nominated | VotesCounted | HatPassed | SquadLocked | SquadsShown | StepBegan |
    RoundBegan | MatchPlayed | Began | HatDrawn | ClassDealt | PoolsAnnounced | MatchChosen |
    WriterElected | NoteArrived | LetterArrived | SabotageTried | SabotageFound | AllOpened
)  # fmt: skip
