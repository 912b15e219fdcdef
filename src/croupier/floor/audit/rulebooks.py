"""Checks the house's own rulebooks: each has the digest in its entry, and no later text replaces it."""

from hashlib import sha256

from .reading import Body, Entry, need


class Rulebooks:
    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def entry(self, entry: Entry, body: Body) -> None:
        for event in body.then:
            if event.get("type") == "rulebook-added":
                at, book, digest = entry[:2], event["book"], event["digest"]
                right = sha256(event["text"].encode()).hexdigest() == digest
                need(right, at, "rulebooks", f"the text of {book} has another digest")
                need(self._known.setdefault(book, digest) == digest, at, "rulebooks", f"{book} has two texts")

    def finish(self) -> None:
        """Does nothing: each entry is judged when it is read."""
