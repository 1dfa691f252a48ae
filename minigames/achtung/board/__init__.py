"""The page of Achtung, Spy! for a seat: options, picture, panels, choices and words, as functions
of one view without side effects.
"""
