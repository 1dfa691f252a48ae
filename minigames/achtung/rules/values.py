"""Records of the game: set-up, table, teams, private knowledge, moves and events.

Records that are part of every state omit default values from their JSON; a set-up includes them.

There are three levels of secrecy. The table is public, a team's record is visible to that team, and
`own` to one seat. `Hidden` has the information that nobody is allowed to have yet. Only
`State.acting` says who still has to answer, because that is secret while several players answer
together (A3).
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
"""Number of matches (A7)."""
MIN_TEAM_SIZE: Final = 4
MAX_TEAM_SIZE: Final = 20
"""Maximum number of players per team."""
NOTE_LENGTH: Final = 200
"""Maximum length of a note in characters (A14)."""


# --- set-up ---------------------------------------------------------------------------------------


class PoolChange(Value):
    """A change of the class pools after a match: to these pools (one for both teams, or two), or to
    random ones if empty.
    """

    after: Annotated[int, msgspec.Meta(ge=1, le=4)]
    pools: tuple[Kinds, ...] = ()


class ClassUnlock(Value):
    """The unlock of all players of a class (A11, "chosen")."""

    kind: Kind
    unlock: Unlock


class Setup(Value):
    """All options of the text. `options.check_setup` refuses contradictions."""

    team_size: Annotated[int, msgspec.Meta(ge=MIN_TEAM_SIZE, le=MAX_TEAM_SIZE)] = 5
    spies: Annotated[int, msgspec.Meta(ge=0, le=MAX_TEAM_SIZE)] = 0
    """Spies per team. 0 uses the table (A10)."""
    squad: Annotated[int, msgspec.Meta(ge=0, le=MAX_TEAM_SIZE)] = 0
    """Players in a squad. 0 uses the table (A10)."""
    teams: Literal["random", "seats"] = "random"
    """Whether teams are random. Otherwise the first half of the seats plays the second."""
    announce_removals: Literal["no", "removal", "cause"] = "no"
    announce_totals: bool = False
    announce_pool: bool = False
    votes: Literal["names", "tally"] = "names"
    """The information that is revealed when all votes of a team are in: the names, or only the
    count (A2).
    """
    matches: Literal["random", "vote", "secret-vote", "list", "secret-list"] = "random"
    match_list: tuple[MatchKind, ...] = ()
    """The five matches, for the two list options (A13)."""
    medic: Literal["list", "random", "automatic"] = "list"
    """The replacement if a Medic's patient is removed: the next patient on the list, a random one,
    or the best one at the end (A19).
    """
    pool: Literal["shared", "different", "one-of-each", "chosen"] = "shared"
    pools: tuple[Kinds, ...] = ()
    """Classes for "chosen", without Spies: one pool for both teams or two."""
    new_classes: bool = False
    """Whether everyone except Spies gets another class after every match (A16)."""
    pool_changes: tuple[PoolChange, ...] = ()
    spy_notes: bool = False
    team_notes: bool = False
    disguise: bool = False
    spies_know: bool = False
    """Whether the Spies of a team know each other (A15)."""
    complex_classes: bool = False
    unlocks: Literal["off", "random", "chosen"] = "off"
    chosen_unlocks: tuple[ClassUnlock, ...] = ()
    administrator: Literal["service", "watcher"] = "service"
    """The Administrator: the service, or a person who only watches (A20)."""
    creator_plays: bool = True
    """Whether the creator of the match plays, and so cannot choose anything private (A20)."""


class Terms(Setup, omit_defaults=True):
    """The public options, with numbers filled in and private content removed."""


# --- moves ----------------------------------------------------------------------------------------


class Ballot(Value, tag="ballot"):
    """A vote for the type of this match (A13)."""

    match: MatchKind


class Nominate(Value, tag="nominate"):
    """A captain's proposed squad, lowest seat first."""

    squad: Seats


class Vote(Value, tag="vote"):
    """A vote for or against the captain's squad."""

    yes: bool


class Elect(Value, tag="elect"):
    """A vote for the player who writes to the other team's Spies (A14)."""

    writer: Seat


class Note(Value, tag="note"):
    """A sealed note, which can be empty. Everyone submits one (A14)."""

    text: Text = ""


class StandBy(Value, tag="stand-by"):
    """The move to take no action (A3)."""


class Heal(Value, tag="heal"):
    """A Medic's patients in order of preference. One is enough."""

    targets: Seats


class Shoot(Value, tag="shoot"):
    """A Sniper's shot at a player of the other squad."""

    target: Seat


