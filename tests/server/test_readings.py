"""Rulebooks and rulings as pages read them."""

import gzip
import http.client

from croupier.floor.server.running_floor import side_bets
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.readers.house_rulings import standing_rulings
from tests.server.conftest import Running


def test_every_paragraph_has_its_summary_in_order(server: Running) -> None:
    for key in BOOKS:
        told = server.ask("GET", f"/v1/rulebooks/{key}").json
        assert {each["paragraph"]: each["summary"] for each in told["paragraphs"]} == load(key).paragraphs
        assert [each["paragraph"] for each in told["paragraphs"]] == list(load(key).paragraphs)
        assert [each["chapter"] for each in told["chapters"]] == ["1", "2", "3", "4", "5"]
        assert all(each["title"] for each in told["chapters"])


def test_every_standing_ruling_is_listed(server: Running) -> None:
    items = server.ask("GET", "/v1/rulings").json["items"]
    assert {each["ruling"]: each["text"] for each in items} == {
        number: each.text for number, each in standing_rulings().items()
    }
    assert next(each for each in items if each["ruling"] == "R-1")["title"] == "Money"


def test_an_unknown_book_is_not_found(server: Running) -> None:
    for name in ("poker@5", "poker", "..%2f..%2fetc", "poker@7%00", "%F0%9F%83%8F"):
        assert server.ask("GET", f"/v1/rulebooks/{name}").status == 404


def test_what_a_browser_has_kept_is_not_sent_again(server: Running) -> None:
    for path in ("/v1/rulings", "/v1/rulebooks/poker@6"):
        first = server.ask("GET", path)
        assert first.headers["cache-control"] == "public, max-age=3600"
        again = server.ask("GET", path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status, again.text) == (304, "")
        other = server.ask("GET", path, headers={"If-None-Match": '"something else"'})
        assert other.text == first.text


def test_answers_are_compressed_if_the_client_accepts_it(server: Running) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.request("GET", "/v1/rulebooks/poker@7", headers={"Accept-Encoding": "gzip, br"})
        response = connection.getresponse()
        sent = response.read()
    finally:
        connection.close()
    whole = server.ask("GET", "/v1/rulebooks/poker@7").text
    assert response.headers["content-encoding"] == "gzip"
    assert gzip.decompress(sent).decode() == whole and len(sent) < len(whole) / 2


def test_queries_that_cannot_be_meant_are_refused(server: Running) -> None:
    """The floor itself refuses the others (tests/live/test_own_rounds.py)."""
    for query in ("table=..", "table=A", "limit=0", "limit=999", "limit=5&limit=6", "table=%00"):
        assert server.ask("GET", f"/v1/me/rounds?{query}", who="Ann").status == 400


def test_own_figures_are_for_players_since_a_readable_time(server: Running) -> None:
    told = server.ask("GET", "/v1/me/figures?since=2020-01-01T00:00:00Z", who="Ann")
    assert (told.status, told.json["rounds"], told.json["games"], told.json["more"]) == (200, 0, [], False)
    for query in ("since=noon", "since=", "since=2020-01-01T00:00:00Z&since=2020-01-01T00:00:00Z"):
        assert server.ask("GET", f"/v1/me/figures?{query}", who="Ann").status == 400, query
    assert server.ask("GET", "/v1/me/figures", who="dan").status == 403
    assert server.ask("GET", "/v1/me/figures").status == 401


def test_the_house_lists_the_side_bets_of_each_layout() -> None:
    assert side_bets() == {
        "three-card-poker": {"pair-plus": "Pair Plus"},
        "casino-stud": {},
        "progressive-holdem": {"bonus": "Bonus"},
    }
