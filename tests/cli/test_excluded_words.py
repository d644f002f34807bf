"""Words that the general rules exclude do not get into a list that somebody imports by command."""

from __future__ import annotations

from pathlib import Path

from clauses.examples import examples
from cli.program import run
from reaching import reaches

PLAIN = (
    "kot",
    "dom",
    "las",
    "pole",
    "rzeka",
    "morze",
    "woda",
    "kra",
    "trawa",
    "liść",
    "ptak",
    "ryba",
    "droga",
    "most",
    "kos",
)


@reaches("GEN-7b")
def test_excluded_words_are_left_out_and_each_is_named(tmp_path: Path) -> None:
    (example,) = (one for one in examples() if "GEN-7b" in one.clauses and one.side == "out")
    given = example.data["given"]["list"].splitlines()
    excluded = [given[number - 1] for number in example.data["then"]["rejected"]]
    path = tmp_path / "words.txt"
    path.write_text("\n".join([*PLAIN, *given]), "utf-8")
    folder = {"MOSTEK_DATA": str(tmp_path)}
    done = run(
        "--lang", "en", "lexicon", "import", path, "--name", "own", "--edition", "1", "--licence", "CC0", **folder
    )
    assert done.returncode == 0, done.stderr
    assert [word for word in excluded if repr(word)[1:-1] not in done.stdout + done.stderr] == []
    asked = ["dar", *filter(str.isalpha, excluded)]
    judged = run("--lang", "en", "judge", "--lexicon", "own", "--each", *asked, **folder).stdout.splitlines()
    assert [line for line in judged if line.endswith(": valid")] == ["DAR: valid"]
    assert sum(line.endswith(": invalid") for line in judged) == len(asked) - 1
