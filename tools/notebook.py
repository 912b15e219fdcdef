"""Executes the notebooks in examples/ again and writes what came out into them: `python -m tools.notebook`.

It needs no Jupyter: cells are run one after the other in one namespace, and the value of the last line is shown in
every form that it offers, as a notebook does.
"""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TOUR = ROOT / "examples" / "tour.ipynb"
NOTEBOOKS = tuple(sorted(TOUR.parent.glob("*.ipynb")))
FORMS = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}

Cell = dict[str, Any]


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The same notebook with the outputs of today."""
    known: dict[str, Any] = {}
    done, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            done.append(cell | {"execution_count": count, "outputs": _outputs("".join(cell["source"]), known, count)})
        else:
            done.append(cell)
    return notebook | {"cells": done}


def _outputs(source: str, known: dict[str, Any], count: int) -> list[Cell]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), known)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), known)
    found: list[Cell] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        found.append({"data": _forms(value), "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return found


def _forms(value: object) -> dict[str, list[str]]:
    shown = {form: _lines(getattr(value, name)()) for form, name in FORMS.items() if hasattr(value, name)}
    return {**shown, "text/plain": _lines(repr(value))}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def read(file: Path = TOUR) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def written(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def as_markdown(notebook: dict[str, Any]) -> str:
    """For the site: words, code, and what came out as text."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            told = "".join(output.get("text") or output["data"]["text/plain"])
            parts.append(f"```text\n{told.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    for file in NOTEBOOKS:
        file.write_text(written(executed(read(file))), encoding="utf-8")
        print(f"executed: {file}", file=sys.stderr)
