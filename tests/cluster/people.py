"""People who play through whichever process answers, keep their ids, and know afterwards what they were told."""

import http.client
import json
import random
import threading
import time
from typing import Any

from tests.server.several import Several

TABLE = "quick"
TIMEOUT = 1.0
"""Seconds until somebody asks another process."""


class Person(threading.Thread):
    """Buys a chip for one dollar at the table that nobody plays at, again and again. Each act is sent with the same id,
    to whichever process, until it is answered."""

    def __init__(self, house: Several, places: list[str], who: str, box: int, seed: int) -> None:
        super().__init__(daemon=True)
        self._house, self.places, self._who, self._box = house, places, who, box
        self._chance = random.Random(f"{seed} {who}")
        self._over = threading.Event()
        self._pause = 0.01
        self._moment = ""
        self.acknowledged: dict[str, Any] = {}
        self.wrong: list[str] = []
        self.answered_at: list[tuple[float, str]] = []
        """When, and at which place."""

    def run(self) -> None:
        number = 0
        while not self._over.is_set():
            number += 1
            id_ = f"{self._who}-{number:08}"
            while not self._over.is_set():
                place = self._chance.choice(self.places)
                found = self._said(place, id_)
                if found is not None:
                    status, answer = found
                    if status == 200:
                        self.acknowledged[id_] = answer["done"]
                        self.answered_at.append((time.monotonic(), place))
                    elif answer.get("error", {}).get("code") == "stale":
                        self._moment = ""
                    else:
                        self.wrong.append(f"{id_}: {status} {answer}")
                    break
                self._over.wait(0.02)
            self._over.wait(self._pause)

    def _said(self, place: str, id_: str) -> tuple[int, Any] | None:
        """None where nobody decides, or nobody answers."""
        connection = http.client.HTTPConnection(place, timeout=TIMEOUT)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._house.tokens[self._who]}"}
        try:
            if not self._moment:
                connection.request("GET", f"/v1/tables/{TABLE}", headers=headers)
                self._moment = json.loads(connection.getresponse().read())["table"]["moment"]
            act = {"id": id_, "do": f"{self._box} tops-up 1", "moment": self._moment}
            connection.request("POST", f"/v1/tables/{TABLE}/acts", json.dumps(act), headers)
            response = connection.getresponse()
            answer = json.loads(response.read())
            return None if response.status == 503 else (response.status, answer)
        except (OSError, http.client.HTTPException, ValueError, KeyError):
            return None
        finally:
            connection.close()

    def stop(self) -> None:
        self._over.set()
        self.join()
