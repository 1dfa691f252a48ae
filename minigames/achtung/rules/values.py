"""What the game says, keeps and shows: set-up, table, teams, what each seat knows, moves and
events.

Records that stand in every state leave fields out of their JSON that are as by default; a set-up
spells all of them out.

Secrecy has three rings: the table is everybody's, a team's file is that team's, and `own` is one
seat's. What nobody may know yet is in `Hidden`. Who is still to answer is in `State.acting` alone:
it is a secret wherever several answer at once (A3).
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
"""So many matches are played (A7)."""
SMALLEST: Final = 4
LARGEST: Final = 20
"""Players a team."""
NOTE_LENGTH: Final = 200
"""Characters of a note (A14)."""


# --- set-up ---------------------------------------------------------------------------------------


class PoolChange(Value):
    """After this match the class pools change: to these (one for both teams, or two), or to random
    ones if none is named.
    """

    after: Annotated[int, msgspec.Meta(ge=1, le=4)]
    pools: tuple[Kinds, ...] = ()


class ClassUnlock(Value):
    """Whoever plays this class carries this unlock (A11, "chosen")."""

    kind: Kind
    unlock: Unlock


class Setup(Value):
    """Every option of the text. `options.check_setup` refuses what contradicts itself."""

    team_size: Annotated[int, msgspec.Meta(ge=SMALLEST, le=LARGEST)] = 5
    spies: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = 0
    """Spies a team; 0 reads the table (A10)."""
    squad: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = 0
    """Players a squad; 0 reads the table (A10)."""
    teams: Literal["random", "seats"] = "random"
    """Teams drawn at random, or the first half of the seats against the second."""
    announce_removals: Literal["no", "removal", "cause"] = "no"
    announce_totals: bool = False
    announce_pool: bool = False
    votes: Literal["names", "tally"] = "names"
    """What a team learns of its votes once all are in: who voted how, or the count only (A2)."""
    matches: Literal["random", "vote", "secret-vote", "list", "secret-list"] = "random"
    match_list: tuple[MatchKind, ...] = ()
    """The five matches, for the two list options (A13)."""
    medic: Literal["list", "random", "automatic"] = "list"
    """A removed patient is followed by the next on the Medic's list, by a random one, or the best
    is found at the end (A19).
    """
    pool: Literal["shared", "different", "one-of-each", "chosen"] = "shared"
    pools: tuple[Kinds, ...] = ()
    """For "chosen": the classes without the Spies, one pool for both teams or two."""
    new_classes: bool = False
    """All but the Spies get another class after every match (A16)."""
    pool_changes: tuple[PoolChange, ...] = ()
    spy_notes: bool = False
    team_notes: bool = False
    disguise: bool = False
    spies_know: bool = False
    """Spies of one team know each other (A15)."""
    complex_classes: bool = False
    unlocks: Literal["off", "random", "chosen"] = "off"
    chosen_unlocks: tuple[ClassUnlock, ...] = ()
    administrator: Literal["service", "watcher"] = "service"
    """Who is the Administrator: the service, or a person who watches and never plays (A20)."""
    creator_plays: bool = True
    """Whether whoever makes this match takes a seat; then nothing private may be chosen by them
    (A20).
    """


class Terms(Setup, omit_defaults=True):
    """The options as everybody may read them: numbers filled in, private content left out."""


# --- moves ----------------------------------------------------------------------------------------


class Ballot(Value, tag="ballot"):
    """A voice for the type of this match (A13)."""

    match: MatchKind


class Nominate(Value, tag="nominate"):
    """The captain's squad, lowest seat first."""

    squad: Seats


class Vote(Value, tag="vote"):
    """For or against the captain's squad."""

    yes: bool


class Elect(Value, tag="elect"):
    """A voice for the one who writes to the other team's Spies (A14)."""

    writer: Seat


class Note(Value, tag="note"):
    """A sealed slip; empty for nothing. Everybody hands one in (A14)."""

    text: Text = ""


class StandBy(Value, tag="stand-by"):
    """No action (A3)."""


class Heal(Value, tag="heal"):
    """The Medic's patients, the dearest first. One is enough."""

    targets: Seats


class Shoot(Value, tag="shoot"):
    """A Sniper's shot at the other squad."""

    target: Seat


