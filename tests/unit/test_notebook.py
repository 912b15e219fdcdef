"""The notebook among the examples is one that any program reads, and shows pictures; test_examples runs its cells."""

import json
import re
import xml.etree.ElementTree as ET

from tools.notebook import executed, read


def test_it_is_a_notebook() -> None:
    """As nbformat 4.5 has it."""
    found = read()
    assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in found["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-zA-Z0-9-_]{1,64}", each) for each in ids)
    for cell in found["cells"]:
        code = {"outputs", "execution_count"} if cell["cell_type"] == "code" else set()
        assert set(cell) == {"id", "cell_type", "metadata", "source"} | code
        assert all(line.endswith("\n") for line in cell["source"][:-1])


def test_it_shows_pictures_and_nothing_from_elsewhere() -> None:
    found = read()
    shown = [out for cell in found["cells"] for out in cell.get("outputs", ())]
    assert {out["output_type"] for out in shown} == {"stream", "execute_result"}
    kinds = [kind for out in shown for kind in out.get("data", {})]
    assert kinds.count("image/svg+xml") == 2, "a table, and a hand as its player sees it"
    assert kinds.count("text/html") == 5, "odds, two sweeps, two equities"
    pictures = re.findall(r"<svg.*?</svg>", "".join(map(str, (out.get("data", {}) for out in shown))), re.DOTALL)
    assert len(pictures) == 4 and all(ET.fromstring(picture).tag.endswith("svg") for picture in pictures)
    text = json.dumps(found)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "") and "<script" not in text


def test_a_cell_prints_and_shows() -> None:
    cells = [{"cell_type": "code", "source": [source]} for source in ("a = 2", "print('so')\na + 1")]
    first, second = executed({"cells": cells})["cells"]
    assert first["outputs"] == []
    printed, value = second["outputs"]
    assert (printed["text"], value["data"]) == (["so\n"], {"text/plain": ["3"]})
