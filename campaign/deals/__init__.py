"""Offers between teams that the site carries out, such as bounties and pacts."""
