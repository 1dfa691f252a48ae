"""Forms on the order page: one for each row, one for the standing orders, and one for the sheet.

Rows are validated only by the rules (`espionage.rules.checking`). These forms show the user's
input, with each problem next to its field.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, get_type_hints

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict
from msgspec import Meta

from campaign.ledger.rules.gear import BRICK, GEAR, in_ge, price
from campaign.roster.rules.spies import BELOW_BASE
from core.web.forms.base import HouseForm, new_key
from core.web.problems import money, plural
from espionage.models.sheets import ENTROPY_LENGTH
from espionage.rules.orders import COUNTERSPY, MISSIONS, Standing
from espionage.rules.wording import ACTIONS, ON_ELEVEN

from .sheet_draft import CONDITIONS, FIELDS, WITH_TARGET, Row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.house_rules.rules.house import HouseRules
    from core.web.problems import Problem
    from espionage.rules.files import Character, PublicTeam, TeamFile

Choices = list[Any]
NO_SPY: Final = ("", "Choose a character")
NO_ACTION: Final = ("", "Choose an action")
NO_TEAM: Final = ("", "Choose a team")
ACTION_WORDS: Final = {
    "infiltrate": "Infiltrate",
    "assassinate": "Assassinate",
    "blow_up": "Blow Up",
    "counterspy": "Counterspy",
}
VERSION_NUMBER: Final = re.compile(r"\d{1,7}", re.ASCII)
MAPS: Final = ("The dice choose", "Section 1", "Section 2", "Section 3", "Section 4")


@dataclass(frozen=True, slots=True)
class RowChoices:
    """The choices for a row: the team's people, rivals and their people, and known vehicles.

    A vehicle is given by team, id and description. `garage` has the team's own vehicles.
    """

    file: TeamFile
    rivals: tuple[PublicTeam, ...]
    vehicles: tuple[tuple[str, str, str], ...]
    garage: Mapping[str, str]
    rules: HouseRules


class SelectWithClosed(forms.Select):
    """A select whose unavailable options are disabled unless they are already selected."""

    def __init__(
        self,
        choices: Choices,
        closed: frozenset[str] = frozenset(),
        attrs: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(attrs=dict(attrs or {}), choices=choices)
        self.closed = closed

    def create_option(
        self, name: str, value: Any, label: int | str, selected: bool, *args: Any, **options: Any
    ) -> dict[str, Any]:
        option = super().create_option(name, value, label, selected, *args, **options)
        if str(value) in self.closed and not selected:
            option["attrs"]["disabled"] = True
        return option


def open_choice_field(
    label: str,
    choices: Choices,
    *,
    help_text: str = "",
    required: bool = True,
    closed: frozenset[str] = frozenset(),
) -> forms.CharField:
    """Return a field that accepts any text and suggests these choices."""
    return forms.CharField(
        label=label,
        required=required,
        widget=SelectWithClosed(choices, closed),
        help_text=help_text,
    )


class RowForm(forms.Form):
    """An order. It contains only the fields that the chosen action uses."""

    use_required_attribute = False

    def __init__(self, row: Row, offer: RowChoices, *, update_url: str) -> None:
        super().__init__(
            {f"{row.key}-{name}": _display_value(row, name) for name in FIELDS}
            | {f"{row.key}-{name}": getattr(row, name) for name in CONDITIONS},
            prefix=row.key,
        )
        self.label_suffix = ""
        self.fields = row_fields(row, offer)
        for field in self.fields.values():
            field.widget.attrs["hx-post"] = update_url
        self.fields["spy"].widget.attrs["data-names-row"] = ""
        self.problems: ErrorDict = ErrorDict(renderer=self.renderer)

    @property
    def errors(self) -> ErrorDict:
        """The problems found so far. The rules check the whole sheet rather than each field."""
        return self.problems

    def refuse(self, problem: Problem) -> bool:
        """Add a problem to its field. Return False if this row does not show the field."""
        if problem.field not in self.fields:
            return False
        error = ValidationError(problem.sentence, code=problem.code)
        field_errors = self.error_class(
            renderer=self.renderer, field_id=self[problem.field].auto_id
        )
        self.problems.setdefault(problem.field, field_errors).extend(error.error_list)
        return True


def _display_value(row: Row, name: str) -> str:
    return "1" if name == "bricks" and not row.bricks else row.value(name)


def row_fields(row: Row, offer: RowChoices) -> dict[str, forms.Field]:
    """Return the fields of a row, in order."""
    fields: dict[str, forms.Field] = {"spy": _spy_field(offer), "action": _action_field(row, offer)}
    if row.action == COUNTERSPY:
        return fields | _condition_fields(offer)
    if not row.action:
        return fields
    fields["target_team"] = open_choice_field(
        "Against",
        _with_typed_value(
            row.target_team,
            [NO_TEAM, *[(team.id, team.name) for team in offer.rivals]],
            "a team that does not play",
        ),
    )
    if row.action in WITH_TARGET:
        fields["target"] = _target_field(row, offer)
    if row.action == "blow_up":
        fields["bricks"] = _bricks_field(row, offer.rules)
    if row.action in ON_ELEVEN:
        fields["on_twelve"] = _twelve_field(row)
    return fields


def _condition_fields(offer: RowChoices) -> dict[str, forms.Field]:
    """Return the conditions of a counterspy (E50), without those that have no choices."""
    people = [(person.id, person.name) for person in offer.file.members if person.alive]
    choices: dict[str, tuple[str, Choices]] = {
        "only_missions": ("These missions", MISSION_CHOICES),
        "only_targets": ("Missions that name", [*people, *offer.garage.items()]),
        "only_teams": ("Missions of", [(team.id, team.name) for team in offer.rivals]),
    }
    return {
        name: forms.MultipleChoiceField(
            label=label,
            choices=options,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        for name, (label, options) in choices.items()
        if len(options) > 1
    }


def _spy_field(offer: RowChoices) -> forms.Field:
    teams = {team.id: team.name for team in offer.rivals}
    people = [(person.id, _person_words(person, teams)) for person in offer.file.people]
    return open_choice_field(
        "Character",
        [NO_SPY, *people],
        closed=frozenset(person.id for person in offer.file.people if not person.fit),
    )


def _person_words(person: Character, teams: Mapping[str, str]) -> str:
    """Return a text such as `Vesper, espionage +1`, or why a person is not available.

    `teams` has the names of the other teams, which can borrow and lend guards (E56).
    """
    level = person.skills.espionage
    skill = (
        "no espionage"
        if level == BELOW_BASE
        else "espionage base"
        if level == 0
        else f"espionage +{level}"
    )
    if person.fit:
        wounds = f", {person.dp} of {person.full_dp} DP" if person.wounds else ""
        owner = f", lent by {teams.get(person.lent_by, 'a rival')}" if person.lent_by else ""
        return f"{person.name}, {skill}{wounds}{owner}"
    if person.guards_for:
        return f"{person.name}: guards {teams.get(person.guards_for, 'a rival')} this week"
    reason = (
        "dead" if not person.alive else "held by another team" if person.captured else "unconscious"
    )
    return f"{person.name}: {reason}"


def _action_field(row: Row, offer: RowChoices) -> forms.Field:
    spy = next((person for person in offer.file.people if person.id == row.spy), None)
    untrained = (
        spy is not None
        and spy.skills.explosives == BELOW_BASE
        and not offer.rules.untrained_bombers
    )
    action_labels = (
        {**ACTION_WORDS, "blow_up": "Blow Up (needs explosives)"} if untrained else ACTION_WORDS
    )
    closed = {"blow_up"} if untrained else set[str]()
    if spy is not None and spy.lent_by:
        closed = set(MISSIONS)
    return open_choice_field(
        "Action", [NO_ACTION, *action_labels.items()], closed=frozenset(closed)
    )


def _with_typed_value(value: str, choices: Choices, stale: str) -> Choices:
    """Return the choices, including the typed value, so that no input is lost."""
    values = {key for key, label in choices if not isinstance(label, list)} | {
        key for _, label in choices if isinstance(label, list) for key, _ in label
    }
    return [*choices, (value, stale)] if value and value not in values else choices


def _target_field(row: Row, offer: RowChoices) -> forms.Field:
    if row.action == "assassinate":
        groups = [
            (
                team.name,
                [
                    (
                        person.id,
                        f"{person.name}, {person.role}" + ("" if person.alive else " (dead)"),
                    )
                    for person in team.people
                ],
            )
            for team in offer.rivals
        ]
        any_words = "Anyone: the dice choose"
        help_text = "Rows 10 and 11 hit the person you name. Rows 7 to 9 hit someone at random."
    else:
        groups = [
            (team.name, [(pk, label) for owner, pk, label in offer.vehicles if owner == team.id])
            for team in offer.rivals
        ]
        any_words = "Any vehicle: the dice choose"
        help_text = (
            "Row 11 reaches the vehicle you name. You can name vehicles that a duel or your "
            "own spies have shown."
        )
    opponents = [team.name for team in offer.rivals if team.id == row.target_team]
    groups_to_show = [
        (name, people) for name, people in groups if people and (not opponents or name in opponents)
    ]
    flat = groups_to_show[0][1] if opponents and groups_to_show else groups_to_show
    return open_choice_field(
        "Named target",
        _with_typed_value(
            row.target, [("", any_words), *flat], "no longer known: the dice will choose"
        ),
        help_text=help_text,
        required=False,
    )


def _bricks_field(row: Row, house_rules: HouseRules) -> forms.Field:
    brick = GEAR[BRICK]
    choices = [
        (
            str(count),
            (
                f"{plural(count, 'brick')}: {dice}d, {in_ge(brick.half_ge * count)} GE, "
                f"{money(price(brick, house_rules) * count)}"
            ),
        )
        for count, dice in enumerate(house_rules.bomb_dice, 1)
    ]
    return open_choice_field(
        "Bricks of plastique",
        _with_typed_value(
            row.bricks, choices, f"{row.bricks} brick{'' if row.bricks == '1' else 's'}"
        ),
        help_text="Used up even if the mission fails.",
    )


def _twelve_field(row: Row) -> forms.Field:
    as_eleven = ON_ELEVEN[row.action]  # type: ignore[index]
    choices = [("", "By default"), ("eleven", "As 11"), ("infiltrate", "−4 to their counterspies")]
    help_text = (
        f"As 11: {as_eleven}. This is the default, unless a later mission on this sheet goes "
        "against the same team; then it is −4."
    )
    return open_choice_field(
        "On a roll of 12 or more", choices, help_text=help_text, required=False
    )


# --- the sheet ------------------------------------------------------------------------------------


class SheetForm(HouseForm):
    """Fields of the whole sheet: the idempotency key, the version seen, and the writer's entropy.

    All fields are optional.
    """

    idempotency = forms.CharField(
        widget=forms.HiddenInput, max_length=40, required=False, initial=new_key
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, initial=0)
    entropy = forms.CharField(
        label="Your own randomness",
        required=False,
        widget=forms.TextInput(
            attrs={
                "data-entropy": "",
                "maxlength": ENTROPY_LENGTH,
                "autocomplete": "off",
                "spellcheck": "false",
            }
        ),
        help_text=(
            f"Any text of up to {ENTROPY_LENGTH} characters, such as the results of your own "
            "dice. If you leave it empty, your browser generates it when you save."
        ),
    )

    @property
    def key(self) -> str:
        """The submitted idempotency key, or a new one."""
        return super().key or new_key()

    @property
    def share(self) -> str:
        """The randomness that the writer adds to the dice, or "" if the form is invalid."""
        return str(self.cleaned_data.get("entropy", ""))

    @property
    def version(self) -> int:
        """The version that the writer has seen, or 0 if it is missing or invalid."""
        seen_version = self.cleaned_data.get("seen", "")
        return int(seen_version) if VERSION_NUMBER.fullmatch(seen_version) else 0


# --- standing orders ------------------------------------------------------------------------------

FIELD_WORDS: Final[dict[str, Meta]] = {
    name: next(metadata for metadata in hint.__metadata__ if isinstance(metadata, Meta))
    for name, hint in get_type_hints(Standing, include_extras=True).items()
    if hasattr(hint, "__metadata__")
}
MISSION_CHOICES: Final = [(mission, ACTIONS[mission]) for mission in MISSIONS]


def _field_texts(name: str, default: str) -> dict[str, Any]:
    """Return the label and help text of a standing order. The help text names the default."""
    return {
        "label": FIELD_WORDS[name].title,
        "help_text": f"{FIELD_WORDS[name].description} Default: {default}.",
        "required": False,
    }


class StandingForm(forms.Form):
    """The standing orders, which answer every decision of a week. Defaults are published."""

    counterspy = forms.MultipleChoiceField(
        choices=MISSION_CHOICES,
        widget=forms.CheckboxSelectMultiple,
        **_field_texts("counterspy", "all three"),
    )
    counterspy_from = forms.IntegerField(
        min_value=-20, max_value=20, **_field_texts("counterspy_from", "−1")
    )
    counterspy_by = forms.ChoiceField(
        choices=[("fittest", "The fittest on duty"), ("listed", "The first on the sheet")],
        **_field_texts("counterspy_by", "the fittest"),
    )
    on_counterspy_twelve = forms.ChoiceField(
        choices=[
            ("cancel", "Take a cancellation"),
            ("if_armed", "Ambush if the counterspy is unhurt, trained and armed"),
            ("ambush", "Always ambush"),
        ],
        **{
            **_field_texts("on_counterspy_twelve", "an ambush if armed"),
            "help_text": (
                "Take a cancellation, as on an 11, or ambush the enemy spy before the mission. "
                "If your counterspy loses or leaves the fight, the mission continues. “Armed” "
                "means unhurt, with handgunner at base level and a loaded firearm. Default: "
                "ambush if armed, otherwise a cancellation."
            ),
        },
    )
    chase_bombers = forms.BooleanField(**_field_texts("chase_bombers", "no"))
    cancel_1 = forms.ChoiceField(
        choices=[("", "By table row only"), *MISSION_CHOICES],
        **{**_field_texts("cancel_first", "by the rows"), "label": "Cancel first"},
    )
    cancel_2 = forms.ChoiceField(
        choices=[("", "Nothing more"), *MISSION_CHOICES], required=False, label="Then"
    )
    cancel_3 = forms.ChoiceField(
        choices=[("", "Nothing more"), *MISSION_CHOICES], required=False, label="And then"
    )
    section = forms.TypedChoiceField(
        choices=list(enumerate(MAPS)),
        coerce=int,
        **{
            **_field_texts("section", "the dice choose"),
            "help_text": (
                "A section of Midville. Ambushes on bombers take place at the Truck Stop. "
                "Default: the dice choose."
            ),
        },
    )
    doctrine = forms.ChoiceField(
        choices=[
            ("by_skill", "By skill: trained shooters fight cautiously as ambushers, others flee"),
            ("aggressive", "Aggressively"),
            ("cautious", "Cautiously"),
            ("flee_first", "Flee first"),
        ],
        **{
            **_field_texts("doctrine", "by skill"),
            "help_text": "Used in ambushes that no one plays. Default: by skill.",
        },
    )
    ambushes = forms.ChoiceField(
        choices=[("live", "Ask us to play the ambush"), ("doctrine", "Let doctrine fight")],
        required=False,
        label="If your people meet an enemy",
        help_text="If you do not plan a turn in time, doctrine fights for you.",
    )
    silent = forms.ChoiceField(
        choices=[
            ("watch", "Repeat our last counterspy orders"),
            ("repeat", "Repeat all orders of our last sheet"),
            ("nobody", "Give no orders"),
        ],
        **_field_texts("silent", "repeat the last counterspy orders"),
    )

    def __init__(self, data: Any, standing: Standing, house_rules: HouseRules) -> None:
        super().__init__(data, prefix="standing", initial=_initial(standing))
        self.label_suffix = ""
        self.standing = standing
        if house_rules.ambush_by_doctrine:
            del self.fields["ambushes"]

    def value(self) -> Standing:
        """Return the standing orders from a valid form, or the initial ones if it was not sent."""
        if not self.is_bound:
            return self.standing
        typed, defaults = self.cleaned_data, Standing()
        return Standing(
            counterspy=tuple(mission for mission in MISSIONS if mission in typed["counterspy"]),
            counterspy_from=defaults.counterspy_from
            if typed["counterspy_from"] is None
            else typed["counterspy_from"],
            counterspy_by=typed["counterspy_by"] or defaults.counterspy_by,
            on_counterspy_twelve=typed["on_counterspy_twelve"] or defaults.on_counterspy_twelve,
            chase_bombers=typed["chase_bombers"],
            cancel_first=_in_order(typed["cancel_1"], typed["cancel_2"], typed["cancel_3"]),
            section=typed["section"] or 0,
            doctrine=typed["doctrine"] or defaults.doctrine,
            ambushes=typed.get("ambushes") or defaults.ambushes,
            silent=typed["silent"] or defaults.silent,
        )


def _initial(standing: Standing) -> dict[str, Any]:
    first = dict(zip(("cancel_1", "cancel_2", "cancel_3"), standing.cancel_first, strict=False))
    return {name: getattr(standing, name) for name in Standing.__struct_fields__} | first


def _in_order(*typed: str) -> tuple[Any, ...]:
    """Return each kind of mission once, in the order chosen."""
    return tuple(dict.fromkeys(mission for mission in typed if mission))
