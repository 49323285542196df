"""Against a server that nobody here wrote: jevcompat's mock of the wire, without faults and with each of them."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest
from attrs import evolve
from jevcompat.mock import FAULTS, MockConfig
from typesafe_sdk import TypeSafeClient

from sts2fsm.clock import VirtualClock
from sts2fsm.oracle.gate import ONE_HOT, kind_of
from sts2fsm.oracle.keys import Key
from sts2fsm.oracle.probe import probe
from sts2fsm.questions import Choice, ChoiceAnswer, Consulted, Noul, NoulAnswer, Question, Score, ScoreAnswer
from tests.game.bare_server import bare, says
from tests.oracle.parts import POLICY, QUESTIONS, SECRET, STATE, ask, client, mock, reason, right

LONG_CHOICE = {"many": Choice("Which?", {f"option {place}": None for place in range(80)})}
LONG_SCORE = {"level": Score("How much?", tuple("abcdefghi"))}
CAPITALS = {"line": Choice("Which?", {"Strike": "hits", "Défend": "blocks"})}
NULLS = {"line": Choice("Which?", {"a": None, "b": None})}

# What each fault means to this client: `answered` where it breaks nothing that is read here, or what nobody can see
# in one answer. The questions asked are the usual three, unless the fault shows only with others.
MEANS: dict[str, tuple[str, dict[str, Question]]] = {
    "wrong-route": ("refused", QUESTIONS),
    "xssi-200": ("bad_answer", QUESTIONS),
    "plain-content-type": ("answered", QUESTIONS),
    "text-errors": ("answered", QUESTIONS),
    "models-404": ("answered", QUESTIONS),
    "auth-rejects-header": ("answered", QUESTIONS),  # no key is sent where there is none
    "auth-x-api-key": ("missing_key", QUESTIONS),
    "auth-plain": ("missing_key", QUESTIONS),
    "auth-invalid-403-text": ("missing_key", QUESTIONS),
    "reject-array-state": ("answered", QUESTIONS),  # the state is always text
    "reject-jev-latest": ("answered", QUESTIONS),  # the version is always pinned
    "first-question-only": ("bad_answer", QUESTIONS),
    "strict-ids": ("answered", QUESTIONS),  # names of questions are letters and underscores
    "nfd-keys": ("bad_answer", CAPITALS),
    "forbid-extra": ("answered", QUESTIONS),
    "string-only-text": ("answered", QUESTIONS),
    "noul-two-sided": ("answered", QUESTIONS),
    "noul-needs-instructions": ("answered", QUESTIONS),
    "no-null-description": ("invalid", NULLS),
    "cap-64": ("invalid", LONG_CHOICE),
    "cap-5-levels": ("invalid", LONG_SCORE),
    "accept-map-score": ("answered", QUESTIONS),
    "no-usage": ("answered", QUESTIONS),
    "float-usage": ("answered", QUESTIONS),
    "extra-answer": ("bad_answer", QUESTIONS),
    "boolean-type": ("bad_answer", QUESTIONS),
    "nan": ("bad_answer", QUESTIONS),
    "unprefixed-extra": ("answered", QUESTIONS),
    "noul-range": ("bad_answer", QUESTIONS),
    "choice-no-confidence": ("answered", QUESTIONS),  # computed anew, never read
    "choice-key-case": ("bad_answer", CAPITALS),
    "choice-sum": ("bad_answer", QUESTIONS),
    "choice-second": ("bad_answer", QUESTIONS),
    "score-no-legend": ("answered", QUESTIONS),
    "legend-1-based": ("bad_answer", QUESTIONS),
    "score-keys-1-based": ("bad_answer", QUESTIONS),
    "score-sum": ("bad_answer", QUESTIONS),
    "score-argmax": ("bad_answer", LONG_SCORE),
    "confidence-over": ("answered", QUESTIONS),
    "confidence-margin": ("answered", QUESTIONS),
    "500-on-unknown-type": ("answered", QUESTIONS),  # only known types are asked
    "accept-boolean": ("answered", QUESTIONS),
    "validation-400": ("answered", QUESTIONS),
    "error-flat": ("answered", QUESTIONS),
    "id-leaks": ("answered", QUESTIONS),
    "batch-leaks": ("answered", QUESTIONS),
    "order-leaks": ("answered", QUESTIONS),
}
NEEDS_A_KEY = {"auth-x-api-key", "auth-plain", "auth-invalid-403-text"}


def test_every_fault_of_the_server_has_a_meaning() -> None:
    """The table names each fault that the server can have, and no other."""
    assert set(MEANS) == set(FAULTS)


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named_and_none_raises(fault: str) -> None:
    """A fault ends in an answer that is right all the same, or in the reason that fits; the key is not in it."""
    means, questions = MEANS[fault]
    key = "the server's key" if fault in NEEDS_A_KEY else None
    with mock(MockConfig(key=key, faults=frozenset({fault}))) as url:
        result = ask(client(url), **questions)
    assert reason(result) == means
    if isinstance(result, Consulted):
        assert set(result.answers) == set(questions)


AUTH_WITH_A_KEY = ("auth-rejects-header", "auth-x-api-key")


@pytest.mark.parametrize("fault", [*AUTH_WITH_A_KEY, "auth-plain", "auth-invalid-403-text", "text-errors"])
def test_a_key_that_is_not_taken_is_wrong(fault: str) -> None:
    """With a key sent the same refusals say so: the key is wrong, whatever shape the error has."""
    key = None if fault == "auth-rejects-header" else "another key"
    with mock(MockConfig(key=key, faults=frozenset({fault}))) as url:
        result = ask(client(url, SECRET))
    # A server that looks for the key elsewhere calls ours missing: to us it is refused all the same.
    assert reason(result) == "wrong_key"
    assert SECRET not in repr(result)


ERRORS = [
    ("validation-400", "invalid", NULLS, frozenset({"no-null-description"})),
    ("text-errors", "invalid", NULLS, frozenset({"no-null-description"})),
]


@pytest.mark.parametrize(("fault", "means", "questions", "also"), ERRORS, ids=[row[0] for row in ERRORS])
def test_errors_of_any_shape_keep_their_reason(
    fault: str, means: str, questions: dict[str, Question], also: frozenset[str]
) -> None:
    """The status tells the reason; the body only adds words, in whatever shape it comes."""
    with mock(MockConfig(faults=frozenset({fault}) | also)) as url:
        assert reason(ask(client(url), **questions)) == means


@pytest.mark.parametrize("fault", [None, "error-flat", "reject-jev-latest"])
def test_a_model_that_is_not_served_is_told(fault: str | None) -> None:
    """Asking for an unknown version, or for an alias that this server has not, is a refusal with the server's words."""
    model = "jev-latest" if fault == "reject-jev-latest" else "jev-0.0.1"
    with mock(MockConfig(faults=frozenset({fault} if fault else ()))) as url:
        result = ask(client(url, model=model))
    assert reason(result) == ("refused" if fault == "reject-jev-latest" else "invalid")
    assert model in result.detail  # type: ignore[union-attr]


