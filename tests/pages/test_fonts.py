"""The house's faces come in two files each: together they are the whole face, and style sheets say
of each part what is in it.
"""

from __future__ import annotations

import re

import pytest

from tests.fonts import FACES, FOLDER, cut, letters, parts, ranges

TOKENS = (FOLDER.parent / "css" / "tokens.css").read_text()
PARTS = [(face, part) for face in FACES for part in ("common", "more")]


def shown(face: str, part: str) -> frozenset[int]:
    return letters(FOLDER / f"{face}-{part}.woff2")


@pytest.mark.parametrize("face", FACES)
def test_both_parts_together_show_every_letter_of_the_face_and_none_twice(face: str) -> None:
    whole = letters(FOLDER / f"{face}.woff2")
    assert shown(face, "common") | shown(face, "more") == whole
    assert not shown(face, "common") & shown(face, "more")


@pytest.mark.parametrize(("face", "part"), PARTS)
def test_a_style_sheet_says_of_a_part_what_is_in_it(face: str, part: str) -> None:
    said = re.search(rf"fonts/{face}-{part}\.woff2.*unicode-range: ([^;]+);", TOKENS)
    assert said and said[1] == ranges(parts(face)[part])


@pytest.mark.parametrize(("face", "part"), PARTS)
def test_the_files_are_what_the_faces_are_cut_into(face: str, part: str) -> None:
    assert cut(face, parts(face)[part]) == (FOLDER / f"{face}-{part}.woff2").read_bytes()
