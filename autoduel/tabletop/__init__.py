"""The autoduel at a table of the site: options, board, plan, log. Pure.

What was ruled for the page goes on from the rules' own list (`autoduel.rules`):

V100 A table of the lobby is driven with the garage's stock cars, in divisions by their price, up to
$6,000, $12,000, $16,000 and $20,000: all sides drive the division's cheapest car, or, in a mixed
field, its cars in turn (`options.py`).

V101 A side and its cars bear the colour of its seat, and a car its number, so that no two are
called the same ("Red Greyhound"); a club's cars keep their own names.

V102 The page's scale is twenty-four units an inch, north is up, and directions to others are those
of a clock with one's own nose at 12 (V71).
"""

from .table import AUTODUEL_TABLE

__all__ = ["AUTODUEL_TABLE"]