def test_a_right_server_is_read_whole() -> None:
    """Without faults every kind of answer arrives, with the version, the tokens and the request's id."""
    with mock(MockConfig(key=SECRET)) as url:
        result = ask(client(url, SECRET))
    assert isinstance(result, Consulted)
    line, danger, block = (result.answers[name] for name in QUESTIONS)
    assert isinstance(line, ChoiceAnswer) and isinstance(danger, ScoreAnswer) and isinstance(block, NoulAnswer)
    assert list(line.probabilities) == ["a", "b", "c"] and line.choice == max(
        line.probabilities, key=lambda option: line.probabilities[option]
    )
    assert (result.model, result.request_id) == ("jevcompat-mock-0.1", "req_mock")
    assert result.input_tokens > 0 and result.output_tokens == 2 * len(QUESTIONS)


def test_another_version_is_refused_where_the_policy_says_so() -> None:
    """The mock answers under its own name: recorded by default, refused on demand."""
    with mock() as url:
        assert reason(ask(client(url, refuse_other_models=True))) == "wrong_model"


def test_a_server_that_samples_is_told_by_its_certainty() -> None:
    """All mass on one level, whatever the question, is what the gate calls one-hot."""
    with mock(MockConfig(sampled=True)) as url:
        result = ask(client(url))
    assert isinstance(result, Consulted) and kind_of(result.answers["danger"]) == ONE_HOT


