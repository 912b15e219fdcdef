"""Where a request comes from: the peer itself, or the client that a trusted proxy names."""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from starlette.datastructures import Headers

from croupier.base.errors import Unreadable
from croupier.base.values import Value

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
FORWARDED: Final = ("forwarded", "via", "x-real-ip")
"""Headers that only a proxy adds, besides those that begin with `x-forwarded-`."""
IPV6_SITE: Final = 64
"""One site has a whole /64 of IPv6, so limits count it as one address."""


class Client(Value):
    """The sender of a request, as the network shows it."""

    address: str
    """The address that limits and records count: an IPv4 address, or the /64 of an IPv6 address."""
    https: bool
    forwarded: bool
    """A proxy passed the request on."""
    loopback: bool
    """The peer is this machine, even if a proxy names a client elsewhere."""


class Proxies:
    """Believes `X-Forwarded-For` and `X-Forwarded-Proto` of the peers in `trusted`, and of nobody else."""

    def __init__(self, trusted: Iterable[Network] = ()) -> None:
        self._trusted = tuple(trusted)

    def client(self, peer: str, scheme: str, headers: Headers) -> Client:
        peer_address = parsed(peer)
        https = scheme in ("https", "wss")
        found = peer_address
        if peer_address is not None and self._trusts(peer_address):
            found = self._forwarded_for(headers) or peer_address
            if protocols := _items(headers, "x-forwarded-proto"):
                https = protocols[-1].lower() == "https"
        return Client(
            address=peer if found is None else counted(found),
            https=https,
            forwarded=any(name in FORWARDED or name.startswith("x-forwarded-") for name in headers),
            loopback=peer_address is not None and peer_address.is_loopback,
        )

    def _forwarded_for(self, headers: Headers) -> IpAddress | None:
        """The last address that belongs to no trusted proxy: a client could have invented everything before it."""
        found: IpAddress | None = None
        for item in reversed(_items(headers, "x-forwarded-for")):
            address = parsed(item)
            if address is None:
                return found
            found = address
            if not self._trusts(address):
                return found
        return found

    def _trusts(self, address: IpAddress) -> bool:
        return any(address in network for network in self._trusted)


@lru_cache(4_096)
def parsed(text: str) -> IpAddress | None:
    """IPv4 written as IPv6 counts as IPv4; a port or a zone is left out."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return address if mapped is None else mapped


def counted(address: IpAddress) -> str:
    if address.version == 4 or address.is_loopback:
        return str(address)
    return str(ipaddress.IPv6Network((address, IPV6_SITE), strict=False))


def is_loopback(host: str) -> bool:
    address = parsed(host)
    return host == "localhost" if address is None else address.is_loopback


def read_proxies(value: object) -> tuple[Network, ...]:
    """`[server] trusted-proxies`: addresses, or networks such as "10.0.0.0/8"."""
    try:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(map(ipaddress.ip_network, value))
    except ValueError:
        pass
    raise Unreadable('[server] trusted-proxies: expected a list of addresses or networks, such as ["127.0.0.1"]')


def _items(headers: Headers, name: str) -> list[str]:
    return [item.strip() for value in headers.getlist(name) for item in value.split(",") if item.strip()]
