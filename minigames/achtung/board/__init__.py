"""The page of Achtung, Spy! for a seat: options, picture, panels, choices and texts.

All functions are pure and depend on a single view.
"""
