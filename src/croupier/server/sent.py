"""Words that many types of what the server sends use."""

from typing import Annotated

from msgspec import Meta

Money = Annotated[str, Meta(pattern=r"^-?[0-9]+\.[0-9]{2}$")]
Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z$")]
Cites = list[str]
