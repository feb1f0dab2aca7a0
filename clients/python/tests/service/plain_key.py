"""A key of secp256k1 that signs typed data, in plain Python: for tests, since the standard library has neither curve nor hash.

Nothing of it is safe against who measures its time.
"""
from __future__ import annotations

import hashlib
import hmac
from typing import Any

_P = 2**256 - 2**32 - 977
_N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
_G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
Point = tuple[int, int] | None


def keccak256(data: bytes) -> bytes:
    """The hash of Ethereum: SHA-3 as it was before it became a standard, with another padding."""
    rate = 136
    block = bytearray(data) + b"\x01" + bytes(-(len(data) + 1) % rate)
    block[-1] |= 0x80
    lanes = [[0] * 5 for _ in range(5)]
    for start in range(0, len(block), rate):
        for index in range(rate // 8):
            at = start + 8 * index
            lanes[index % 5][index // 5] ^= int.from_bytes(block[at : at + 8], "little")
        _permute(lanes)
    return b"".join(lanes[index % 5][index // 5].to_bytes(8, "little") for index in range(4))


def _rotate(value: int, by: int) -> int:
    by %= 64
    return (value << by | value >> (64 - by)) & (2**64 - 1)


def _permute(lanes: list[list[int]]) -> None:
    register = 1
    for _ in range(24):
        columns = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
        for x in range(5):
            mixed = columns[(x + 4) % 5] ^ _rotate(columns[(x + 1) % 5], 1)
            for y in range(5):
                lanes[x][y] ^= mixed
        x, y = 1, 0
        held = lanes[x][y]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            held, lanes[x][y] = lanes[x][y], _rotate(held, (step + 1) * (step + 2) // 2)
        for y in range(5):
            row = [lanes[x][y] for x in range(5)]
            for x in range(5):
                lanes[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5] & (2**64 - 1))
        for bit in range(7):
            register = (register << 1 ^ (register >> 7) * 0x71) % 256
            if register & 2:
                lanes[0][0] ^= 1 << ((1 << bit) - 1)


def _add(a: Point, b: Point) -> Point:
    if a is None:
        return b
    if b is None:
        return a
    if a[0] == b[0] and (a[1] + b[1]) % _P == 0:
        return None
    if a == b:
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, _P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, _P)
    x = (slope * slope - a[0] - b[0]) % _P
    return x, (slope * (a[0] - x) - a[1]) % _P


def _times(factor: int, point: Point) -> Point:
    total: Point = None
    while factor > 0:
        if factor & 1:
            total = _add(total, point)
        point = _add(point, point)
        factor >>= 1
    return total


def address_of(key: int) -> str:
    point = _times(key, _G)
    assert point is not None
    return "0x" + keccak256(point[0].to_bytes(32) + point[1].to_bytes(32))[-20:].hex()


def sign_hash(key: int, digest: bytes) -> bytes:
    """r, s and v, with a low s."""
    k = int.from_bytes(hmac.digest(key.to_bytes(32), digest, hashlib.sha256)) % (_N - 1) + 1
    point = _times(k, _G)
    assert point is not None
    r = point[0] % _N
    s = pow(k, -1, _N) * (int.from_bytes(digest) + r * key) % _N
    parity = point[1] & 1
    if s > _N // 2:
        s, parity = _N - s, parity ^ 1
    return r.to_bytes(32) + s.to_bytes(32) + bytes([27 + parity])


def typed_data_hash(data: dict[str, Any]) -> bytes:
    """EIP-712, for structures without others in them."""
    domain = _struct_hash("EIP712Domain", data["types"]["EIP712Domain"], data["domain"])
    name = data["primaryType"]
    return keccak256(b"\x19\x01" + domain + _struct_hash(name, data["types"][name], data["message"]))


def _struct_hash(name: str, fields: list[dict[str, str]], values: dict[str, Any]) -> bytes:
    members = ",".join(f"{field['type']} {field['name']}" for field in fields)
    described = f"{name}({members})"
    words = [_word(field["type"], values[field["name"]]) for field in fields]
    return keccak256(keccak256(described.encode()) + b"".join(words))


def _word(kind: str, value: Any) -> bytes:
    if kind == "string":
        return keccak256(value.encode())
    number = value if kind == "uint256" else int(value, 16)
    return number.to_bytes(32)
