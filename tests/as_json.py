"""Answers as a client reads them."""

from typing import Any

import msgspec

from croupier.floor.live.views.table import TableView


def as_json(answer: object) -> Any:
    return msgspec.json.decode(answer.frame if isinstance(answer, TableView) else msgspec.json.encode(answer))
