"""A call that fits: what is left out, in which order, and that the longest boss fight is asked about all the same."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.oracle.size import Fitted, fit, question_tokens, tokens
from sts2fsm.questions import Choice, Consulted, Noul, Question
from tests.oracle.parts import POLICY, QUESTIONS, STATE, client, mock, reason

SIZE = POLICY.size
SMALL = evolve(SIZE, one=300, all=600)
PARAGRAPHS = [f"Paragraph {word}. " + "The fight goes on. " * 6 for word in ("one", "two", "three", "four", "five")]
LONG = "\n".join(PARAGRAPHS)
LINE = Choice("Which line?", {"a": "kills the first enemy and blocks a part of it", "b": "blocks " * 20, "c": None})


def sizes(fitted: Fitted) -> tuple[int, int]:
    """Tokens of the state with the longest question, and of everything."""
    costs = [question_tokens(question, SMALL) for question in fitted.questions.values()]
    state = tokens(fitted.state, SMALL)
    return state + max(costs), state + sum(costs)


def test_a_call_that_fits_is_left_alone() -> None:
    """Nothing is dropped that need not be."""
    fitted = fit(STATE, QUESTIONS, SIZE)
    assert fitted is not None
    assert (fitted.state, dict(fitted.questions), fitted.left_out) == (STATE, QUESTIONS, ())


def test_the_last_paragraphs_go_first() -> None:
    """A state begins with what matters most; its end is dropped, paragraph by paragraph, and the questions stay."""
    fitted = fit(LONG, {"line": LINE}, SMALL)
    assert fitted is not None
    kept = len(fitted.state.split("\n"))
    assert 1 < kept < 5
    assert fitted.state == "\n".join(PARAGRAPHS[:kept])
    assert fitted.questions["line"] == LINE
    assert fitted.left_out == (f"{5 - kept} paragraphs of the state",)
    one_more = tokens("\n".join(PARAGRAPHS[: kept + 1]), SMALL) + question_tokens(LINE, SMALL)
    assert sizes(fitted)[0] <= 300 < one_more + 5, "no more is dropped than need be"


def test_then_the_longest_descriptions_of_options() -> None:
    """With one paragraph left, what options do is dropped, the longest text first; their names stay, in order."""
    tight = evolve(SMALL, one=150)
    fitted = fit(LONG, {"line": LINE}, tight)
    assert fitted is not None
    assert fitted.state == PARAGRAPHS[0]
    line = fitted.questions["line"]
    assert isinstance(line, Choice)
    assert line.criteria == {"a": LINE.criteria["a"], "b": None, "c": None}
    assert list(line.criteria) == ["a", "b", "c"]
    assert fitted.left_out[-1] == "what b of line does"


def test_last_the_end_of_the_state() -> None:
    """One endless paragraph is cut where the limit is."""
    fitted = fit("A word. " * 500, {"line": LINE}, SMALL)
    assert fitted is not None
    assert fitted.state and "A word. ".startswith(fitted.state[:8])
    assert sizes(fitted)[0] <= 300
    assert fitted.left_out[-1] == "the end of the state"


def test_many_questions_share_the_second_limit() -> None:
    """Ten questions are within the first limit each and over the second together."""
    many: dict[str, Question] = {f"q{place}": LINE for place in range(8)}
    fitted = fit(STATE, many, SMALL)
    assert fitted is not None and sizes(fitted)[1] <= 600 and set(fitted.questions) == set(many)


def test_bare_questions_over_the_limit_are_not_sent() -> None:
    """What cannot fit is a reason, and no server is asked."""
    many: dict[str, Question] = {f"q{place}": Noul("word " * 60, yes="y", no="n") for place in range(20)}
    with mock() as url:
        oracle = client(url, size=SMALL)
        assert fit(STATE, many, SMALL) is None
        assert reason(oracle.ask(STATE, many)) == "too_large"


def test_a_long_boss_fight_is_asked_about_all_the_same() -> None:
    """A state of a million characters is sent within the limits, answered, and said to be shortened."""
    state = "\n".join(["Your health is low."] + ["An enemy has many powers. " * 40] * 1000)
    assert len(state) > 1_000_000
    with mock() as url:
        result = client(url).ask(state, QUESTIONS)
    assert isinstance(result, Consulted)
    assert result.left_out and set(result.answers) == set(QUESTIONS)


def test_the_estimate_errs_upwards() -> None:
    """Counted with a byte-pair tokenizer, prose has four characters a token or more, and a digit or an umlaut one
    token at most each: the estimate is above both."""
    prose = "One line kills the nearest enemy and leaves you with little health. "
    assert len(prose) / 4 < tokens(prose, SIZE) < len(prose) / 2
    assert tokens("1234567890", SIZE) >= 10
    assert tokens("ßßßßß", SIZE) >= 5


words = st.text(alphabet="abc .\n", max_size=300)
choices = st.dictionaries(st.sampled_from("abcdef"), st.none() | words, min_size=2, max_size=6).map(
    lambda criteria: Choice("Which?", criteria)
)


@given(words, st.dictionaries(st.sampled_from("uvwxyz"), choices, min_size=1, max_size=4), st.integers(60, 400))
def test_what_is_sent_always_fits(state: str, questions: dict[str, Question], limit: int) -> None:
    """Any call within any limits: what is left is within both, asks every question, and names every option."""
    size = evolve(SIZE, one=limit, all=2 * limit)
    fitted = fit(state, questions, size)
    if fitted is None:
        return
    costs = [question_tokens(question, size) for question in fitted.questions.values()]
    assert tokens(fitted.state, size) + max(costs) <= limit
    assert fitted.tokens == tokens(fitted.state, size) + sum(costs) <= 2 * limit
    assert state.startswith(fitted.state)
    for name, question in questions.items():
        assert list(fitted.questions[name].criteria) == list(question.criteria)  # type: ignore[union-attr]
    assert bool(fitted.left_out) == (fitted.state != state or dict(fitted.questions) != questions)