class Backstab(Value, tag="backstab"):
    """A Spy's blade, for somebody of his own squad."""

    target: Seat


class Sabotage(Value, tag="sabotage"):
    """A Spy's guess at a team mate's class."""

    target: Seat
    guess: Kind


class Disguise(Value, tag="disguise"):
    """The class a Spy counts as in the announced total (A17)."""

    kind: Kind


class Headshot(Value, tag="headshot"):
    """The Ambassador's shot: it hurts Spies only."""

    target: Seat


Move: TypeAlias = (
    Vote
    | StandBy
    | Nominate
    | Ballot
    | Elect
    | Note
    | Heal
    | Shoot
    | Backstab
    | Sabotage
    | Disguise
    | Headshot
)


# --- what everybody sees --------------------------------------------------------------------------


class Removal(Value, omit_defaults=True):
    """An announced removal; the cause only where causes are announced."""

    seat: Seat
    cause: Cause | None = None


class Result(Value, omit_defaults=True):
    """A played match as announced. `winner` is a side, None for a draw; `totals` are empty unless
    announced.
    """

    round: int
    match: MatchKind
    squads: tuple[Seats, Seats]
    winner: int | None
    totals: tuple[int, ...] = ()
    removed: tuple[Removal, ...] = ()


class Act(Value):
    """What a player did, standing by aside."""

    seat: Seat
    action: Move


class Played(Value, omit_defaults=True):
    """A match as it truly was, opened when all is over: classes by seat, unlocks by seat if there
    are any, points by side.
    """

    kinds: Kinds
    totals: tuple[int, int]
    acts: tuple[Act, ...] = ()
    removed: tuple[Removal, ...] = ()
    unlocks: tuple[Unlock | None, ...] = ()


class Table(Value, omit_defaults=True):
    """What everybody sees. Sides are 0 (RED) and 1 (BLU)."""

    terms: Terms
    sides: tuple[int, ...]
    phase: Phase = "squads"
    round: int = 0
    """The match being played, from 1."""
    match: MatchKind | None = None
    schedule: tuple[MatchKind, ...] = ()
    """All five matches, if they are known from the start."""
    pools: tuple[Kinds, ...] = ()
    """The class pools of both sides, sorted, if announced."""
    locked: tuple[bool, bool] = (False, False)
    squads: tuple[Seats, ...] = ()
    """Both squads, once both are locked."""
    results: tuple[Result, ...] = ()
    halves: tuple[int, int] = (0, 0)
    """Half wins by side: a win is two, a draw one each."""
    opened: tuple[Played, ...] = ()
    """Every match as it was, when all is over."""


# --- what a team sees -----------------------------------------------------------------------------


class VoteRound(Value, omit_defaults=True):
    """A vote of the team that is over. `votes` are a "y" or "n" for each of the team's seats in
    order, and empty under "tally".
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
    """What one team knows and the other does not (A21)."""

    members: Seats
    order: Seats
    """The order of the hat."""
    captain: Seat
    stage: Stage = "nominate"
    voted: int = 0
    """Squads voted down in this match; when the hat has gone round, the next squad stands (A2)."""
    squad: Seats = ()
    """The squad proposed or locked."""
    rounds: tuple[VoteRound, ...] = ()
    writer: Seat | None = None
    letters: tuple[Letter, ...] = ()


# --- what a seat sees -----------------------------------------------------------------------------


class Attempt(Value):
    """A Spy's sabotage, and whether it worked."""

    round: int
    target: Seat
    guess: Kind
    worked: bool


class Deed(Value):
    """What this seat did in a match, standing by aside."""

    round: int
    action: Move


class Own(Value, omit_defaults=True):
    """What one seat alone knows. `answer` is what it has sealed in the present step."""

    kind: Kind
    unlock: Unlock | None = None
    fellows: Seats = ()
    sabotaged: bool = False
    """Whether this seat has been told of a sabotage that still lasts."""
    answer: Move | None = None
    attempts: tuple[Attempt, ...] = ()
    deeds: tuple[Deed, ...] = ()
    letters: tuple[Letter, ...] = ()
    """Notes from the Spy's real side, to Spies only."""


# --- what nobody sees -----------------------------------------------------------------------------


