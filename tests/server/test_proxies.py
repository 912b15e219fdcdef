"""Behind a proxy: whose address counts, when the cookie is Secure, and who may read the metrics."""

import ipaddress
import threading
import tomllib
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from msgspec.structs import replace
from starlette.datastructures import Headers

from croupier.base.errors import Unreadable
from croupier.floor.server.app import Settings
from croupier.floor.server.edge.addresses import Proxies, read_proxies
from croupier.floor.server.edge.limits import Limits, Strangers
from tests.server.conftest import ANNS_ACT, PASSWORD, WIDE, Running
from tests.server.test_edge import raw

SITE = "https://floor.example"
BEHIND = Settings(limits=WIDE, origins=(SITE,), trusted_proxies=read_proxies(["127.0.0.1"]))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[list[Running]]:
    started: list[Running] = []
    yield started
    for server in started:
        server.stop()


def serve(running: list[Running], tmp_path: Path, settings: Settings) -> Running:
    running.append(Running(tmp_path / f"store-{len(running)}", settings=settings))
    return running[-1]


class Proxy:
    """A small real proxy, which does to headers what docs/floor.md asks of Caddy and nginx."""

    def __init__(self, server: Running) -> None:
        class Forward(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                pass

            def forward(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
                before = headers.get("X-Forwarded-For")
                client = self.headers.get("Test-Client", self.client_address[0])
                headers["X-Forwarded-For"] = client if before is None else f"{before}, {client}"
                headers["X-Forwarded-Proto"] = "https"
                inner = HTTPConnection("127.0.0.1", server.port, timeout=20)
                inner.request(self.command, self.path, body or None, headers)
                answer = inner.getresponse()
                data = answer.read()
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)
                inner.close()

            do_GET = do_POST = do_DELETE = forward  # noqa: N815

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Forward)
        self.port = self._http.server_port
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def behind(running: list[Running], tmp_path: Path) -> Iterator[tuple[Running, Running]]:
    """The server, and the same server as it is reached through the proxy."""
    server = serve(running, tmp_path, BEHIND)
    proxy = Proxy(server)
    through = object.__new__(Running)
    through.__dict__ |= {**server.__dict__, "port": proxy.port}
    yield server, through
    proxy.close()


