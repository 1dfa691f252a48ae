"""Check transcripts of a week as proof.md specifies: python verify.py [--promises] FILE..."""

import functools
import hashlib
import hmac
import itertools
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

Checks = Iterator[tuple[bool, str]]
G2 = (
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d0"
    "42b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056"
    "c8c121bdb8"
)
TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
SCRYPT = {"salt": b"dead-drop/delay", "n": 1 << 15, "r": 8, "p": 1, "maxmem": 1 << 26, "dklen": 32}
ROLLED = ("spy-rolled", "explosives-rolled", "counterspy-rolled")
PROMISES = ("seed_hash", "salt_root", "order_root", "dice_root", "told_root")
compact = functools.partial(json.dumps, ensure_ascii=False, separators=(",", ":"))


def sha(*parts: bytes | str, key: bytes | None = None) -> bytes:
    """Return the hash of the joined parts, or their HMAC if a key is given."""
    text = b"".join(part.encode() if isinstance(part, str) else part for part in parts)
    return hashlib.sha256(text).digest() if key is None else hmac.digest(key, text, "sha256")


def unhex(text: str, size: int = 32) -> bytes:
    """Decode lower-case hexadecimal of exactly that size. Return no bytes for other text."""
    return bytes.fromhex(text) if re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) else b""


def root_of(nodes: list[bytes]) -> str:
    """Return the root of the Merkle tree over these leaves."""
    while len(nodes) > 1:
        pairs = [nodes[i : i + 2] for i in range(0, len(nodes), 2)]
        nodes = [sha(b"\1", *pair) if len(pair) > 1 else pair[0] for pair in pairs]
    return nodes[0].hex() if nodes else sha().hex()


def leads(digest: bytes, proof: list[dict], root: str | None) -> bool:
    """Return whether the proof leads from the digest to the root."""
    node = sha(b"\0", digest)
    for other, left in ((unhex(step["hash"]), step["left"]) for step in proof):
        node = sha(b"\1", other, node) if left else sha(b"\1", node, other)
    return node.hex() == root


def check_sheets(week: dict, proofs: dict) -> Checks:
    """Check salts, sealed digests and their roots."""
    sheets, root, sealed, salts = proofs["sheets"], proofs.get("salt_root"), [], []
    for sheet in sheets:
        of, salt, text = repr(sheet["name"]), unhex(sheet["salt"]), sheet["payload"]
        extra = sha(sheet.get("entropy") or "")
        sealed.append(
            sha("sealed+/", salt, extra, text)
            if sheet.get("entropy")
            else sha("sealed/", salt, text)
        )
        yield leads(sealed[-1], sheet["proof"], proofs["order_root"]), f"{of} sealed another sheet"
        if root:
            salts.append(sha("salt/", own := unhex(sheet["seat_salt"])))
            yield salt == sha("sheet/", extra, text, key=own), f"the salt of {of} is made otherwise"
            yield leads(salts[-1], sheet["salt_proof"], root), f"the seat salt of {of} is another"
    if week["seats"] or week["void"] or week["replay"]:
        whole, salted = ([sha(b"\0", one) for one in some] for some in (sealed, salts))
        yield root_of(whole) == proofs["order_root"], "the sheets do not give order_root"
        yield not root or root_of(salted) == root, "the seat salts do not give salt_root"
    names = [seat["name"] for seat in week["seats"]] or [sheet["name"] for sheet in sheets]
    yield [sheet["name"] for sheet in sheets] == names, "the sheets are not named as the seats"


def check_draw(week: dict, proofs: dict) -> Checks:
    """Check the draw that was mixed into the dice: a beacon round or a delay."""
    source, draw = proofs.get("source"), proofs.get("draw")
    yield bool(draw) == bool(source and proofs["rolls"]), "a draw is missing or out of place"
    if draw and draw["signature"]:
        from pyblst import BlstP1Element as P1
        from pyblst import BlstP2Element as P2
        from pyblst import final_verify, miller_loop

        chain, number, sign = source["chain"], source["round"], unhex(draw["signature"], 48)
        out = chain["genesis"] + (number - 1) * chain["period"]
        yield out >= proofs["frozen"] + 300, "the beacon's round came out too early"
        key, g2 = (P2.uncompress(unhex(point, 96)) for point in (chain["public_key"], G2))
        due = miller_loop(P1.hash_to_group(sha(number.to_bytes(8)), TAG), key)
        right = final_verify(miller_loop(P1.uncompress(sign), g2), due)
        finite = all(point[0] in "89ab" for point in (chain["public_key"], draw["signature"]))
        yield right and finite and not draw["links"], "the signature is not the beacon's"
    elif draw:
        links, first = draw["links"], sha("delay/", unhex(proofs["order_root"]))
        yield 0 < len(links) == source["links"], "the delay has not the links announced"
        follow = (hashlib.scrypt(link, **SCRYPT) for link in [first, *map(unhex, links[:-1])])
        yield all(map(bytes.__eq__, map(unhex, links), follow)), "a link of the delay is another"


