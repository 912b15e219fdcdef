"""The sign of a table is sent again whenever anything on it has changed."""

from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.test_live import hear, hear_until, say
from tests.server.test_open import Process, folder

__all__ = ["folder"]


def next_sign(socket: ClientConnection) -> dict[str, Any]:
    sign: dict[str, Any] = hear_until(socket, "sign")
    return sign


def test_notices_limits_and_the_links_parameters_are_sent_when_they_change(folder: Path) -> None:
    process = Process(folder, "--clock", "manual")
    with connect(f"ws://{process.line['address'].removeprefix('http://')}/v1/live") as socket:
        hear(socket)
        say(socket, {"watch": {"table": "tcp-1"}})
        first = next_sign(socket)
        assert (first["sign"], first["notices"], first["jackpot"]["reset"]) == (1, [], "50000.00")
        down = {"id": "down-001", "do": "incident jackpot-down policy=without-jackpot", "reason": "silent"}
        assert process.ask("POST", "/v1/tables/tcp-1/acts", down, "pia")[0] == 200
        assert next_sign(socket)["notices"][0]["text"] == "This table takes no jackpot bets for now"
        up = {"id": "up-00001", "do": "incident jackpot-up", "reason": "it works"}
        assert process.ask("POST", "/v1/tables/tcp-1/acts", up, "pia")[0] == 200
        assert next_sign(socket)["notices"] == []
        change = {"id": "change-1", "change": {"reset": "60000.00"}, "reason": "a better start"}
        assert process.ask("POST", "/v1/links/grand/changes", change, "sam")[0] == 202
        assert process.ask("POST", "/v1/links/grand/changes/1/approval", {"id": "approve1"}, "sue")[0] == 200
        assert next_sign(socket)["jackpot"]["reset"] == "60000.00"
        limits = {"id": "limits-1", "sign": {"ante": ["20", "1000"]}}
        assert process.ask("POST", "/v1/tables/tcp-1/sign", limits, "pia")[0] == 200
        assert next_sign(socket)["limits"]["ante"] == ["20.00", "1000.00"]
