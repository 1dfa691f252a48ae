"""The order form's fields: one small form a row, one for the standing orders, one for the whole
sheet.

Rows are judged by the rules alone (`espionage.rules.checking`); these forms only show what was
typed and put each problem next to its field.
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
from core.web.forms.base import HouseForm, new_key
from core.web.problems import money, plural
from espionage.models.sheets import ENTROPY_LENGTH
from espionage.rules.files import BELOW_BASE
from espionage.rules.orders import COUNTERSPY, MISSIONS, Standing
from espionage.rules.words import ACTIONS, ON_ELEVEN

from .sheet_draft import WITH_TARGET, Row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.league.rules.house import HouseRules
    from core.web.problems import Problem
    from espionage.rules.files import Character, PublicTeam, TeamFile

Choices = list[Any]
NOBODY: Final = ("", "Choose a character")
NOTHING: Final = ("", "Choose an action")
NO_TEAM: Final = ("", "Choose a team")
ACTION_WORDS: Final = {
    "infiltrate": "Infiltrate",
    "assassinate": "Assassinate",
    "blow_up": "Blow Up",
    "counterspy": "Counterspy",
}
SEEN: Final = re.compile(r"\d{1,7}", re.ASCII)
MAPS: Final = ("The dice choose", "Section 1", "Section 2", "Section 3", "Section 4")


@dataclass(frozen=True, slots=True)
class Offer:
    """What there is to choose from: own people, rivals with their people, rivals' vehicles that the
    team knows (team, id, words).
    """

    file: TeamFile
    rivals: tuple[PublicTeam, ...]
    vehicles: tuple[tuple[str, str, str], ...]
    house: HouseRules


class Picks(forms.Select):
    """A select some of whose options cannot be picked, unless they are picked already."""

    def __init__(
        self,
        choices: Choices,
        closed: frozenset[str] = frozenset(),
        attrs: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(attrs=dict(attrs or {}), choices=choices)
        self.closed = closed

    def create_option(
        self, name: str, value: Any, label: int | str, selected: bool, *args: Any, **named: Any
    ) -> dict[str, Any]:
        option = super().create_option(name, value, label, selected, *args, **named)
        if str(value) in self.closed and not selected:
            option["attrs"]["disabled"] = True
        return option


def picks(
    label: str,
    choices: Choices,
    *,
    help_text: str = "",
    required: bool = True,
    closed: frozenset[str] = frozenset(),
) -> forms.CharField:
    """A field that takes anything and offers these."""
    return forms.CharField(
        label=label, required=required, widget=Picks(choices, closed), help_text=help_text
    )


class RowForm(forms.Form):
    """One order. Only the fields that the chosen action has a use for are there."""

    use_required_attribute = False

    def __init__(self, row: Row, offer: Offer, *, update_url: str) -> None:
        super().__init__(
            {
                f"{row.key}-{name}": _shown(row, name)
                for name in ("spy", "action", "target_team", "target", "bricks", "on_twelve")
            },
            prefix=row.key,
        )
        self.label_suffix = ""
        self.fields |= row_fields(row, offer)
        for field in self.fields.values():
            field.widget.attrs["hx-post"] = update_url
        self.fields["spy"].widget.attrs["data-names-row"] = ""
        self._errors: ErrorDict = ErrorDict(renderer=self.renderer)
        self.cleaned_data: dict[str, Any] = {}

    def refuse(self, problem: Problem) -> bool:
        """Put a problem next to its field; False when this row does not show that field."""
        if problem.field not in self.fields:
            return False
        self.add_error(problem.field, ValidationError(problem.sentence, code=problem.code))
        return True


def _shown(row: Row, name: str) -> str:
    return "1" if name == "bricks" and not row.bricks else row.value(name)


def row_fields(row: Row, offer: Offer) -> dict[str, forms.Field]:
    """The fields of a row, in their order."""
    fields: dict[str, forms.Field] = {"spy": _spy_field(offer), "action": _action_field(row, offer)}
    if row.action == COUNTERSPY or not row.action:
        return fields
    fields["target_team"] = picks(
        "Against",
        _known(
            row.target_team,
            [NO_TEAM, *[(team.id, team.name) for team in offer.rivals]],
            "a team that does not play",
        ),
    )
    if row.action in WITH_TARGET:
        fields["target"] = _target_field(row, offer)
    if row.action == "blow_up":
        fields["bricks"] = _bricks_field(row, offer.house)
    if row.action in ON_ELEVEN:
        fields["on_twelve"] = _twelve_field(row)
    return fields


def _spy_field(offer: Offer) -> forms.Field:
    people = [(who.id, _person_words(who)) for who in offer.file.people]
    return picks(
        "Character",
        [NOBODY, *people],
        closed=frozenset(who.id for who in offer.file.people if not who.fit),
    )


def _person_words(who: Character) -> str:
    """`Vesper, espionage +1`, and what keeps somebody from going."""
    level = who.skills.espionage
    skill = (
        "no espionage"
        if level == BELOW_BASE
        else "espionage base"
        if level == 0
        else f"espionage +{level}"
    )
    if who.fit:
        return f"{who.name}, {skill}" + (f", {who.dp} of {who.full_dp} DP" if who.wounds else "")
    return (
        f"{who.name}: "
        f"{'dead' if not who.alive else 'held by another team' if who.captured else 'unconscious'}"
    )


def _action_field(row: Row, offer: Offer) -> forms.Field:
    spy = next((who for who in offer.file.people if who.id == row.spy), None)
    untrained = (
        spy is not None
        and spy.skills.explosives == BELOW_BASE
        and not offer.house.untrained_bombers
    )
    words = {**ACTION_WORDS, "blow_up": "Blow Up (needs explosives)"} if untrained else ACTION_WORDS
    return picks(
        "Action", [NOTHING, *words.items()], closed=frozenset({"blow_up"} if untrained else ())
    )


def _known(value: str, choices: Choices, stale: str) -> Choices:
    """The choices, and what was typed if it is none of them: nothing typed is lost."""
    flat = {key for key, label in choices if not isinstance(label, list)} | {
        key for _, label in choices if isinstance(label, list) for key, _ in label
    }
    return [*choices, (value, stale)] if value and value not in flat else choices


def _target_field(row: Row, offer: Offer) -> forms.Field:
    if row.action == "assassinate":
        groups = [
            (
                team.name,
                [
                    (who.id, f"{who.name}, {who.role}" + ("" if who.alive else " (dead)"))
                    for who in team.people
                ],
            )
            for team in offer.rivals
        ]
        any_words, helped = (
            "Anyone: the dice choose",
            "Rows 10 and 11 hit the person you name. Rows 7 to 9 hit someone at random.",
        )
    else:
        groups = [
            (team.name, [(pk, words) for owner, pk, words in offer.vehicles if owner == team.id])
            for team in offer.rivals
        ]
        any_words, helped = (
            "Any vehicle: the dice choose",
            (
                "Row 11 reaches the vehicle you name. You can name vehicles that a duel or your "
                "own spies have shown."
            ),
        )
    chosen = [team.name for team in offer.rivals if team.id == row.target_team]
    wanted = [
        (name, people) for name, people in groups if people and (not chosen or name in chosen)
    ]
    flat = wanted[0][1] if chosen and wanted else wanted
    return picks(
        "Named target",
        _known(row.target, [("", any_words), *flat], "no longer known: the dice will choose"),
        help_text=helped,
        required=False,
    )


def _bricks_field(row: Row, house: HouseRules) -> forms.Field:
    brick = GEAR[BRICK]
    choices = [
        (
            str(count),
            (
                f"{plural(count, 'brick')}: {dice}d, {in_ge(brick.half_ge * count)} GE, "
                f"{money(price(brick, house) * count)}"
            ),
        )
        for count, dice in enumerate(house.bomb_dice, 1)
    ]
    return picks(
        "Bricks of plastique",
        _known(row.bricks, choices, f"{row.bricks} brick{'' if row.bricks == '1' else 's'}"),
        help_text="Used up even if the mission fails.",
    )


def _twelve_field(row: Row) -> forms.Field:
    as_eleven = ON_ELEVEN[row.action]  # type: ignore[index]
    choices = [("", "By default"), ("eleven", "As 11"), ("infiltrate", "−4 to their counterspies")]
    helped = (
        f"As 11: {as_eleven}. This is the default, unless a later mission on this sheet goes "
        "against the same team; then it is −4."
    )
    return picks("On a roll of 12 or more", choices, help_text=helped, required=False)


# --- the sheet ------------------------------------------------------------------------------------


class SheetForm(HouseForm):
    """What the whole sheet carries: the idempotency key, the version that the writer looked at,
    and what they add to the dice. Orders are saved without any of them.
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
        """The key that was sent; a new one for none."""
        return super().key or new_key()

    @property
    def share(self) -> str:
        """What the writer adds to the dice; nothing for a form that was not understood."""
        return str(self.cleaned_data.get("entropy", ""))

    @property
    def version(self) -> int:
        """The version that the writer looked at; 0 for none, and for what is no number."""
        seen = self.cleaned_data.get("seen", "")
        return int(seen) if SEEN.fullmatch(seen) else 0


