"""Names and texts of the cards: 36 spies, 36 taunts and four lair cards, written for this site.

The weakest spies come first, as in the deck. The four taunts of a letter have a common subject, so
that it is easier to remember which ones have been discarded.
"""

from __future__ import annotations

from typing import Final

from .cards import (
    CARDS_PER_KIND,
    DOUBLERS_PER_LETTER,
    IS_DOUBLER,
    IS_LAIR,
    IS_SPY,
    LETTERS,
    NUMBER,
    VALUE,
    Card,
)

SPY_NAMES: Final = (
    "Trainee Pemberton", "Agent Doug", "Cousin Nigel", "Barnaby Mumble", "Miss Placed",
    "Gus from Accounts", "Trench Cotes", "Connie Spiracy", "Ann Onymous", "Mike Rofilm",
    "Sergeant Rustle", "Hugh Dunnit", "Polly Graff", "Clara Clandestine", "Rex Incognito",
    "Basil Underhand", "Lady Inkblot", "Sandy Dunes", "Justin Disguise", "Natasha Almostova",
    "Colonel Farthing-Dagger", "Vera Likely", "Otto Pilot", "Lance Parachute", "Madame Semaphore",
    "Crystal Clearance", "Duke Alibi", "Maximilian Tux", "Contessa Codice", "Grant Access",
    "Eve S. Dropper", "Sterling Hush", "Dame Felicity Ruthless", "Victor Exit",
    "The Honourable Dash Peril", "Agent Zero-Point-Zero",
)  # fmt: skip
"""Names of the spies, from the weakest spy in the deck to the strongest."""

LETTER_SUBJECTS: Final = {
    "A": "Appearances",
    "B": "Budgets",
    "C": "Cats",
    "D": "Dinner",
    "E": "Evil plans",
    "F": "Family",
    "G": "Gadgets",
    "H": "Henchmen",
    "I": "Interiors",
}

TAUNT_TEXTS: Final = (
    "Before the end, {spy}, and be honest: does this cape make me look short?",
    "I grew this moustache for today, {spy}. Go on. Touch it.",
    "Three tailors, {spy}, and not one could tell me whether a villain tucks it in.",
    "Do you know what an eye patch does to a tan, {spy}? Look closely.",
    "This death ray was the cheapest of three quotes, {spy}, so kindly stand very close.",
    "I shall need a receipt for your capture, {spy}. Sign here, here, and initial there.",
    "Ransom, {spy}, is taxed at the higher rate. Let me show you my spreadsheet.",
    "You are standing on forty thousand in marble, {spy}. Lift your feet while I gloat.",
    "Say hello to Princess Whiskers, {spy}. She chooses the method, and she is in no hurry.",
    "I would press the button, {spy}, but the cat has only just fallen asleep on it.",
    "He scratches everyone, {spy}. He purred at you. I have questions.",
    "The piranhas were for the cat, {spy}. The cat was for the piranhas. It got complicated.",
    "You cannot die on an empty stomach, {spy}. The soufflé needs eleven minutes.",
    "My chef says you are allergic to nuts, {spy}. He was so looking forward to the pie.",
    "Red with fish, {spy}? I had heard you were a professional.",
    "Sit, {spy}. There are nine courses, and my toast alone takes two of them.",
    "My plan has seventeen steps, {spy}, and I have brought slides.",
    "First the moon, {spy}, then the tides, then every beach hut on the coast. Ask me why.",
    "It cannot fail, {spy}. Here are the blueprints. Hold them while I find my glasses.",
    "Guess which of these two buttons ends the world, {spy}. No, really, the labels came off.",
    "Mother said I would never amount to anything, {spy}. Say it louder. She is on the line.",
    "My brother went into dentistry, {spy}. Tell me honestly which of us is feared more.",
    (
        "We are not so different, {spy}. In fact, have you ever asked your aunt about the summer "
        "of the regatta?"
    ),
    "My nephew is seven, {spy}, and has prepared a song for your demise.",
    "This watch is also a saw, {spy}, and so is this saw. The pen is only a pen. I think.",
    "I took your briefcase apart, {spy}, and one screw is left over. Is it important?",
    "The laser warms up in ten minutes, {spy}. Eight, if nobody boils the kettle.",
    "Voice control, {spy}, is the future. Doors, close. Doors. Close. DOORS.",
    "Hold him, Boris. No, the other arm. Forgive me, {spy}, it is his first week.",
    "Two hundred guards, {spy}, and you found the one on his break. I want names.",
    "They are unionising, {spy}. I must read you your rights, and then theirs.",
    "I leave you with my best man, {spy}. He has a book, a chair, and his back to the door.",
    "Everyone asks about the volcano, {spy}. Nobody asks about the curtains.",
    "Mind the trapdoor, {spy}. No, that one is the laundry. Let us do it again.",
    (
        "The tank was built for sharks, {spy}, but the planning office said goldfish. Look at "
        "them. Fear them."
    ),
    "Is it feng shui, {spy}, to face a hostage towards the window? I want you comfortable.",
)
"""Texts of the taunts, four for each letter in alphabetical order."""

LAIR_NAMES: Final = {
    1: "A Trapdoor",
    2: "A Tank with Something in It",
    3: "A Private Monorail",
    4: "A Hollow Volcano",
}
"""Names of the lair cards, by value."""

BOMB_NAME: Final = "A Ticking Parcel"


def card_name(card: Card) -> str:
    """Return the name that is printed on a card. For a doubler, this is its letter and subject."""
    if IS_SPY[card]:
        return SPY_NAMES[NUMBER[card]]
    if IS_DOUBLER[card]:
        letter = LETTERS[NUMBER[card] // DOUBLERS_PER_LETTER]
        return f"{letter}: {LETTER_SUBJECTS[letter]}"
    return LAIR_NAMES[VALUE[card]] if IS_LAIR[card] else BOMB_NAME


def read_taunt(card: Card, spy: Card) -> str:
    """Return a doubler's text, which addresses this spy."""
    return TAUNT_TEXTS[NUMBER[card]].format(spy=SPY_NAMES[NUMBER[spy]])


if len({*SPY_NAMES}) != CARDS_PER_KIND or len({*TAUNT_TEXTS}) != CARDS_PER_KIND:
    raise ValueError(
        f"there are {CARDS_PER_KIND} different spies and {CARDS_PER_KIND} different taunts"
    )
