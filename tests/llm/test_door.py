"""The door to a language model: typed plans in, every fault by name, within its deadline, and no key in any of it."""

from __future__ import annotations

import json
import sys
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from sts2fsm.clock import SystemClock
from sts2fsm.errors import UsageError
from sts2fsm.oracle.llm.door import URL_KEY, AsyncDoor, Drafted, NotDrafted, key_for, open_door
from sts2fsm.oracle.llm.providers import BASES, asking
from sts2fsm.strategy_policy import ModelSpec, model_spec
from tests.llm.server import PLAN, Script, serving

SECRET = "sk-test-0123456789"
DEADLINE = 20.0  # seconds; only the silent server reaches one


def ask(spec: str, deadline: float = DEADLINE, key: str = SECRET) -> Drafted | NotDrafted:
    chosen = model_spec(spec)
    assert chosen is not None
    return open_door(chosen, {URL_KEY: key}, SystemClock()).ask("Advise.", "Act 1.", deadline, 500)


def drafted(answer: Drafted | NotDrafted) -> Drafted:
    assert isinstance(answer, Drafted), answer
    return answer


def failed(answer: Drafted | NotDrafted) -> NotDrafted:
    assert isinstance(answer, NotDrafted), answer
    return answer


# --- a server on OpenAI's wire ----------------------------------------------------------------------------------------
def test_a_plan_comes_back_as_it_was_written() -> None:
    """One request, to the URL's own path, with its model and key; the plan and the tokens are what was sent."""
    script = Script()
    with serving(script) as spec:
        answer = drafted(ask(spec))
    assert answer.raw == {**PLAN, "relics": []}
    assert (answer.input_tokens, answer.output_tokens) == (1000, 100)
    assert answer.ms > 0
    [asked] = script.asked
    assert (asked["path"], asked["model"]) == ("/v1/chat/completions", "mock")
    assert asked.get("max_completion_tokens", asked.get("max_tokens")) == 500
    assert script.headers[0]["authorization"] == f"Bearer {SECRET}"


@pytest.mark.parametrize(
    "status, reason",
    [
        (401, "unauthorised"), (403, "unauthorised"), (429, "rate_limited"), (500, "server_error"),
        (503, "server_error"), (400, "refused"), (404, "refused"),
    ],
)  # fmt: skip
def test_every_refusal_has_a_name_and_is_asked_once(status: int, reason: str) -> None:
    """No retry by the client or the library; the server's words, which quote the key, are not told."""
    script = Script()
    script.status = status
    with serving(script) as spec:
        answer = failed(ask(spec))
    assert answer.reason == reason
    assert str(status) in answer.detail
    assert len(script.asked) == 1
    assert SECRET not in repr(answer)


@pytest.mark.parametrize("text", ["", "I would rather not.", '{"wanted": "INFLAME"}', '{"wanted": [', "[]", "null"])
def test_an_answer_that_is_no_plan_costs_one_request(text: str) -> None:
    """Prose, torn JSON and wrong types are a bad answer whose tokens are counted; nobody is asked to try again."""
    script = Script()
    script.reply = text
    with serving(script) as spec:
        answer = failed(ask(spec))
    assert answer.reason == "bad_answer"
    assert len(script.asked) == 1
    assert (answer.input_tokens, answer.output_tokens) == (1000, 100)


def test_a_silent_server_costs_the_deadline_and_no_more() -> None:
    """The call ends by itself while the server still holds the line."""
    script = Script()
    script.silent = True
    with serving(script) as spec:
        answer = failed(ask(spec, deadline=1.0))
        assert not script.release.is_set()
    assert answer.reason == "timeout"
    assert len(script.asked) == 1


def test_a_closed_port_is_unreachable() -> None:
    """A server that is not there is told as that, after one try."""
    with serving(Script()) as spec:
        pass
    assert failed(ask(spec)).reason == "unreachable"


def test_a_server_that_tells_no_tokens_is_no_fault() -> None:
    """Tokens are then 0, and the plan is there."""
    script = Script()
    script.usage = None
    with serving(script) as spec:
        answer = drafted(ask(spec))
    assert (answer.input_tokens, answer.output_tokens) == (0, 0)