class Secret(Value, omit_defaults=True):
    """The truth about one seat: sabotaged, told of it, and matches served as Medic and won as
    Demoman, not removed (A9, A18).
    """

    sabotaged: bool = False
    told: bool = False
    served: int = 0
    won: int = 0


class Hidden(Value, omit_defaults=True):
    """What nobody sees: private lists, the truth about every seat, the matches as they were."""

    pools: tuple[Kinds, Kinds]
    """Class pools without the Spies."""
    schedule: tuple[MatchKind, ...]
    """The five matches, if they were set beforehand."""
    changes: tuple[PoolChange, ...]
    unlocks: tuple[ClassUnlock, ...]
    secrets: tuple[Secret, ...]
    log: tuple[Played, ...] = ()
    """Every match as it was, without what its players did, and without their classes unless these
    change: the seats keep that.
    """


class State(Value):
    """All there is. `acting` are those still to answer."""

    table: Table
    teams: tuple[Team, Team]
    own: tuple[Own, ...]
    hidden: Hidden
    acting: Seats


class View(Value):
    """What one seat sees; a spectator sees the table alone."""

    seat: Seat | None
    table: Table
    team: Team | None = None
    own: Own | None = None


# --- events ---------------------------------------------------------------------------------------


class Began(Value, tag="began"):
    """The match is set up."""

    table: Table


class HatDrawn(Value, tag="hat-drawn"):
    """To a team: the order in which the hat goes round."""

    order: Seats


class ClassDealt(Value, tag="class-dealt"):
    """To one seat."""

    kind: Kind
    unlock: Unlock | None
    fellows: Seats


class PoolsAnnounced(Value, tag="pools-announced"):
    """The class pools have changed."""

    pools: tuple[Kinds, ...]


class RoundBegan(Value, tag="round-began"):
    """The next match; its type is None until the vote on it."""

    round: int
    match: MatchKind | None


class Answered(Value, tag="answered"):
    """To the one who answered."""

    move: Move


class MatchChosen(Value, tag="match-chosen"):
    """`ballots` by seat, empty when the vote is secret; `tied` are the types that the die had to
    choose from.
    """

    match: MatchKind
    ballots: tuple[MatchKind, ...]
    tied: tuple[MatchKind, ...]


class Nominated(Value, tag="nominated"):
    """To the team. `stands`: the hat has gone round, there is no vote (A2)."""

    captain: Seat
    squad: Seats
    stands: bool


class VotesCounted(Value, tag="votes-counted"):
    """To the team."""

    vote: VoteRound
    passed: bool


class HatPassed(Value, tag="hat-passed"):
    """To the team."""

    captain: Seat


class SquadLocked(Value, tag="squad-locked"):
    """A side is ready; nobody else learns with whom."""

    side: int


class SquadsShown(Value, tag="squads-shown"):
    """Both squads are locked."""

    squads: tuple[Seats, Seats]


class StepBegan(Value, tag="step-began"):
    """What everybody is asked next."""

    phase: Phase


class WriterElected(Value, tag="writer-elected"):
    """To the team."""

    writer: Seat


class NoteArrived(Value, tag="note-arrived"):
    """To the other team, from a Spy."""

    letter: Letter


class LetterArrived(Value, tag="letter-arrived"):
    """To the Spies among the other team, from the elected writer."""

    letter: Letter


class MatchPlayed(Value, tag="match-played"):
    """The result as announced, and the half wins by side."""

    result: Result
    halves: tuple[int, int]


class SabotageTried(Value, tag="sabotage-tried"):
    """To the Spy."""

    attempt: Attempt


class SabotageFound(Value, tag="sabotage-found"):
    """To the victim, after the first match for which they are locked in (A6)."""

    round: int


class AllOpened(Value, tag="all-opened"):
    """The last match is over: every match as it was."""

    played: tuple[Played, ...]


Event: TypeAlias = (
    Answered
    | Nominated
    | VotesCounted
    | HatPassed
    | SquadLocked
    | SquadsShown
    | StepBegan
    | RoundBegan
    | MatchPlayed
    | Began
    | HatDrawn
    | ClassDealt
    | PoolsAnnounced
    | MatchChosen
    | WriterElected
    | NoteArrived
    | LetterArrived
    | SabotageTried
    | SabotageFound
    | AllOpened
)