class Backstab(Value, tag="backstab"):
    """A Spy's backstab of a player in his own squad."""

    target: Seat


class Sabotage(Value, tag="sabotage"):
    """A Spy's guess at a teammate's class."""

    target: Seat
    guess: Kind


class Disguise(Value, tag="disguise"):
    """The class for which a Spy counts in the announced total (A17)."""

    kind: Kind


class Headshot(Value, tag="headshot"):
    """A shot with the Ambassador, which hurts only Spies."""

    target: Seat


Move: TypeAlias = (
    Vote | StandBy | Nominate | Ballot | Elect | Note | Heal | Shoot | Backstab | Sabotage |
    Disguise | Headshot
)  # fmt: skip


# --- public records -------------------------------------------------------------------------------


class Removal(Value, omit_defaults=True):
    """An announced removal, with the cause if causes are announced."""

    seat: Seat
    cause: Cause | None = None


class Result(Value, omit_defaults=True):
    """A played match as announced. `winner` is a side, or None for a draw. `totals` is empty unless
    announced.
    """

    round: int
    match: MatchKind
    squads: tuple[Seats, Seats]
    winner: int | None
    totals: tuple[int, ...] = ()
    removed: tuple[Removal, ...] = ()


class Act(Value):
    """A player's action other than standing by."""

    seat: Seat
    action: Move


class Played(Value, omit_defaults=True):
    """A match in full, revealed at the end: classes by seat, unlocks by seat if there are any, and
    points by side.
    """

    kinds: Kinds
    totals: tuple[int, int]
    acts: tuple[Act, ...] = ()
    removed: tuple[Removal, ...] = ()
    unlocks: tuple[Unlock | None, ...] = ()


class Table(Value, omit_defaults=True):
    """The public state. Sides are 0 (RED) and 1 (BLU)."""

    terms: Terms
    sides: tuple[int, ...]
    phase: Phase = "squads"
    round: int = 0
    """Number of the current match, from 1."""
    match: MatchKind | None = None
    schedule: tuple[MatchKind, ...] = ()
    """All five matches, if they are known from the start."""
    pools: tuple[Kinds, ...] = ()
    """Class pools of both sides, sorted, if announced."""
    locked: tuple[bool, bool] = (False, False)
    squads: tuple[Seats, ...] = ()
    """Both squads, once both are locked."""
    results: tuple[Result, ...] = ()
    halves: tuple[int, int] = (0, 0)
    """Half wins by side: two for a win, one each for a draw."""
    opened: tuple[Played, ...] = ()
    """Every match in full, after the end."""


# --- a team's records -----------------------------------------------------------------------------


class VoteRound(Value, omit_defaults=True):
    """A finished vote of the team. `votes` has a "y" or "n" for each seat of the team in order. It
    is empty under "tally".
    """

    round: int
    captain: Seat
    squad: Seats
    yes: int
    no: int
    votes: str = ""


class Letter(Value):
    """A note that arrived in this match, unsigned."""

    round: int
    text: str


class Team(Value, omit_defaults=True):
    """The knowledge of one team (A21)."""

    members: Seats
    order: Seats
    """Order in which the hat is passed."""
    captain: Seat
    stage: Stage = "nominate"
    voted: int = 0
    """Number of squads voted down in this match. Once the hat has gone round, the next squad is
    accepted (A2).
    """
    squad: Seats = ()
    """The proposed or locked squad."""
    rounds: tuple[VoteRound, ...] = ()
    writer: Seat | None = None
    letters: tuple[Letter, ...] = ()


# --- a seat's records -----------------------------------------------------------------------------


class Attempt(Value):
    """A Spy's sabotage, and whether it worked."""

    round: int
    target: Seat
    guess: Kind
    worked: bool


class Deed(Value):
    """This seat's action in a match other than standing by."""

    round: int
    action: Move


class Own(Value, omit_defaults=True):
    """The knowledge of one seat. `answer` is what it has sealed in the current step."""

    kind: Kind
    unlock: Unlock | None = None
    fellows: Seats = ()
    sabotaged: bool = False
    """Whether this seat knows of a sabotage that is still in effect."""
    answer: Move | None = None
    attempts: tuple[Attempt, ...] = ()
    deeds: tuple[Deed, ...] = ()
    letters: tuple[Letter, ...] = ()
    """Notes from the Spy's real side, for Spies only."""


# --- hidden records -------------------------------------------------------------------------------