def test_a_busy_server_is_asked_again_only_later() -> None:
    """A 429 is one unanswered call; as its Retry-After is 0, the next call goes out at once."""
    with mock(MockConfig(busy_every=2)) as url:
        oracle = client(url)
        assert [reason(ask(oracle)) for _ in range(4)] == ["answered", "rate_limited"] * 2


def test_all_questions_of_a_state_are_one_call() -> None:
    """Twelve questions cost the server one request."""
    config = MockConfig()
    questions = {f"q{place}": QUESTIONS["line"] for place in range(12)}
    with mock(config) as url:
        assert reason(ask(client(url), **questions)) == "answered"
    assert config.requests == 1


# --- the official client ----------------------------------------------------------------------------------------------
def _sent_by_the_official_client(monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], dict[str, str]]:
    """Body and headers that the official client sends for our state and questions."""

    for name in ("TYPESAFE_API_KEY", "TYPESAFE_BASE_URL", "TYPESAFE_DEFAULT_MODEL"):
        monkeypatch.delenv(name, raising=False)
    sent: list[Any] = []

    def answer(request: Any) -> Any:
        sent.append(request)
        return httpx2.Response(200, json=right())

    with TypeSafeClient(api_key=SECRET, model=POLICY.model, transport=httpx2.MockTransport(answer)) as official:
        official.system_one(state=STATE, questions={name: one.to_wire() for name, one in QUESTIONS.items()})
    (request,) = sent
    return json.loads(request.content), {**dict(request.headers), ":path": request.url.path}


def test_we_send_what_the_official_client_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same JSON body, path and key as the official client's for the same question."""
    heads: list[bytes] = []

    def serve(connection: Any, head: bytes) -> None:
        heads.append(head)
        says(200, right())(connection, head)

    with bare(serve) as server:
        assert reason(ask(client(server.url, SECRET))) == "answered"
    body, headers = _sent_by_the_official_client(monkeypatch)
    assert json.loads(server.bodies[0]) == body
    assert server.lines[0].split()[:2] == ["POST", headers[":path"]]
    ours = {
        name.lower(): value for name, _, value in (line.partition(": ") for line in heads[0].decode().split("\r\n")[1:])
    }
    assert ours["authorization"] == headers["authorization"]
    assert ours["content-type"] == headers["content-type"]


def test_the_official_client_reads_what_we_take_for_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reply that our tests call right is one to the official client too."""
    _sent_by_the_official_client(monkeypatch)


# --- the doctor's probe -----------------------------------------------------------------------------------------------
PROBES = [
    (MockConfig(), None, "jev-latest", "fine"),
    (MockConfig(), None, "jev-1.13.0", "unsure"),
    (MockConfig(key=SECRET), SECRET, "mock", "fine"),
    (MockConfig(key="another"), SECRET, "mock", "wrong"),
    (MockConfig(key="another"), None, "mock", "wrong"),
    (MockConfig(faults=frozenset({"models-404"})), None, "mock", "unsure"),
    (MockConfig(faults=frozenset({"xssi-200"})), None, "mock", "unsure"),
]


@pytest.mark.parametrize(("config", "secret", "model", "verdict"), PROBES)
def test_a_probe_tells_whether_the_service_can_be_used(
    config: MockConfig, secret: str | None, model: str, verdict: str
) -> None:
    """The list of models tells whether the server is there, takes the key and serves the version; no question is
    asked, and the key is not in the words."""
    key = Key(secret, "a test") if secret else None
    with mock(config) as url:
        found, words = probe(key, url, VirtualClock(), evolve(POLICY, model=model))
    assert found == verdict
    assert config.requests == 0 and SECRET not in words


def test_a_probe_of_nobody_is_wrong() -> None:
    """Nobody there: wrong, in words, at once."""
    with mock() as url:
        pass
    assert probe(None, url, VirtualClock(), POLICY)[0] == "wrong"
    assert probe(None, "ftp://nowhere", VirtualClock(), POLICY)[0] == "wrong"


def test_a_noul_alone_is_a_call() -> None:
    """One yes or no question is answered like any other batch."""
    with mock() as url:
        result = ask(client(url), alone=Noul("Is it?", yes="it is", no="it is not"))
    assert isinstance(result, Consulted) and isinstance(result.answers["alone"], NoulAnswer)