# --- standing orders ------------------------------------------------------------------------------

WORDS: Final[dict[str, Meta]] = {
    name: next(each for each in hint.__metadata__ if isinstance(each, Meta))
    for name, hint in get_type_hints(Standing, include_extras=True).items()
    if hasattr(hint, "__metadata__")
}
MISSION_CHOICES: Final = [(mission, ACTIONS[mission]) for mission in MISSIONS]


def _words(name: str, default: str) -> dict[str, Any]:
    """Label and help of a standing order, from the rules' own record, with the published
    default.
    """
    return {
        "label": WORDS[name].title,
        "help_text": f"{WORDS[name].description} Default: {default}.",
        "required": False,
    }


class StandingForm(forms.Form):
    """The standing orders: every decision of a week, with the published default beside it."""

    counterspy = forms.MultipleChoiceField(
        choices=MISSION_CHOICES,
        widget=forms.CheckboxSelectMultiple,
        **_words("counterspy", "all three"),
    )
    counterspy_from = forms.IntegerField(
        min_value=-20, max_value=20, **_words("counterspy_from", "−1")
    )
    counterspy_by = forms.ChoiceField(
        choices=[("fittest", "The fittest on duty"), ("listed", "The first on the sheet")],
        **_words("counterspy_by", "the fittest"),
    )
    on_counterspy_twelve = forms.ChoiceField(
        choices=[
            ("cancel", "Take a cancellation"),
            ("if_armed", "Ambush if the counterspy is unhurt, trained and armed"),
            ("ambush", "Always ambush"),
        ],
        **{
            **_words("on_counterspy_twelve", "an ambush if armed"),
            "help_text": (
                "Take a cancellation, as on an 11, or ambush the enemy spy before the mission. "
                "If your counterspy loses or leaves the fight, the mission continues. “Armed” "
                "means unhurt, with handgunner at base level and a loaded firearm. Default: "
                "ambush if armed, otherwise a cancellation."
            ),
        },
    )
    chase_bombers = forms.BooleanField(**_words("chase_bombers", "no"))
    cancel_1 = forms.ChoiceField(
        choices=[("", "By table row only"), *MISSION_CHOICES],
        **{**_words("cancel_first", "by the rows"), "label": "Cancel first"},
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
            **_words("section", "the dice choose"),
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
            **_words("doctrine", "by skill"),
            "help_text": "Used in ambushes that no one plays. Default: by skill.",
        },
    )
    ambushes = forms.ChoiceField(
        choices=[("doctrine", "Let doctrine fight them"), ("live", "Ask us to play them")],
        **_words("ambushes", "doctrine"),
    )
    silent = forms.ChoiceField(
        choices=[
            ("watch", "Repeat our last counterspy orders"),
            ("repeat", "Repeat all orders of our last sheet"),
            ("nobody", "Give no orders"),
        ],
        **_words("silent", "repeat the last counterspy orders"),
    )

    def __init__(self, data: Any, standing: Standing, house: HouseRules) -> None:
        super().__init__(data, prefix="standing", initial=_typed(standing))
        self.label_suffix = ""
        self.standing = standing
        if house.ambush_by_doctrine:
            del self.fields["ambushes"]

    def value(self) -> Standing:
        """The standing orders of a valid form; those it began with when it was not sent."""
        if not self.is_bound:
            return self.standing
        typed, plain = self.cleaned_data, Standing()
        return Standing(
            counterspy=tuple(mission for mission in MISSIONS if mission in typed["counterspy"]),
            counterspy_from=plain.counterspy_from
            if typed["counterspy_from"] is None
            else typed["counterspy_from"],
            counterspy_by=typed["counterspy_by"] or plain.counterspy_by,
            on_counterspy_twelve=typed["on_counterspy_twelve"] or plain.on_counterspy_twelve,
            chase_bombers=typed["chase_bombers"],
            cancel_first=_in_order(typed["cancel_1"], typed["cancel_2"], typed["cancel_3"]),
            section=typed["section"] or 0,
            doctrine=typed["doctrine"] or plain.doctrine,
            ambushes=typed.get("ambushes") or plain.ambushes,
            silent=typed["silent"] or plain.silent,
        )


def _typed(standing: Standing) -> dict[str, Any]:
    first = dict(zip(("cancel_1", "cancel_2", "cancel_3"), standing.cancel_first, strict=False))
    return {
        name: getattr(standing, name)
        for name in Standing.__struct_fields__
        if name != "cancel_first"
    } | first


def _in_order(*typed: str) -> tuple[Any, ...]:
    """Each kind of mission once, in the order chosen."""
    return tuple(dict.fromkeys(mission for mission in typed if mission))