class Secret(Value, omit_defaults=True):
    """The truth about one seat: whether it is sabotaged and was told so, and its matches as Medic
    and those won as Demoman without removal (A9, A18).
    """

    sabotaged: bool = False
    told: bool = False
    served: int = 0
    won: int = 0


class Hidden(Value, omit_defaults=True):
    """Information that no player sees: private lists, the truth about every seat, and all matches
    in full.
    """

    pools: tuple[Kinds, Kinds]
    """Class pools without Spies."""
    schedule: tuple[MatchKind, ...]
    """The five matches, if they were set in advance."""
    changes: tuple[PoolChange, ...]
    unlocks: tuple[ClassUnlock, ...]
    secrets: tuple[Secret, ...]
    log: tuple[Played, ...] = ()
    """Every match, without the actions. Classes are included only if they change, because otherwise
    the seats store them.
    """


class State(Value):
    """The whole state. `acting` has the seats that still have to answer."""

    table: Table
    teams: tuple[Team, Team]
    own: tuple[Own, ...]
    hidden: Hidden
    acting: Seats


class View(Value):
    """The view of one seat. A spectator sees only the table."""

    seat: Seat | None
    table: Table
    team: Team | None = None
    own: Own | None = None


# --- events ---------------------------------------------------------------------------------------


class Began(Value, tag="began"):
    """The match is set up."""

    table: Table


class HatDrawn(Value, tag="hat-drawn"):
    """The order in which the hat is passed. To the team."""

    order: Seats


class ClassDealt(Value, tag="class-dealt"):
    """A class dealt to a seat. To the seat."""

    kind: Kind
    unlock: Unlock | None
    fellows: Seats


class PoolsAnnounced(Value, tag="pools-announced"):
    """The class pools have changed."""

    pools: tuple[Kinds, ...]


class RoundBegan(Value, tag="round-began"):
    """The next match has begun. Its type is None until the vote on it."""

    round: int
    match: MatchKind | None


class Answered(Value, tag="answered"):
    """A player's sealed answer. To the player."""

    move: Move


class MatchChosen(Value, tag="match-chosen"):
    """The type of match has been chosen. `ballots` are by seat, and empty if the vote is secret.
    `tied` are the types from which the die chose.
    """

    match: MatchKind
    ballots: tuple[MatchKind, ...]
    tied: tuple[MatchKind, ...]


class Nominated(Value, tag="nominated"):
    """A squad was nominated. `stands` means that the hat has gone round, so there is no vote (A2).
    To the team.
    """

    captain: Seat
    squad: Seats
    stands: bool


class VotesCounted(Value, tag="votes-counted"):
    """The votes were counted. To the team."""

    vote: VoteRound
    passed: bool


class HatPassed(Value, tag="hat-passed"):
    """The hat was passed on. To the team."""

    captain: Seat


class SquadLocked(Value, tag="squad-locked"):
    """A side has locked its squad. Others do not learn the squad."""

    side: int


class SquadsShown(Value, tag="squads-shown"):
    """Both squads are locked."""

    squads: tuple[Seats, Seats]


class StepBegan(Value, tag="step-began"):
    """The next step has begun."""

    phase: Phase


class WriterElected(Value, tag="writer-elected"):
    """A writer was elected. To the team."""

    writer: Seat


class NoteArrived(Value, tag="note-arrived"):
    """A note from a Spy arrived. To the other team."""

    letter: Letter


class LetterArrived(Value, tag="letter-arrived"):
    """A note from the elected writer arrived. To the Spies in the other team."""

    letter: Letter


class MatchPlayed(Value, tag="match-played"):
    """The announced result, and the half wins by side."""

    result: Result
    halves: tuple[int, int]


class SabotageTried(Value, tag="sabotage-tried"):
    """The result of a sabotage. To the Spy."""

    attempt: Attempt


class SabotageFound(Value, tag="sabotage-found"):
    """The player was sabotaged. To the victim, after the first match for which they are locked in
    (A6).
    """

    round: int


class AllOpened(Value, tag="all-opened"):
    """The last match is over, and every match is revealed."""

    played: tuple[Played, ...]


Event: TypeAlias = (
    Answered | Nominated | VotesCounted | HatPassed | SquadLocked | SquadsShown | StepBegan |
    RoundBegan | MatchPlayed | Began | HatDrawn | ClassDealt | PoolsAnnounced | MatchChosen |
    WriterElected | NoteArrived | LetterArrived | SabotageTried | SabotageFound | AllOpened
)  # fmt: skip