def roll(key: bytes, sides: list[int]) -> Iterator[int]:
    """Yield the faces that follow from a key."""
    stream = (byte for n in itertools.count() for byte in sha(key, n.to_bytes(8)))
    for die in sides:
        width = 4 if range(256**4 + 1)[die] > 255 else 1  # an IndexError for a die of more sides
        values = (int.from_bytes(itertools.islice(stream, width)) for _ in itertools.count())
        yield next(v for v in values if v < 256**width - 256**width % die) % die + 1


def check_dice(week: dict, proofs: dict) -> Checks:
    """Check faces, their proofs to dice_root, and their keys if the seed is open."""
    draw, seed, ply = proofs.get("draw") or {}, unhex(proofs["seed"] or ""), 0
    mixed = b"delay/" + unhex(draw["links"][-1]) if draw.get("links") else b""
    if draw.get("signature"):
        mixed = b"beacon/" + sha(unhex(draw["signature"], 48))
    secret = sha("week/", unhex(proofs["order_root"]), mixed, key=seed)
    yield not proofs["seed"] or sha(seed).hex() == proofs["seed_hash"], "the seed is another"
    for entry, die in ((entry, entry["opened"]) for entry in proofs["rolls"]):
        domain, key = die["domain"], unhex(die["key"])
        yield [*roll(key, die["sides"])] == die["faces"], f"the faces of {domain!r} are others"
        digest = sha("key/", domain, "/", key)
        yield (
            leads(digest, entry["proof"], proofs["dice_root"]),
            f"the key of {domain!r} is another",
        )
        if seed:
            plies = range(ply, min(proofs["plies"], 1_000_000))
            ply = next((n for n in plies if sha(f"dice/{domain}/{n}", key=secret) == key), -1)
            yield ply >= 0, f"the key of {domain!r} does not come from the seed"
            if ply < 0:
                return


def check_told(week: dict, proofs: dict) -> Checks:
    """Check that the events lead to told_root and agree with the dice."""
    seat, heard, faces = week["seat"], week["heard"], {"public": []}
    if proofs.get("told_root") and not (week["seats"] or week["replay"] or week["void"]):
        salt = bytes(32) if seat is None else unhex(proofs["sheets"][0]["seat_salt"])
        told = sha("told/", sha("told", key=salt), compact(heard))
        yield leads(told, week["told_proof"], proofs["told_root"]), "what was heard was not told so"
    for die in (entry["opened"] for entry in proofs["rolls"]):
        faces.setdefault(die["domain"], []).extend(die["faces"])
    seats = [*enumerate(one["heard"] for one in week["seats"])] + [(seat, heard)] * bool(heard)
    for at, events in seats:
        lists = [some for e in events if e["type"] == "order-rolled" for some in e["faces"]]
        first = range(0, max(map(len, lists), default=0), 2)
        order = [face for i in first for some in lists for face in some[i : i + 2]]
        yield order == faces["public"], "the faces of order-rolled are not those of public"
        throws = [t for e in events if e["type"] in ROLLED for t in e.get("throws") or [e["throw"]]]
        thrown = [face for throw in throws for face in throw["faces"]]
        yield (
            thrown == faces.get(f"#{at}", []),
            f"the throws of seat {at} are not the faces of #{at}",
        )
        for throw in throws:
            total = sum(throw["faces"]) + throw["modifier"]
            right = throw["total"] == total and throw["row"] == min(max(total, 2), 12)
            yield right, f"a throw of seat {at} is added up wrongly"


def examine(text: bytes) -> Checks:
    """Yield the result of every check in the specification."""
    week = json.loads(text)
    is_week = week["format"] == "dead-drop-week-1" and compact(week).encode() == text
    yield is_week, "it is not a week in compact JSON"
    ending = b'"digest":"%s"}' % sha(text[:-66], text[-2:]).hex().encode()
    yield text.endswith(ending), "the digest is not the file's"
    for check in (check_sheets, check_draw, check_dice, check_told):
        yield from check(week, week["evidence"])


def main(names: list[str], promises: bool) -> int:
    """Print for each file whether it agrees. Return 1 if one does not, else 0."""
    failed = False
    for name in names:
        wrong: list[str] = []
        try:
            text = Path(name).read_bytes()
            wrong.extend(sentence for right, sentence in examine(text) if not right)
        except Exception as error:
            wrong.append(f"it cannot be read to the end ({error!r})")
        print(f"{name}: {'; '.join(dict.fromkeys(wrong)) or 'agrees'}")
        failed |= bool(wrong)
        if promises and not wrong:
            evidence = json.loads(text)["evidence"]
            print(*(f"  {key} {evidence.get(key)}" for key in PROMISES), sep="\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(
        main([name for name in sys.argv[1:] if name != "--promises"], "--promises" in sys.argv)
    )
