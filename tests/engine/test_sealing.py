"""Commitments before the dice are rolled and evidence that they were kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codec import encode
from engine.dice import SeededDice, Taped, domain_name, roll_key, seed_from
from engine.sealing import (
    RollKey,
    dice_root,
    key_leaf,
    key_leaves,
    merkle_root,
    opening,
    proof_of,
    rolled_again,
    root_from,
    sealed,
    seed_hash,
    week_seed,
)
from engine.values import Seat, changed
from engine.verify import Evidence, OpenedRoll, Sheet, Verdict, check_faces, verify

SEED = seed_from("the server's secret")
SALTS = [seed_from(f"salt {team}") for team in "abc"]
SHEETS = ['{"team":"a"}', '{"team":"b"}', '{"team":"c"}']
MINE, THEIRS = RollKey((Seat(1), "mission", 3), 5), RollKey((Seat(2), "mission", 4), 5)
DIGESTS = st.lists(st.binary(min_size=32, max_size=32).map(bytes.hex), min_size=1, max_size=20)


@given(DIGESTS, st.data())
def test_every_leaf_has_a_valid_proof(leaves, data):
    at = data.draw(st.integers(0, len(leaves) - 1))
    assert root_from(leaves[at], proof_of(leaves, at)) == merkle_root(leaves)


@given(DIGESTS, st.data())
def test_proof_fails_for_another_leaf(leaves, data):
    at = data.draw(st.integers(0, len(leaves) - 1))
    stranger = data.draw(
        st.binary(min_size=32, max_size=32).map(bytes.hex).filter(lambda leaf: leaf != leaves[at])
    )
    assert root_from(stranger, proof_of(leaves, at)) != merkle_root(leaves)


@given(DIGESTS, DIGESTS)
def test_another_list_of_leaves_has_another_root(leaves, others):
    assert (merkle_root(leaves) == merkle_root(others)) == (leaves == others)


def test_node_cannot_pass_as_a_leaf():
    leaves = [seed_from(word).hex() for word in "abcd"]
    inner = [merkle_root(leaves[:2]), merkle_root(leaves[2:])]
    assert merkle_root(inner) != merkle_root(leaves)


def test_missing_leaf_has_no_proof():
    with pytest.raises(IndexError):
        proof_of([SEED.hex()], 1)
    assert proof_of([SEED.hex()], 0) == ()
    assert len(merkle_root([])) == 64


def test_same_sheet_with_another_salt_has_another_seal():
    assert len({sealed(sheet.encode(), salt) for sheet in SHEETS for salt in SALTS}) == 9
    with pytest.raises(ValueError, match="32 bytes"):
        sealed(b"{}", b"pinch")


def test_dice_of_a_week_depend_on_every_sheet_and_the_seed():
    roots = [merkle_root([SEED.hex()]), merkle_root([SALTS[0].hex()])]
    assert len({week_seed(seed, root) for seed in (SEED, SALTS[0]) for root in roots}) == 4


def resolve_week() -> tuple[Taped, bytes, list[str]]:
    """Return a resolved week of three sheets: its tape of ply 5, its seed and its seals."""
    seals = [sealed(sheet.encode(), salt) for sheet, salt in zip(SHEETS, SALTS, strict=True)]
    seed = week_seed(SEED, merkle_root(seals))
    dice = Taped(SeededDice(seed, 5))
    dice.in_domain(MINE.domain).roll(4)
    dice.in_domain(THEIRS.domain).roll(3)
    return dice, seed, seals


def make_evidence(*, at_end: bool = False) -> Evidence:
    """Return team b's evidence: its sheet and roll, and at the end of the season the seed."""
    dice, seed, seals = resolve_week()
    leaves = key_leaves(seed, [MINE, THEIRS], 64)
    opened = opening(seed, MINE, dice.tape)
    return Evidence(
        seed_hash=seed_hash(SEED),
        order_root=merkle_root(seals),
        dice_root=dice_root(leaves),
        sheets=(Sheet(name="b", payload=SHEETS[1], salt=SALTS[1].hex(), proof=proof_of(seals, 1)),),
        rolls=(
            OpenedRoll(
                opened=opened,
                proof=proof_of(leaves, leaves.index(key_leaf(opened.domain, opened.key))),
            ),
        ),
        seed=SEED.hex() if at_end else None,
        plies=9 if at_end else 0,
    )


