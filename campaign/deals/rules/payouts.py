"""Rules for dividing the money of a deal at its end (C108, C109). All functions are pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campaign.duels.rules.salvage import TeamT, share_by_kills


def divide_bounty(
    amount: int, kills: Mapping[TeamT, int], *, owner: TeamT, giver: TeamT
) -> dict[TeamT, int]:
    """Return each team's share of a bounty in dollars, in proportion to its kills (C108).

    The kills of the vehicle's `owner` do not count. The `giver` gets the remainder, or everything
    if no other team has a kill.
    """
    shares = share_by_kills(amount, kills, owner)
    shares[giver] = shares.get(giver, 0) + amount - sum(shares.values())
    return {team: share for team, share in shares.items() if share}


def divide_stakes(stakes: Mapping[TeamT, int], breakers: Collection[TeamT]) -> dict[TeamT, int]:
    """Return what each of two teams gets when their pact ends (C109).

    The stake of a team that broke the pact goes to the other team.
    """
    first, second = stakes
    other = {first: second, second: first}
    payouts = dict.fromkeys(stakes, 0)
    for team, stake in stakes.items():
        payouts[other[team] if team in breakers else team] += stake
    return payouts
