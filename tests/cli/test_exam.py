"""`mostek exam`: papers that a seed repeats, marks, explanations, paper, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mostek.cli import mostek
from mostek.features.classes.exam import CaseSelection, cases, draw_paper, mark_paper, shown_board


def exam(*options: str, said: str | None = None, lang: str = "en") -> Result:
    return CliRunner().invoke(mostek, ["--lang", lang, "exam", *options], input=said)


def right_answers(*options: str) -> list[str]:
    paper = json.loads(exam(*options, "--json").stdout)
    return ["".join(question["right"]) for question in paper["questions"]]


def test_the_same_seed_draws_the_same_paper_in_both_languages() -> None:
    polish, english = (
        json.loads(exam("--questions", "12", "--seed", "klub", "--json", lang=lang).stdout) for lang in ("pl", "en")
    )
    assert [each["case"] for each in polish["questions"]] == [each["case"] for each in english["questions"]]
    assert [each["right"] for each in polish["questions"]] == [each["right"] for each in english["questions"]]
    assert polish["questions"][0]["situation"] != english["questions"][0]["situation"]


def test_right_answers_pass_and_nothing_is_to_be_read_again() -> None:
    options = ("--questions", "10", "--seed", "a")
    answered = exam(*options, "--answers", " ".join(right_answers(*options)))
    assert "10 of 10 right, 100 %: passed" in answered.stdout
    assert "Read again" not in answered.stdout


def test_four_of_five_pass_and_three_do_not() -> None:
    options = ("--questions", "5", "--seed", "a")
    right = right_answers(*options)
    for left_out, passes in ((1, True), (2, False)):
        given = [*right[: 5 - left_out], *["-"] * left_out]
        result = json.loads(exam(*options, "--json", "--answers", " ".join(given)).stdout)["result"]
        assert (result["passed"], result["percent"]) == (passes, 100 - 20 * left_out)


def test_the_clauses_of_what_was_missed_are_to_be_read_again() -> None:
    options = ("--questions", "3", "--seed", "a", "--rulebook", "open")
    result = json.loads(exam(*options, "--json", "--answers", "- - -").stdout)
    missed = {clause for question in result["questions"] for clause in question["clauses"]}
    assert set(result["result"]["read_again"]) == missed


def test_questions_are_asked_and_explained_one_by_one() -> None:
    options = ("--questions", "2", "--seed", "b", "--clause", "PFS-4.3")
    first, second = right_answers(*options)
    wrong = "a" if second != "a" else "b"
    asked = exam(*options, said=f"z\n{first}\n{wrong}\n")
    assert "Answers are letters" in asked.stdout
    assert asked.stdout.index("Right.") < asked.stdout.index("2 of 2") < asked.stdout.index("Wrong.")
    assert "1 of 2 right, 50 %" in asked.stdout
    assert "PFS-4.3" in asked.stdout


def test_at_the_end_only_what_was_missed_is_explained() -> None:
    options = ("--questions", "2", "--seed", "b", "--at-the-end")
    asked = exam(*options, said=f"{right_answers(*options)[0]}\n\n")
    assert "Right." not in asked.stdout
    assert "Question 2:" in asked.stdout
    assert "Question 1:" not in asked.stdout


def test_when_the_input_ends_the_rest_is_left_out() -> None:
    assert "0 of 4 right" in exam("--questions", "4", "--seed", "b", said="").stdout


def test_a_chapter_is_not_a_longer_number() -> None:
    found = json.loads(exam("--questions", "200", "--clause", "PFS-4.1", "--json").stdout)["questions"]
    assert {"PFS-4.1.3"} == {each["clauses"][0] for each in found}, "no 4.10 and no 4.11"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--clause", "PFS-99"), "PFS-99"),
        (("--clause", ""), "clause"),
        (("--rulebook", "fide"), "fide"),
        (("--questions", "0"), "200"),
        (("--questions", "3", "--answers", "a b"), "2 answers to 3 questions"),
        (("--questions", "1", "--answers", "x"), "Question 1"),
        (("--rulebook", "gen", "--clause", "PFS-4.7"), "no case"),
        (("--key",), "--pdf"),
    ],
)
def test_wrong_use_is_a_sentence(options: tuple[str, ...], says: str) -> None:
    refused = exam(*options, "--seed", "a")
    assert refused.exit_code == 2
    assert says in refused.stderr


def test_the_paper_and_its_key(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    from pypdf import PdfReader

    options = ("--questions", "6", "--seed", "klub")
    for key in ((), ("--key",)):
        assert exam(*options, "--pdf", str(tmp_path / "exam.pdf"), *key, lang="pl").exit_code == 0
        words = " ".join(page.extract_text() for page in PdfReader(tmp_path / "exam.pdf").pages)
        assert ("Klucz" in words) is bool(key)
        paper = draw_paper(CaseSelection(), 6, "klub")
        whys = [" ".join(question.case.pl.why.split())[:30] for question in paper.questions]
        assert all((why in " ".join(words.split())) is bool(key) for why in whys)
    assert exam("--pdf", str(tmp_path / "no" / "where" / "x.pdf"), "--seed", "a").exit_code == 0


def test_every_board_of_a_case_can_be_shown() -> None:
    for case in cases().values():
        if case.shown is not None:
            shown = shown_board(case.shown)
            assert len(shown.laid) <= 7
            assert bool(shown.laid) is bool(case.shown.laid)


def test_a_paper_that_is_not_whole_is_not_marked() -> None:
    paper = draw_paper(CaseSelection(), 2, "a")
    with pytest.raises(ValueError, match="1 answers to 2 questions"):
        mark_paper(paper, [frozenset()])
    with pytest.raises(ValueError, match="from 1 to 200"):
        draw_paper(CaseSelection(), 0, "a")