def finding_codes(verdict: Verdict) -> list[str]:
    return [finding.code for finding in verdict.findings]


def test_opened_roll_is_reproduced_from_its_key_alone():
    dice, seed, _ = resolve_week()
    opened = opening(seed, MINE, dice.tape)
    assert opened.faces == tuple([throw.face for throw in dice.tape[:4]])
    assert rolled_again(opened) == opened.faces


def test_opening_reveals_neither_the_ply_nor_other_rolls():
    dice, seed, _ = resolve_week()
    shown = encode(opening(seed, MINE, dice.tape)).decode()
    assert set(make_evidence().rolls[0].opened.__struct_fields__) == {
        "domain",
        "key",
        "sides",
        "faces",
    }
    assert roll_key(seed, THEIRS.domain, 5).hex() not in shown
    assert domain_name(THEIRS.domain) not in shown


def test_size_of_the_key_tree_does_not_depend_on_the_rolls():
    _, seed, _ = resolve_week()
    few, many = (
        key_leaves(seed, [MINE], 64),
        key_leaves(seed, [RollKey("public", ply) for ply in range(60)], 64),
    )
    assert len(few) == len(many) == 64
    assert list(few) == sorted(few)
    assert [len(proof_of(few, at)) for at in range(64)] == [
        len(proof_of(many, at)) for at in range(64)
    ]
    with pytest.raises(ValueError, match="do not fit"):
        key_leaves(seed, [MINE, THEIRS], 1)


def test_honest_evidence_has_no_findings_and_lists_what_is_still_open():
    verdict = verify(make_evidence())
    assert finding_codes(verdict) == []
    assert len(verdict.checked) == 3
    assert "end of the season" in verdict.open[0]


def test_nothing_stays_open_at_the_end_of_the_season():
    verdict = verify(make_evidence(at_end=True))
    assert finding_codes(verdict) == []
    assert len(verdict.checked) == 5
    assert verdict.open == ()


def test_key_check_waits_for_the_root_over_the_keys():
    assert (
        "when the root of the keys is published"
        in verify(changed(make_evidence(), dice_root=None)).open[1]
    )


def forge_evidence(**parts) -> Evidence:
    return changed(make_evidence(at_end=True), **parts)


def with_other_roll(**parts) -> Evidence:
    roll = make_evidence(at_end=True).rolls[0]
    return forge_evidence(rolls=(changed(roll, opened=changed(roll.opened, **parts)),))


def with_other_sheet(**parts) -> Evidence:
    return forge_evidence(sheets=(changed(make_evidence().sheets[0], **parts),))


FACES = make_evidence().rolls[0].opened.faces
OTHER = SALTS[2].hex()


@pytest.mark.parametrize(
    ("forgery", "found"),
    [
        (with_other_roll(faces=(FACES[0] % 6 + 1, *FACES[1:])), ["faces"]),
        (with_other_roll(faces=FACES[1:]), ["faces"]),
        (with_other_roll(sides=(0, 6, 6, 6)), ["faces"]),
        (with_other_roll(domain="public"), ["key", "key"]),
        (with_other_roll(key=OTHER), ["faces", "key", "key"]),
        (with_other_sheet(payload=SHEETS[0]), ["sheet"]),
        (with_other_sheet(salt=OTHER), ["sheet"]),
        (with_other_sheet(proof=()), ["sheet"]),
        (forge_evidence(order_root=OTHER), ["sheet", "key"]),
        (forge_evidence(dice_root=OTHER), ["key"]),
        (forge_evidence(seed_hash=OTHER), ["seed"]),
        (forge_evidence(seed=OTHER), ["seed", "key"]),
        (forge_evidence(plies=5), ["key"]),
    ],
)
def test_single_forgery_is_detected(forgery, found):
    assert finding_codes(verify(forgery)) == found


def test_finding_names_the_die_and_its_correct_face():
    roll = make_evidence().rolls[0].opened
    wrong = changed(roll, faces=(*FACES[:2], FACES[2] % 6 + 1, FACES[3]))
    (finding,) = check_faces(wrong)
    assert finding.sentence == (
        f"The key of the roll #1+mission+#3 gives {FACES[2]} for die 3 (d6), "
        f"but {FACES[2] % 6 + 1} was reported."
    )