def test_claude_and_gpt_are_asked_at_their_own_wires(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the address of each, here a server of ours: with its key, in its own words."""
    script = Script()
    with serving(script) as spec:
        base = spec.split("/v1#")[0]
        monkeypatch.setitem(BASES, "anthropic", base)
        monkeypatch.setitem(BASES, "openai", f"{base}/v1")
        for model in ("anthropic:claude-x", "openai:gpt-x"):
            chosen = model_spec(model)
            assert chosen is not None
            keys = {"ANTHROPIC_API_KEY": SECRET, "OPENAI_API_KEY": SECRET}
            answer = open_door(chosen, keys, SystemClock()).ask("Advise.", "Act 1.", DEADLINE, 500)
            assert drafted(answer).raw["wanted"] == PLAN["wanted"]
            assert (answer.input_tokens, answer.output_tokens) == (1000, 100)
    assert [asked["path"] for asked in script.asked] == ["/v1/messages", "/v1/chat/completions"]
    assert all(SECRET in " ".join(headers.values()) for headers in script.headers)
    tools = [asked["tools"][0] for asked in script.asked]
    assert (tools[0]["name"], tools[1]["function"]["name"]) == ("plan", "plan")


# --- where keys and headers go ----------------------------------------------------------------------------------------
ELSEWHERE = "for-someone-else"
HEADERS_OF_THE_ENVIRONMENT = f"X-Tenant: {ELSEWHERE}\nAuthorization: Bearer {ELSEWHERE}\nUser-Agent: {ELSEWHERE}"


def misled(monkeypatch: pytest.MonkeyPatch, other: str) -> None:
    """Every variable by which the providers' packages could be sent elsewhere, or made to send more."""
    base = other.split("/v1#")[0]
    for name, value in {
        "OPENAI_BASE_URL": f"{base}/v1", "ANTHROPIC_BASE_URL": base, "OPENAI_ORG_ID": ELSEWHERE,
        "OPENAI_PROJECT_ID": ELSEWHERE, "OPENAI_ADMIN_KEY": ELSEWHERE, "ANTHROPIC_AUTH_TOKEN": ELSEWHERE,
        "OPENAI_CUSTOM_HEADERS": HEADERS_OF_THE_ENVIRONMENT, "ANTHROPIC_CUSTOM_HEADERS": HEADERS_OF_THE_ENVIRONMENT,
        "HTTP_PROXY": base, "http_proxy": base, "ALL_PROXY": base, "all_proxy": base,
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)


def test_the_addresses_of_the_providers_are_their_own() -> None:
    """As their documents give them, over TLS."""
    assert BASES == {"anthropic": "https://api.anthropic.com", "openai": "https://api.openai.com/v1"}


@pytest.mark.parametrize("model", ["anthropic:claude-x", "openai:gpt-x", "a URL"])
def test_the_environment_moves_no_request_and_adds_no_header(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an address, an organisation, a project, headers and a proxy in the environment: the one who was named is
    asked with the key that is meant for it, and nothing that is meant for another is sent to anybody."""
    script, trap = Script(), Script()
    with serving(script) as spec, serving(trap) as other:
        base = spec.split("/v1#")[0]
        monkeypatch.setitem(BASES, "anthropic", base)
        monkeypatch.setitem(BASES, "openai", f"{base}/v1")
        misled(monkeypatch, other)
        chosen = model_spec(spec if model == "a URL" else model)
        assert chosen is not None
        keys = {"ANTHROPIC_API_KEY": SECRET, "OPENAI_API_KEY": SECRET, URL_KEY: SECRET}
        drafted(open_door(chosen, keys, SystemClock()).ask("Advise.", "Act 1.", DEADLINE, 500))
    assert trap.asked == []
    [headers] = script.headers
    assert SECRET in " ".join(headers.values())
    assert ELSEWHERE not in repr(headers)
    assert not {"openai-organization", "openai-project", "x-tenant"} & set(headers)
    assert headers["host"] == base.removeprefix("http://")


@pytest.mark.parametrize("model", ["anthropic:claude-x", "openai:gpt-x", "a URL"])
def test_a_redirect_takes_the_key_nowhere(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a refusal; the other address is not asked."""
    script, trap = Script(), Script()
    with serving(script) as spec, serving(trap) as other:
        script.status, script.location = 307, other.split("#")[0] + "/chat/completions"
        base = spec.split("/v1#")[0]
        monkeypatch.setitem(BASES, "anthropic", base)
        monkeypatch.setitem(BASES, "openai", f"{base}/v1")
        chosen = model_spec(spec if model == "a URL" else model)
        assert chosen is not None
        keys = {"ANTHROPIC_API_KEY": SECRET, "OPENAI_API_KEY": SECRET, URL_KEY: SECRET}
        answer = failed(open_door(chosen, keys, SystemClock()).ask("Advise.", "Act 1.", DEADLINE, 500))
    assert (answer.reason, len(script.asked), trap.asked) == ("refused", 1, [])


# --- the library's own models -----------------------------------------------------------------------------------------
def by(model: Any, *, by_tool: bool) -> AsyncDoor:
    @asynccontextmanager
    async def connect() -> Any:
        yield model

    return AsyncDoor(asking(connect, by_tool=by_tool), SystemClock())


def test_claude_and_gpt_are_asked_for_a_tool_call() -> None:
    """The plan is the arguments of one tool named `plan`, and the instructions go along."""
    told: list[tuple[str, str | None]] = []

    def answer(messages: list[Any], info: AgentInfo) -> ModelResponse:
        told.append((info.output_tools[0].name, info.instructions))
        return ModelResponse(parts=[ToolCallPart("plan", json.dumps(PLAN))])

    plan = drafted(by(FunctionModel(answer), by_tool=True).ask("Advise.", "Act 1.", DEADLINE, 500))
    assert plan.raw["wanted"] == PLAN["wanted"]
    assert told == [("plan", "Advise.")]


def test_words_instead_of_a_tool_call_are_a_bad_answer() -> None:
    """One request; the library is not allowed to ask again."""
    calls: list[int] = []

    def answer(messages: list[Any], info: AgentInfo) -> ModelResponse:
        calls.append(1)
        return ModelResponse(parts=[TextPart("Take strength.")])

    assert failed(by(FunctionModel(answer), by_tool=True).ask("a", "b", DEADLINE, 500)).reason == "bad_answer"
    assert calls == [1]


def test_any_plan_of_the_declared_form_is_taken() -> None:
    """The library's test model fills the form by its types alone."""
    assert "wanted" in drafted(by(TestModel(), by_tool=True).ask("a", "b", DEADLINE, 500)).raw


def test_a_fault_in_the_library_ends_no_play() -> None:
    """An error that nobody foresaw is told by its name, never by its text."""

    def answer(messages: list[Any], info: AgentInfo) -> ModelResponse:
        raise ZeroDivisionError(SECRET)

    fault = failed(by(FunctionModel(answer), by_tool=False).ask("a", "b", DEADLINE, 500))
    assert (fault.reason, fault.detail) == ("fault", "ZeroDivisionError")


# --- keys and the extra -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "spec, variable", [("anthropic:claude-x", "ANTHROPIC_API_KEY"), ("openai:gpt-x", "OPENAI_API_KEY")]
)
def test_a_missing_key_names_its_variable(spec: str, variable: str) -> None:
    """A usage error before anything is sent, and the key is taken from nowhere else."""
    chosen = model_spec(spec)
    assert chosen is not None
    with pytest.raises(UsageError, match=variable):
        open_door(chosen, {URL_KEY: SECRET, variable: " "}, SystemClock())
    key = key_for(chosen, {variable: f" {SECRET}"})
    assert key is not None and key.header == f"Bearer {SECRET}"


def test_a_providers_key_goes_to_no_other_server() -> None:
    """A server at a URL gets the key of its own variable, and over plain http only on this very machine."""
    for url, private in (
        ("http://127.0.0.1:1/v1", True),
        ("https://llm.example/v1", True),
        ("http://10.0.0.7/v1", False),
    ):
        chosen = ModelSpec("url", "mock", url)
        assert key_for(chosen, {"OPENAI_API_KEY": SECRET, "ANTHROPIC_API_KEY": SECRET}) is None
        assert (key_for(chosen, {URL_KEY: SECRET}) is not None) == private


def test_a_key_that_a_server_sends_back_is_hidden() -> None:
    """A plan may quote it; the journal must not."""
    script = Script()
    script.reply = {**PLAN, "reason": f"You sent {SECRET}.", "wanted": [SECRET, "INFLAME"]}
    with serving(script) as spec:
        answer = drafted(ask(spec))
    assert SECRET not in repr(answer)
    assert answer.raw["wanted"][1] == "INFLAME"


@pytest.mark.parametrize(
    "package, spec",
    [
        ("pydantic_ai", "http://127.0.0.1:1/v1#mock"), ("openai", "http://127.0.0.1:1/v1#mock"),
        ("openai", "openai:gpt-x"), ("anthropic", "anthropic:claude-x"),
    ],
)  # fmt: skip
def test_a_missing_extra_says_how_to_install_it(package: str, spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A usage error with the command, whichever of the packages is absent; nothing is sent."""
    chosen = model_spec(spec)
    assert chosen is not None
    for name in [name for name in sys.modules if name.startswith("sts2fsm.oracle.llm.providers")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UsageError, match=r'pip install "sts2fsm\[llm\]"'):
        open_door(chosen, {"OPENAI_API_KEY": SECRET, "ANTHROPIC_API_KEY": SECRET}, SystemClock())


def test_the_extra_is_imported_only_when_a_door_is_opened() -> None:
    """The command line, the policies and the strategist work without it."""
    import subprocess

    code = (
        "import sys, sts2fsm.cli, sts2fsm.commands.play, sts2fsm.oracle.llm.strategist\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('pydantic', 'pydantic_ai', 'openai')])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