def test_a_cookie_is_secure_exactly_when_the_page_is_https(running: list[Running], tmp_path: Path) -> None:
    signing_in = {"name": "Ann", "password": PASSWORD}

    def cookie(server: Running, **headers: str) -> str:
        reply = server.ask(
            "POST", "/v1/sessions", signing_in, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        assert reply.status == 201
        assert "HttpOnly; SameSite=Strict" in reply.headers["set-cookie"]
        return reply.headers["set-cookie"]

    plain = serve(running, tmp_path, Settings(limits=WIDE, host="0.0.0.0"))
    assert "Secure" not in cookie(plain)
    assert "Secure" not in cookie(plain, Host=f"192.168.7.7:{plain.port}", Origin=f"http://192.168.7.7:{plain.port}")
    assert "Secure" not in cookie(plain, X_Forwarded_Proto="https")  # anybody can say so
    assert "Secure" not in cookie(plain, Origin="https://evil.example")

    proxied = serve(running, tmp_path, replace(BEHIND, trusted_proxies=()))
    assert "Secure" in cookie(proxied, Host="floor.example", Origin=SITE)
    assert "Secure" in cookie(proxied, Host="floor.example")
    assert "Secure" in cookie(proxied), "a program that sends no origin: all pages of this house are https"
    here = f"127.0.0.1:{proxied.port}"
    assert "Secure" not in cookie(proxied, Host=here, Origin=f"http://{here}")

    both = serve(running, tmp_path, replace(BEHIND, origins=(SITE, "http://floor.example")))
    assert "Secure" in cookie(both, Host="floor.example", Origin=SITE)
    assert "Secure" not in cookie(both, Host="floor.example", Origin="http://floor.example")
    assert "Secure" in cookie(both, Host="floor.example", X_Forwarded_Proto="https")
    assert "Secure" not in cookie(both, Host="floor.example", X_Forwarded_Proto="http")


def test_over_plain_http_a_browser_keeps_the_cookie_and_plays(running: list[Running], tmp_path: Path) -> None:
    server = serve(running, tmp_path, Settings(limits=WIDE, host="0.0.0.0"))
    page = {"Host": f"phone.lan:{server.port}", "Origin": f"http://phone.lan:{server.port}"}
    given = server.ask("POST", "/v1/guests", headers=page).headers["set-cookie"]
    assert "Secure" not in given
    seen = {**page, "Cookie": given.partition(";")[0]}
    assert server.ask("GET", "/v1/me", headers=seen).status == 200
    act = {"id": "by-phone", "do": "3 sits guest-1 100"}
    assert server.ask("POST", "/v1/tables/t-1/acts", act, headers=seen).status == 200


def test_a_session_through_the_proxy(behind: tuple[Running, Running]) -> None:
    _, through = behind
    page = {"Host": "floor.example", "Origin": SITE}
    given = through.ask("POST", "/v1/sessions", {"name": "Ann", "password": PASSWORD}, headers=page)
    assert given.headers["set-cookie"].endswith("; Secure")
    cookie = {"Cookie": given.headers["set-cookie"].partition(";")[0]}
    assert through.ask("GET", "/v1/me", headers={**page, **cookie}).json["name"] == "Ann"
    act = {"id": "through-1", "do": ANNS_ACT}
    assert through.ask("POST", "/v1/tables/t-1/acts", act, headers={**page, **cookie}).status == 200
    evil = {**page, **cookie, "Origin": "https://evil.example"}
    assert through.ask("POST", "/v1/tables/t-1/acts", act, headers=evil).status == 403
    ended = through.ask("DELETE", "/v1/sessions/current", headers={**page, **cookie})
    assert ended.headers["set-cookie"].endswith("; Secure")


def test_metrics_answer_this_machine_but_not_clients_of_a_proxy(
    behind: tuple[Running, Running], running: list[Running], tmp_path: Path
) -> None:
    server, through = behind
    assert server.ask("GET", "/metrics").status == 200
    assert through.ask("GET", "/metrics").status == 403
    for name in ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded", "Via", "X-Real-IP"):
        assert server.ask("GET", "/metrics", headers={name: "127.0.0.1"}).status == 403
    guarded = serve(running, tmp_path, replace(BEHIND, metrics_token="a token of thirty-two characters"))
    for token, status in (("a token of thirty-two characters", 200), ("another", 403), ("", 403)):
        sent = {"Authorization": f"Bearer {token}", "X-Forwarded-For": "192.0.2.1"}
        assert guarded.ask("GET", "/metrics", headers=sent).status == status


def test_limits_count_clients_and_not_the_proxy(running: list[Running], tmp_path: Path) -> None:
    limits = Limits(sign_in_name=1_000, sign_in_address=1_000, anonymous=2)
    server = serve(running, tmp_path, replace(BEHIND, limits=limits))
    server.app.strangers = Strangers(limits, lambda: 0.0)
    proxy = Proxy(server)
    through = object.__new__(Running)
    through.__dict__ |= {**server.__dict__, "port": proxy.port}
    try:
        loud = [through.ask("GET", "/v1/house", headers={"Test-Client": "198.51.100.7"}).status for _ in range(3)]
        assert loud == [200, 200, 429]
        assert through.ask("GET", "/v1/house", headers={"Test-Client": "198.51.100.8"}).status == 200
        invented = {"Test-Client": "198.51.100.7"}
        hidden = [
            through.ask("GET", "/v1/house", headers={**invented, "X-Forwarded-For": f"192.0.2.{number}"}).status
            for number in range(3)
        ]
        assert hidden == [429] * 3  # what a client writes before the proxy's own word hides nobody
    finally:
        proxy.close()


@pytest.mark.parametrize(
    ("trusted", "peer", "sent", "address"),
    [
        ([], "203.0.113.5", "198.51.100.7", "203.0.113.5"),
        (["127.0.0.1"], "203.0.113.5", "198.51.100.7", "203.0.113.5"),
        (["127.0.0.1"], "127.0.0.1", "", "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", "198.51.100.7", "198.51.100.7"),
        (["127.0.0.1"], "127.0.0.1", "192.0.2.66, 198.51.100.7", "198.51.100.7"),
        (["127.0.0.1", "10.0.0.0/8"], "127.0.0.1", "192.0.2.66, 198.51.100.7, 10.1.2.3", "198.51.100.7"),
        (["127.0.0.1"], "127.0.0.1", "nonsense", "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", "nonsense, 198.51.100.7", "198.51.100.7"),
        (["127.0.0.1"], "::ffff:127.0.0.1", "198.51.100.7:4711", "198.51.100.7"),
        (["::1"], "::1", "[2001:db8:1:2:3:4:5:6]:4711", "2001:db8:1:2::/64"),
        ([], "2001:db8:1:2::9", "", "2001:db8:1:2::/64"),
        ([], "2001:db8:1:2:ffff::9", "", "2001:db8:1:2::/64"),
        ([], "fe80::1%eth0", "", "fe80::/64"),
        ([], "::ffff:203.0.113.5", "", "203.0.113.5"),
    ],
)
def test_whose_address_it_is(trusted: list[str], peer: str, sent: str, address: str) -> None:
    headers = Headers({"X-Forwarded-For": sent} if sent else {})
    assert Proxies(read_proxies(trusted)).client(peer, "http", headers).address == address


def test_proxies_are_addresses_or_networks() -> None:
    assert read_proxies(["127.0.0.1", "10.0.0.0/8"])[1] == ipaddress.ip_network("10.0.0.0/8")
    for wrong in ("127.0.0.1", ["floor.example"], [1], None):
        with pytest.raises(Unreadable):
            read_proxies(wrong)


@pytest.mark.parametrize("hosts", [b"", b"Host: x\r\nHost: x\r\n", b"Host: x\r\nHost: y\r\n", b"Host: \r\n"])
@pytest.mark.parametrize("path", [b"/v1/house", b"/", b"/v1/live"])
def test_exactly_one_host(server: Running, hosts: bytes, path: bytes) -> None:
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    upgrade += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    more = upgrade if path == b"/v1/live" else b""
    status, body = raw(server, b"GET " + path + b" HTTP/1.1\r\n" + hosts + more + b"\r\n")
    assert (status, body["error"]["code"]) == (400, "unreadable")


def test_the_examples_of_the_docs_are_those_of_deploy_and_set_what_the_server_believes() -> None:
    root = Path(__file__).parents[2]
    docs = (root / "docs" / "floor.md").read_text(encoding="utf-8")
    nginx = (root / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    caddy = (root / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert f"```nginx\n{nginx}```" in docs
    assert f"```caddyfile\n{caddy}```" in docs
    headers = ("Host $http_host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme", "Upgrade $http_upgrade")
    assert all(f"proxy_set_header {header};" in nginx for header in headers)
    config = tomllib.loads(docs.partition("```toml\n")[2].partition("```")[0])["server"]
    to = f"{config['host']}:{config['port']}"
    assert f"proxy_pass http://{to};" in nginx and f"reverse_proxy {to}" in caddy
    assert config["origins"] == [SITE] and read_proxies(config["trusted-proxies"]) == BEHIND.trusted_proxies
    assert f"server_name {SITE.removeprefix('https://')};" in nginx and caddy.startswith(SITE.removeprefix("https://"))
