"""The page of Achtung, Spy! for a seat: options, picture, panels, choices and texts. All are pure
functions of one view.
"""
