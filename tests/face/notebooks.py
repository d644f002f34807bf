"""Notebooks are run cell by cell, in this process, and their stored answers are those of now.

`python -m face.notebooks` (in `tests`) writes the answers anew.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def run_notebook(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """A notebook as it is stored, and with the answers of now."""
    stored = json.loads(path.read_text("utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [
        {**cell, "outputs": list(_outputs("".join(cell["source"]), names))} if cell["cell_type"] == "code" else cell
        for cell in stored["cells"]
    ]
    return stored, {**stored, "cells": cells}


def _outputs(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body else None
    if last is not None and not isinstance(last, ast.Expr):
        tree.body.append(last)
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    text = printed.getvalue()
    streams = [{"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}] if text else []
    if value is None:
        return streams
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        if method in dir(type(value)):
            data[kind] = getattr(value, method)().splitlines(keepends=True)
    return [*streams, {"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}]


def write_notebook(path: Path, notebook: dict[str, Any]) -> None:
    """The file as Jupyter writes it."""
    path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    for each in NOTEBOOKS:
        write_notebook(each, run_notebook(each)[1])
